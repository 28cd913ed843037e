//! Rooms of all kinds, with games that are soon over.

use crate::message::{Absence, Seconds, Settings, TalkRule, TurnClock, Watching};
use crate::{BotOffer, Offers};
use dicehouse_rules::{GameKind, Ruleset};

use super::rng::Rng;

/// A bot that plays every game, and talks.
pub const BOT: &str = "master";

pub fn house() -> Offers {
    let bots = GameKind::ALL.map(|game| BotOffer {
        name: BOT.to_owned(),
        game,
        level: "easy".to_owned(),
        version: "1".to_owned(),
    });
    Offers { bots: bots.to_vec(), ..Offers::default() }
}

pub fn random(rng: &mut Rng) -> Settings {
    let ruleset = ruleset(rng);
    let fewest = ruleset.game().fewest_players() as u64;
    let seats = (fewest + rng.below(4)).max(2) as u8;
    let per_turn = rng.chance(80).then(|| Seconds(5 + rng.below(20) as u32));
    let listed = rng.chance(50);
    Settings {
        ruleset,
        seats,
        clock: TurnClock { per_turn },
        listed,
        watching: match rng.below(4) {
            0 => Watching::Nobody,
            1 => Watching::Anyone { delay: Seconds(1 + rng.below(20) as u32) },
            _ => Watching::Anyone { delay: Seconds(0) },
        },
        talk: *rng.pick(&[TalkRule::Free, TalkRule::Free, TalkRule::Phrases, TalkRule::Off]),
        absence: Absence {
            grace: Seconds(5 + rng.below(20) as u32),
            stand_in: rng.chance(70).then(|| BOT.to_owned()),
        },
        start_when_ready: rng.chance(40),
        rated: listed && per_turn.is_some() && rng.chance(50),
    }
}

fn ruleset(rng: &mut Rng) -> Ruleset {
    let game = *rng.pick(&[GameKind::Liars, GameKind::Liars, GameKind::Claims, GameKind::Pairs]);
    let presets: Vec<_> = game.presets().collect();
    let ruleset = rng.pick(&presets).ruleset();
    let shorter: &[(&str, &str)] = match game {
        GameKind::Liars => &[("dice", "1")],
        GameKind::Claims => &[("rounds", "1")],
        GameKind::Pairs => &[],
    };
    ruleset.with(shorter).unwrap_or(ruleset)
}
