//! The daily challenge through a real house.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use common::{Guest, Open, quick};
use dicehouse_client::{ClientError, Visitor, WebSocket};
use dicehouse_room::message::{Do, Outcome, RoomCode, ToClient};
use dicehouse_table::record::{Record, verify};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The house's clock, in seconds since 1970: noon of a day, or of the next.
static CLOCK: AtomicU64 = AtomicU64::new(0);
const DAY: u64 = 86_400;
const NOON: u64 = 20_772 * DAY + DAY / 2;

fn clock() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(CLOCK.load(Ordering::Relaxed))
}

async fn begin(visitor: &Visitor) -> Result<RoomCode, ClientError> {
    let opened: Value = visitor.post("/api/daily", &json!({})).await?;
    Ok(RoomCode::new(opened["code"].as_str().unwrap()).unwrap())
}

async fn today(visitor: &Visitor) -> Value {
    visitor.get("/api/daily").await.unwrap()
}

fn refused(result: Result<impl std::fmt::Debug, ClientError>) -> u16 {
    match result.unwrap_err() {
        ClientError::Refused { status, .. } => status,
        other => panic!("{other}"),
    }
}

/// One test, because there is one clock.
#[tokio::test]
async fn one_try_a_day_with_the_same_dice_and_nothing_known_before() {
    CLOCK.store(NOON, Ordering::Relaxed);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let open = Open::at_file_with(quick(), &path, clock).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let nobody = Visitor::new(open.address.clone());
    let shown = today(&nobody).await;
    assert_eq!(
        (&shown["day"], &shown["secret"], &shown["yours"]),
        (&json!("2026-11-15"), &Value::Null, &Value::Null)
    );
    let commitment = shown["commitment"].as_str().unwrap().to_owned();

    assert_eq!(refused(begin(&nobody).await), 401);
    let bot = open.bot(&ada, "Botty").await;
    assert_eq!(refused(begin(&bot).await), 409, "the challenge is for people");

    // Asked twice at once, there is one try; asked again, it is the same.
    let (one, two) = tokio::join!(begin(&ada), begin(&ada));
    let code = one.unwrap();
    assert_eq!(two.unwrap(), code);
    assert_eq!(begin(&ada).await.unwrap(), code);
    assert_eq!(today(&ada).await["yours"]["room"], code.as_str());
    assert_eq!(today(&bo).await["yours"], Value::Null);

    // Nobody else comes in: not as a person, not as a bot, not its owner's bot.
    for (who, socket) in [(&bo, "socket"), (&bot, "socket"), (&bot, "bot"), (&bo, "bot")] {
        let path = format!("/api/rooms/{code}/{socket}");
        let mut line = WebSocket::open(who, &path).await.unwrap();
        line.say(r#"{"type":"come","protocol":1}"#).await;
        while let Some(text) = line.hear().await {
            assert!(!text.contains("rolled") && !text.contains("\"view\""), "{text}");
        }
    }

    // Ada plays a little, the house closes, and she goes on.
    let mut guest = Guest::come(&ada, &code, 1).await;
    while guest.acts < 3 {
        let message = guest.next().await.unwrap();
        guest.take(message);
    }
    drop(guest);
    open.close().await;
    let open = Open::at_file_with(quick(), &path, clock).await;
    let [ada, bo] = [ada, bo].map(|known| Visitor { house: open.address.clone(), ..known });
    assert_eq!(today(&ada).await["commitment"], commitment, "the dice of the day are kept");
    let mut guest = Guest::come(&ada, &begin(&ada).await.unwrap(), 2).await;
    guest.play(1).await;
    let told = serde_json::to_string(&guest.seen).unwrap();
    let score = finished(&ada, &json!("finished")).await["score"].clone();
    assert!(score.is_i64());
    assert_eq!(refused(begin(&ada).await), 409, "one try");
    guest.does(Do::Start);
    let refused_again = |message: ToClient| match message {
        ToClient::Answer(answer) => matches!(answer.outcome, Outcome::Refused(_)),
        _ => false,
    };
    // Answers to her acts may come before it.
    while !refused_again(guest.next().await.unwrap()) {}

    // What is known of the game gives nothing away while the day lasts.
    let game = today(&ada).await["yours"]["game"].as_str().unwrap().to_owned();
    for path in ["record", "verify", "review"] {
        let path = format!("/api/games/{game}/{path}");
        assert_eq!(refused(bo.text(&path).await), 409, "{path}");
        assert_eq!(refused(ada.text(&path).await), 409, "{path}");
    }
    let played: Value = bo.get(&format!("/api/games/{game}")).await.unwrap();
    assert!(!played.to_string().contains("dice"), "{played}");

    // Bo gives up; that is a try, too, and on no board.
    let mut guest = Guest::come(&bo, &begin(&bo).await.unwrap(), 3).await;
    while guest.acts < 2 {
        let message = guest.next().await.unwrap();
        guest.take(message);
    }
    guest.does(Do::Leave);
    finished(&bo, &json!("given-up")).await;
    assert_eq!(refused(begin(&bo).await), 409);
    let broken = today(&bo).await["yours"]["game"].as_str().unwrap().to_owned();
    assert_eq!(refused(bo.text(&format!("/api/games/{broken}/record")).await), 409);

    let board = today(&bo).await;
    assert_eq!((board["best"].as_array().unwrap().len(), &board["tries"]), (1, &json!(1)));
    assert_eq!(board["best"][0]["name"], "Ada");
    assert_eq!(today(&ada).await["yours"]["place"], 1);

    // Cem has begun and is not done when the day ends.
    let cem = open.visitor("Cem").await;
    let code = begin(&cem).await.unwrap();
    let mut guest = Guest::come(&cem, &code, 4).await;
    while guest.acts < 1 {
        let message = guest.next().await.unwrap();
        guest.take(message);
    }
    CLOCK.store(NOON + DAY, Ordering::Relaxed);
    let past: Value = cem.get("/api/daily/2026-11-15").await.unwrap();
    assert_eq!(past["yours"]["state"], "given-up");
    let secret = past["secret"].as_str().unwrap();
    let mut hash = Sha256::new();
    hash.update(b"dicehouse day 1");
    hash.update("2026-11-15");
    hash.update(hex::decode(secret).unwrap());
    assert_eq!(hex::encode(hash.finalize()), commitment);
    assert!(!told.contains(secret), "the player was not told, either");
    for id in [&game, &broken] {
        let record = ada.text(&format!("/api/games/{id}/record")).await.unwrap();
        assert!(record.contains(secret));
        verify(&Record::read(&record).unwrap()).unwrap();
    }
    assert_ne!(today(&cem).await["commitment"], commitment, "another day, other dice");
    assert_eq!(today(&cem).await["yours"], Value::Null);
    for day in ["2026-11-17", "2026-11-31", "tomorrow"] {
        assert_eq!(refused(cem.get::<Value>(&format!("/api/daily/{day}")).await), 404, "{day}");
    }
    open.close().await;
}

/// Somebody's own try, once it is in this state.
async fn finished(visitor: &Visitor, state: &Value) -> Value {
    for _ in 0..200 {
        let yours = today(visitor).await["yours"].clone();
        if yours["state"] == *state {
            return yours;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the try is not {state}");
}
