//! People who do not mean well.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::time::Duration;

use common::{Guest, Open, liars, quick};
use dicehouse_client::{Visitor, WebSocket};
use dicehouse_room::message::{Notice, Outcome, RefusalCode, RoomCode, ToClient};
use dicehouse_server::{Config, Limits, Rate};
use futures_util::{SinkExt as _, StreamExt as _};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

fn socket(code: &RoomCode) -> String {
    format!("/api/rooms/{code}/socket")
}

async fn hear(line: &mut WebSocket) -> Option<ToClient> {
    let text = timeout(Duration::from_secs(10), line.hear()).await.expect("an answer")?;
    Some(serde_json::from_str(&text).unwrap())
}

/// The next message of this kind.
async fn until<T>(line: &mut WebSocket, pick: impl Fn(ToClient) -> Option<T>) -> T {
    loop {
        let message = hear(line).await.expect("the line is open");
        if let Some(picked) = pick(message) {
            return picked;
        }
    }
}

fn answer(message: ToClient) -> Option<(u32, Outcome)> {
    match message {
        ToClient::Answer(answer) => Some((answer.id.0, answer.outcome)),
        _ => None,
    }
}

/// Somebody who knows the name, the room's code and the public id of a player gets neither seat nor dice.
#[tokio::test]
async fn a_seat_belongs_to_its_token() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut guest = Guest::come(&ada, &code, 1).await;
    guest.sit();
    guest.settles().await;
    let me: Value = ada.get("/api/me").await.unwrap();
    let id = me["id"].as_str().unwrap();

    // The same name is no claim to the seat.
    let thief = open.visitor("Ada").await;
    let mut line = WebSocket::open(&thief, &socket(&code)).await.unwrap();
    line.say(r#"{"type":"come","protocol":1}"#).await;
    let (person, seat) = until(&mut line, |message| match message {
        ToClient::Welcome(welcome) => Some((welcome.you.person, welcome.you.seat)),
        _ => None,
    })
    .await;
    assert_ne!(person.as_str(), id);
    assert_eq!(seat, None);
    // Neither is the public id, wherever it is put.
    for token in [id.to_owned(), format!("{id:0<64}"), "0".repeat(64)] {
        let forged = Visitor::known(open.address.clone(), token);
        assert!(WebSocket::open(&forged, &socket(&code)).await.is_err());
    }
    assert!(WebSocket::open(&Visitor::new(open.address.clone()), &socket(&code)).await.is_err());
    for (number, wanted) in [
        json!({"do":"kick","person":id}),
        json!({"do":"start"}),
        json!({"do":"close"}),
        json!({"do":"act","act":"1x1","asked":1}),
        json!({"do":"take-back"}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut command = wanted.clone();
        command["type"] = "command".into();
        command["id"] = (number + 1).into();
        // A person named in the command is not who sends it.
        command["by"] = json!({ "person": id });
        command["person"] = command.get("person").cloned().unwrap_or(id.into());
        line.say(command.to_string()).await;
        let (_, outcome) = until(&mut line, answer).await;
        assert!(matches!(outcome, Outcome::Refused(_)), "{wanted}: {outcome:?}");
    }
    open.close().await;
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_connection() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let token = ada.token.clone().unwrap().0;
    let code = open.room(&ada, liars(2)).await;
    let ours = format!("http://127.0.0.1:{}", open.port);
    for (origin, cookie, allowed) in [
        (Some(ours.as_str()), true, true),
        (Some("http://evil.example"), true, false),
        (Some("http://evil.example"), false, false),
        (Some("null"), true, false),
        (None, true, false),
        (None, false, true),
    ] {
        let url = format!("ws://127.0.0.1:{}{}", open.port, socket(&code));
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (name, value) = match cookie {
            true => ("cookie", format!("dicehouse={token}")),
            false => ("authorization", format!("Bearer {token}")),
        };
        request.headers_mut().insert(name, value.parse().unwrap());
        let stream = TcpStream::connect(("127.0.0.1", open.port)).await.unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok(_) => assert!(allowed, "{origin:?} {cookie}"),
            Err(tungstenite::Error::Http(response)) => {
                assert!(!allowed, "{origin:?} {cookie}: {response:?}");
                assert_eq!(response.status(), 403);
            }
            Err(error) => panic!("{error}"),
        }
    }
    open.close().await;
}

/// Commands that come twice, late or out of order are done once, and the answer is the same.
#[tokio::test]
async fn a_command_is_done_once() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    line.say(r#"{"type":"come","protocol":1}"#).await;
    let say = r#"{"type":"command","id":1,"do":"say","say":{"phrase":"hello"}}"#;
    let sit = r#"{"type":"command","id":2,"do":"sit"}"#;
    for text in [say, say, sit, say, sit] {
        line.say(text).await;
    }
    let mut answers = Vec::new();
    let mut said = 0;
    while answers.len() < 5 {
        match hear(&mut line).await.unwrap() {
            ToClient::Answer(answer) => answers.push((answer.id.0, answer.outcome)),
            ToClient::Update(update) => {
                said += update
                    .entries
                    .iter()
                    .filter(|entry| {
                        matches!(entry.what, dicehouse_room::message::Happened::Said { .. })
                    })
                    .count();
            }
            _ => {}
        }
    }
    assert_eq!(said, 1);
    assert!(answers.iter().all(|(_, outcome)| matches!(outcome, Outcome::Done(_))), "{answers:?}");
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[3]);
    assert_eq!(answers[2], answers[4]);
    // On another connection, too.
    let mut again = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    again.say(r#"{"type":"come","protocol":1}"#).await;
    again.say(sit).await;
    assert_eq!(until(&mut again, answer).await, answers[2]);
    // The first one was told, and is not heard any more.
    let replaced = |message| matches!(message, ToClient::Notice(Notice::Replaced)).then_some(());
    until(&mut line, replaced).await;
    open.close().await;
}

/// Frames of all kinds of nonsense: each is answered or ends its own connection; the house goes on.
#[tokio::test]
async fn nonsense_hurts_nobody() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let seed = 20_260_315;
    println!("seed {seed}");
    let mut luck = ChaCha8Rng::seed_from_u64(seed);
    let texts = [
        "".to_owned(),
        "{".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        r#"{"type":"come"}"#.to_owned(),
        r#"{"type":"come","protocol":99}"#.to_owned(),
        r#"{"type":"come","protocol":1,"have":4294967295}"#.to_owned(),
        r#"{"type":"command","id":1,"do":"sit","seat":255}"#.to_owned(),
        r#"{"type":"command","id":4294967295,"do":"sit"}"#.to_owned(),
        r#"{"type":"command","id":0,"do":"act","act":"0x0","asked":0}"#.to_owned(),
        r#"{"type":"command","id":2,"do":"say","say":{"text":"\u0000\u001b[31m"}}"#.to_owned(),
        r#"{"type":"command","id":3,"do":"seat-seed","seed":""}"#.to_owned(),
        format!(r#"{{"type":"command","id":3,"do":"seat-bot","bot":"{}"}}"#, "x".repeat(5000)),
        "[".repeat(8000),
    ];
    for text in texts {
        let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
        line.say(r#"{"type":"come","protocol":1}"#).await;
        line.say(text.clone()).await;
        line.say(r#"{"type":"ping"}"#).await;
        loop {
            match hear(&mut line).await {
                Some(ToClient::Pong { .. }) => break,
                Some(_) => {}
                None => {
                    assert!(text.contains("99"), "{text}");
                    break;
                }
            }
        }
    }
    // Who has not come in is told so, and nothing else is taken.
    let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    line.say(r#"{"type":"command","id":1,"do":"close"}"#).await;
    let (number, outcome) = until(&mut line, answer).await;
    let Outcome::Refused(refusal) = outcome else { panic!("a stranger closed the room") };
    assert_eq!((number, refusal.code), (1, RefusalCode::NotHere));
    // A frame that is too long ends the connection.
    let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    line.say("x".repeat(9000)).await;
    while timeout(Duration::from_secs(10), line.hear()).await.unwrap().is_some() {}
    // Bytes that are no frames at all, after and instead of the handshake.
    for _ in 0..50 {
        let mut stream = TcpStream::connect(("127.0.0.1", open.port)).await.unwrap();
        let noise: Vec<u8> = (0..luck.random_range(1..3000)).map(|_| luck.random()).collect();
        let _ = stream.write_all(&noise).await;
    }
    let health: Value = ada.get("/api/health").await.unwrap();
    assert_eq!(health["status"], "ok");
    let metrics = ada.text("/api/metrics").await.unwrap();
    assert!(metrics.contains("dicehouse_panics_total 0"), "{metrics}");
    open.close().await;
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_told_so() {
    let limits =
        Limits { messages: Rate { burst: 10, per_second: 50.0 }, ..Limits::by_connection_alone() };
    let open = Open::new(Config { limits, ..quick() }).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    for _ in 0..60 {
        line.say(r#"{"type":"ping"}"#).await;
    }
    let wait = until(&mut line, |message| match message {
        ToClient::Notice(Notice::TooFast { wait }) => Some(wait),
        _ => None,
    })
    .await;
    assert!((1..=20).contains(&wait), "{wait}");
    open.close().await;
}

#[tokio::test]
async fn an_address_has_only_so_many_connections() {
    let limits = Limits { connections: 3, ..Limits::by_connection_alone() };
    let open = Open::new(Config { limits, ..quick() }).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut lines = Vec::new();
    for _ in 0..3 {
        lines.push(WebSocket::open(&ada, &socket(&code)).await.unwrap());
    }
    let error = WebSocket::open(&ada, &socket(&code)).await.unwrap_err();
    assert!(error.to_string().contains("open connections"), "{error}");
    lines.pop().unwrap().end().await;
    for _ in 0..100 {
        if WebSocket::open(&ada, &socket(&code)).await.is_ok() {
            return open.close().await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the place was not given back");
}

/// Sends a part of a request and waits until the house hangs up; gives what it answered.
async fn half_a_request(open: &Open, part: &[u8]) -> String {
    let mut tcp = TcpStream::connect(("127.0.0.1", open.port)).await.unwrap();
    tcp.write_all(part).await.unwrap();
    let mut answer = Vec::new();
    // The end may be a broken line: what was sent has not been read.
    let _ = timeout(Duration::from_secs(20), tcp.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn who_does_not_finish_a_request_is_hung_up_on() {
    let open = Open::new(Config { patience: Duration::from_millis(200), ..quick() }).await;
    for part in ["", "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", "GET "] {
        let answer = half_a_request(&open, part.as_bytes()).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    // Nor may a connection stay open for a next request that does not come.
    let whole = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    let answer = half_a_request(&open, whole).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    open.close().await;
}

#[tokio::test]
async fn a_head_without_an_end_is_not_read_for_ever() {
    let open = Open::new(quick()).await;
    let long = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: {}\r\n", "a".repeat(100_000));
    let many = format!("GET / HTTP/1.1\r\n{}", "A: b\r\n".repeat(10_000));
    for head in [long, many] {
        let answer = half_a_request(&open, head.as_bytes()).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
    open.close().await;
}

#[tokio::test]
async fn an_address_cannot_take_all_connections() {
    let limits = Limits { sockets: 3, ..Limits::by_connection_alone() };
    let open = Open::new(Config { limits, ..quick() }).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(TcpStream::connect(("127.0.0.1", open.port)).await.unwrap());
    }
    assert_eq!(half_a_request(&open, b"").await, "", "one more is hung up on at once");
    // A place is given back when its connection ends.
    idle.pop();
    let whole = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    for _ in 0..100 {
        if half_a_request(&open, whole).await.starts_with("HTTP/1.1 200") {
            return open.close().await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the place was not given back");
}

/// A thousand people whose sockets never read, fifty to a room: they hurt nobody, not even a game they look on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_who_never_read_hurt_nobody_else() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let bo = open.visitor("Bo").await;
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(open.room(&ada, liars(2)).await);
    }
    let mut one = Guest::come(&ada, &codes[0], 1).await;
    let mut two = Guest::come(&bo, &codes[0], 2).await;
    let mut lines = Vec::new();
    for number in 0..1000 {
        let deaf = open.visitor(&format!("Deaf {number}")).await;
        let mut line = WebSocket::open(&deaf, &socket(&codes[number / 50])).await.unwrap();
        line.say(r#"{"type":"come","protocol":1}"#).await;
        lines.push(line);
    }
    one.sit();
    two.sit();
    timeout(Duration::from_secs(60), async { tokio::join!(one.play(1), two.play(1)) })
        .await
        .unwrap();
    let health: Value = ada.get("/api/health").await.unwrap();
    assert_eq!(health["status"], "ok");
    assert!(health["connections"].as_u64().unwrap() >= 1000, "{health}");
    drop(lines);
    open.close().await;
}

#[tokio::test]
async fn an_account_has_only_so_many_connections() {
    let limits = Limits { account_connections: 2, ..Limits::by_connection_alone() };
    let open = Open::new(Config { limits, ..quick() }).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, liars(2)).await;
    let _first = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    let _second = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    let error = WebSocket::open(&ada, &socket(&code)).await.unwrap_err();
    assert!(error.to_string().contains("Your account has"), "{error}");
    assert!(WebSocket::open(&bo, &socket(&code)).await.is_ok(), "others are not hurt by that");
    open.close().await;
}

/// A command that cannot be understood is refused by its number, so that its client does not wait for ever.
#[tokio::test]
async fn a_command_that_cannot_be_read_has_an_answer() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    line.say(r#"{"type":"come","protocol":1}"#).await;
    line.say(r#"{"type":"command","id":1,"do":"act","act":"many fives","asked":1}"#).await;
    let (number, outcome) = until(&mut line, answer).await;
    let Outcome::Refused(refusal) = outcome else { panic!("{outcome:?}") };
    assert_eq!((number, refusal.code), (1, RefusalCode::Unreadable));
    // Nothing was done under that number: it can be used, and so can the next.
    line.say(r#"{"type":"command","id":1,"do":"sit"}"#).await;
    assert!(matches!(until(&mut line, answer).await, (1, Outcome::Done(_))));
    open.close().await;
}

/// A message that is too large ends the connection, with the close code for that.
#[tokio::test]
async fn too_large_is_said() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    for end in ["socket", "bot"] {
        let url = format!("ws://127.0.0.1:{}/api/rooms/{code}/{end}", open.port);
        let mut request = url.into_client_request().unwrap();
        let token = format!("Bearer {}", ada.token.clone().unwrap().0);
        request.headers_mut().insert("authorization", token.parse().unwrap());
        let stream = TcpStream::connect(("127.0.0.1", open.port)).await.unwrap();
        let (mut line, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        // What it still sends meanwhile must not keep it from reading why.
        for _ in 0..5 {
            line.feed(tungstenite::Message::text("x".repeat(9000))).await.unwrap();
        }
        line.flush().await.unwrap();
        let closed = timeout(Duration::from_secs(10), async {
            loop {
                match line.next().await {
                    Some(Ok(tungstenite::Message::Close(frame))) => return frame,
                    Some(Ok(_)) => {}
                    other => panic!("{other:?}"),
                }
            }
        });
        let frame = closed.await.unwrap().unwrap();
        assert_eq!(u16::from(frame.code), 1009, "{end}: {frame:?}");
        assert!(frame.reason.contains("at most 8192 bytes"), "{frame:?}");
    }
    open.close().await;
}

/// Somebody who comes again and again on one line is greeted a few times, and then once a second; the last of many counts.
#[tokio::test]
async fn a_room_is_not_told_over_and_over() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut line = WebSocket::open(&ada, &socket(&code)).await.unwrap();
    for _ in 0..30 {
        line.say(r#"{"type":"come","protocol":1}"#).await;
    }
    let mut greetings = 0;
    let one_second = tokio::time::Instant::now() + Duration::from_millis(900);
    while let Ok(message) = tokio::time::timeout_at(one_second, line.hear()).await {
        greetings += usize::from(message.unwrap().contains(r#""type":"welcome""#));
    }
    assert!((3..=6).contains(&greetings), "{greetings}");
    // The ones that waited are answered, too, as one.
    until(&mut line, |message| matches!(message, ToClient::Welcome(_)).then_some(())).await;
    open.close().await;
}

/// Codes of rooms cannot be found by trying: after some misses an address has to wait, whether or not it hits.
#[tokio::test]
async fn guessing_codes_is_slowed_down() {
    let limits =
        Limits { misses: Rate { burst: 3, per_second: 0.001 }, ..Limits::by_connection_alone() };
    let open = Open::new(Config { limits, ..quick() }).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let room = async |code: &str| ada.get::<Value>(&format!("/api/rooms/{code}")).await;
    for guess in ["AAAAAA", "nonsense"] {
        assert!(room(guess).await.unwrap_err().to_string().contains("no such room"));
    }
    assert!(room(code.as_str()).await.is_ok(), "a room that exists is no guess");
    // An invitation is asked for by its code, too.
    let page = ada.text("/room/CCCCCC").await.unwrap();
    assert!(!page.contains("og:title"), "there is no such room");
    let error = room(code.as_str()).await.unwrap_err();
    assert!(error.to_string().contains("too much at once"), "{error}");
    assert!(WebSocket::open(&ada, &socket(&code)).await.is_err());
    assert!(!ada.text(&format!("/room/{code}")).await.unwrap().contains("og:title"));
    open.close().await;
}

/// Frames that never make a message keep the house no busier than messages do.
#[tokio::test]
async fn empty_frames_are_read_slowly() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let mut tcp = TcpStream::connect(("127.0.0.1", open.port)).await.unwrap();
    let request = format!(
        "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        socket(&code),
        open.port,
        ada.token.clone().unwrap().0
    );
    tcp.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    tcp.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    // A text begins, and goes on with nothing, without an end; masked, as frames of clients are.
    tcp.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
    let nothing = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
    let mut sent = 0;
    let flood = async {
        loop {
            sent += tcp.write(&nothing).await.unwrap();
        }
    };
    let _ = timeout(Duration::from_secs(3), flood).await;
    // What the systems at both ends hold back is not read either: without a limit this would be gigabytes.
    assert!(sent < 20 << 20, "{sent} bytes");
    let health: Value = ada.get("/api/health").await.unwrap();
    assert_eq!(health["status"], "ok");
    open.close().await;
}

async fn delete(open: &Open, who: &Visitor, path: &str) {
    let token = who.token.clone().unwrap().0;
    let request = format!(
        "DELETE {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    let answer = half_a_request(open, request.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
}

/// Signing a device out, leaving, moving and deleting the account end the connections that were open.
#[tokio::test]
async fn nobody_acts_by_a_connection_of_a_device_that_was_signed_out() {
    let open = Open::new(quick()).await;
    let ada = open.visitor("Ada").await;
    let code = open.room(&ada, liars(2)).await;
    let post = async |who: &Visitor, path: &str, body: &Value| {
        who.post::<Value>(path, body).await.unwrap_or_default()
    };
    // Three devices of one person, and somebody else, who stays.
    let mut devices = vec![ada.clone()];
    for _ in 0..2 {
        let link = post(&ada, "/api/me/devices", &json!({})).await;
        let new = Visitor::new(open.address.clone());
        let added = post(&new, "/api/recover", &json!({ "code": link["code"] })).await;
        devices.push(Visitor::known(open.address.clone(), added["token"].as_str().unwrap()));
    }
    let mut lines = Vec::new();
    for device in &devices {
        lines.push(WebSocket::open(device, &socket(&code)).await.unwrap());
    }
    let bo = open.visitor("Bo").await;
    let mut other = WebSocket::open(&bo, &socket(&code)).await.unwrap();
    let is_open = async |line: &mut WebSocket| {
        line.say(r#"{"type":"ping"}"#).await;
        loop {
            match hear(line).await {
                Some(ToClient::Pong { .. }) => return true,
                Some(_) => {}
                None => return false,
            }
        }
    };
    let third = devices[2].get::<Value>("/api/me/devices").await.unwrap();
    let id = third.as_array().unwrap().iter().find(|device| device["this"] == true).unwrap();
    delete(&open, &ada, &format!("/api/me/devices/{}", id["id"].as_str().unwrap())).await;
    assert!(!is_open(&mut lines[2]).await);
    assert!(is_open(&mut lines[0]).await && is_open(&mut lines[1]).await);
    post(&devices[1], "/api/me/leave", &json!({})).await;
    assert!(!is_open(&mut lines[1]).await);
    assert!(is_open(&mut lines[0]).await);
    delete(&open, &ada, "/api/me").await;
    assert!(!is_open(&mut lines[0]).await);
    assert!(is_open(&mut other).await, "others are not told to go");
    open.close().await;
}
