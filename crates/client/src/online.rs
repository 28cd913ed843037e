//! A person in a room over the network: a [`Mirror`] with a [`Transport`], for async callers.

use std::time::Duration;

use dicehouse_room::message::{Do, RoomCode, Snapshot, Time};
use dicehouse_room::{Mirror, Output, Ticket};
use tokio::time::{Instant, sleep_until};

use crate::transport::{Arrival, Transport};
use crate::visitor::{ClientError, Visitor};

/// A person in a room. The line comes back by itself while [`next`](Online::next) is awaited.
#[derive(Debug)]
pub struct Online {
    transport: Transport,
    mirror: Mirror,
    start: Instant,
}

impl Online {
    /// Comes into a room.
    ///
    /// # Errors
    /// When the house cannot be reached, or refuses.
    pub async fn come(visitor: Visitor, code: &RoomCode) -> Result<Online, ClientError> {
        let transport = Transport::opened(visitor, code).await?;
        Ok(Online { transport, mirror: Mirror::new(), start: Instant::now() })
    }

    /// What the person knows of the room.
    pub fn mirror(&self) -> &Mirror {
        &self.mirror
    }

    /// The room as the person sees it; `None` before the welcome.
    pub fn shown(&self) -> Option<&Snapshot> {
        self.mirror.shown()
    }

    /// Does something in the room. It is sent when [`next`](Online::next) is awaited.
    pub fn act(&mut self, what: Do) -> Ticket {
        self.mirror.want(self.now(), what)
    }

    /// Opens a line at once where one is being waited for.
    pub fn hurry(&mut self) {
        self.mirror.hurry(self.now());
    }

    /// What happens next, once it was carried out. Sending is not told. May be dropped while waiting.
    pub async fn next(&mut self) -> Output {
        loop {
            while let Some(output) = self.mirror.poll() {
                match output {
                    Output::Send(message) => self.transport.send(message),
                    Output::Reconnect { after } => {
                        self.transport.reconnect(after);
                        return output;
                    }
                    other => return other,
                }
            }
            let wake = self.mirror.wake_at().map(|at| self.start + Duration::from_millis(at.0));
            let arrival = tokio::select! {
                arrival = self.transport.next() => Some(arrival),
                () = sleep_until(wake.unwrap_or(self.start)), if wake.is_some() => None,
            };
            let now = self.now();
            match arrival {
                Some(arrival) => arrival.tell(&mut self.mirror, now),
                None => self.mirror.tick(now),
            }
        }
    }

    /// Time since this began.
    fn now(&self) -> Time {
        Time(self.start.elapsed().as_millis().try_into().unwrap_or(u64::MAX))
    }
}

impl Arrival {
    /// Tells a client what came.
    pub fn tell(self, mirror: &mut Mirror, now: Time) {
        match self {
            Arrival::Up => mirror.connected(now),
            Arrival::Down => mirror.lost(now),
            Arrival::Message(message) => mirror.take(now, *message),
            Arrival::Refused(why) => mirror.turned_away(why),
        }
    }
}
