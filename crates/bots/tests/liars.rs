//! The bots of `liars` do what their descriptions say.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::cell::Cell;
use std::rc::Rc;

use common::{assert_decisions, decide, game, play, roll};
use dicehouse_bots::Roster;
use dicehouse_rules::{Act, Game, GameKind, Ruleset, View};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{Answer, NoClock, Player, Question, Table, run};

/// A table of two with these hands, after these bids. Rules that draw the opener draw seat 0.
fn position(preset: &str, options: &[(&str, &str)], hands: [&str; 2], bids: &[&str]) -> Game {
    let dice = hands[0].split(' ').count().to_string();
    let mut changes = vec![("dice", dice.as_str()), ("first_opener", "seat-0"), ("stacked", "0")];
    changes.extend(options);
    let mut game = game(GameKind::Liars, preset, &changes, 2);
    roll(&mut game, &hands);
    bids.iter().for_each(|bid| play(&mut game, bid));
    game
}

#[test]
fn truthful_bids_the_lowest_truth_or_calls() {
    let cases: &[(&str, [&str; 2], &[&str], &str)] = &[
        ("contest", ["2 3 3 5 6", "1 1 1 1 1"], &[], "1x2"),
        ("contest", ["1 1 1 1 1", "2 3 3 5 6"], &["1x6"], "2x3"),
        ("contest", ["1 1 1 1 1", "2 3 3 5 6"], &["1x2"], "1x3"),
        ("contest", ["1 1 1 1 1", "2 3 3 5 6"], &["3x3"], "call"),
        // Its own threes prove it: no truth beats it, and it is not called.
        ("contest", ["1 1 1 1 1", "2 3 3 5 6"], &["2x3"], "2x5"),
        // Wild ones count for the other faces, and for ones alone.
        ("variation", ["1 5 5", "1 1 2"], &[], "1x1"),
        ("variation", ["1 1 2", "1 5 5"], &["2x5"], "1x6"),
        ("variation", ["1 1 2", "5 5 5"], &["2x6"], "call"),
        ("variation", ["1 1 2", "5 5 5"], &["2x5"], "3x5"),
        // Ones may not open under perudo, but they make a 2 true.
        ("perudo", ["1 1 1", "2 2 2"], &[], "1x2"),
        ("perudo", ["1 1 1", "1 1 2"], &["3x2"], "2x1"),
    ];
    for (preset, hands, bids, expected) in cases {
        let game = position(preset, &[], *hands, bids);
        let act = decide(&game, "truthful", 1).to_string();
        assert_eq!(act, *expected, "{preset} {hands:?} {bids:?}");
    }
}

#[test]
fn bluffer_names_any_face_and_one_die_more_than_chance() {
    let hands = ["1 1 1 1 1", "2 2 2 2 2"];
    let sixth = 100.0 / 6.0;
    let every = ["2x1", "2x2", "2x3", "2x4", "2x5", "2x6"].map(|bid| (bid, sixth));
    assert_decisions(&position("contest", &[], hands, &[]), "bluffer", &every);
    let higher = [("2x4", sixth), ("2x5", sixth), ("2x6", sixth), ("call", 50.0)];
    assert_decisions(&position("contest", &[], hands, &["2x3"]), "bluffer", &higher);
    assert_decisions(&position("contest", &[], hands, &["3x1"]), "bluffer", &[("call", 100.0)]);
    let openers = ["2x2", "2x3", "2x4", "2x5", "2x6"].map(|bid| (bid, 20.0));
    assert_decisions(&position("perudo", &[], hands, &[]), "bluffer", &openers);
}

#[test]
fn dicey_opens_with_what_it_has_most_of() {
    let cases = [
        ("contest", "3 3 3 1 6", "3x3"),
        ("contest", "5 5 2 2 1", "2x2"),
        ("variation", "1 5 5 2 3", "3x5"),
        ("variation", "1 1 1 2 3", "3x1"),
        ("perudo", "1 1 1 2 3", "4x2"),
    ];
    for (preset, hand, expected) in cases {
        let game = position(preset, &[], [hand, "2 2 2 2 2"], &[]);
        assert_eq!(decide(&game, "dicey", 1).to_string(), expected, "{preset} {hand}");
    }
}

#[test]
fn dicey_calls_one_time_in_five_and_else_tosses_a_coin() {
    let hands = ["2 2 2 2 2", "2 2 5 5 5"];
    // By count: 3 to 10 of the same face, 40 % in eight equal parts.
    let mut expected = vec![("call", 20.0), ("1x5", 40.0)];
    let counts = ["3x3", "4x3", "5x3", "6x3", "7x3", "8x3", "9x3", "10x3"];
    expected.extend(counts.map(|bid| (bid, 5.0)));
    assert_decisions(&position("variation", &[], hands, &["2x3"]), "dicey", &expected);
    // Where a higher face needs as many dice, it bids as many.
    expected[1] = ("2x5", 40.0);
    assert_decisions(&position("contest", &[], hands, &["2x3"]), "dicey", &expected);
    // Without a higher face in hand: the next one.
    let hands = ["1 1 1 1 1", "2 2 2 2 2"];
    expected[1] = ("1x4", 40.0);
    assert_decisions(&position("variation", &[], hands, &["2x3"]), "dicey", &expected);
}

#[test]
fn dicey_takes_the_only_raise_there_is_and_calls_what_cannot_be_beaten() {
    let hands = ["2 2 2 2 2", "1 1 5 5 5"];
    let highest = position("variation", &[], hands, &["8x6"]);
    assert_decisions(&highest, "dicey", &[("call", 20.0), ("9x6", 40.0), ("10x6", 40.0)]);
    let most = position("variation", &[], hands, &["10x3"]);
    assert_decisions(&most, "dicey", &[("call", 20.0), ("1x5", 80.0)]);
    for bid in ["10x6", "11x3"] {
        let game = position("contest", &[], hands, &[bid]);
        assert_decisions(&game, "dicey", &[("call", 100.0)]);
    }
}

#[test]
fn dicey_calls_as_often_as_it_is_told() {
    let game = position("variation", &[], ["2 2 2 2 2", "1 1 5 5 5"], &["10x3"]);
    assert_decisions(&game, "dicey:call=0", &[("1x5", 100.0)]);
    assert_decisions(&game, "dicey:call=100", &[("call", 100.0)]);
    assert_decisions(&game, "dicey:call=60", &[("call", 60.0), ("1x5", 40.0)]);
}

/// One die each, its own a 3, the last bid 1x5: a call is right 5 times in 6, 1x6 and 2x3 are true
/// once in 6, everything else is impossible.
#[test]
fn gambler_draws_by_chance() {
    let seventh = 100.0 / 7.0;
    let game = position("contest", &[], ["5", "3"], &["1x5"]);
    let expected = [("call", 5.0 * seventh), ("1x6", seventh), ("2x3", seventh)];
    assert_decisions(&game, "gambler", &expected);
    assert_decisions(&game, "gambler:best=1", &[("call", 100.0)]);
    // An exact call is right once in 6 as well.
    let exact = position("contest", &[("exact", "true")], ["5", "3"], &["1x5"]);
    let eighth = 100.0 / 8.0;
    let expected = [("call", 5.0 * eighth), ("exact", eighth), ("1x6", eighth), ("2x3", eighth)];
    assert_decisions(&exact, "gambler", &expected);
}

#[test]
fn gambler_keeps_to_the_ten_best() {
    let game = position("contest", &[], ["5 5 5 5 5", "3 3 3 2 1"], &[]);
    let acts = common::decisions(&game, "gambler");
    assert_eq!(acts.len(), 10, "{acts:?}");
    assert!(acts.contains_key("3x5") && !acts.contains_key("9x5"), "{acts:?}");
}

#[test]
fn odds_calls_what_is_impossible_and_never_what_it_holds_itself() {
    let hands = ["2 2 2 2 2", "4 4 4 4 1"];
    for seed in 0..50 {
        let impossible = position("contest", &[], hands, &["6x1"]);
        assert_eq!(decide(&impossible, "odds", seed).to_string(), "call");
        let held = position("contest", &[], hands, &["3x4"]);
        assert_ne!(decide(&held, "odds", seed).to_string(), "call");
    }
}

#[test]
fn master_calls_what_is_impossible_and_never_what_it_holds_itself() {
    let hands = ["2 2 2 2 2", "4 4 4 4 1"];
    for seed in 0..50 {
        let impossible = position("contest", &[], hands, &["6x1"]);
        assert_eq!(decide(&impossible, "master", seed).to_string(), "call");
        let held = position("contest", &[], hands, &["3x4"]);
        assert_ne!(decide(&held, "master", seed).to_string(), "call");
    }
}

/// `odds` can be read because it opens alike with the same dice. `master` must not do that.
#[test]
fn master_mixes_its_openings() {
    let game = position("contest", &[], ["5 5 5 2 1", "3 3 3 2 1"], &[]);
    let acts = common::decisions(&game, "master:worlds=4");
    assert!(acts.len() >= 4, "{acts:?}");
    let own = acts.keys().filter(|act| act.ends_with('5')).count();
    assert!(own < acts.len(), "it opens with faces it does not hold, too: {acts:?}");
}

/// Bots err as people do, but none calls a bid that its own dice prove true while it could raise: in games of every bot
/// among others, thousands of decisions each.
#[test]
fn no_bot_is_blind_to_its_own_dice() {
    for bot in Roster::of(GameKind::Liars).map(|info| info.name) {
        // Those who try their acts out in advance are slow.
        let (name, enough) = match bot {
            "master" => ("master:worlds=0", 2_000),
            "sphinx" => ("sphinx:worlds=0", 2_000),
            name => (name, 4_000),
        };
        let mut decisions = 0;
        for seed in 0.. {
            if decisions >= enough {
                break;
            }
            decisions += not_blind(name, seed);
        }
    }
}

/// Plays a game of `bot` against a gambler; gives how often `bot` decided.
fn not_blind(name: &str, seed: u64) -> usize {
    let rules = ["contest", "perudo", "variation"][seed as usize % 3];
    let ruleset = Ruleset::preset(GameKind::Liars, rules).unwrap();
    let bots = [name, "gambler"].map(|bot| Roster::find_for(GameKind::Liars, bot).unwrap());
    let seats = vec![bots[0].seated("Ann"), bots[1].seated("Bob")];
    let decisions = Rc::new(Cell::new(0));
    let watched = Watched { bot: bots[0].player(seed), decisions: decisions.clone() };
    let mut players: Vec<Box<dyn Player>> = vec![Box::new(watched), bots[1].player(seed)];
    let dice = DealStream::new(&ContestSecret::from_seed(seed), 0);
    let mut table = Table::new(ruleset, seats, dice).unwrap();
    run(&mut table, &mut players, &mut NoClock, &mut ()).unwrap();
    decisions.get()
}

/// A bot of which it is seen that it is not blind.
struct Watched {
    bot: Box<dyn Player + Send>,
    decisions: Rc<Cell<usize>>,
}

impl Player for Watched {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        self.decisions.set(self.decisions.get() + 1);
        let answer = self.bot.act(question);
        if let (Ok(reply), View::Liars(view)) = (&answer, &question.view) {
            let (bid, hand) = (view.standing_bid(), view.hand.unwrap_or_default());
            let proven = bid.is_some_and(|bid| hand.count_for(bid.face, view.wild) >= bid.quantity);
            let blind = proven && reply.act == Act::Call && question.legal.len() > 1;
            assert!(!blind, "{bid:?} with {hand}");
        }
        answer
    }
}
