//! A client that never reads, over a real socket: it is cut off at the end of its queue, and the game of the others
//! goes on.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::time::Duration;

use common::{Guest, Open, liars, quick};
use dicehouse_client::{Visitor, WebSocket};
use dicehouse_room::message::{RoomCode, ToClient};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Comes in by hand, with as little room for what is not read as the system allows.
async fn deaf(visitor: &Visitor, port: u16, code: &RoomCode) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1024).unwrap();
    let mut tcp = socket.connect(([127, 0, 0, 1], port).into()).await.unwrap();
    let token = &visitor.token.as_ref().unwrap().0;
    let request = format!(
        "GET /api/rooms/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    tcp.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(tcp.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    let come = br#"{"type":"come","protocol":1}"#;
    // A frame of text, masked with zeros.
    let mut frame = vec![0x81, 0x80 | u8::try_from(come.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(come);
    tcp.write_all(&frame).await.unwrap();
    tcp
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_reads_is_cut_off_and_the_others_play_on() {
    let open = Open::with_small_buffers(quick()).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, liars(2)).await;
    let mut one = Guest::come(&ada, &code, 1).await;
    let mut two = Guest::come(&bo, &code, 2).await;
    // Who comes next is told to both.
    for guest in [&mut one, &mut two] {
        assert!(matches!(guest.next().await, Some(ToClient::Welcome(_))));
    }
    let visitor = open.visitor("Deaf").await;
    let mut tcp = deaf(&visitor, open.port, &code).await;
    let person = visitor.me().await.unwrap().unwrap().id;
    // Somebody comes and goes: everybody is told each time, until the deaf one's queue is full.
    let cy = open.visitor("Cy").await;
    let path = format!("/api/rooms/{code}/socket");
    let mut here = false;
    let cut_off = timeout(Duration::from_secs(120), async {
        loop {
            let mut line = WebSocket::open(&cy, &path).await.unwrap();
            assert!(line.say(r#"{"type":"come","protocol":1}"#).await);
            assert!(line.hear().await.is_some());
            line.end().await;
            while let Some(message) = one.try_next() {
                if let ToClient::Presence(presence) = &message
                    && presence.person.as_str() == person
                {
                    match presence.here {
                        true => here = true,
                        false if here => return,
                        false => {}
                    }
                }
                one.take(message);
            }
        }
    });
    cut_off.await.expect("the deaf one is cut off");
    one.sit();
    two.sit();
    timeout(Duration::from_secs(60), async { tokio::join!(one.play(1), two.play(1)) })
        .await
        .expect("the others play on");
    // What was on its way is all there is to read: the connection has ended, and nothing was hoarded.
    let mut rest = Vec::new();
    let read = timeout(Duration::from_secs(30), tcp.read_to_end(&mut rest)).await;
    read.expect("the connection has ended").ok();
    assert!(rest.len() < 1 << 20, "{} bytes were kept", rest.len());
    open.close().await;
}
