//! What the house forgets: somebody who wants to be forgotten, and what is older than its operator wants.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{Guest, Open, quick};
use dicehouse_client::Visitor;
use dicehouse_room::message::{Do, RoomCode, Say, ToClient};
use dicehouse_server::{Config, Keep, app, check};
use dicehouse_table::Talk;
use serde_json::{Value, json};
use tower::ServiceExt;

fn room() -> Value {
    json!({ "game": "liars", "preset": "house", "options": "dice=2",
            "settings": { "seats": 2, "start_when_ready": true, "listed": true, "talk": "free" } })
}

fn say(words: &str) -> Do {
    Do::Say { say: Say::Text(Talk::new(words).unwrap()) }
}

async fn id_of(visitor: &Visitor) -> String {
    visitor.me().await.unwrap().unwrap().id
}

async fn delete_account(open: &Open, who: &Visitor) {
    let token = who.token.clone().unwrap().0;
    let request = Request::delete("/api/me").header("authorization", format!("Bearer {token}"));
    let request = request.body(Body::empty()).unwrap();
    let answer = app(open.house.clone()).oneshot(request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
}

/// Two people sit down and play so many games.
async fn table(open: &Open, games: usize) -> ([Visitor; 2], RoomCode, [Guest; 2]) {
    let people = [open.visitor("Ada Lovelace").await, open.visitor("Bo").await];
    let code = open.room(&people[0], room()).await;
    let mut one = Guest::come(&people[0], &code, 1).await;
    let mut two = Guest::come(&people[1], &code, 2).await;
    one.sit();
    two.sit();
    for game in 1..=games {
        tokio::join!(one.play(game), two.play(game));
        for guest in [&mut one, &mut two] {
            guest.does(Do::Ready { ready: true });
            guest.settles().await;
        }
    }
    (people, code, [one, two])
}

async fn into_the_game(one: &mut Guest, two: &mut Guest, acts: u32) {
    let before = one.acts + two.acts;
    while one.acts + two.acts < before + acts {
        tokio::select! {
            message = one.next() => one.take(message.unwrap()),
            message = two.next() => two.take(message.unwrap()),
        }
    }
}

/// What a text has of Ada.
fn has_ada(text: &str, id: &str) -> bool {
    text.contains("Lovelace") || text.contains(id) || text.contains("telephone")
}

#[tokio::test]
async fn a_deleted_account_is_forgotten_everywhere_at_once() {
    let open = Open::new(quick()).await;
    let ([ada, bo], code, [mut one, mut two]) = table(&open, 1).await;
    let id = id_of(&ada).await;
    into_the_game(&mut one, &mut two, 2).await;
    one.does(say("my telephone number"));
    one.settles().await;
    let rows = open.house.store.log_rows(code.as_str()).await.unwrap();
    assert!(rows.iter().any(|row| has_ada(&row.entries, &id)), "or this test tests nothing");

    delete_account(&open, &ada).await;
    // The log, the one who is there and the one who comes have nothing of her any more.
    assert!(open.house.store.rooms_naming(&id).await.unwrap().is_empty());
    for row in open.house.store.log_rows(code.as_str()).await.unwrap() {
        assert!(!has_ada(&row.entries, &id), "{}", row.entries);
    }
    loop {
        let message = two.next().await.unwrap();
        two.take(message.clone());
        if let ToClient::Welcome(snapshot) = &message
            && !has_ada(&serde_json::to_string(snapshot).unwrap(), &id)
        {
            assert!(snapshot.game.is_some(), "the game goes on");
            break;
        }
    }
    let cy = open.visitor("Cy").await;
    let mut three = Guest::come(&cy, &code, 3).await;
    let greeting = serde_json::to_string(&three.next().await.unwrap()).unwrap();
    assert!(greeting.contains("(gone)") && !has_ada(&greeting, &id), "{greeting}");

    // A bot plays on for her; both records are hers no longer, and can be checked.
    two.play(2).await;
    let games = open.games(2).await;
    for game in &games {
        assert!(!has_ada(&game.to_string(), &id), "{game}");
        let game = game["id"].as_str().unwrap();
        let record = bo.text(&format!("/api/games/{game}/record")).await.unwrap();
        assert!(record.contains("(gone)") && !has_ada(&record, &id), "{record}");
        let verified: Value = bo.get(&format!("/api/games/{game}/verify")).await.unwrap();
        assert_eq!(verified["good"], true, "{verified}");
    }
    let checked = check(&open.house.store, Some(&common::key()), || {}).await.unwrap();
    assert_eq!((checked.wrong, checked.records), (Vec::new(), 2));
    assert!(ada.me().await.unwrap().is_none());
    open.close().await;
}

/// A room that nobody is in is forgotten in, too.
#[tokio::test]
async fn a_room_that_is_asleep_forgets_as_well() {
    let open = Open::new(Config { idle: Duration::from_millis(1), ..quick() }).await;
    let (ada, bo) = (open.visitor("Ada Lovelace").await, open.visitor("Bo").await);
    let code = open.room(&ada, room()).await;
    for (seed, who) in [(1, &ada), (2, &bo)] {
        let mut guest = Guest::come(who, &code, seed).await;
        guest.does(Do::Sit { seat: None });
        guest.does(say("my telephone number"));
        guest.settles().await;
    }
    let awake = async || {
        let health: Value = bo.get("/api/health").await.unwrap();
        health["rooms"].as_u64().unwrap()
    };
    while awake().await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let id = id_of(&ada).await;
    delete_account(&open, &ada).await;
    assert_eq!(awake().await, 0, "it sleeps on");
    let rows = open.house.store.log_rows(code.as_str()).await.unwrap();
    let log: Vec<&str> = rows.iter().flat_map(|row| row.entries.split('\n')).collect();
    assert!(!log.iter().any(|entry| entry.contains(&id) || entry.contains("Lovelace")));
    let said = log.iter().filter(|entry| entry.contains("telephone")).count();
    assert_eq!(said, 1, "Bo said it, too");
    let mut guest = Guest::come(&bo, &code, 3).await;
    assert!(matches!(guest.next().await, Some(ToClient::Welcome(_))));
    open.close().await;
}

#[tokio::test]
async fn an_export_has_what_was_said_and_from_where() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, room()).await;
    let mut guest = Guest::come(&ada, &code, 1).await;
    guest.does(say("hello, is anybody here?"));
    guest.settles().await;
    let export: Value = ada.get("/api/me/export").await.unwrap();
    assert_eq!(export["talk"][0]["text"], "hello, is anybody here?", "{export}");
    assert_eq!(export["talk"][0]["room"], code.as_str());
    assert_eq!(export["addresses"][0]["address"], "127.0.0.1", "{export}");
    open.close().await;

    let keep = Keep { talk: Some(Duration::ZERO), addresses: Some(Duration::ZERO), ..Keep::USUAL };
    let open = Open::new(Config { keep, ..quick() }).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, room()).await;
    let mut guest = Guest::come(&ada, &code, 1).await;
    guest.does(say("hello"));
    guest.settles().await;
    let export: Value = ada.get("/api/me/export").await.unwrap();
    assert_eq!((&export["talk"], &export["addresses"]), (&json!([]), &json!([])));
    open.close().await;
}

/// How far the clock of the house is ahead, in seconds.
static AHEAD: AtomicU64 = AtomicU64::new(0);

fn clock() -> SystemTime {
    SystemTime::now() + Duration::from_secs(AHEAD.load(Ordering::Relaxed))
}

#[tokio::test]
async fn what_is_old_is_forgotten_as_the_operator_wants() {
    const DAY: u64 = 24 * 60 * 60;
    let folder = tempfile::tempdir().unwrap();
    let keep = Keep {
        closed: Keep::days(7),
        talk: Some(Keep::days(1)),
        addresses: Some(Keep::days(2)),
        games: Some(Keep::days(3)),
        accounts: Some(Keep::days(4)),
    };
    let path = folder.path().join("house.db");
    let open = Open::at_file_with(Config { keep, ..quick() }, &path, clock).await;
    let ([ada, bo], _, [mut one, two]) = table(&open, 1).await;
    one.does(say("hello"));
    one.settles().await;
    let id = id_of(&ada).await;
    let store = open.house.store.clone();
    open.games(1).await;
    let left = async || {
        (
            store.talk_of(&id).await.unwrap().len(),
            store.visits_of(&id).await.unwrap().len(),
            store.recent(9).await.unwrap().len(),
            store.account(&id).await.unwrap().is_some(),
        )
    };
    let mut told = Vec::new();
    for day in 0..4 {
        AHEAD.store(day * DAY + 60, Ordering::Relaxed);
        open.house.tidy().await.unwrap();
        told.push(left().await);
    }
    let expected = [(1, 1, 1, true), (0, 1, 1, true), (0, 0, 1, true), (0, 0, 0, true)];
    assert_eq!(told, expected);
    // Somebody who is connected is not forgotten, whenever they came.
    drop(two);
    let connections = async || {
        let health: Value = ada.get("/api/health").await.unwrap();
        health["connections"].as_u64().unwrap()
    };
    while connections().await > 1 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    AHEAD.store(4 * DAY + 60, Ordering::Relaxed);
    open.house.tidy().await.unwrap();
    assert!(bo.me().await.unwrap().is_none());
    assert!(ada.me().await.unwrap().is_some());
    drop(one);
    open.close().await;
}

/// The log of a game is needed until its record is made and the next one has begun, and no log once the room is closed.
#[tokio::test]
async fn logs_are_folded_away_once_the_record_is_made() {
    let open = Open::new(Config { fold_every: Duration::ZERO, ..quick() }).await;
    let (_people, code, [mut one, mut two]) = table(&open, 1).await;
    into_the_game(&mut one, &mut two, 1).await;
    let store = open.house.store.clone();
    let first = async || {
        let rows = store.log_rows(code.as_str()).await.unwrap();
        rows.first().map(|row| row.first)
    };
    let mut folded = first().await;
    for _ in 0..500 {
        if folded.is_none_or(|first| first > 0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        folded = first().await;
    }
    assert!(folded.is_some_and(|first| first > 0), "{folded:?}");
    one.does(Do::Close);
    while one.next().await.is_some() {}
    for _ in 0..500 {
        if first().await.is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(first().await, None);
    // The game that the end of the room broke off has its record as well.
    assert_eq!(open.games(2).await.len(), 2);
    let checked = check(&open.house.store, Some(&common::key()), || {}).await.unwrap();
    assert_eq!((checked.wrong, checked.records), (Vec::new(), 2));
    open.close().await;
}
