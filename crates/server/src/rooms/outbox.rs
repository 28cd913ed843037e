//! The way to one client: a queue with an end. A client that does not read is cut off.

use axum::extract::ws::Utf8Bytes;
use dicehouse_room::message::ToClient;
use tokio::sync::mpsc;

/// Most messages have fewer bytes.
const USUAL: usize = 1024;
/// How many messages may wait for a client.
const QUEUE: usize = 128;

/// Where a room puts what a client is to be sent. When it is dropped without [`Letter::End`], the client
/// was too slow.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Letter>,
}

/// Something for a client.
#[derive(Debug, Clone)]
pub enum Letter {
    /// A message, as text.
    Text(Utf8Bytes),
    /// The connection ends.
    End,
}

/// The client did not read what it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooSlow;

impl Outbox {
    /// A queue and its other end.
    pub fn new() -> (Outbox, mpsc::Receiver<Letter>) {
        let (queue, letters) = mpsc::channel(QUEUE);
        (Outbox { queue }, letters)
    }

    /// Puts a message in, without waiting.
    ///
    /// # Errors
    /// When the queue is full or the client is gone.
    pub fn put(&self, letter: Letter) -> Result<(), TooSlow> {
        self.queue.try_send(letter).map_err(|_| TooSlow)
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
        let (outbox, letters) = Outbox::new();
        let letter = || Letter::Text(Utf8Bytes::from_static("x"));
        let put = (0..1000).take_while(|_| outbox.put(letter()).is_ok()).count();
        assert_eq!(put, QUEUE);
        drop(letters);
        assert_eq!(outbox.put(letter()), Err(TooSlow), "the client is gone");
    }
}
