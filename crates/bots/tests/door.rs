//! House bots have no back door: dice and splits that a bot may not see do not change what it does.
#![expect(clippy::unwrap_used, reason = "helpers of tests may fail by panicking")]

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_rules::{Act, Dice, Fact, GameKind, Ruleset, Seat, Throw, ThrowKind, Turn};
use dicehouse_table::dice::{ContestSecret, DealStream, DiceSource};
use dicehouse_table::{
    Answer, Entry, Failure, Judgement, Player, Question, Reply, Seated, Table, tell,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

const PLAYERS: usize = 3;
/// The last seat, so that the others have decided in secret before it.
const BOT: usize = PLAYERS - 1;

/// What nobody but the bot in its seat may see: either as it is, or otherwise.
#[derive(Clone, Copy, PartialEq)]
enum Hidden {
    AsItIs,
    Otherwise,
}

/// Rolls a deal; hidden otherwise, everybody but the bot has other dice in their hands.
struct Deal {
    hidden: Hidden,
    real: DealStream,
    other: DealStream,
}

impl Deal {
    fn new(number: u64, hidden: Hidden) -> Deal {
        let stream = |seed| DealStream::new(&ContestSecret::from_seed(seed), number);
        Deal { hidden, real: stream(1), other: stream(2) }
    }
}

impl DiceSource for Deal {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        let (real, other) = (self.real.throw(round, throw), self.other.throw(round, throw));
        let own = throw.seat.is_none_or(|seat| seat.index() == BOT);
        let hand = throw.what == ThrowKind::Hand && !own;
        if hand && self.hidden == Hidden::Otherwise { other } else { real }
    }
}

/// Somebody who is told what happens and never asked.
struct Company;

impl Player for Company {
    fn act(&mut self, _: &Question<'_>) -> Answer {
        Err(Failure::Stop)
    }
}

fn any(entries: &[Entry], wanted: fn(&Fact) -> bool) -> bool {
    entries.iter().filter_map(Entry::fact).any(wanted)
}

/// Whether everybody sees now what was hidden.
fn shows(fact: &Fact) -> bool {
    matches!(fact, Fact::Showdown(_) | Fact::ClaimShown { .. } | Fact::Marked { .. })
}

/// What the bot does, and all that happened, until something hidden is shown. The others do anything that is legal,
/// whatever they hold. `None` when a throw shows itself: then the two games are not the same in public.
fn played(
    ruleset: Ruleset,
    bot: &HouseBot,
    deal: u64,
    hidden: Hidden,
) -> Option<(Vec<Act>, Vec<Entry>)> {
    let seats: Vec<Seated> = (0..PLAYERS).map(|seat| bot.seated(&format!("bot {seat}"))).collect();
    let mut table = Table::new(ruleset, seats, Deal::new(deal, hidden)).unwrap();
    let mut players: Vec<Box<dyn Player>> = (0..BOT).map(|_| Box::new(Company) as _).collect();
    players.push(bot.player(deal));
    // Splits are hidden, bids and claims are not.
    let otherwise = ruleset.game() == GameKind::Pairs && hidden == Hidden::Otherwise;
    let mut luck = ChaCha8Rng::seed_from_u64(if otherwise { !deal } else { deal });
    let (mut acts, mut all) = (Vec::new(), Vec::new());
    loop {
        let entries = match table.turn() {
            Turn::Over => break,
            Turn::Roll(_) => table.roll().unwrap(),
            Turn::Act(due) => {
                let seat: Seat = due.nth(0).unwrap();
                let question = table.question(seat).unwrap();
                let answer = if seat.index() == BOT {
                    players[BOT].act(&question)
                } else {
                    let n = luck.random_range(0..question.legal.len());
                    Ok(Reply::from(question.legal.nth(n).unwrap()))
                };
                if seat.index() == BOT {
                    acts.push(answer.as_ref().unwrap().act);
                }
                match table.judge(seat, answer).unwrap() {
                    Judgement::Played(entries) => entries,
                    other => panic!("{other:?}"),
                }
            }
        };
        all.extend_from_slice(&entries);
        if any(&entries, |fact| matches!(fact, Fact::Stacked { .. })) {
            return None;
        }
        if any(&entries, shows) {
            break;
        }
        tell(&mut players, &entries);
    }
    Some((acts, all))
}

#[test]
fn what_a_bot_may_not_see_does_not_change_what_it_does() {
    for info in Roster::all() {
        let bot = Roster::find_for(info.game, info.name).unwrap();
        let (mut asked, mut different) = (0, 0);
        for preset in info.game.presets() {
            for deal in 0..30 {
                let game = |hidden| played(preset.ruleset(), &bot, deal, hidden);
                let (Some(one), Some(two)) = (game(Hidden::AsItIs), game(Hidden::Otherwise)) else {
                    continue;
                };
                assert_eq!(one.0, two.0, "{}, {}, deal {deal}", info.name, preset.name);
                asked += one.0.len();
                different += usize::from(one.1 != two.1);
            }
        }
        // The two games did differ, and the bot was asked in them.
        assert!(asked > 0 && different > 0, "{}: {asked} acts, {different} games", info.name);
    }
}
