//! Somebody whose account is gone is taken out of the log of a room, and the game goes on.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod scene;

use std::sync::Arc;

use dicehouse_room::message::{
    Do, Phase, RoomEntry, Say, SeatHolder, Settings, TalkRule, Time, ToClient,
};
use dicehouse_room::{Forgetting, Input, Room};
use dicehouse_rules::Act;
use dicehouse_table::record::{DiceProof, FORGOTTEN, Record, verify};
use dicehouse_table::{Name, Reply, Talk};
use scene::{Scene, id, settings};

/// The log as it is kept, without Ann.
fn without_ann(log: &[RoomEntry]) -> Vec<String> {
    let mut forgetting = Forgetting::new(id("ann"), id("somebody"));
    log.iter()
        .map(|entry| {
            let text = serde_json::to_string(entry).unwrap();
            forgetting.entry(&text).unwrap().unwrap_or(text)
        })
        .collect()
}

fn free() -> Settings {
    Settings { talk: TalkRule::Free, ..settings() }
}

/// The room of a log that was rewritten, and Bob in it.
fn wakes_up(scene: &mut Scene, texts: &[String]) {
    scene.log = texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let now = Time(scene.now);
    scene.room = Room::replay(Arc::clone(&scene.house), now, &scene.log).unwrap();
    scene.asks.clear();
    scene.mirrors.clear();
    scene.input(Input::Woke { alive: Some(now) });
    scene.come("bob");
}

#[test]
fn name_id_and_talk_are_gone_and_the_dice_can_be_checked() {
    let mut scene = Scene::playing(free());
    let secret = Talk::new("my telephone number").unwrap();
    scene.done("ann", Do::Say { say: Say::Text(secret) });
    scene.done("bob", Do::Say { say: Say::Text(Talk::new("ann is not me").unwrap()) });
    let before = scene.room.version();
    scene.input(Input::Forget { person: id("ann") });
    assert!(scene.room.version() > before, "she left");
    assert!(scene.room.summary().people.iter().all(|person| person.person != id("ann")));

    let texts = without_ann(&scene.log);
    let all = texts.join("\n");
    assert!(!all.contains("\"ann\"") && !all.contains("telephone"), "{all}");
    assert!(all.contains("ann is not me"), "what others said is theirs");
    wakes_up(&mut scene, &texts);

    // Bob sees the game as it was, with somebody who is gone.
    let greeting = scene.sent.iter().rev().find_map(|(_, message)| match message {
        ToClient::Welcome(snapshot) => Some(snapshot.clone()),
        _ => None,
    });
    let greeting = greeting.unwrap();
    let text = serde_json::to_string(&greeting).unwrap();
    assert!(!text.contains("\"ann\"") && !text.contains("telephone"), "{text}");
    assert_eq!(greeting.talk.len(), 1);
    let SeatHolder::Gone { name, stand_in: Some(_) } = &greeting.room.seats[0].holder else {
        panic!("{:?}", greeting.room.seats)
    };
    assert_eq!(name.as_str(), FORGOTTEN);

    while scene.room.phase() == Phase::Playing {
        if let Some(ask) = scene.asks.pop() {
            let answer = Ok(Reply::from(ask.question.legal.iter().next().unwrap()));
            scene.input(Input::Answer { seat: ask.seat, asked: ask.asked, answer });
            continue;
        }
        let (legal, asked) = scene.question("bob").unwrap();
        let act = *legal.iter().find(|act| **act == Act::Call).unwrap_or(&legal[0]);
        scene.done("bob", Do::Act { act, asked });
    }
    let finished = scene.finished.pop().unwrap();
    let record = Record::read_bytes(&finished.record(&finished.end, None).unwrap()).unwrap();
    assert_eq!(record.header.seats[0].name.as_str(), FORGOTTEN);
    assert_eq!(record.header.seats[1].name.as_str(), "bob");
    assert_eq!(verify(&record), Ok(DiceProof::Trusted));
}

/// A log that begins with a checkpoint tells who is in the room, too.
#[test]
fn a_log_from_a_checkpoint_on_is_enough() {
    let mut scene = Scene::playing(free());
    scene.play_to_the_end();
    scene.start();
    scene.input(Input::Forget { person: id("ann") });
    let checkpoint = scene.log.iter().rposition(RoomEntry::is_checkpoint).unwrap();
    let texts = without_ann(&scene.log[checkpoint..]);
    assert!(!texts.join("\n").contains("\"ann\""), "{texts:?}");
    wakes_up(&mut scene, &texts);
    let (header, ..) = scene.room.record().unwrap();
    assert_eq!(header.seats[0].name.as_str(), FORGOTTEN);
    assert!(header.header_hash.is_some());
}

/// Somebody who came after her under the same name keeps it, and so does one who has her id for a name or a seed.
#[test]
fn a_name_belongs_to_who_has_it() {
    let mut scene = Scene::new(free());
    scene.input(Input::Come { person: id("ann"), name: Name::new("Ada"), have: None });
    scene.come("bob");
    scene.done("ann", Do::Leave);
    scene.input(Input::Come { person: id("zoe"), name: Name::new("Ada"), have: None });
    scene.input(Input::Come { person: id("bob"), name: Name::new("ann"), have: None });
    for person in ["zoe", "bob"] {
        scene.done(person, Do::Sit { seat: None });
    }
    scene.done("bob", Do::Start);
    scene.done("zoe", Do::SeatSeed { seed: "ann".parse().unwrap() });
    scene.done("bob", Do::SeatSeed { seed: "bob".parse().unwrap() });
    let texts = without_ann(&scene.log);
    assert!(!texts.iter().any(|text| text.contains("\"person\":\"ann\"")), "{texts:?}");
    wakes_up(&mut scene, &texts);
    let (header, ..) = scene.room.record().unwrap();
    let names: Vec<&str> = header.seats.iter().map(|seated| seated.name.as_str()).collect();
    assert_eq!(names, ["Ada", "ann"]);
    assert!(header.header_hash.is_none());
}

/// Nothing happens to a room in which they never were.
#[test]
fn forgetting_a_stranger_changes_nothing() {
    let mut scene = Scene::playing(free());
    let before = scene.log.clone();
    scene.input(Input::Forget { person: id("dan") });
    assert_eq!(scene.log, before);
    let mut forgetting = Forgetting::new(id("dan"), id("somebody"));
    for entry in &scene.log {
        assert_eq!(forgetting.entry(&serde_json::to_string(entry).unwrap()).unwrap(), None);
    }
}
