//! Commands without an answer.

use std::collections::VecDeque;

use crate::message::{Answer, Command, CommandId, Do, Time, ToRoom};
#[cfg(test)]
use crate::planted::{self, Bug};

/// What a client knows a command by. The number that travels is given to it only when it is sent for the first time: before
/// the room has said where the numbers go on, nobody knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

/// Commands without an answer, oldest first. Those that were sent come before the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    waiting: VecDeque<Waiting>,
    tickets: u64,
    /// The number of the next command.
    next: CommandId,
}

#[derive(Clone, Debug)]
struct Waiting {
    ticket: Ticket,
    /// Its number, once it was sent. It stays the same, so that the room does it once.
    id: Option<CommandId>,
    what: Do,
    since: Time,
}

impl Pending {
    pub(super) fn add(&mut self, now: Time, what: Do) -> Ticket {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        self.waiting.push_back(Waiting { ticket, id: None, what, since: now });
        ticket
    }

    /// Goes on with the number that the room says, or with a higher one.
    pub(super) fn continue_at(&mut self, next: CommandId) {
        #[cfg(test)]
        if planted::has(Bug::RestartsNumbers) {
            return;
        }
        self.next = self.next.max(next);
    }

    /// Gives numbers to the commands that have none; these are to be sent.
    pub(super) fn number_new(&mut self) -> Vec<ToRoom> {
        let new = self.waiting.iter_mut().filter(|waiting| waiting.id.is_none());
        let numbered = new.map(|waiting| {
            let id = self.next.max(CommandId(1));
            self.next = CommandId(id.0.saturating_add(1));
            waiting.id = Some(id);
            ToRoom::Command(Command { id, what: waiting.what.clone() })
        });
        numbered.collect()
    }

    /// The commands that were sent.
    pub(super) fn again(&self) -> impl Iterator<Item = ToRoom> {
        let command =
            |waiting: &Waiting| Some(Command { id: waiting.id?, what: waiting.what.clone() });
        self.waiting.iter().filter_map(command).map(ToRoom::Command)
    }

    /// The command that is answered waits no longer.
    pub(super) fn answered(&mut self, answer: &Answer) -> Option<Ticket> {
        let place = self.waiting.iter().position(|waiting| waiting.id == Some(answer.id));
        #[cfg(test)]
        let place = match planted::has(Bug::TakesAnyAnswer) {
            true => self.waiting.iter().position(|waiting| waiting.id.is_some()),
            false => place,
        };
        self.waiting.remove(place?).map(|waiting| waiting.ticket)
    }

    pub(super) fn waiting(&self) -> impl Iterator<Item = (Ticket, &Do)> {
        self.waiting.iter().map(|waiting| (waiting.ticket, &waiting.what))
    }

    /// Since when the oldest waits.
    pub(super) fn oldest(&self) -> Option<Time> {
        self.waiting.front().map(|waiting| waiting.since)
    }

    pub(super) fn is_any_sent(&self) -> bool {
        self.waiting.front().is_some_and(|waiting| waiting.id.is_some())
    }
}

#[cfg(test)]
impl Pending {
    /// For a planted mistake: what was sent gets new numbers.
    pub(super) fn as_new(&mut self) -> Vec<ToRoom> {
        self.waiting.iter_mut().for_each(|waiting| waiting.id = None);
        self.number_new()
    }

    /// For a planted mistake: the numbers begin again.
    pub(super) fn restart_numbers(&mut self) {
        self.next = CommandId(1);
    }
}
