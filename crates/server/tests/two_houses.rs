//! Two houses on one store: a room has one owner, and nobody is shown an old one.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use common::{Guest, Open, quick};
use dicehouse_client::Visitor;
use dicehouse_room::message::{Do, ToClient};
use serde_json::{Value, json};

/// Looking at a room that sleeps does not wake it, and takes it from nobody.
#[tokio::test]
async fn looking_takes_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let owner = Open::at_file(quick(), &path).await;
    let ada = owner.visitor("Ada").await;
    let code = owner.room(&ada, json!({ "game": "liars", "settings": { "seats": 2 } })).await;
    let mut guest = Guest::come(&ada, &code, 1).await;
    guest.sit();
    guest.settles().await;
    let other = Open::at_file(quick(), &path).await;
    let stranger = Visitor::new(other.address.clone());
    let seen: Value = stranger.get(&format!("/api/rooms/{code}")).await.unwrap();
    assert_eq!(seen["players"][0], "Ada", "{seen}");
    assert!(stranger.text(&format!("/room/{code}")).await.unwrap().contains("Ada invites you"));
    let awake: Value = stranger.get("/api/health").await.unwrap();
    assert_eq!(awake["rooms"], 0, "{awake}");
    // Its owner can still write.
    guest.does(Do::Stand);
    guest.settles().await;
    let seen: Value = stranger.get(&format!("/api/rooms/{code}")).await.unwrap();
    assert_eq!(seen["free"], 2, "{seen}");
    other.close().await;
    owner.close().await;
}

/// Of two houses on one store, the one that lost a room does not greet anybody from what it remembers of it.
#[tokio::test]
async fn a_house_that_lost_a_room_does_not_show_an_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let first = Open::at_file(quick(), &path).await;
    let (ada, bo) = (first.visitor("Ada").await, first.visitor("Bo").await);
    let code = first.room(&ada, json!({ "game": "liars", "settings": { "seats": 2 } })).await;
    let mut guest = Guest::come(&ada, &code, 1).await;
    guest.settles().await;
    // Bo sits down by way of another house, which takes the room over.
    let second = Open::at_file(quick(), &path).await;
    let there = Visitor::known(second.address.clone(), bo.token.clone().unwrap().0);
    let mut other = Guest::come(&there, &code, 2).await;
    other.sit();
    other.settles().await;
    // Coming to the first house now shows Bo's seat.
    let mut again = Guest::come(&ada, &code, 3).await;
    loop {
        if let ToClient::Welcome(welcome) = again.next().await.unwrap() {
            let seen = serde_json::to_string(&welcome.room.seats).unwrap();
            assert!(seen.contains("Bo"), "{seen}");
            break;
        }
    }
    second.close().await;
    first.close().await;
}
