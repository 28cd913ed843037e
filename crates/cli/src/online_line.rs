//! A person in an online room: every message, once the client core has taken it in.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use dicehouse_client::{Arrival as Carried, Transport};
use dicehouse_room::message::{Do, Time};
use dicehouse_room::{Mirror, Output};
use dicehouse_terminal::screen::Arrival;

/// A line to a room, looked after by a [`Mirror`].
pub struct OnlineLine {
    transport: Transport,
    mirror: Mirror,
    start: Instant,
    arrived: VecDeque<Arrival>,
}

impl OnlineLine {
    /// A line that is being opened.
    pub fn new(transport: Transport) -> OnlineLine {
        let start = Instant::now();
        OnlineLine { transport, mirror: Mirror::new(), start, arrived: VecDeque::new() }
    }

    /// Does something in the room.
    pub fn act(&mut self, what: Do) {
        self.mirror.want(self.now(), what);
        self.carry_out();
    }

    /// What has come already.
    pub fn try_next(&mut self) -> Option<Arrival> {
        while self.arrived.is_empty() {
            let Some(carried) = self.transport.try_next() else {
                self.mirror.tick(self.now());
                self.carry_out();
                break;
            };
            self.take(carried);
        }
        self.arrived.pop_front()
    }

    /// What comes next.
    pub async fn next(&mut self) -> Arrival {
        loop {
            if let Some(arrival) = self.arrived.pop_front() {
                return arrival;
            }
            let wake = self.mirror.wake_at().map(|at| Duration::from_millis(at.since(self.now())));
            tokio::select! {
                carried = self.transport.next() => self.take(carried),
                () = tokio::time::sleep(wake.unwrap_or_default()), if wake.is_some() => {
                    self.mirror.tick(self.now());
                    self.carry_out();
                }
            }
        }
    }

    fn now(&self) -> Time {
        Time(self.start.elapsed().as_millis().try_into().unwrap_or(u64::MAX))
    }

    fn take(&mut self, carried: Carried) {
        if let Carried::Message(message) = &carried {
            self.arrived.push_back(Arrival::Message(message.clone()));
        }
        let now = self.now();
        carried.tell(&mut self.mirror, now);
        self.carry_out();
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.mirror.poll() {
            match output {
                Output::Send(message) => self.transport.send(message),
                Output::Reconnect { after } => {
                    self.transport.reconnect(after);
                    self.arrived.push_back(Arrival::Lost);
                }
                Output::GaveUp(why) => self.arrived.push_back(Arrival::Ended(why.to_string())),
                _ => {}
            }
        }
    }
}
