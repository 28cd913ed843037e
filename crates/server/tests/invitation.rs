//! Rooms from outside: the way back to one's own, and what a link tells those who get it.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use common::{Guest, Open, liars, quick};
use dicehouse_client::Visitor;
use serde_json::Value;

#[tokio::test]
async fn ones_own_rooms_are_those_one_sits_in() {
    let open = Open::new(quick()).await;
    let (ann, bob) = (open.visitor("Ann").await, open.visitor("Bob").await);
    let code = open.room(&ann, liars(2)).await;
    let rooms = async |who: &Visitor| -> Value { who.get("/api/me/rooms").await.unwrap() };
    assert_eq!(rooms(&ann).await, serde_json::json!([]), "nobody sits there yet");
    let mut guest = Guest::come(&ann, &code, 1).await;
    guest.sit();
    guest.settles().await;
    let own = rooms(&ann).await;
    assert_eq!(own[0]["code"], code.to_string());
    assert_eq!((&own[0]["host"], &own[0]["players"][0]), (&"Ann".into(), &"Ann".into()));
    assert_eq!(rooms(&bob).await, serde_json::json!([]));
    open.close().await;
}
