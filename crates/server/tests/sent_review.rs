//! Reviews of records that people bring: good ones, changed ones, and what was never a record.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use common::{quick, routes};
use dicehouse_server::{Config, Limits, Rate};
use serde_json::Value;
use tower::ServiceExt;

const LIARS: &str = include_str!("../../review/tests/golden/liars.jsonl");
const CLAIMS: &str = include_str!("../../review/tests/golden/claims.jsonl");
const PAIRS: &str = include_str!("../../review/tests/golden/pairs.jsonl");

async fn sent(app: &Router, record: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::post("/api/review")
        .header("content-type", "application/jsonl")
        .header("content-length", "1")
        .body(record.into())
        .unwrap();
    let answer = app.clone().oneshot(request).await.unwrap();
    let status = answer.status();
    let bytes = to_bytes(answer.into_body(), 1 << 24).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

#[tokio::test]
async fn a_record_of_every_game_is_reviewed() {
    let app = routes(quick()).await;
    for (record, game) in [(LIARS, "liars"), (CLAIMS, "claims"), (PAIRS, "pairs")] {
        let (status, review) = sent(&app, record).await;
        assert_eq!(status, 200, "{review}");
        assert_eq!(review["game"], game);
        let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        assert_eq!(review["id"], header["id"]);
        let decisions = review["decisions"].as_array().unwrap();
        assert!(decisions.iter().any(|decision| decision["comment"]["kind"].is_string()));
        // The same text again is the same review.
        assert_eq!(sent(&app, record).await, (status, review));
    }
    // A game that broke off has no end, and can be looked at all the same.
    let cut: Vec<&str> = LIARS.lines().take(12).collect();
    let (status, review) = sent(&app, cut.join("\n") + "\n").await;
    assert_eq!(status, 200, "{review}");
    assert_eq!(review["standing"], Value::Null);
}

/// Every line but the last, changed by as little as a digit, makes the record refused: with the number of the line.
#[tokio::test]
async fn a_changed_record_is_refused() {
    let app = routes(quick()).await;
    let lines: Vec<&str> = LIARS.lines().collect();
    let with = |line: usize, text: String| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines[line] = text;
        lines.join("\n") + "\n"
    };
    let bid = lines.iter().position(|line| line.contains("\"act\":\"")).unwrap();
    let thrown = lines.iter().position(|line| line.contains("\"rolled\"")).unwrap();
    let dice = lines[thrown].rfind(|c: char| c.is_ascii_digit()).unwrap();
    let mut other = lines[thrown].to_owned();
    let digit = if &other[dice..=dice] == "1" { "2" } else { "1" };
    other.replace_range(dice..=dice, digit);
    let bid_text = lines[bid].split("\"act\":\"").nth(1).unwrap().split('"').next().unwrap();
    for changed in [
        with(thrown, other),
        with(bid, lines[bid].replace(&format!("\"{bid_text}\""), "\"99x6\"")),
        with(bid, String::from("{}")),
        with(bid, lines[bid + 1].to_owned()),
    ] {
        let (status, problem) = sent(&app, changed.clone()).await;
        assert_eq!(status, 409, "{changed}");
        assert_eq!(problem["error"], "conflict");
        let text = problem["text"].as_str().unwrap();
        assert!(text.starts_with("The game cannot be reviewed: "), "{text}");
    }
}

#[tokio::test]
async fn what_is_no_record_is_refused_in_words() {
    let app = routes(quick()).await;
    let header = LIARS.lines().next().unwrap();
    for nonsense in [
        String::new(),
        "null".to_owned(),
        "[".repeat(100_000),
        format!("{header}\n{}", "{\"event\":\"rolled\"}\n".repeat(5_000)),
        format!("{header}\n{}", "{}\n".repeat(9_000)),
        "\u{feff}{}\n\0\n".to_owned(),
    ] {
        let (status, problem) = sent(&app, nonsense).await;
        assert_eq!(status, 409);
        assert_eq!(problem["error"], "conflict");
    }
    let (status, _) = sent(&app, vec![0xff, 0xfe, 0x00]).await;
    assert_eq!(status, 400, "bytes that are no text");
    let (status, problem) = sent(&app, "x".repeat(1024 * 1024 + 1)).await;
    assert_eq!((status, &problem["error"]), (StatusCode::PAYLOAD_TOO_LARGE, &"too-large".into()));
}

#[tokio::test]
async fn one_address_cannot_ask_for_ever() {
    let slow = Rate { burst: 2, per_second: 0.001 };
    let limits = Limits { checks: slow, ..Limits::by_connection_alone() };
    let app = routes(Config { limits, ..quick() }).await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(sent(&app, "null").await.0.as_u16());
    }
    assert_eq!(answers, [409, 409, 429]);
}

/// Whoever prefers to come back is told how far it is, and finds the review where the answer says.
#[tokio::test]
async fn a_long_review_is_fetched_later() {
    let app = routes(quick()).await;
    let ask = |request: axum::http::request::Builder, body: &str| {
        let request = request
            .header("content-type", "application/jsonl")
            .header("content-length", "1")
            .header("prefer", "respond-async")
            .body(Body::from(body.to_owned()))
            .unwrap();
        let app = app.clone();
        async move { app.oneshot(request).await.unwrap() }
    };
    let mut answer = ask(Request::post("/api/review"), LIARS).await;
    for _ in 0..120 {
        if answer.status() == StatusCode::OK {
            break;
        }
        assert_eq!(answer.status(), StatusCode::ACCEPTED);
        let place = answer.headers()["location"].to_str().unwrap().to_owned();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        let progress: Value = serde_json::from_slice(&bytes).unwrap();
        assert!(progress["done"].as_u64() <= progress["decisions"].as_u64(), "{progress}");
        answer = ask(Request::get(place), "").await;
    }
    let bytes = to_bytes(answer.into_body(), 1 << 24).await.unwrap();
    let review: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(review["game"], "liars");
    assert_eq!(ask(Request::get("/api/review/none"), "").await.status(), StatusCode::NOT_FOUND);
}
