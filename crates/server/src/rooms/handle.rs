//! The way to a room that is awake.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dicehouse_answers::RoomSummary;
use dicehouse_room::message::{PersonId, RoomCode, ToRoom, Version};
use dicehouse_store::Account;
use dicehouse_table::Thought;
use tokio::sync::{mpsc, oneshot};

use super::outbox::Outbox;
use crate::limit::lock;

/// How many inputs may wait for a room. A connection that sends more waits; nobody else does.
const INBOX: usize = 256;

/// How long to wait for a room to close.
const LONGEST_SHUT: Duration = Duration::from_secs(4);

/// The way to a room. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct RoomHandle {
    inbox: mpsc::Sender<ToTask>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    code: RoomCode,
    connections: AtomicU64,
    summary: Mutex<Option<RoomSummary>>,
}

/// Something for the task of a room.
#[derive(Debug)]
pub enum ToTask {
    /// Somebody opened a connection.
    Connected {
        /// Its number, given by the handle.
        connection: u64,
        /// Whose token it came with.
        person: PersonId,
        /// What they are called.
        name: String,
        /// Where they come from.
        client: IpAddr,
        /// Where to send what they are sent.
        outbox: Outbox,
    },
    /// A message came.
    Said {
        /// The number of the connection it came by.
        connection: u64,
        /// The message, as it was understood.
        message: ToRoom,
    },
    /// Somebody who came too soon may come now.
    ComeNow {
        /// The number of their connection.
        connection: u64,
    },
    /// A connection is gone.
    Gone {
        /// The number it had.
        connection: u64,
    },
    /// A bot answered.
    Answered {
        /// The version at which it was asked.
        asked: Version,
        /// The act it chose, or why there is none, with the player who goes back to its seat.
        thought: Box<Thought>,
    },
    /// Somebody's account is being deleted: take them out, and say when it is done.
    Forget {
        /// Whose account it was.
        person: PersonId,
        /// Told when nothing of them is left.
        done: oneshot::Sender<()>,
    },
    /// An operator says something to everybody in the room.
    Announce {
        /// The words.
        text: String,
    },
    /// An operator closes the room.
    Shut {
        /// What those in it are told; nothing when it is empty.
        text: String,
    },
    /// Finish, and say when it is done.
    Stop(oneshot::Sender<()>),
}

/// A connection to a room; the room is told when it is dropped.
#[derive(Debug)]
pub struct Connection {
    id: u64,
    inbox: mpsc::Sender<ToTask>,
}

impl RoomHandle {
    /// The way to a room, and what comes along it.
    pub fn new(code: RoomCode) -> (RoomHandle, mpsc::Receiver<ToTask>) {
        let (inbox, inputs) = mpsc::channel(INBOX);
        let shared = Shared { code, connections: AtomicU64::new(0), summary: Mutex::default() };
        (RoomHandle { inbox, shared: Arc::new(shared) }, inputs)
    }

    /// The room's code.
    pub fn code(&self) -> &RoomCode {
        &self.shared.code
    }

    /// Whether the room has gone to sleep.
    pub fn is_gone(&self) -> bool {
        self.inbox.is_closed()
    }

    /// What everybody may know about the room.
    pub fn summary(&self) -> Option<RoomSummary> {
        lock(&self.shared.summary).clone()
    }

    /// Changes what everybody may know.
    pub fn show(&self, summary: RoomSummary) {
        *lock(&self.shared.summary) = Some(summary);
    }

    /// Opens a connection. `None` when the room has just gone to sleep.
    pub async fn connect(
        &self,
        who: &Account,
        client: IpAddr,
        outbox: Outbox,
    ) -> Option<Connection> {
        let id = self.shared.connections.fetch_add(1, Ordering::Relaxed);
        let connected = ToTask::Connected {
            connection: id,
            person: PersonId::new(&who.id)?,
            name: who.name.clone(),
            client,
            outbox,
        };
        self.inbox.send(connected).await.ok()?;
        Some(Connection { id, inbox: self.inbox.clone() })
    }

    /// Tells the room after a while that somebody may come in now.
    pub fn come_later(&self, connection: u64, wait: Duration) {
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            // A room that is asleep has nobody in it.
            let _ = inbox.send(ToTask::ComeNow { connection }).await;
        });
    }

    /// Brings a bot's answer.
    pub async fn answered(&self, asked: Version, thought: Thought) {
        // A room that is asleep asks again when it wakes up.
        let _ = self.inbox.send(ToTask::Answered { asked, thought: Box::new(thought) }).await;
    }

    /// Takes somebody out of the room and waits until nothing of them is left. `false` when the room has gone to sleep, or
    /// could not do it.
    pub async fn forget(&self, person: PersonId) -> bool {
        let (done, forgotten) = oneshot::channel();
        self.inbox.send(ToTask::Forget { person, done }).await.is_ok() && forgotten.await.is_ok()
    }

    /// Says something to everybody in the room.
    pub async fn announce(&self, text: &str) {
        // A room that is asleep has nobody in it.
        let _ = self.inbox.send(ToTask::Announce { text: text.to_owned() }).await;
    }

    /// Closes the room for good, and waits until it is closed.
    pub async fn shut(&self, text: &str) {
        if self.inbox.send(ToTask::Shut { text: text.to_owned() }).await.is_ok() {
            // One that takes longer is on its way: nobody needs to wait for it.
            let _ = tokio::time::timeout(LONGEST_SHUT, self.inbox.closed()).await;
        }
    }

    /// Stops the room and waits until it has finished.
    pub async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        if self.inbox.send(ToTask::Stop(done)).await.is_ok() {
            let _ = stopped.await;
        }
    }
}

impl Connection {
    /// Hands a message to the room. `false` when the room is gone.
    pub async fn say(&self, message: ToRoom) -> bool {
        self.inbox.send(ToTask::Said { connection: self.id, message }).await.is_ok()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let gone = ToTask::Gone { connection: self.id };
        if let Err(mpsc::error::TrySendError::Full(gone)) = self.inbox.try_send(gone) {
            let inbox = self.inbox.clone();
            tokio::spawn(async move { inbox.send(gone).await });
        }
    }
}
