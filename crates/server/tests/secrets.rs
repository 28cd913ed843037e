//! What the house sends is what each viewer may see, and nothing else: over sockets, the bot API, to those who watch,
//! over HTTP, and in its errors.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::time::Duration;

use common::{Guest, Open, quick};
use dicehouse_client::{Visitor, WebSocket};
use dicehouse_room::message::{Happened, RoomCode, ToClient};
use dicehouse_rules::{Seat, Viewer};
use dicehouse_table::Entry;
use dicehouse_table::record::Record;
use serde_json::{Value, json};
use tokio::time::timeout;

/// The entries of the table a client was shown, in order.
fn entries(seen: &[ToClient]) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    for message in seen {
        match message {
            ToClient::Welcome(welcome) => {
                if let Some(game) = &welcome.game {
                    all = game.entries.clone();
                }
            }
            ToClient::Update(update) => {
                for entry in &update.entries {
                    if let Happened::Played { entries, .. } = &entry.what {
                        all.extend(entries.iter().cloned());
                    }
                }
            }
            _ => {}
        }
    }
    all
}

fn allowed(record: &Record, viewer: Viewer) -> Vec<Entry> {
    record.entries().iter().filter_map(|entry| entry.seen_by(viewer)).collect()
}

/// Every message as text, up to the end of the game.
fn before_the_end(seen: &[ToClient]) -> String {
    let ends = |message: &&ToClient| match message {
        ToClient::Update(update) => {
            !update.entries.iter().any(|entry| matches!(entry.what, Happened::Ended { .. }))
        }
        _ => true,
    };
    seen.iter().take_while(ends).map(|message| serde_json::to_string(message).unwrap()).collect()
}

/// Everything anybody can ask for over HTTP while a game goes on.
async fn http(visitor: &Visitor, code: &RoomCode) -> String {
    let mut all = String::new();
    for path in [
        "/api/rooms",
        "/api/games",
        "/api/commitments",
        "/api/metrics",
        "/api/health",
        "/api/me/export",
        "/api/boards/liars",
    ] {
        all.push_str(&visitor.text(path).await.unwrap());
    }
    all.push_str(&visitor.text(&format!("/api/rooms/{code}")).await.unwrap());
    all
}

#[tokio::test]
async fn each_viewer_is_sent_what_they_may_see_and_nothing_else() {
    let open = Open::new(quick()).await;
    let (ada, bo, eve) =
        (open.visitor("Ada").await, open.visitor("Bo").await, open.visitor("Eve").await);
    let room = json!({ "game": "liars", "preset": "perudo", "options": "dice=2",
        "settings": { "seats": 3, "start_when_ready": true, "listed": true } });
    let code = open.room(&ada, room).await;
    let robot = open.bot(&ada, "Robo").await;

    let mut one = Guest::come(&ada, &code, 1).await;
    one.sit();
    let mut two = Guest::come(&bo, &code, 2).await;
    two.sit();
    let mut watcher = Guest::come(&eve, &code, 3).await;
    let bot = tokio::spawn(play_as_bot(robot, code.clone()));

    let http_seen = {
        let (ada, code) = (eve.clone(), code.clone());
        tokio::spawn(async move {
            let mut all = String::new();
            for _ in 0..10 {
                all.push_str(&http(&ada, &code).await);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            all
        })
    };
    let watching = async {
        while watcher.games.is_empty() {
            let message = watcher.next().await.unwrap();
            watcher.take(message);
        }
    };
    tokio::join!(one.play(1), two.play(1), watching);
    let bot_seen = timeout(Duration::from_secs(30), bot).await.unwrap().unwrap();
    let http_seen = http_seen.await.unwrap();

    let games = open.games(1).await;
    let id = games[0]["id"].as_str().unwrap();
    let text = ada.text(&format!("/api/games/{id}/record")).await.unwrap();
    let record = Record::read(&text).unwrap();
    let seat = |guest: &Guest| {
        guest.seen.iter().rev().find_map(|message| match message {
            ToClient::Welcome(welcome) => welcome.you.seat,
            _ => None,
        })
    };
    let (first, second) = (seat(&one).unwrap(), seat(&two).unwrap());
    assert_eq!(entries(&one.seen), allowed(&record, Viewer::Seat(first)));
    assert_eq!(entries(&two.seen), allowed(&record, Viewer::Seat(second)));
    assert_eq!(entries(&watcher.seen), allowed(&record, Viewer::Public));
    let third = Seat::first(3).find(|seat| *seat != first && *seat != second).unwrap();
    assert_eq!(bot_seen.entries, allowed(&record, Viewer::Seat(third)));

    // A hand that is thrown is told to those who watch in bytes that depend on nothing hidden: not even on lengths.
    let mut hands = 0;
    for entry in entries(&watcher.seen) {
        let told = serde_json::to_value(&entry).unwrap();
        if told["event"] == "rolled" && told["what"] == "hand" {
            let known = json!({ "event": "rolled", "what": "hand", "seat": told["seat"], "count": told["count"], "sides": 6 });
            assert_eq!(told, known);
            hands += 1;
        }
    }
    assert!(hands >= 3);

    // Nobody ever had what the dice follow from.
    let end = text.lines().find(|line| line.starts_with("{\"end\":")).unwrap();
    let end: Value = serde_json::from_str(end).unwrap();
    let secret = end["end"]["reveal"]["server_seed"].as_str().unwrap();
    assert_eq!(secret.len(), 64);
    for (who, seen) in [
        ("Ada", before_the_end(&one.seen)),
        ("Bo", before_the_end(&two.seen)),
        ("Eve", before_the_end(&watcher.seen)),
        ("Robo", bot_seen.text),
        ("HTTP", http_seen),
    ] {
        assert!(!seen.contains(secret), "{who}");
    }
    open.close().await;
}

struct BotSeen {
    entries: Vec<Entry>,
    text: String,
}

/// A bot that always raises as little as it can, or calls.
async fn play_as_bot(visitor: Visitor, code: RoomCode) -> BotSeen {
    let mut line = WebSocket::open(&visitor, &format!("/api/rooms/{code}/bot")).await.unwrap();
    let mut seen = BotSeen { entries: Vec::new(), text: String::new() };
    loop {
        let text = timeout(Duration::from_secs(30), line.hear()).await.unwrap().unwrap();
        let message: Value = serde_json::from_str(&text).unwrap();
        if let Some(events) = message.get("events") {
            seen.entries.extend(serde_json::from_value::<Vec<Entry>>(events.clone()).unwrap());
        }
        match message["type"].as_str().unwrap() {
            "hello" => {
                line.say(r#"{"type":"ready","protocol":1,"name":"Robo"}"#).await;
            }
            "act" => {
                seen.text.push_str(&text);
                let legal: dicehouse_rules::Acts =
                    serde_json::from_value(message["legal"].clone()).unwrap();
                let call = legal.iter().find(|act| *act == dicehouse_rules::Act::Call);
                let act = call.or_else(|| legal.nth(0)).unwrap();
                let answer = json!({ "type": "move", "id": message["id"], "act": act.to_string() });
                line.say(answer.to_string()).await;
            }
            "over" => {
                line.end().await;
                return seen;
            }
            _ => seen.text.push_str(&text),
        }
    }
}
