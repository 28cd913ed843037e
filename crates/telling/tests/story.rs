//! Stories of prepared games: every die and act is given, so what there is to tell is known.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use dicehouse_rules::{Dice, Event, Game, GameKind, Ruleset, Seat, Turn};
use dicehouse_table::record::{Opening, Playback, Record};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::Story;

/// A game of Ann, Bob … by these rules. The script has dice as "455 123", a hand for each who rolls,
/// and acts; both are taken as the game asks for them.
fn playback(game: GameKind, preset: &str, options: &[(&str, &str)], script: &[&str]) -> Playback {
    let ruleset = Ruleset::preset(game, preset).unwrap().with(options).unwrap();
    let names = ["Ann", "Bob"];
    let mut game = Game::new(&ruleset, names.len()).unwrap();
    let mut events: Vec<Event> = Vec::new();
    for step in script {
        match game.turn() {
            Turn::Roll(_) => {
                let hand = |pips: &str| {
                    let pips: Vec<u8> = pips.bytes().map(|pip| pip - b'0').collect();
                    Dice::from_pips(&pips).unwrap()
                };
                let dice: Vec<Dice> = step.split(' ').map(hand).collect();
                game.roll(&dice, &mut events).unwrap_or_else(|why| panic!("{step}: {why}"));
            }
            Turn::Act(due) => {
                let act = step.parse().unwrap_or_else(|_| panic!("{step} is no act"));
                game.play(due.nth(0).unwrap(), act, &mut events)
                    .unwrap_or_else(|why| panic!("{step}: {why}"));
            }
            Turn::Over => panic!("the game is over before {step}"),
        }
    }
    let seats = names.map(Seated::person).to_vec();
    let id = "story-1".parse().unwrap();
    let header = Opening { id, started: 0, ruleset, seats }.given();
    let entries = events.into_iter().map(Entry::Event).collect();
    Playback::new(Record::of(header, entries, None)).unwrap()
}

fn stories(playback: &Playback) -> [Story; 2] {
    [0, 1].map(|seat| Story::of(playback, Seat::new(seat).unwrap()))
}

const CONTEST: &[(&str, &str)] = &[("dice", "2")];

/// Two dice each. Ann lies boldly in round 1 and is believed, Bob calls badly in round 2 and is out.
#[test]
fn liars() {
    let playback = playback(
        GameKind::Liars,
        "contest",
        CONTEST,
        &[
            // Ann's 2×6 and 3×6 are lies; the second is bolder, and Bob raises over both.
            "12 34", "2x6", "3x1", "3x6", "4x1",
            "call", // Bob's lie is called: he loses a die.
            // Ann opens with the truth, and Bob calls what he had no reason to doubt.
            "55 5", "1x5", "call",
        ],
    );
    let [ann, bob] = stories(&playback);
    assert_eq!(ann.best_bluff.unwrap().text, "3 sixes in round 1: a lie, and nobody called it.");
    assert_eq!(ann.worst_call, None);
    // Ann: 2×6 and 3×6 had little chance, her call was nearly certain, and 1×5 she held herself.
    assert_eq!((ann.good, ann.judged), (2, 4));
    assert_eq!(ann.turning_point.as_deref(), Some("in round 1 you took the lead and kept it."));
    assert_eq!(bob.best_bluff.unwrap().text, "3 ones in round 1: a lie, and nobody called it.");
    assert_eq!(bob.worst_call.unwrap().text, "round 2: it had a chance of 0 %.");
    assert_eq!((bob.good, bob.judged), (0, 3));
}

/// A lie that was called is no bluff to be proud of, and a call that was likely right is bad luck.
#[test]
fn what_went_wrong_by_luck_is_no_worst_call() {
    let playback = playback(GameKind::Liars, "contest", CONTEST, &["66 34", "2x6", "call"]);
    let [ann, bob] = stories(&playback);
    assert_eq!(
        bob.lines()[..2],
        ["Best bluff: none that went through.", "Worst call: none to regret."]
    );
    assert_eq!((ann.best_bluff, bob.worst_call), (None, None), "it was true, and unlikely");
    assert_eq!((bob.good, bob.judged), (1, 1));
    let playback = self::playback(GameKind::Liars, "contest", CONTEST, &["12 34", "2x6", "call"]);
    assert_eq!(stories(&playback)[0].best_bluff, None, "it was called");
}

/// Ann loses a die first and wins all the same: the lead changes once, in the third round.
#[test]
fn the_lead_changes_hands_for_good() {
    let playback = playback(
        GameKind::Liars,
        "contest",
        CONTEST,
        &[
            "12 34", "2x6", "call", // Ann loses a die: Bob leads.
            "1 34", "2x6", "call", // Bob opens and lies: one each, nobody leads.
            "1 3", "1x1", "2x1", "call", // Ann opens; Bob lies and is out.
        ],
    );
    let [ann, bob] = stories(&playback);
    assert_eq!(ann.turning_point.unwrap(), "in round 3 you took the lead and kept it.");
    assert_eq!(bob.turning_point.unwrap(), "in round 3 Ann took the lead and kept it.");
}

/// The claim that was lifted most counts, and too low a claim does not; of wrong calls the dearest.
#[test]
fn claims() {
    let playback = playback(
        GameKind::Claims,
        "simple",
        &[("rounds", "3")],
        &[
            "45", "claim 12", "let pass", // Ann lifts 9 by 3: Bob is fooled. 12 : 0
            "66", "claim 5", "call", // Bob claims too little and is caught by Ann. 17 : 0
            "12", "claim 9", "let pass", // Ann lifts 3 by 6. 26 : 0
            "34", "claim 7", "call", // Bob tells the truth, Ann calls. 19 : 10
            "66", "claim 12", "let pass", // The truth. 31 : 10
            "66", "claim 12",
            "call", // The truth again, and called: dearer than the 7. 19 : 28
        ],
    );
    let [ann, bob] = stories(&playback);
    assert_eq!(
        ann.best_bluff.as_ref().unwrap().text,
        "the claim of 9 in round 2: a lie, and nobody called it."
    );
    assert_eq!(ann.worst_call.as_ref().unwrap().text, "round 3: the claim of 12 was true.");
    // Her answers: she caught the 5 and called two truths.
    assert_eq!((ann.good, ann.judged), (1, 3));
    assert_eq!(ann.lines()[2], "Right answers to claims: 1 of 3 (33 %).");
    assert_eq!(ann.turning_point.unwrap(), "in round 3 Bob took the lead and kept it.");
    assert_eq!(bob.best_bluff, None, "5 with a 12 is no bluff to be proud of");
    assert_eq!(bob.worst_call, None);
    // Twice fooled, once rightly believing.
    assert_eq!((bob.good, bob.judged), (1, 3));
    assert_eq!(bob.turning_point.unwrap(), "in round 3 you took the lead and kept it.");
}

/// Splits: the one that brought most, the one that cost most, and no talk of bluffs.
#[test]
fn pairs() {
    let rules = &[("last_count", "3")];
    let playback = playback(
        GameKind::Pairs,
        "standard",
        rules,
        &[
            // Ann opens one number with two marks, Bob two numbers.
            "11221", "3+3-1", "2+4-1",
            // Ann goes on with her number, Bob opens one more.
            "11221", "3+3-1", "2+4-1",
            // The fifth and sixth mark of 3: no longer −200, but +70.
            "11221", "3+3-1", "2+4-1",
        ],
    );
    let [ann, bob] = stories(&playback);
    assert_eq!(ann.best_split.as_ref().unwrap().text, "3 and 3, without the 1, in round 3: +270.");
    assert_eq!(ann.worst_split.as_ref().unwrap().text, "3 and 3, without the 1, in round 1: −200.");
    assert_eq!((ann.best_bluff, ann.worst_call, ann.judged), (None, None, 0));
    assert_eq!(ann.turning_point.unwrap(), "in round 1 you took the lead and kept it.");
    assert_eq!(bob.best_split, None, "nothing brought him points");
    assert_eq!(bob.worst_split.as_ref().unwrap().text, "2 and 4, without the 1, in round 1: −400.");
}

/// There is something to say about every game, however short.
#[test]
fn a_game_without_decisions_has_no_story() {
    let playback = playback(GameKind::Liars, "contest", CONTEST, &["12 34"]);
    for story in stories(&playback) {
        assert_eq!(story.lines(), ["Too short a game to tell a story of."]);
    }
}
