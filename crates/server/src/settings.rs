//! The settings a room starts with when its maker says nothing else.

use dicehouse_room::Offers;
use dicehouse_room::message::{Absence, Seconds, Settings, TalkRule, TurnClock, Watching};
use dicehouse_rules::{GameKind, Ruleset};

/// How long a turn takes at most.
const PER_TURN: Seconds = Seconds(60);
/// How long a player may be away before a bot plays for them.
const GRACE: Seconds = Seconds(30);

/// The usual settings for these rules.
pub fn usual(offers: &Offers, ruleset: Ruleset) -> Settings {
    let game = ruleset.game();
    Settings {
        ruleset,
        seats: match game {
            GameKind::Liars | GameKind::Claims => 4,
            GameKind::Pairs => 2,
        },
        clock: TurnClock { per_turn: Some(PER_TURN) },
        listed: false,
        watching: Watching::Anyone { delay: Seconds(0) },
        talk: TalkRule::Phrases,
        absence: Absence {
            grace: GRACE,
            stand_in: offers.stand_in(game).map(|bot| bot.name.clone()),
        },
        start_when_ready: false,
        rated: false,
    }
}
