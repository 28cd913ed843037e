//! A house that closes and opens again: games go on, and nothing is lost.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::time::Duration;

use common::{Guest, Open, liars, quick};
use dicehouse_client::WebSocket;
use dicehouse_room::message::{Do, Notice, ToClient};
use dicehouse_server::Config;
use serde_json::Value;
use tokio::time::timeout;

#[tokio::test]
async fn a_game_goes_on_after_the_house_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let open = Open::at_file(quick(), &path).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, liars(2)).await;
    let mut one = Guest::come(&ada, &code, 1).await;
    let mut two = Guest::come(&bo, &code, 2).await;
    one.sit();
    two.sit();
    // Into the game, then the house closes.
    while one.acts + two.acts < 3 {
        tokio::select! {
            message = one.next() => one.take(message.unwrap()),
            message = two.next() => two.take(message.unwrap()),
        }
    }
    let mut watcher = WebSocket::open(&ada, &format!("/api/rooms/{code}/socket")).await.unwrap();
    watcher.say(r#"{"type":"come","protocol":1}"#).await;
    open.close().await;
    let mut told = false;
    while let Some(text) = timeout(Duration::from_secs(5), watcher.hear()).await.unwrap() {
        told |= matches!(
            serde_json::from_str(&text).unwrap(),
            ToClient::Notice(Notice::Restart { .. })
        );
    }
    assert!(told, "clients are told to come back");
    drop((one, two));

    let open = Open::at_file(quick(), &path).await;
    let [ada, bo] =
        [ada, bo].map(|known| dicehouse_client::Visitor { house: open.address.clone(), ..known });
    let commitments: Vec<Value> = ada.get("/api/commitments").await.unwrap();
    assert_eq!(commitments.len(), 1, "the room is awake without anybody asking for it");
    let mut one = Guest::come(&ada, &code, 3).await;
    let mut two = Guest::come(&bo, &code, 4).await;
    tokio::join!(one.play(1), two.play(1));
    let games = open.games(1).await;
    let id = games[0]["id"].as_str().unwrap();
    let verified: Value = ada.get(&format!("/api/games/{id}/verify")).await.unwrap();
    assert_eq!(verified["good"], true, "{verified}");
    open.close().await;
}

#[tokio::test]
async fn a_room_that_nobody_needs_sleeps_and_wakes() {
    let open = Open::new(Config { idle: Duration::from_millis(50), ..quick() }).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let awake = async || {
        let health: Value = ada.get("/api/health").await.unwrap();
        health["rooms"].as_u64().unwrap()
    };
    for _ in 0..200 {
        if awake().await == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(awake().await, 0);
    let mut guest = Guest::come(&ada, &code, 1).await;
    guest.does(Do::Sit { seat: None });
    let sat = |message: &ToClient| matches!(message, ToClient::Answer(_));
    while !guest.seen.iter().any(sat) {
        guest.next().await.unwrap();
    }
    assert_eq!(awake().await, 1);
    open.close().await;
}
