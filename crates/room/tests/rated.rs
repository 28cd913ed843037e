//! Games that count for the ratings: nobody can steal one.
#![allow(clippy::unwrap_used)]

mod scene;

use dicehouse_room::Room;
use dicehouse_room::message::{
    Do, Happened, Phase, RefusalCode, Seconds, Settings, SettingsChange, TurnClock, WhyOver,
};
use dicehouse_rules::{Cause, Fact};
use dicehouse_table::Entry;
use scene::{Scene, id, seat, settings};

fn rated() -> Settings {
    Settings { rated: true, ..settings() }
}

/// Ann, who is the host, and Bob play a rated game; Cem looks on.
fn playing() -> Scene {
    let mut scene = Scene::new(rated());
    for person in ["ann", "bob"] {
        scene.come(person);
        scene.done(person, Do::Sit { seat: None });
    }
    scene.come("cem");
    assert_eq!(scene.refused("ann", Do::Start), RefusalCode::NotReady);
    for person in ["ann", "bob"] {
        scene.done(person, Do::Ready { ready: true });
    }
    scene.start();
    assert!(scene.room.summary().rated);
    scene
}

fn faults(scene: &Scene) -> Vec<Cause> {
    let fault = |entry: &Entry| match entry.fact() {
        Some(Fact::Fault { cause, .. }) => Some(*cause),
        _ => None,
    };
    scene.events().iter().filter_map(fault).collect()
}

#[test]
fn everybody_at_the_table_agrees_before_it_starts() {
    playing();
    // Changed settings are agreed to again.
    let mut scene = Scene::new(rated());
    scene.come("ann");
    scene.come("bob");
    for person in ["ann", "bob"] {
        scene.done(person, Do::Sit { seat: None });
        scene.done(person, Do::Ready { ready: true });
    }
    let clock = Some(TurnClock { per_turn: Some(Seconds(30)) });
    scene.done("ann", Do::Change { settings: SettingsChange { clock, ..Default::default() } });
    assert_eq!(scene.refused("ann", Do::Start), RefusalCode::NotReady);
    // Whoever is away has not agreed.
    scene.done("ann", Do::Ready { ready: true });
    scene.done("bob", Do::Ready { ready: true });
    scene.goes("bob");
    assert_eq!(scene.refused("ann", Do::Start), RefusalCode::NotReady);
}

#[test]
fn a_rated_room_is_listed_and_has_a_clock() {
    for bad in [
        Settings { listed: false, ..rated() },
        Settings { clock: TurnClock { per_turn: None }, ..rated() },
        Settings { clock: TurnClock { per_turn: Some(Seconds(601)) }, ..rated() },
    ] {
        let code = dicehouse_room::message::RoomCode::new("ROOM").unwrap();
        let now = dicehouse_room::message::Time(0);
        let refusal = Room::open(&Scene::house(), now, code, bad).unwrap_err();
        assert_eq!(refusal.code, RefusalCode::BadSetting);
    }
}

#[test]
fn the_host_can_neither_send_players_away_nor_stop_the_game() {
    let mut scene = playing();
    for what in [Do::Kick { person: id("bob") }, Do::Close, Do::Pause] {
        assert_eq!(scene.refused("ann", what), RefusalCode::Rated);
    }
    assert_eq!(scene.refused("bob", Do::GiveToBot), RefusalCode::NoStandIn);
    // Whoever looks on may be sent away.
    scene.done("ann", Do::Kick { person: id("cem") });
    scene.play_to_the_end();
    assert!(scene.finished[0].rated);
}

#[test]
fn it_is_broken_off_when_all_players_want_that() {
    let mut scene = playing();
    assert_eq!(scene.refused("cem", Do::BreakOff), RefusalCode::NotSeated);
    scene.done("ann", Do::BreakOff);
    assert_eq!(scene.room.phase(), Phase::Playing);
    assert_eq!(scene.room.summary().stopping, [id("ann")]);
    scene.done("bob", Do::BreakOff);
    assert_eq!(scene.room.phase(), Phase::Over);
    assert_eq!(scene.finished[0].why, WhyOver::BrokenOff);
}

/// Nobody plays on for whoever leaves: they lose their turns, and the game, by the rules.
#[test]
fn whoever_leaves_loses() {
    let mut scene = playing();
    scene.done("bob", Do::Leave);
    for _ in 0..20 {
        if scene.room.phase() != Phase::Playing {
            break;
        }
        if let Some((legal, asked)) = scene.question("ann") {
            scene.done("ann", Do::Act { act: legal[0], asked });
        }
        scene.wait(20_000);
    }
    let finished = &scene.finished[0];
    assert_eq!((finished.why, finished.rated), (WhyOver::Finished, true));
    assert!(faults(&scene).contains(&Cause::Left));
    let places = finished.end.standing.unwrap().places;
    assert_eq!((places.get(seat(0)), places.get(seat(1))), (Some(&1), Some(&2)));
    assert!(!scene.events().iter().any(|entry| matches!(entry, Entry::TakenOver { .. })));
}

#[test]
fn two_players_from_one_address_play_for_fun() {
    let mut scene = Scene::new(rated());
    scene.one_address = true;
    for person in ["ann", "bob"] {
        scene.come(person);
        scene.done(person, Do::Sit { seat: None });
        scene.done(person, Do::Ready { ready: true });
    }
    scene.start();
    assert!(!scene.room.summary().rated);
    let started = scene.log.iter().find_map(|entry| match entry.what {
        Happened::Started { rated, .. } => Some(rated),
        _ => None,
    });
    assert_eq!(started, Some(false));
}
