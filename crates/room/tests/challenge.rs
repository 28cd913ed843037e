//! The daily challenge: the same dice for everyone, one try, and nothing opened before the day is over.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod scene;

use std::sync::Arc;

use dicehouse_room::message::{
    Challenge, Day, Do, Happened, Notice, Phase, RefusalCode, RoomCode, SettingsChange, Time,
    ToClient, WhyOver,
};
use dicehouse_room::{Input, Room};
use dicehouse_rules::{Act, Fact, GameKind, Ruleset, Seat};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{End, Record, RecordWriter, Reveal, verify};
use dicehouse_table::{Entry, Keep};
use scene::{DAY_SEED, Scene, id};

const HOUR: u64 = 3_600_000;

/// The room of somebody's try, on the first day there is; the scene begins in its first second.
fn try_of(player: &str) -> Scene {
    let code = RoomCode::new("TRY").unwrap();
    let challenge = Challenge { day: Day::of(Time(1000)), player: id(player) };
    let ruleset = Ruleset::default_of(GameKind::Pairs);
    Scene::opened(Room::open_challenge(Time(1000), code, ruleset, challenge))
}

/// Plays on, always by the legal act of this number, for so many acts.
fn play(scene: &mut Scene, player: &str, n: usize, acts: usize) {
    for _ in 0..acts {
        let Some((legal, asked)) = scene.question(player) else { return };
        let act: Act = legal[n % legal.len()];
        scene.done(player, Do::Act { act, asked });
    }
}

fn throws(scene: &Scene) -> Vec<String> {
    let events = scene.events();
    let thrown = events.iter().filter_map(Entry::fact).filter_map(|fact| match fact {
        Fact::Rolled { .. } => Some(format!("{fact:?}")),
        _ => None,
    });
    thrown.collect()
}

#[test]
fn coming_in_begins_the_try_and_everyone_has_the_same_dice() {
    let mut ann = try_of("ann");
    ann.come("ann");
    assert_eq!(ann.room.phase(), Phase::Playing, "the dice are on the table at once");
    play(&mut ann, "ann", 0, 1000);
    let mut bob = try_of("bob");
    bob.wait(5 * HOUR);
    bob.come("bob");
    play(&mut bob, "bob", 1, 1000);
    for scene in [&ann, &bob] {
        assert_eq!(scene.room.phase(), Phase::Over);
        assert_eq!(scene.finished[0].why, WhyOver::Finished);
    }
    let (one, two) = (throws(&ann), throws(&bob));
    let both = one.len().min(two.len());
    assert!(both > 7, "a game has many throws");
    assert_eq!(one[..both], two[..both]);
}

#[test]
fn nobody_is_told_the_secret_and_the_record_is_complete_with_it() {
    let mut scene = try_of("ann");
    scene.come("ann");
    play(&mut scene, "ann", 0, 1000);
    let secret = ContestSecret::from_seed(DAY_SEED);
    let digits = serde_json::to_string(&secret).unwrap();
    assert!(serde_json::to_string(&scene.log).unwrap().contains(&digits), "the log has it");
    for (_, message) in &scene.sent {
        assert!(!serde_json::to_string(message).unwrap().contains(&digits));
    }
    let finished = &scene.finished[0];
    assert_eq!(finished.end.reveal, None);
    let end = End { reveal: Some(Reveal::ContestSecret(secret)), ..finished.end.clone() };
    let mut writer = RecordWriter::new(Vec::new(), &finished.header).unwrap();
    writer.keep(&finished.entries).unwrap();
    writer.end(&end).unwrap();
    verify(&Record::read_bytes(&writer.into_inner()).unwrap()).unwrap();
}

#[test]
fn nobody_else_comes_in() {
    let mut scene = try_of("ann");
    for _ in 0..2 {
        scene.come("bob");
        let (who, last) = scene.sent.last().unwrap();
        assert_eq!(*who, id("bob"));
        match last {
            ToClient::Notice(Notice::Refused { refusal }) => {
                assert_eq!(refusal.code, RefusalCode::Private);
            }
            other => panic!("{other:?}"),
        }
        scene.come("ann");
    }
    assert!(scene.log.iter().all(|entry| !format!("{:?}", entry.what).contains("bob")));
}

#[test]
fn the_room_of_a_try_stays_as_it_is() {
    let mut scene = try_of("ann");
    scene.come("ann");
    let change = SettingsChange { seats: Some(2), ..SettingsChange::default() };
    let refused = [
        Do::Sit { seat: None },
        Do::Stand,
        Do::Ready { ready: true },
        Do::GiveToBot,
        Do::TakeBack,
        Do::Change { settings: change },
        Do::SeatBot { seat: None, bot: "bot".into() },
        Do::RemoveBot { seat: Seat::new(0).unwrap() },
        Do::Start,
        Do::Kick { person: id("bob") },
        Do::HandOver { person: id("bob") },
    ];
    let seed = Do::SeatSeed { seed: "mine".parse().unwrap() };
    assert_eq!(scene.refused("ann", seed), RefusalCode::SeedsClosed, "all have the same dice");
    for what in &refused {
        assert_eq!(scene.refused("ann", what.clone()), RefusalCode::Challenge, "{what:?}");
    }
    play(&mut scene, "ann", 0, 1000);
    for what in refused {
        assert_eq!(scene.refused("ann", what), RefusalCode::Challenge, "there is one game");
    }
    assert_eq!(scene.finished.len(), 1);
}

#[test]
fn the_try_waits_for_its_player_until_the_day_is_over() {
    let mut scene = try_of("ann");
    scene.wait(2 * HOUR);
    assert_eq!(scene.room.phase(), Phase::Lobby, "a room nobody came into yet stays open");
    scene.come("ann");
    play(&mut scene, "ann", 0, 2);
    scene.goes("ann");
    scene.wait(10 * HOUR);
    assert_eq!(scene.room.phase(), Phase::Playing);
    assert!(scene.events().iter().all(|entry| !matches!(entry.fact(), Some(Fact::Fault { .. }))));
    scene.come("ann");
    let (legal, asked) = scene.question("ann").unwrap();
    let end = Day::of(Time(1000)).end();
    scene.now = end.0;
    // The clock of the room was not read yet, but the day is over.
    assert_eq!(scene.refused("ann", Do::Act { act: legal[0], asked }), RefusalCode::Closed);
    scene.input(Input::Tick);
    assert_eq!(scene.room.phase(), Phase::Closed);
    let finished = &scene.finished[0];
    assert_eq!((finished.why, finished.end.standing.is_none()), (WhyOver::Closed, true));
    let before = scene.sent.len();
    scene.come("ann");
    let told = &scene.sent[before..];
    assert!(told.iter().all(|(_, message)| matches!(message, ToClient::Notice(_))), "{told:?}");
}

#[test]
fn a_try_goes_on_after_a_restart() {
    let mut scene = try_of("ann");
    scene.come("ann");
    play(&mut scene, "ann", 0, 3);
    let text: Vec<String> = scene.log.iter().map(|e| serde_json::to_string(e).unwrap()).collect();
    let log: Vec<_> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let checkpoint = log
        .iter()
        .rposition(|entry: &dicehouse_room::message::RoomEntry| entry.is_checkpoint())
        .unwrap();
    scene.room =
        Room::replay(Arc::clone(&scene.house), Time(scene.now), &log[checkpoint..]).unwrap();
    scene.input(Input::Woke { alive: None });
    scene.come("ann");
    play(&mut scene, "ann", 0, 1000);
    assert_eq!(scene.room.phase(), Phase::Over);
    let mut other = try_of("bob");
    other.come("bob");
    play(&mut other, "bob", 0, 1000);
    assert_eq!(throws(&scene), throws(&other));
    let left =
        |entry: &dicehouse_room::message::RoomEntry| matches!(entry.what, Happened::Left { .. });
    assert!(!scene.log.iter().any(left));
}

#[test]
fn who_leaves_has_given_up() {
    let mut scene = try_of("ann");
    scene.come("ann");
    play(&mut scene, "ann", 0, 3);
    scene.done("ann", Do::Leave);
    assert_eq!(scene.finished[0].why, WhyOver::Deserted);
    assert_eq!(scene.finished[0].end, End { standing: None, reveal: None });
    scene.come("ann");
    assert_ne!(scene.room.phase(), Phase::Playing, "there is no second try");
}
