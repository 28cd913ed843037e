//! What counts for the ratings, and what nobody else may know.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::time::Duration;

use common::{Guest, Open, liars, quick};
use dicehouse_client::Visitor;
use dicehouse_room::message::RoomCode;
use dicehouse_server::{Config, Limits};
use serde_json::{Value, json};

/// Two people play a game in a room like this; gives them.
async fn played(open: &Open, room: Value) -> [Visitor; 2] {
    let people = [open.visitor("Ada").await, open.visitor("Bo").await];
    let code = open.room(&people[0], room).await;
    let mut one = Guest::come(&people[0], &code, 1).await;
    let mut two = Guest::come(&people[1], &code, 2).await;
    one.sit();
    two.sit();
    tokio::join!(one.play(1), two.play(1));
    people
}

async fn rated_people(open: &Open) -> usize {
    let visitor = Visitor::new(open.address.clone());
    let board: Value = visitor.get("/api/boards/liars").await.unwrap();
    board["people"].as_array().unwrap().len()
}

/// The last games of somebody, as `who` sees them.
async fn games_of(who: &Visitor, person: &str) -> Vec<Value> {
    let page: Value = who.get(&format!("/api/players/{person}")).await.unwrap();
    page["games"].as_array().unwrap().clone()
}

async fn id_of(visitor: &Visitor) -> String {
    let me: Value = visitor.get("/api/me").await.unwrap();
    me["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn only_rated_rooms_are_rated() {
    let open = Open::new(quick()).await;
    let mut room = liars(2);
    room["settings"]["rated"] = json!(false);
    played(&open, room).await;
    open.games(1).await;
    assert_eq!(rated_people(&open).await, 0);
    played(&open, liars(2)).await;
    open.games(2).await;
    assert_eq!(rated_people(&open).await, 2);
    open.close().await;
}

#[tokio::test]
async fn two_players_from_one_address_are_not_rated() {
    let limits = Limits { rates_one_address: false, ..Limits::by_connection_alone() };
    let open = Open::new(Config { limits, ..quick() }).await;
    played(&open, liars(2)).await;
    open.games(1).await;
    assert_eq!(rated_people(&open).await, 0);
    open.close().await;
}

#[tokio::test]
async fn a_private_game_is_known_to_its_players_alone() {
    let open = Open::new(quick()).await;
    let mut room = liars(2);
    room["settings"]["rated"] = json!(false);
    room["settings"]["listed"] = json!(false);
    let [ada, bo] = played(&open, room).await;
    let ada_id = id_of(&ada).await;
    // Its result is kept a moment after its end.
    let mut own = Vec::new();
    while own.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
        own = games_of(&ada, &ada_id).await;
    }
    let stranger = open.visitor("Eve").await;
    assert!(games_of(&stranger, &ada_id).await.is_empty());
    assert!(games_of(&bo, &ada_id).await.is_empty(), "her page is hers");
    assert_eq!(open.games(0).await.len(), 0);
    let id = own[0]["id"].as_str().unwrap();
    assert!(stranger.text(&format!("/api/games/{id}/record")).await.is_ok(), "by its link");
    open.close().await;
}

#[tokio::test]
async fn quick_match_leads_to_somebody_who_is_there() {
    let open = Open::new(quick()).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = ada.quick_match("liars", None).await.unwrap();
    let room = RoomCode::new(&code).unwrap();
    let mut guest = Guest::come(&ada, &room, 1).await;
    guest.sit();
    guest.settles().await;
    drop(guest);
    let here = async || {
        let shown: Value = bo.get(&format!("/api/rooms/{code}")).await.unwrap();
        shown["here"].as_u64().unwrap()
    };
    for _ in 0..200 {
        if here().await == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(here().await, 0, "the list does not say that somebody waits");
    assert_ne!(bo.quick_match("liars", None).await.unwrap(), code);
    open.close().await;
}
