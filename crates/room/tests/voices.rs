//! Bots have names and voices in rooms.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod scene;

use std::sync::Arc;

use dicehouse_room::message::{Do, Happened, Settings, TalkRule, Time, TurnClock};
use dicehouse_room::{BotOffer, Input, Offers, Room};
use dicehouse_rules::{Act, GameKind, Ruleset};
use dicehouse_table::Reply;
use dicehouse_telling::Language;
use dicehouse_telling::voice::{Occasion, Remark};
use scene::{Scene, seat, settings};

/// Ann and two bluffers.
fn company(talk: TalkRule) -> Scene {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let settings =
        Settings { ruleset, seats: 3, talk, clock: TurnClock { per_turn: None }, ..settings() };
    let mut scene = Scene::new(settings);
    let offer = BotOffer {
        name: "bluffer".into(),
        game: GameKind::Liars,
        level: "easy".into(),
        version: "1".into(),
    };
    let house = Arc::new(Offers { bots: vec![offer], ..Offers::default() });
    scene.room = Room::replay(Arc::clone(&house), Time(1000), &scene.log).unwrap();
    scene.house = house;
    scene.come("ann");
    scene.done("ann", Do::Sit { seat: None });
    scene.done("ann", Do::SeatBot { seat: None, bot: "bluffer".into() });
    scene.done("ann", Do::Start);
    scene.done("ann", Do::SeatSeed { seed: "seed".parse().unwrap() });
    scene
}

/// Plays until somebody has won: whoever opens bids as high as can be, the next one calls.
fn play(scene: &mut Scene) {
    let choose = |legal: Vec<Act>| match legal.contains(&Act::Call) {
        true => Act::Call,
        false => *legal.last().unwrap(),
    };
    while scene.finished.is_empty() {
        if let Some(ask) = scene.asks.pop() {
            let answer = Ok(Reply::from(choose(ask.question.legal.iter().collect())));
            scene.input(Input::Answer { seat: ask.seat, asked: ask.asked, answer });
        } else {
            let (legal, asked) = scene.question("ann").unwrap();
            scene.done("ann", Do::Act { act: choose(legal), asked });
        }
    }
}

fn remarks(scene: &Scene) -> Vec<Remark> {
    let of = |what: &Happened| match what {
        Happened::Played { remark, .. } => *remark,
        _ => None,
    };
    scene.log.iter().filter_map(|entry| of(&entry.what)).collect()
}

#[test]
fn bots_are_called_as_people_know_them() {
    let scene = company(TalkRule::Phrases);
    let header = scene.mirrors[&scene::id("ann")].shown().unwrap().game.clone().unwrap().header;
    let names: Vec<_> = header.seats.iter().map(|seated| seated.name.to_string()).collect();
    assert_eq!(names, ["ann", "Bruno", "Berta"]);
}

#[test]
fn bots_remark_on_what_happens_and_nobody_says_the_same_twice_in_a_row() {
    let mut scene = company(TalkRule::Phrases);
    play(&mut scene);
    let said = remarks(&scene);
    assert_eq!(said[0].occasion, Occasion::Greets);
    assert_eq!(
        said.last().unwrap().occasion,
        Occasion::Wins,
        "the bidders lose in turn, Ann first"
    );
    assert!(said.len() > 5, "{said:?}");
    for at in 1..3 {
        let own: Vec<_> = said.iter().filter(|remark| remark.seat == seat(at)).collect();
        assert!(own.windows(2).all(|pair| pair[0] != pair[1]), "{own:?}");
    }
    for (remark, language) in said.iter().flat_map(|one| Language::ALL.map(|l| (one, l))) {
        assert!(remark.words("bluffer", language).is_some(), "{remark:?} in {language:?}");
    }
    // Everybody at the table is told the same, and the log keeps it.
    let again = Room::replay(Arc::clone(&scene.house), Time(scene.now), &scene.log).unwrap();
    assert_eq!(again.version(), scene.room.version());
}

#[test]
fn where_nobody_may_talk_bots_are_silent() {
    let mut scene = company(TalkRule::Off);
    play(&mut scene);
    assert_eq!(remarks(&scene), []);
}
