//! What all connections have in common: their limits, their clock, and an end that is told.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use dicehouse_answers::ProblemCode;
use futures_util::SinkExt;
use tokio::time::timeout;

use crate::config::LONGEST;
use crate::error::ApiError;
use crate::house::House;
use crate::limit::Bucket;

/// How long a client may take to read one message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a silent line is tried.
pub const PING_EVERY: Duration = Duration::from_secs(25);
/// How long a line may be silent.
const SILENT: Duration = Duration::from_secs(70);
/// The size of a connection's buffers: large enough for most messages, small enough for thousands
/// of connections.
const BUFFER: usize = 4 * 1024;

/// A place among the connections of an address; given back at the end.
pub struct Opening {
    house: House,
    client: IpAddr,
}

impl Opening {
    /// Takes a place.
    ///
    /// # Errors
    /// When the address has as many connections as it may have.
    pub fn new(house: &House, client: IpAddr) -> Result<Opening, ApiError> {
        if house.is_stopping() {
            return Err(ApiError::unavailable());
        }
        if !house.take_connection(client) {
            let text = "Your address has as many open connections as one may have. Close some.";
            return Err(ApiError::new(ProblemCode::Full, text));
        }
        Ok(Opening { house: house.clone(), client })
    }

    /// The address it is a place of.
    pub fn client(&self) -> IpAddr {
        self.client
    }

    /// The house the place is in.
    pub fn house(&self) -> &House {
        &self.house
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.house.give_connection_back(self.client);
    }
}

/// The upgrade with our limits.
pub fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(BUFFER)
        // Messages are flushed; only what is said together gathers here.
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(1 << 20)
}

/// An open connection.
pub struct Line {
    socket: WebSocket,
    house: House,
    bucket: Bucket,
    heard: Instant,
    _opening: Opening,
}

/// What came over a line.
pub enum Heard {
    /// A message in a text frame.
    Text(Utf8Bytes),
    /// A message too many; go on after so many milliseconds.
    TooFast(u32),
    /// Something that is no text.
    NotText,
    /// The line is gone.
    Gone,
}

impl Line {
    /// The line over a socket.
    pub fn new(socket: WebSocket, opening: Opening) -> Line {
        let house = opening.house.clone();
        let now = Instant::now();
        let bucket = Bucket::full(house.config.limits.messages, now);
        Line { socket, house, bucket, heard: now, _opening: opening }
    }

    /// Waits for the next message. May be dropped while waiting.
    pub async fn hear(&mut self) -> Heard {
        loop {
            let message = match self.socket.recv().await {
                Some(Ok(message)) => message,
                Some(Err(_)) | None => return Heard::Gone,
            };
            let now = Instant::now();
            self.heard = now;
            if matches!(message, Message::Close(_)) {
                return Heard::Gone;
            }
            // Pings cost as much as messages: both are counted.
            if let Err(wait) = self.bucket.take(self.house.config.limits.messages, now) {
                self.house.metrics.too_fast();
                return Heard::TooFast(wait);
            }
            match message {
                Message::Text(text) => {
                    self.house.metrics.message_in();
                    return Heard::Text(text);
                }
                Message::Binary(_) => return Heard::NotText,
                Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
            }
        }
    }

    /// Sends a text. `false` when the client does not read, or is gone.
    pub async fn say(&mut self, text: Utf8Bytes) -> bool {
        self.put(text).await && self.flush().await
    }

    /// Takes a text that is sent with the next [`flush`](Line::flush). `false` when the client does not read, or is gone.
    pub async fn put(&mut self, text: Utf8Bytes) -> bool {
        self.house.metrics.message_out(text.len());
        in_time(self.socket.feed(Message::Text(text))).await
    }

    /// Sends what was put. `false` when the client does not read, or is gone.
    pub async fn flush(&mut self) -> bool {
        in_time(self.socket.flush()).await
    }

    /// Tries a silent line. `false` when it has been silent for too long.
    pub async fn is_alive(&mut self) -> bool {
        self.heard.elapsed() < SILENT && self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    /// Ends the line with a reason.
    pub async fn end(mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.send(Message::Close(Some(frame))).await;
    }

    async fn send(&mut self, message: Message) -> bool {
        in_time(SinkExt::send(&mut self.socket, message)).await
    }
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> bool {
    matches!(timeout(WRITE_TIMEOUT, sending).await, Ok(Ok(())))
}
