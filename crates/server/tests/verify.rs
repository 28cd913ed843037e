//! `POST /api/verify`: a record that somebody brings.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use common::{quick, routes};
use serde_json::Value;
use tower::ServiceExt;

/// A whole game with dice made from a seed.
const RECORD: &str = include_str!("../../review/tests/golden/liars.jsonl");

async fn verify(app: &Router, body: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::post("/api/verify").header("content-type", "application/jsonl");
    let response = app.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

#[tokio::test]
async fn a_good_record_is_good() {
    let (status, answer) = verify(&routes(quick()).await, RECORD).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["good"], true, "{answer}");
}

/// Each line counts: without it, or with another die in it, the record is not good any more.
#[tokio::test]
async fn a_record_that_was_tampered_with_is_not() {
    let app = routes(quick()).await;
    let lines: Vec<&str> = RECORD.lines().collect();
    let rolled = lines.iter().position(|line| line.contains("\"secret\"")).unwrap();
    for at in [0, 1, rolled, lines.len() / 2, lines.len() - 2] {
        let mut without = lines.clone();
        without.remove(at);
        let (_, answer) = verify(&app, without.join("\n")).await;
        assert_ne!(answer["good"], true, "without line {at}: {answer}");
    }
    let dice = "\"dice\":[";
    let digit = lines[rolled].find(dice).unwrap() + dice.len();
    let mut line = lines[rolled].to_owned();
    let other = if &line[digit..=digit] == "1" { "2" } else { "1" };
    line.replace_range(digit..=digit, other);
    let mut changed = lines.clone();
    changed[rolled] = &line;
    let (status, answer) = verify(&app, changed.join("\n")).await;
    assert_eq!((status, &answer["good"]), (StatusCode::OK, &Value::Bool(false)), "{answer}");
    assert!(!answer["text"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn what_is_no_record_is_said_to_be_none() {
    let app = routes(quick()).await;
    for body in ["", "hello", "{}", "null\nnull", "{\"dicehouse\":1}", "[[[[[[[[", "\u{0}"] {
        let (status, answer) = verify(&app, body).await;
        assert_eq!(status, StatusCode::OK, "{body:?}: {answer}");
        assert_eq!(answer["good"], false, "{body:?}: {answer}");
        assert!(!answer["text"].as_str().unwrap().is_empty(), "{body:?}: {answer}");
    }
    let (status, _) = verify(&app, vec![0xff, 0xfe]).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_record_that_is_too_large_is_not_read() {
    let app = routes(quick()).await;
    let (status, answer) = verify(&app, " ".repeat(1024 * 1024 + 1)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{answer}");
    let (status, answer) = verify(&app, " ".repeat(1024 * 1024)).await;
    assert_eq!((status, &answer["good"]), (StatusCode::OK, &Value::Bool(false)), "{answer}");
}

/// The check of a whole store finds a log that does not replay and a record that does not verify, and nothing else.
#[tokio::test]
async fn what_is_wrong_in_a_store_is_named() {
    use dicehouse_server::{Wrong, check};
    use dicehouse_store::{Append, Finish, FinishedGame, Place, RoomStatus, SeatResult, Store};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let open = common::Open::at_file(quick(), &path).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, common::liars(2)).await;
    let mut one = common::Guest::come(&ada, &code, 1).await;
    let mut two = common::Guest::come(&bo, &code, 2).await;
    one.sit();
    two.sit();
    tokio::join!(one.play(1), two.play(1));
    open.games(1).await;
    open.close().await;

    let store = Store::open(Place::file(&path)).await.unwrap();
    let mut seen = 0;
    let checked = check(&store, Some(&common::key()), || seen += 1).await.unwrap();
    assert_eq!((checked.rooms, checked.records, seen), (1, 1, 2));
    assert!(checked.entries > 10, "{checked:?}");
    assert_eq!(checked.wrong, []);

    let epoch = store.make_room("BROKEN", 1).await.unwrap().unwrap();
    let entries = vec![r#"{"version":1,"at":1,"what":"closed"}"#.to_owned()];
    let status = RoomStatus::Closed;
    let append = Append {
        room: "BROKEN".into(),
        epoch,
        version: 0,
        entries,
        status,
        checkpoint: false,
        at: 1,
    };
    store.append(append).await.unwrap();
    let game = FinishedGame {
        id: "forged".into(),
        finished_at: 1,
        game: "liars".into(),
        preset: "house".into(),
        ruleset: "{}".into(),
        record: None,
        seats: vec![SeatResult::person("A", 1), SeatResult::person("B", 2)],
    };
    let forged: String = RECORD.lines().skip(1).collect::<Vec<_>>().join("\n");
    let record = Some((forged, 0));
    let finish = Finish { game, record, rated: None, day: None, is_private: false };
    assert!(store.finish(finish).await.unwrap().is_new());
    let wrong = check(&store, Some(&common::key()), || ()).await.unwrap().wrong;
    assert!(
        matches!(&wrong[..], [Wrong::Log { room, .. }, Wrong::Record { game, .. }]
            if room == "BROKEN" && game == "forged"),
        "{wrong:?}"
    );
    store.close().await;
}
