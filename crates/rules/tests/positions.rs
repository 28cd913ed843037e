//! Positions set up by hand: what goes on from them, and what is refused.
//!
//! That every position of random games can be set up again is checked by the conformance suite.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::conform::check_sentence;
use common::play::{SayOnPanic, Style, dice_for, one_of, seed};
use common::rng::Rng;
use common::{dice, face, ruleset, rulesets, seat};
use dicehouse_rules::claims::ClaimsPosition;
use dicehouse_rules::liars::LiarsPosition;
use dicehouse_rules::pairs::{PairsPosition, Removed, Sheet};
use dicehouse_rules::{
    Bid, BySeat, Dice, Game, Ignore, Position, Rules, Seats, Turn, View, Viewer,
};
use serde_json::{Value, json};

fn by_seat<T: Copy + Default>(items: &[T]) -> BySeat<T> {
    BySeat::from_fn(items.len(), |seat| items[seat.index()])
}

fn liars(line: &str, counts: &[u8], opener: usize) -> Result<Game, String> {
    let position = Position::Liars(LiarsPosition::new(by_seat(counts), seat(opener)));
    Game::set_up(&ruleset(line), &position).map_err(|error| error.to_string())
}

#[test]
fn a_round_of_liars_from_its_start() {
    let mut game = liars("liars contest", &[1, 0, 3], 2).unwrap();
    let Turn::Roll(dealt) = game.turn() else { panic!() };
    assert_eq!(dealt.iter().map(|throw| throw.count).collect::<Vec<_>>(), [1, 3]);
    game.roll(&[dice("4"), dice("2 2 6")], &mut Ignore).unwrap();
    assert_eq!(game.turn(), Turn::Act(Seats::only(seat(2))));
    game.play(seat(2), "4x2".parse().unwrap(), &mut Ignore).unwrap();
    game.play(seat(0), "call".parse().unwrap(), &mut Ignore).unwrap();
    let View::Liars(view) = game.view(Viewer::Public) else { panic!() };
    assert_eq!(view.dice, by_seat(&[1, 0, 2]));
}

#[test]
fn liars_in_the_middle_of_a_round() {
    let hands = by_seat(&[dice("1 1"), dice("5")]);
    let bids = ["1x5", "2x5"].map(|text| serde_json::from_value::<Bid>(text.into()).unwrap());
    let position = LiarsPosition::new(by_seat(&[2, 1]), seat(1)).bidding(hands, bids.to_vec());
    let game = Game::set_up(&ruleset("liars perudo"), &Position::Liars(position.clone())).unwrap();
    let View::Liars(view) = game.view(Viewer::Public) else { panic!() };
    assert!(view.palifico, "seat 1 opens its first round with one die");
    assert_eq!(view.palifico_used, Seats::only(seat(1)));
    assert_eq!((view.to_act, view.fixed_face), (Some(seat(1)), Some(face(5))));
    assert_eq!(view.bids.iter().map(|placed| placed.seat.index()).collect::<Vec<_>>(), [1, 0]);
    // Who has had a palifico round has no other.
    let used = LiarsPosition { palifico_used: Seats::only(seat(1)), ..position };
    let game = Game::set_up(&ruleset("liars perudo"), &Position::Liars(used)).unwrap();
    let View::Liars(view) = game.view(Viewer::Public) else { panic!() };
    assert!(!view.palifico);
}

#[test]
fn claims_in_the_last_round() {
    let rules = ruleset("claims simple");
    let Rules::Claims(claims) = *rules.rules() else { panic!() };
    let position = ClaimsPosition::new(&claims, 5, by_seat(&[40, 30]));
    let mut game = Game::set_up(&rules, &Position::Claims(position)).unwrap();
    for (hand, acts) in [("6 3", ["claim 9", "let pass"]), ("6 6", ["claim 12", "call"])] {
        game.roll(&[dice(hand)], &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
    }
    let standing = game.standing().unwrap();
    assert_eq!(standing.scores, Some(by_seat(&[37, 48])), "40 + 9 - 12 and 30 + 18");
    assert_eq!(standing.winners(), Seats::only(seat(1)));
}

#[test]
fn pairs_with_one_counter_to_fill() {
    let rules = ruleset("pairs standard");
    let mut marks = [0; 11];
    marks[5] = 14;
    let removed = [Removed { number: face(3), count: 7 }];
    let sheet = Sheet::new(marks, &removed).unwrap();
    let position = PairsPosition::new(8, by_seat(&[sheet]));
    let mut game = Game::set_up(&rules, &Position::Pairs(position)).unwrap();
    game.roll(&[dice("3 1 6 2 5")], &mut Ignore).unwrap();
    game.play(seat(0), "7+7-3".parse().unwrap(), &mut Ignore).unwrap();
    assert_eq!(game.standing().unwrap().scores, Some(by_seat(&[5 * 30])));
}

#[test]
fn impossible_sheets() {
    let [threes, fours] = [3, 4].map(|n| Removed { number: face(n), count: 1 });
    assert!(Sheet::new([0; 11], &[threes, threes]).is_none(), "a number has one counter");
    assert!(Sheet::new([0; 11], &[Removed { number: face(7), count: 1 }]).is_none());
    let mut marks = [0; 11];
    marks[5] = 4;
    assert!(Sheet::new(marks, &[threes, fours]).is_some());
}

/// Positions that the rules do not have, as changes of one that they have.
#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let liars = json!({
        "game": "liars", "dice": [2, 3, 0], "round": 7, "palifico_used": [],
        "out_in": [null, null, 4],
        "stage": {"stage": "bidding", "opener": 1, "hands": [[1, 2], [3, 4, 5], []],
                  "bids": ["1x5", "2x5"]},
    });
    let claims = json!({
        "game": "claims", "round": 2, "scores": [3, 4, 0], "games_won": [0, 0, 0],
        "contenders": [0, 1, 2], "tie_stage": [0, 0, 0],
        "stage": {"stage": "answer", "order": [0, 1, 2], "at": 1, "claim": 9,
                  "hands": [[], [3, 4], []]},
    });
    let pairs = json!({
        "game": "pairs", "round": 3, "dice": [1, 2, 3, 4, 5], "decisions": [null, "3+7-5"],
        "sheets": [
            {"marks": [0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0], "removed": [{"number": 3, "count": 2}]},
            {"marks": [0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0],
             "removed": [{"number": 1, "count": 1}, {"number": 5, "count": 1}]},
        ],
    });
    let cases: [(&str, &Value, &str, Value, &str); 24] = [
        ("liars contest", &liars, "/dice/0", json!(6), "can be 0 to 5"),
        ("liars contest", &liars, "/dice/1", json!(0), "if, and only if, it holds no dice"),
        ("liars contest", &liars, "/out_in/2", json!(8), "a round that was not played"),
        ("liars contest", &liars, "/out_in", json!([null]), "has 1 seats, the table has 3"),
        ("liars contest", &liars, "/palifico_used", json!([0]), "no palifico rounds"),
        ("liars perudo", &liars, "/palifico_used", json!([5]), "a seat that the table does not"),
        ("liars contest", &liars, "/round", json!(0), "a round that was not played"),
        ("liars contest", &liars, "/stage/opener", json!(2), "cannot be seat 2: it holds no"),
        ("liars contest", &liars, "/stage/opener", json!(9), "cannot be seat 9: it holds no"),
        ("liars contest", &liars, "/stage/hands/0", json!([1]), "has 1 dice, 2 are needed"),
        ("liars contest", &liars, "/stage/hands/0/0", json!(7), "show a 7, but have 6 sides"),
        ("liars contest", &liars, "/stage/bids/1", json!("1x4"), "1x4 of seat 0 is not legal"),
        ("liars contest max_bids=1", &liars, "/round", json!(9), "2x5 of seat 0 is not legal"),
        ("liars openspiel", &liars, "/out_in/2", json!(4), "is 2, but can be 0 to 1"),
        ("claims simple", &claims, "/round", json!(6), "is 6, but can be 1 to 5"),
        ("claims simple", &claims, "/cards", json!([0]), "no immunity cards"),
        ("claims simple", &claims, "/contenders", json!([0, 1]), "everybody plays the ordinary"),
        ("claims simple", &claims, "/tie_stage/0", json!(1), "got further in breaking ties"),
        ("claims simple", &claims, "/stage/order", json!([0, 2, 1]), "goes round from seat"),
        ("claims simple", &claims, "/stage/at", json!(3), "beyond the order"),
        ("claims simple", &claims, "/stage/claim", json!(13), "claim 13 of seat 1 is not legal"),
        ("pairs standard", &pairs, "/dice", json!([1, 2, 3]), "five dice with six sides"),
        ("pairs standard", &pairs, "/decisions/1", json!("3+7-4"), "is not legal"),
        ("pairs standard", &pairs, "/sheets/0/marks/0", json!(2), "two marks and one removed"),
    ];
    for (line, base, place, value, expected) in cases {
        let good = serde_json::from_value(base.clone()).unwrap();
        if !line.contains("max_bids") && !line.contains("openspiel") {
            Game::set_up(&ruleset(line), &good).unwrap();
        }
        let mut changed = base.clone();
        match changed.pointer_mut(place) {
            Some(at) => *at = value,
            None => changed[place.trim_start_matches('/')] = value,
        }
        let position: Position = serde_json::from_value(changed).unwrap();
        let error = Game::set_up(&ruleset(line), &position).unwrap_err().to_string();
        assert!(error.contains(expected), "{line} {place}: {error}");
        check_sentence(&error);
    }
    let over = liars_over();
    assert!(over.contains("the game is over in this position"), "{over}");
    let other = Position::Pairs(PairsPosition::new(1, by_seat(&[Sheet::default()])));
    let error = Game::set_up(&ruleset("liars contest"), &other).unwrap_err().to_string();
    assert_eq!(error, "the rules are of liars, the position is of pairs");
}

fn liars_over() -> String {
    liars("liars contest", &[0, 2], 1).unwrap_err()
}

/// Whatever JSON says: it is refused, or it is a game that can be played to its end.
#[test]
fn changed_positions_are_refused_or_played() {
    let (mut refused, mut played) = (0, 0);
    for number in 0..400 {
        let number = seed(number);
        let _say = SayOnPanic(format!("DICEHOUSE_SEED={number}"));
        let mut rng = Rng::new(number);
        let ruleset = rulesets::random(&mut rng);
        let mut game = Game::new(&ruleset, 2 + rng.below(3)).unwrap();
        play_on(&mut game, &mut rng, 12);
        let Some(position) = game.position() else { continue };
        for _ in 0..10 {
            let mut changed = serde_json::to_value(&position).unwrap();
            for _ in 0..=rng.below(2) {
                change(&mut changed, &mut rng);
            }
            let Ok(position) = serde_json::from_value::<Position>(changed) else { continue };
            match Game::set_up(&ruleset, &position) {
                Err(error) => {
                    check_sentence(&error.to_string());
                    refused += 1;
                }
                Ok(mut game) => {
                    play_on(&mut game, &mut rng, 400);
                    played += 1;
                }
            }
        }
    }
    assert!(refused > 500 && played > 500, "{refused} refused, {played} played");
}

fn play_on(game: &mut Game, rng: &mut Rng, inputs: usize) {
    for _ in 0..inputs {
        match game.turn() {
            Turn::Over => return,
            Turn::Roll(dealt) => game.roll(&dice_for(&dealt, rng), &mut Ignore).unwrap(),
            Turn::Act(due) => {
                let who = one_of(due, rng);
                let act = Style::Timid.choose(&game.legal(who), rng);
                game.play(who, act, &mut Ignore).unwrap();
            }
        }
        let _ = serde_json::to_string(&game.view(Viewer::Seat(seat(0)))).unwrap();
    }
}

/// Changes one value somewhere.
fn change(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = rng.below(map.len());
            change(map.values_mut().nth(at).unwrap(), rng);
        }
        Value::Array(items) if !items.is_empty() && rng.chance(80) => {
            let at = rng.below(items.len());
            change(&mut items[at], rng);
        }
        Value::Array(items) => match (items.pop(), rng.chance(50)) {
            (Some(last), true) => items.extend([last.clone(), last]),
            (None, _) => items.push(json!(rng.below(4))),
            _ => {}
        },
        Value::Number(_) => *value = json!(rng.below(9)),
        Value::Null => *value = json!(rng.below(3)),
        Value::Bool(on) => *on = !*on,
        Value::String(_) => *value = json!(*rng.pick(&["1x1", "2x6", "7+7-3", "shuffle", "x"])),
        Value::Object(_) => {}
    }
}

/// A guess of hands that cannot be is refused.
#[test]
fn guesses_fill_exactly_what_is_open() {
    use dicehouse_rules::Guess;
    let mut game = liars("liars contest", &[1, 2], 0).unwrap();
    game.roll(&[dice("4"), dice("2 6")], &mut Ignore).unwrap();
    let view = game.view(Viewer::Seat(seat(0)));
    assert_eq!(view.unseen().hands, by_seat(&[0, 2]));
    for (hands, error) in [
        ([Dice::none(), dice("1 1 1")], "the hand of seat 1 has 3 dice, 2 are needed"),
        ([Dice::none(), dice("1 7")], "the dice of seat 1 show a 7, but have 6 sides"),
        ([dice("4"), dice("1 1")], "the hand of seat 0 has 1 dice, 0 are needed"),
    ] {
        let guess = Guess::hands(by_seat(&hands));
        assert_eq!(Game::imagine(&view, &guess).unwrap_err().to_string(), error);
    }
    assert!(Game::imagine(&view, &Guess::hands(by_seat(&[Dice::none()]))).is_err());
    assert!(Game::imagine(&view, &Guess::hands(by_seat(&[Dice::none(), dice("1 1")]))).is_ok());
}
