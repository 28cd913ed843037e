//! What all connections have in common: their limits, their clock, and an end that is told.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use dicehouse_answers::ProblemCode;
use futures_util::SinkExt;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use crate::config::LONGEST;
use crate::error::ApiError;
use crate::house::{House, SignedOut};
use crate::identity::Me;
use crate::limit::{Bucket, Place};

/// How long a client may take to read one message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a silent line is tried.
pub const PING_EVERY: Duration = Duration::from_secs(25);
/// How long a line may be silent.
const SILENT: Duration = Duration::from_secs(70);
/// What a client is told that sends more than [`LONGEST`] at once.
pub const MESSAGE_TOO_LARGE: &str = "a message has at most 8192 bytes";
const _: () = assert!(LONGEST == 8192, "the text above names it");
/// What is read of a message that is too large: a connection that ends with something unread is reset by the system, and
/// its client may never see why it ended.
const READABLE: usize = 8 * LONGEST;
/// How long a client has to close its end, for the same reason.
const LINGER: Duration = Duration::from_millis(500);
/// The size of a connection's buffers: large enough for most messages, small enough for thousands
/// of connections.
const BUFFER: usize = 4 * 1024;

/// A place among the connections of an address, and of an account; given back at the end.
pub struct Opening {
    house: House,
    client: IpAddr,
    account: String,
    device: String,
    signed_out: Receiver<SignedOut>,
    _places: (Place<IpAddr>, Place<String>),
}

impl Opening {
    /// Takes a place.
    ///
    /// # Errors
    /// When the address or the account has as many connections as it may have.
    pub fn new(house: &House, client: IpAddr, me: &Me) -> Result<Opening, ApiError> {
        if house.is_stopping() {
            return Err(ApiError::unavailable());
        }
        house.lets_in(Some(&me.account.id), client)?;
        let full = |whose: &str| {
            let text = format!("{whose} has as many open connections as one may have. Close some.");
            ApiError::new(ProblemCode::Full, text)
        };
        let limits = house.config.limits;
        let of_address = house.connections.take(client, limits.connections);
        let of_address = of_address.ok_or_else(|| full("Your address"))?;
        let account = me.account.id.clone();
        let of_account =
            house.account_connections.take(account.clone(), limits.account_connections);
        let of_account = of_account.ok_or_else(|| full("Your account"))?;
        house.metrics.connection(1);
        Ok(Opening {
            house: house.clone(),
            client,
            account,
            device: me.device(),
            signed_out: house.signed_out(),
            _places: (of_address, of_account),
        })
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
        self.house.metrics.connection(-1);
    }
}

/// The upgrade with our limits.
pub fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(READABLE)
        .max_frame_size(READABLE)
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
    opening: Opening,
}

/// What came over a line.
pub enum Heard {
    /// A message in a text frame.
    Text(Utf8Bytes),
    /// A message too many; go on after so many milliseconds.
    TooFast(u32),
    /// Something that is not text.
    NotText,
    /// A message larger than allowed.
    TooLarge,
    /// The device was signed out: nobody may act by it any more.
    SignedOut,
    /// The line is gone.
    Gone,
}

impl Line {
    /// The line over a socket.
    pub fn new(socket: WebSocket, opening: Opening) -> Line {
        let house = opening.house.clone();
        let now = Instant::now();
        let bucket = Bucket::full(house.config.limits.messages, now);
        Line { socket, house, bucket, heard: now, opening }
    }

    /// Waits for the next message. May be dropped while waiting.
    pub async fn hear(&mut self) -> Heard {
        loop {
            let opening = &mut self.opening;
            let received = tokio::select! {
                received = self.socket.recv() => received,
                ended = opening.signed_out.recv() => match ended {
                    Ok(who) if !who.is(&opening.account, &opening.device, opening.client) => continue,
                    Ok(_) => return Heard::SignedOut,
                    // It missed some: it comes back, and its token is looked at again.
                    Err(_) => return Heard::Gone,
                },
            };
            let message = match received {
                Some(Ok(message)) => message,
                Some(Err(error)) if is_too_large(&error) => return Heard::TooLarge,
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
                Message::Text(text) if text.len() > LONGEST => return Heard::TooLarge,
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

    /// Ends the line with a reason, which its client has a moment to read.
    pub async fn end(mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        if self.send(Message::Close(Some(frame))).await {
            let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            // A client that goes on is cut off.
            let _ = timeout(LINGER, rest).await;
        }
    }

    async fn send(&mut self, message: Message) -> bool {
        in_time(SinkExt::send(&mut self.socket, message)).await
    }
}

/// Whether a line broke because a message was larger than allowed.
fn is_too_large(error: &axum::Error) -> bool {
    use std::error::Error as _;
    use tungstenite::Error;
    matches!(error.source().and_then(|error| error.downcast_ref()), Some(Error::Capacity(_)))
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> bool {
    matches!(timeout(WRITE_TIMEOUT, sending).await, Ok(Ok(())))
}
