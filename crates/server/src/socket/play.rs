//! A person in a room.

use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use dicehouse_room::message::{Notice, ToClient, ToRoom};
use dicehouse_store::Account;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::line::{Heard, Line, MESSAGE_TOO_LARGE, Opening, PING_EVERY, limited};
use crate::house::House;
use crate::rooms::{Connection, Outbox, Outgoing, RoomHandle, text};

/// Opens the connection of a person to a room.
pub fn play(
    upgrade: WebSocketUpgrade,
    opening: Opening,
    room: RoomHandle,
    who: Account,
) -> Response {
    limited(upgrade).on_upgrade(move |socket| run(socket, opening, room, who))
}

async fn run(socket: WebSocket, opening: Opening, room: RoomHandle, who: Account) {
    let (house, client) = (opening.house().clone(), opening.client());
    let mut line = Line::new(socket, opening);
    let (outbox, mut outgoing) = Outbox::new();
    let Some(connection) = room.connect(&who, client, outbox).await else {
        return line.end(RESTART, "the room is gone: come back").await;
    };
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.tick().await;
    loop {
        tokio::select! {
            first = outgoing.recv() => match first {
                Some(first) => match pass_on(&mut line, first, &mut outgoing).await {
                    Passed::All => {}
                    Passed::End => return line.end(NORMAL, "").await,
                    Passed::Unread => break,
                },
                None => return line.end(TOO_SLOW, "too slow: come back").await,
            },
            heard = line.hear() => match heard {
                Heard::Text(text) => if let Some(answer) = take(&house, &connection, &text).await
                    && !line.say(answer).await { break },
                Heard::TooFast(wait) => {
                    if !line.say(notice(Notice::TooFast { wait })).await { break }
                    // A client that goes on sending is read no faster than allowed.
                    sleep(Duration::from_millis(u64::from(wait.min(5_000)))).await;
                }
                Heard::NotText => {
                    let text = "Messages are JSON in text frames.".to_owned();
                    if !line.say(notice(Notice::Unreadable { text })).await { break }
                }
                Heard::TooLarge => return line.end(TOO_LARGE, MESSAGE_TOO_LARGE).await,
                Heard::SignedOut => return line.end(SIGNED_OUT, "this device was signed out").await,
                Heard::Gone => break,
            },
            _ = pings.tick() => if !line.is_alive().await { break },
        }
    }
}

const NORMAL: u16 = 1000;
const SIGNED_OUT: u16 = 1008;
const TOO_LARGE: u16 = 1009;
const RESTART: u16 = 1012;
const TOO_SLOW: u16 = 1013;

/// What became of the messages to a client.
enum Passed {
    All,
    /// All, and there will be no more.
    End,
    /// The client does not read, or is gone.
    Unread,
}

/// Sends a message with those that wait behind it in one go: a player is told of an act and answered at the same time.
async fn pass_on(line: &mut Line, first: Outgoing, more: &mut Receiver<Outgoing>) -> Passed {
    let mut next = Some(first);
    while let Some(outgoing) = next {
        match outgoing {
            Outgoing::Message(message) => {
                if !line.put(message.text()).await {
                    return Passed::Unread;
                }
            }
            Outgoing::End => return Passed::End,
        }
        next = more.try_recv().ok();
    }
    if line.flush().await { Passed::All } else { Passed::Unread }
}

/// Hands a message to the room. A message that cannot be read is answered here.
async fn take(house: &House, connection: &Connection, text: &str) -> Option<Utf8Bytes> {
    match ToRoom::read(text) {
        Ok(message) => {
            connection.say(message).await;
            None
        }
        Err(answer) => {
            house.metrics.unreadable();
            Some(crate::rooms::text(&answer))
        }
    }
}

fn notice(notice: Notice) -> Utf8Bytes {
    text(&ToClient::Notice(notice))
}
