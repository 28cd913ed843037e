//! The way to one client: a queue with an end. A client that does not read is cut off.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use dicehouse_room::message::ToClient;
use tokio::sync::mpsc;

/// Most messages have fewer bytes.
const USUAL: usize = 1024;
/// How many messages may wait for a client.
const QUEUE: usize = 128;

/// Where a room puts what a client is to be sent. When it is dropped without [`Outgoing::End`], the client
/// was too slow.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Outgoing>,
}

/// Something for a client.
#[derive(Debug, Clone)]
pub enum Outgoing {
    /// A message, which others may get as well.
    Message(Arc<SharedMessage>),
    /// The connection ends.
    End,
}

/// A message to one or many. It becomes text once, when the first of them needs it so; a bot inside the house never does.
#[derive(Debug)]
pub struct SharedMessage {
    message: Arc<ToClient>,
    text: OnceLock<Utf8Bytes>,
}

impl SharedMessage {
    /// The message, to be sent.
    pub fn new(message: impl Into<Arc<ToClient>>) -> Arc<SharedMessage> {
        Arc::new(SharedMessage { message: message.into(), text: OnceLock::new() })
    }

    /// What is said.
    pub fn message(&self) -> &ToClient {
        &self.message
    }

    /// The message as it travels.
    pub fn text(&self) -> Utf8Bytes {
        self.text.get_or_init(|| text(&self.message)).clone()
    }
}

/// The client did not read what it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooSlow;

impl Outbox {
    /// A queue and its other end.
    pub fn new() -> (Outbox, mpsc::Receiver<Outgoing>) {
        let (queue, outgoing) = mpsc::channel(QUEUE);
        (Outbox { queue }, outgoing)
    }

    /// Puts a message in, without waiting.
    ///
    /// # Errors
    /// When the queue is full or the client is gone.
    pub fn put(&self, outgoing: Outgoing) -> Result<(), TooSlow> {
        self.queue.try_send(outgoing).map_err(|_| TooSlow)
    }
}

/// A message as it travels.
pub fn text(message: &ToClient) -> Utf8Bytes {
    let mut text = Vec::with_capacity(USUAL);
    // Every message is plain data, which JSON can always say.
    let written = serde_json::to_writer(&mut text, message);
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8(text).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_has_an_end() {
        let (outbox, outgoing) = Outbox::new();
        let put = (0..1000).take_while(|_| outbox.put(Outgoing::End).is_ok()).count();
        assert_eq!(put, QUEUE);
        drop(outgoing);
        assert_eq!(outbox.put(Outgoing::End), Err(TooSlow), "the client is gone");
    }
}
