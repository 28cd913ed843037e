//! Looking after people: reports, bans, mutes, announcements, and rooms that are closed from outside.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{Guest, Open, quick};
use dicehouse_client::Visitor;
use dicehouse_room::message::{
    Answer, Do, Notice, Outcome, Phrase, RefusalCode, RoomCode, Say, ToClient,
};
use dicehouse_server::{Order, app};
use serde_json::{Value, json};
use tower::ServiceExt;

async fn id_of(visitor: &Visitor) -> String {
    visitor.me().await.unwrap().unwrap().id
}

/// The status of a request.
async fn ask(open: &Open, who: &Visitor, method: &str, path: &str, body: &Value) -> StatusCode {
    let token = who.token.clone().unwrap().0;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .header("content-length", body.len())
        .body(Body::from(body))
        .unwrap();
    app(open.house.clone()).oneshot(request).await.unwrap().status()
}

/// The next message of this kind.
async fn heard<T>(guest: &mut Guest, is: impl Fn(&ToClient) -> Option<T>) -> T {
    loop {
        let message = guest.next().await.expect("a message");
        if let Some(found) = is(&message) {
            return found;
        }
    }
}

async fn says(guest: &mut Guest) -> Outcome {
    guest.does(Do::Say { say: Say::Phrase(Phrase::Hello) });
    heard(guest, |message| match message {
        ToClient::Answer(Answer { outcome, .. }) => Some(outcome.clone()),
        _ => None,
    })
    .await
}

/// Ada, who looks after the house, and Bo in a room of his.
async fn scene() -> (Open, Visitor, Visitor, RoomCode, Guest) {
    let open = Open::new(quick()).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    assert!(open.house.store.set_operator(&id_of(&ada).await, true).await.unwrap());
    let code = open.room(&bo, json!({ "game": "liars", "settings": { "seats": 2 } })).await;
    let mut guest = Guest::come(&bo, &code, 1).await;
    guest.does(Do::Sit { seat: None });
    guest.settles().await;
    (open, ada, bo, code, guest)
}

#[tokio::test]
async fn what_operators_can_do_is_for_them_alone() {
    let (open, ada, bo, code, _guest) = scene().await;
    let nothing = Value::Null;
    for path in
        ["/api/operator", "/api/operator/rooms", "/api/operator/reports", "/api/operator/addresses"]
    {
        assert_eq!(ask(&open, &bo, "GET", path, &nothing).await, StatusCode::NOT_FOUND, "{path}");
    }
    let id = id_of(&ada).await;
    for (path, body) in [
        ("/api/operator/announce", json!({ "text": "hello" })),
        ("/api/operator/close", json!({ "room": code.as_str() })),
        ("/api/operator/sanctions", json!({ "kind": "ban", "who": id, "hours": 1 })),
        ("/api/operator/lift", json!({ "kind": "ban", "who": id })),
    ] {
        assert_eq!(ask(&open, &bo, "POST", path, &body).await, StatusCode::NOT_FOUND, "{path}");
    }
    let status: Value = ada.get("/api/operator").await.unwrap();
    assert_eq!((&status["people"], &status["rooms"]), (&json!(2), &json!(1)));
    let rooms: Value = ada.get("/api/operator/rooms").await.unwrap();
    assert_eq!(rooms[0]["code"], code.as_str(), "rooms that are not listed, too");
    let bo_id = id_of(&bo).await;
    let visits: Value = ada.get(&format!("/api/operator/addresses?account={bo_id}")).await.unwrap();
    assert_eq!(visits[0]["address"], "127.0.0.1");
    let visits: Value = ada.get("/api/operator/addresses?address=127.0.0.1").await.unwrap();
    assert_eq!(visits.as_array().unwrap().len(), 2);
    // One who is an operator no longer has lost all of it.
    assert!(open.house.store.set_operator(&id, false).await.unwrap());
    assert_eq!(ask(&open, &ada, "GET", "/api/operator", &nothing).await, StatusCode::NOT_FOUND);
    open.close().await;
}

#[tokio::test]
async fn players_report_and_operators_mute() {
    let (open, ada, bo, code, mut guest) = scene().await;
    let (ada_id, bo_id) = (id_of(&ada).await, id_of(&bo).await);
    assert!(matches!(says(&mut guest).await, Outcome::Done(_)));
    let report = json!({ "room": code.as_str(), "person": bo_id, "text": "He is\u{202e} rude." });
    assert_eq!(ask(&open, &ada, "POST", "/api/reports", &report).await, StatusCode::NO_CONTENT);
    let nobody = json!({ "room": code.as_str(), "person": "NOBODY" });
    assert_eq!(ask(&open, &ada, "POST", "/api/reports", &nobody).await, StatusCode::NOT_FOUND);
    let reports: Value = ada.get("/api/operator/reports").await.unwrap();
    let report = &reports[0];
    assert_eq!((&report["about"], &report["reporter"]), (&json!(bo_id), &json!(ada_id)));
    assert_eq!((&report["text"], &report["said"]), (&json!("He is rude."), &json!(["Hello!"])));

    let mute = json!({ "kind": "mute", "who": bo_id, "hours": 2, "why": "Be kind." });
    let path = "/api/operator/sanctions";
    assert_eq!(ask(&open, &ada, "POST", path, &mute).await, StatusCode::NO_CONTENT);
    let Outcome::Refused(refusal) = says(&mut guest).await else { panic!("he spoke") };
    assert_eq!(refusal.code, RefusalCode::TalkOff);
    assert!(refusal.text.contains("2 hours") && refusal.text.contains("Be kind."), "{refusal}");
    let lift = json!({ "kind": "mute", "who": bo_id });
    let path = "/api/operator/lift";
    assert_eq!(ask(&open, &ada, "POST", path, &lift).await, StatusCode::NO_CONTENT);
    assert_eq!(ask(&open, &ada, "POST", path, &lift).await, StatusCode::NOT_FOUND);
    assert!(matches!(says(&mut guest).await, Outcome::Done(_)));

    let path = format!("/api/operator/reports/{}", report["id"].as_str().unwrap());
    assert_eq!(ask(&open, &ada, "DELETE", &path, &Value::Null).await, StatusCode::NO_CONTENT);
    let reports: Value = ada.get("/api/operator/reports").await.unwrap();
    assert_eq!(reports, json!([]));
    open.close().await;
}

#[tokio::test]
async fn an_announcement_is_heard_and_a_room_is_closed_with_a_message() {
    let (open, ada, bo, code, mut guest) = scene().await;
    let announced = |message: &ToClient| match message {
        ToClient::Notice(Notice::Announcement { text }) => Some(text.clone()),
        _ => None,
    };
    let hello = json!({ "text": "The house closes at ten." });
    let path = "/api/operator/announce";
    assert_eq!(ask(&open, &ada, "POST", path, &hello).await, StatusCode::ACCEPTED);
    assert_eq!(heard(&mut guest, announced).await, "The house closes at ten.");

    // As `dicehouse house close` does it, which has nothing but the store.
    let store = &open.house.store;
    let order = Order::Close { room: code.to_string(), text: "This table has to close.".into() };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let id = order.give(store, "order".into(), now.as_millis() as i64).await.unwrap();
    assert_eq!(heard(&mut guest, announced).await, "This table has to close.");
    let closed =
        |message: &ToClient| matches!(message, ToClient::Notice(Notice::Closed)).then_some(());
    heard(&mut guest, closed).await;
    for _ in 0..500 {
        let is_there = bo.get::<Value>(&format!("/api/rooms/{code}")).await.is_ok();
        if store.is_order_done(&id).await.unwrap() && !is_there {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(store.is_order_done(&id).await.unwrap());
    let gone = bo.get::<Value>(&format!("/api/rooms/{code}")).await.unwrap_err();
    assert!(gone.to_string().contains("no such room"), "{gone}");
    let body = json!({ "room": code.as_str() });
    let path = "/api/operator/close";
    assert_eq!(ask(&open, &ada, "POST", path, &body).await, StatusCode::NOT_FOUND);
    open.close().await;
}

#[tokio::test]
async fn who_is_banned_is_sent_away_and_not_let_in() {
    let (open, ada, bo, code, mut guest) = scene().await;
    let bo_id = id_of(&bo).await;
    let path = "/api/operator/sanctions";
    for wrong in [
        json!({ "kind": "kick", "who": bo_id, "hours": 1 }),
        json!({ "kind": "ban", "who": bo_id, "hours": 0 }),
        json!({ "kind": "ban-address", "who": "nowhere", "hours": 1 }),
    ] {
        let status = ask(&open, &ada, "POST", path, &wrong).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let ban = json!({ "kind": "ban", "who": bo_id, "hours": 48, "why": "" });
    assert_eq!(ask(&open, &ada, "POST", path, &ban).await, StatusCode::NO_CONTENT);
    // His connection ends, and no other is opened.
    while guest.next().await.is_some() {}
    let error = bo.open_room(&json!({ "game": "liars" })).await.unwrap_err().to_string();
    assert!(error.contains("does not let you in for another 2 days"), "{error}");
    assert!(
        dicehouse_client::WebSocket::open(&bo, &format!("/api/rooms/{code}/socket")).await.is_err()
    );
    // What is his stays his.
    assert!(bo.get::<Value>("/api/me/export").await.is_ok());
    let cy = open.visitor("Cy").await;
    assert!(cy.open_room(&json!({ "game": "liars" })).await.is_ok());

    let ban = json!({ "kind": "ban-address", "who": "127.0.0.1", "hours": 1 });
    assert_eq!(ask(&open, &ada, "POST", path, &ban).await, StatusCode::NO_CONTENT);
    assert!(cy.open_room(&json!({ "game": "liars" })).await.is_err());
    assert!(Visitor::new(open.address.clone()).come("Dee").await.is_err());
    open.close().await;
}
