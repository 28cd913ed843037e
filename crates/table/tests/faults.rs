//! Players that misbehave are punished as the ruleset says, and the record names the cause.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::cell::Cell;
use std::time::Duration;

use common::{Random, With, bots, deal, faults, recorded, ruleset, seat};
use dicehouse_rules::{Act, Cause, Face, GameKind, PRESETS, Refusal, Seat, Turn};
use dicehouse_table::record::{DiceProof, Record, verify};
use dicehouse_table::{
    Detail, Entry, Failure, Judgement, MoveClock, NoClock, NotNow, Player, Question, Reply, Seated,
    Table, Talk, run,
};

/// Plays one misbehaving bot in seat 1 against random players; gives all entries.
fn play_against<'a>(
    preset: &'static dicehouse_rules::Preset,
    bad: impl FnMut(&Question<'_>) -> Result<Reply, Failure> + 'a,
) -> Vec<Entry> {
    let mut table = Table::new(preset.ruleset(), bots(3), deal(3, 4)).unwrap();
    let mut players: Vec<Box<dyn Player + 'a>> =
        vec![Box::new(Random::new(1)), Box::new(With(bad)), Box::new(Random::new(3))];
    let mut entries: Vec<Entry> = Vec::new();
    let standing = run(&mut table, &mut players, &mut NoClock, &mut entries).unwrap();
    assert!(standing.is_some(), "{}: a game with faults still ends", preset.name);
    entries
}

fn only_causes(entries: &[Entry], cause: Cause) {
    let faults = faults(entries);
    assert!(!faults.is_empty());
    assert!(faults.iter().all(|fault| *fault == (1, cause)), "{faults:?}");
}

#[test]
fn a_bot_that_only_faults_still_reaches_the_end_of_every_game() {
    for preset in &PRESETS {
        let entries =
            play_against(preset, |_| Err(Failure::fault(Cause::Unreadable, "said: blub")));
        only_causes(&entries, Cause::Unreadable);
        assert!(
            entries.contains(&Entry::Detail { seat: seat(1), detail: Detail::new("said: blub") })
        );
    }
}

#[test]
fn an_illegal_act_of_a_program_is_a_fault_under_every_ruleset() {
    for preset in &PRESETS {
        let nonsense = |_: &Question<'_>| Ok(Reply::from(Act::Claim(200)));
        only_causes(&play_against(preset, nonsense), Cause::Illegal);
    }
}

#[test]
fn a_panic_is_a_crash_and_the_player_is_not_asked_again() {
    let asked = Cell::new(0);
    let entries = play_against(&PRESETS[1], |_| {
        asked.set(asked.get() + 1);
        panic!("at the disco");
    });
    only_causes(&entries, Cause::Crashed);
    assert_eq!(asked.get(), 1);
    assert!(
        entries.contains(&Entry::Detail { seat: seat(1), detail: Detail::new("at the disco") })
    );
}

#[test]
fn a_person_is_told_why_and_asked_again_under_refuse() {
    let mut heard: Vec<Refusal> = Vec::new();
    let person = With(|ask: &Question<'_>| {
        heard.extend(ask.refused);
        match ask.refused {
            None => Ok(Reply::from(Act::Claim(3))),
            Some(_) => Ok(Reply::from(ask.legal.nth(0).unwrap())),
        }
    });
    let seats = vec![Seated::person("Ann"), Seated::bot("b", "random", "1")];
    let mut players: Vec<Box<dyn Player + '_>> = vec![Box::new(person), Box::new(Random::new(5))];
    let (text, standing) = recorded(ruleset(GameKind::Liars, "house"), seats, &mut players, 3);
    drop(players);
    assert!(standing.is_some());
    assert!(!heard.is_empty());
    assert!(heard.iter().all(|refusal| matches!(refusal, Refusal::WrongKind { .. })));
    assert!(!text.contains("\"fault\""), "nothing was punished");
}

#[test]
fn a_person_loses_a_die_under_lose_die() {
    let person = With(|_: &Question<'_>| Ok(Reply::from(Act::Call)));
    let seats = vec![Seated::person("Ann"), Seated::bot("b", "random", "1")];
    let mut players: Vec<Box<dyn Player + '_>> = vec![Box::new(person), Box::new(Random::new(5))];
    let (text, _) = recorded(ruleset(GameKind::Liars, "contest"), seats, &mut players, 3);
    assert!(text.contains(r#"{"event":"fault","seat":0,"cause":"illegal""#));
    assert_eq!(verify(&Record::read(&text).unwrap()), Ok(DiceProof::Trusted));
}

#[test]
fn thinking_too_long_is_a_timeout() {
    let now = Cell::new(Duration::ZERO);
    let mut clock =
        MoveClock::new(Duration::from_millis(100), Duration::from_millis(50), || now.get());
    let slow = With(|ask: &Question<'_>| {
        assert!(ask.time.is_some());
        now.set(now.get() + Duration::from_millis(120));
        Ok(Reply::from(ask.legal.nth(0).unwrap()))
    });
    let mut table = Table::new(ruleset(GameKind::Pairs, "standard"), bots(1), deal(1, 1)).unwrap();
    let mut players: Vec<Box<dyn Player + '_>> = vec![Box::new(slow)];
    let mut entries: Vec<Entry> = Vec::new();
    run(&mut table, &mut players, &mut clock, &mut entries).unwrap().unwrap();
    // 20 ms from a bank of 50: two moves are paid for, all later ones are too late.
    let turns = entries.iter().filter(|entry| {
        matches!(entry, Entry::Event(e) if matches!(e.fact, dicehouse_rules::Fact::Decided { .. }))
    });
    let late = faults(&entries);
    assert_eq!(late.len(), turns.count() - 2);
    assert!(late.iter().all(|fault| *fault == (0, Cause::Timeout)));
}

#[test]
fn stop_ends_the_game_without_a_standing() {
    let quits = With(|_: &Question<'_>| Err(Failure::Stop));
    let seats = vec![Seated::person("Ann"), Seated::bot("b", "random", "1")];
    let mut players: Vec<Box<dyn Player + '_>> = vec![Box::new(quits), Box::new(Random::new(5))];
    let (text, standing) = recorded(ruleset(GameKind::Liars, "variation"), seats, &mut players, 3);
    assert_eq!(standing, None);
    assert_eq!(verify(&Record::read(&text).unwrap()), Ok(DiceProof::Trusted));
}

#[test]
fn a_refused_act_says_nothing_to_the_table() {
    let people = vec![Seated::person("Ann"), Seated::person("Bob")];
    let mut table = Table::new(ruleset(GameKind::Liars, "house"), people, deal(1, 1)).unwrap();
    while !matches!(table.turn(), Turn::Act(_)) {
        table.roll().unwrap();
    }
    let due = table.turn().due().nth(0).unwrap();
    let other = seat(1 - due.index());
    let before = format!("{table:?}");
    let reply = Reply { talk: Talk::new("psst"), ..Reply::from(Act::Call) };
    let judged = table.judge(due, Ok(reply)).unwrap();
    assert_eq!(judged, Judgement::AskAgain(Refusal::NothingToCall));
    let bid = Act::Bid(dicehouse_rules::Bid::new(1, Face::ONE));
    assert_eq!(table.judge(other, Ok(bid.into())), Err(NotNow::NotDue { seat: other }));
    let detail = Detail::new("x");
    assert_eq!(
        table.fault(other, Cause::Left, detail.clone()),
        Err(NotNow::NotDue { seat: other })
    );
    for cause in [Cause::Crashed, Cause::Unreadable, Cause::Illegal] {
        let refused = table.fault(due, cause, detail.clone());
        assert_eq!(refused, Err(NotNow::NoFaultOfAPerson { cause }));
    }
    assert_eq!(table.roll(), Err(NotNow::NothingToRoll));
    assert_eq!(table.seated(Seat::new(5).unwrap()), None);
    assert_eq!(format!("{table:?}"), before, "nothing has happened");
}
