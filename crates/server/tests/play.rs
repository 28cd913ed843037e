//! Whole games through a real house.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use common::{Guest, Open, liars, quick};
use dicehouse_room::message::{Do, ToClient};
use serde_json::{Value, json};

#[tokio::test]
async fn two_people_play_two_games_and_the_records_verify() {
    let open = Open::new(quick()).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, liars(2)).await;
    let mut one = Guest::come(&ada, &code, 1).await;
    let mut two = Guest::come(&bo, &code, 2).await;
    one.sit();
    two.sit();
    tokio::join!(one.play(1), two.play(1));
    one.does(Do::Ready { ready: true });
    two.does(Do::Ready { ready: true });
    tokio::join!(one.play(2), two.play(2));

    let games = open.games(2).await;
    for game in &games {
        let id = game["id"].as_str().unwrap();
        let verified: Value = ada.get(&format!("/api/games/{id}/verify")).await.unwrap();
        assert_eq!(verified["good"], true, "{verified}");
        let record = ada.text(&format!("/api/games/{id}/record")).await.unwrap();
        let path = format!("/api/games/{id}/review");
        let (one, two): (Value, Value) = tokio::try_join!(ada.get(&path), bo.get(&path)).unwrap();
        assert_eq!(one, two);
        assert_eq!(one["id"], id);
        assert_eq!(one["players"].as_array().unwrap().len(), 2);
        assert!(!one["decisions"].as_array().unwrap().is_empty());
        assert!(record.lines().count() > 3);
        assert!(record.contains("\"Ada\"") && record.contains("\"Bo\""));
    }
    let board: Value = ada.get("/api/boards/liars").await.unwrap();
    assert_eq!(board["rules"], "house (dice=2)");
    assert_eq!(board["people"].as_array().unwrap().len(), 2);
    open.close().await;
}

#[tokio::test]
async fn a_person_plays_with_house_bots_in_every_game() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    for (game, bot) in [("liars", "gambler"), ("claims", "chancer"), ("pairs", "greedy")] {
        let room = json!({ "game": game, "settings": { "seats": 3, "listed": true } });
        let code = open.room(&ada, room).await;
        let mut guest = Guest::come(&ada, &code, 3).await;
        guest.does(Do::Sit { seat: None });
        guest.does(Do::SeatBot { seat: None, bot: bot.to_owned() });
        guest.does(Do::Start);
        guest.play(1).await;
        assert!(guest.seen.iter().all(|message| !matches!(message, ToClient::Notice(_))));
    }
    let games = open.games(3).await;
    for game in &games {
        let id = game["id"].as_str().unwrap();
        let verified: Value = ada.get(&format!("/api/games/{id}/verify")).await.unwrap();
        assert_eq!(verified["good"], true, "{verified}");
    }
    open.close().await;
}
