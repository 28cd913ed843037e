//! Quick match: people who want to play at once meet.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::time::Duration;

use common::{Guest, Open, liars, quick};
use dicehouse_client::Visitor;
use dicehouse_room::message::RoomCode;
use serde_json::{Value, json};

async fn find(visitor: &Visitor, game: &str) -> String {
    visitor.quick_match(game, None).await.unwrap()
}

/// Waits until the room is shown with somebody at the table.
async fn until_seated(visitor: &Visitor, code: &RoomCode) {
    loop {
        let room: Value = visitor.get(&format!("/api/rooms/{code}")).await.unwrap();
        if !room["players"].as_array().unwrap().is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_ask_at_the_same_moment_sit_at_one_table_and_play() {
    let open = Open::new(quick()).await;
    let mut asking = tokio::task::JoinSet::new();
    for name in ["Ada", "Ben", "Cleo", "Dan"] {
        let visitor = open.visitor(name).await;
        asking.spawn(async move { (find(&visitor, "liars").await, visitor) });
    }
    let found = asking.join_all().await;
    let code = found[0].0.clone();
    assert!(found.iter().all(|(other, _)| *other == code), "{found:?}");

    let late = open.visitor("Eve").await;
    assert_ne!(find(&late, "liars").await, code, "its four seats are promised");

    let code = RoomCode::new(&code).unwrap();
    let mut players = tokio::task::JoinSet::new();
    for (seed, (_, visitor)) in found.into_iter().enumerate() {
        let mut guest = Guest::come(&visitor, &code, seed as u64).await;
        guest.sit();
        players.spawn(async move { guest.play(1).await });
    }
    players.join_all().await;
    open.games(1).await;
    open.close().await;
}

#[tokio::test]
async fn only_rooms_that_fit_are_offered() {
    let open = Open::new(quick()).await;
    let host = open.visitor("Ada").await;
    let guest = open.visitor("Ben").await;
    let hidden = open
        .room(&host, json!({ "game": "liars", "settings": { "listed": false, "seats": 3 } }))
        .await;
    let house = open.room(&host, liars(2)).await;
    let mut inside = Vec::new();
    for code in [&hidden, &house] {
        let mut here = Guest::come(&host, code, 1).await;
        here.sit();
        here.settles().await;
        until_seated(&host, code).await;
        inside.push(here);
    }
    assert_eq!(find(&guest, "liars").await, house.to_string(), "listed, one seat free");
    assert_eq!(find(&guest, "liars").await, house.to_string(), "asking again changes nothing");
    assert_eq!(find(&host, "liars").await, house.to_string(), "she sits there");
    let perudo = guest.quick_match("liars", Some("perudo")).await.unwrap();
    let rooms: Vec<Value> = guest.get("/api/rooms").await.unwrap();
    let opened = rooms.iter().find(|room| room["code"] == perudo).unwrap();
    assert_eq!(opened["rules"], "liars perudo", "other rules are another room");
    assert_ne!(find(&guest, "pairs").await, house.to_string(), "another game too");

    for (game, preset) in [("chess", None), ("liars", Some("chess"))] {
        let refused = guest.quick_match(game, preset).await.unwrap_err().to_string();
        assert!(refused.contains("chess"), "{refused}");
    }
    let stranger = Visitor::new(open.address.clone());
    assert!(stranger.quick_match("liars", None).await.is_err(), "who has no account");
    open.close().await;
}
