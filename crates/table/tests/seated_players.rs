//! Players who are asked one question at a time are the players that `run` would have asked.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use dicehouse_rules::{GameKind, Ruleset, Seat, Turn};
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::{Header, Opening};
use dicehouse_table::{
    Answer, AnyPlayer, Bot, Entry, Learns, Newcomer, NoClock, Player, Question, Reply, Seated,
    SeatedPlayers, Table, run,
};

/// Chooses by everything it has heard and how often it was asked: another past gives another act.
struct Mindful(u64);

impl Player for Mindful {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let acts: Vec<_> = question.legal.iter().take(40).collect();
        Ok(Reply::from(acts[(self.0 >> 33) as usize % acts.len()]))
    }

    fn saw(&mut self, entry: &Entry) {
        let text = serde_json::to_string(entry).unwrap();
        self.0 = text.bytes().fold(self.0, |mind, byte| (mind ^ u64::from(byte)).rotate_left(7));
    }
}

fn player(seat: Seat) -> AnyPlayer {
    Box::new(Mindful(seat.index() as u64 + 7))
}

fn opening(game: GameKind) -> Opening {
    let seats = (0..3).map(|n| Seated::bot(&format!("bot {n}"), "mindful", "1")).collect();
    let id = "test-1".parse().unwrap();
    Opening { id, started: 0, ruleset: Ruleset::default_of(game), seats }
}

/// The game as `run` plays it.
fn in_one_go(game: GameKind) -> (Header, Vec<Entry>) {
    let (header, dice) = opening(game).trusted(&ServerSeed::from_number(3));
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut players: Vec<Box<dyn Player>> =
        Seat::first(3).map(|seat| player(seat) as Box<dyn Player>).collect();
    let mut entries = Vec::new();
    run(&mut table, &mut players, &mut NoClock, &mut entries).unwrap();
    (header, entries)
}

/// The game asked question by question; all players are lost after each `lost` questions and sit down anew.
fn question_by_question(game: GameKind, lost: usize) -> Vec<Entry> {
    let (header, dice) = opening(game).trusted(&ServerSeed::from_number(3));
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut seated = SeatedPlayers::default();
    let mut entries = Vec::new();
    let bot = Bot::new("mindful", "1");
    for n in 1.. {
        let due = match table.turn() {
            Turn::Over => break,
            Turn::Roll(_) => {
                entries.extend(table.roll().unwrap());
                continue;
            }
            Turn::Act(due) => due.nth(0).unwrap(),
        };
        if n % lost == 0 {
            seated = SeatedPlayers::default();
        }
        let question = table.question(due).unwrap().into_owned();
        let thinking = seated.ask(&header, entries.iter(), &bot, question, || Newcomer {
            make: Box::new(move || Ok(player(due))),
            learns: Learns::ByAnswering,
        });
        let answer = seated.take_back(thinking.think()).unwrap();
        match table.judge(due, answer).unwrap() {
            dicehouse_table::Judgement::Played(new) => entries.extend(new),
            other => panic!("{other:?}"),
        }
    }
    entries
}

#[test]
fn a_player_is_the_same_however_often_it_sits_down_again() {
    for game in GameKind::ALL {
        let (_, whole) = in_one_go(game);
        for lost in [usize::MAX, 5, 1] {
            assert_eq!(question_by_question(game, lost), whole, "{game}, lost after {lost}");
        }
    }
}

/// Falls over at the second question.
struct Falls(u32);

impl Player for Falls {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        self.0 += 1;
        assert_ne!(self.0, 2, "by intention");
        Ok(Reply::from(question.legal.iter().next().unwrap()))
    }
}

#[test]
fn a_player_that_panics_has_crashed_and_is_not_asked_again() {
    let (header, dice) = opening(GameKind::Liars).trusted(&ServerSeed::from_number(3));
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut entries = Vec::new();
    while matches!(table.turn(), Turn::Roll(_)) {
        entries.extend(table.roll().unwrap());
    }
    let mut seated = SeatedPlayers::default();
    let due = table.turn().due().nth(0).unwrap();
    let mut ask = || {
        let question = table.question(due).unwrap().into_owned();
        let bot = Bot::new("falls", "1");
        let newcomer =
            || Newcomer { make: Box::new(|| Ok(Box::new(Falls(0)))), learns: Learns::ByListening };
        let thinking = seated.ask(&header, entries.iter(), &bot, question, newcomer);
        seated.take_back(thinking.think()).unwrap()
    };
    assert!(ask().is_ok());
    let crash = format!("{:?}", ask());
    assert!(crash.contains("by intention"), "{crash}");
    assert_eq!(format!("{:?}", ask()), "Err(GoesOn(Crashed))");
}

/// An answer that comes after somebody else was asked in its place is of no use to anybody.
#[test]
fn a_late_answer_is_passed_over() {
    let (header, dice) = opening(GameKind::Liars).trusted(&ServerSeed::from_number(3));
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut entries = Vec::new();
    while matches!(table.turn(), Turn::Roll(_)) {
        entries.extend(table.roll().unwrap());
    }
    let due = table.turn().due().nth(0).unwrap();
    let mut seated = SeatedPlayers::default();
    let ask = |seated: &mut SeatedPlayers| {
        let question = table.question(due).unwrap().into_owned();
        let newcomer =
            || Newcomer { make: Box::new(move || Ok(player(due))), learns: Learns::ByAnswering };
        seated.ask(&header, entries.iter(), &Bot::new("mindful", "1"), question, newcomer)
    };
    let (first, second) = (ask(&mut seated), ask(&mut seated));
    assert!(seated.take_back(first.think()).is_none());
    assert!(seated.take_back(second.think()).is_some());
}
