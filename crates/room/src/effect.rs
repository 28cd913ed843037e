//! What a room asks its shell to do, once the entries are kept.

use std::io;
use std::sync::Arc;

use dicehouse_rules::{Ruleset, Seat};
use dicehouse_table::record::{End, Header, RecordWriter, SigningKey};
use dicehouse_table::{Bot, Entry, Keep as _, Question};

use crate::message::{Challenge, PersonId, Time, ToClient, Version, WhyOver};

/// Something to do, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send a message to these people.
    Send(Vec<PersonId>, Arc<ToClient>),
    /// End the connection of somebody, after what was sent before.
    Drop(PersonId),
    /// Ask a bot; its answer comes as [`Input::Answer`](crate::Input::Answer).
    Ask(Box<Ask>),
    /// A game is to start: bring what it needs as [`Input::Deal`](crate::Input::Deal).
    Deal(Wanted),
    /// Bring [`Input::Tick`](crate::Input::Tick) at this time, in place of any told before; `None`: not at all.
    WakeAt(Option<Time>),
    /// A game is over: keep its record and its result. It may be told again after a restart.
    Over(Box<Finished>),
    /// The room is closed: nothing will happen in it any more.
    Closed,
}

/// Things to do, in order.
pub type Effects = Vec<Effect>;

/// What a bot is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The bot, by its name in the roster.
    pub bot: Bot,
    /// Where it plays.
    pub seat: Seat,
    /// The version at which it is asked, to be brought back with the answer.
    pub asked: Version,
    /// What it may know and what it may do.
    pub question: Question<'static>,
    /// What its luck in this game comes from: the same whenever it is asked.
    pub luck: u64,
}

/// What a deal is wanted for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The rules that will be played.
    pub ruleset: Ruleset,
    /// Who sits where; `None` for bots.
    pub seats: Vec<Option<PersonId>>,
    /// The daily challenge whose dice are wanted.
    pub challenge: Option<Challenge>,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Who played what.
    pub header: Header,
    /// Which people sat where when it started; `None` for bots.
    pub people: Vec<Option<PersonId>>,
    /// The whole game, hidden dice included.
    pub entries: Vec<Entry>,
    /// How it ended. Of a try at the daily challenge it reveals nothing.
    pub end: End,
    /// Whether it was played to its end or broken off.
    pub why: WhyOver,
    /// Whether everybody agreed at its start that it counts for the ratings.
    pub rated: bool,
    /// Whether its room was not in the list of rooms.
    pub is_private: bool,
    /// The daily challenge it was a try at.
    pub challenge: Option<Challenge>,
}

impl Finished {
    /// The record of the game, as a file, signed with `key` if its header says so. A header that names somebody else is not
    /// signed: nobody can vouch in the name of another.
    ///
    /// # Errors
    /// When it cannot be written as text.
    pub fn record(&self, end: &End, key: Option<&SigningKey>) -> io::Result<Vec<u8>> {
        let mut writer = RecordWriter::new(Vec::new(), &self.header)?;
        writer.keep(&self.entries)?;
        match key.filter(|key| self.header.signed_by == Some(key.public())) {
            Some(key) => writer.end_signed(end, key)?,
            None => writer.end(end)?,
        }
        Ok(writer.into_inner())
    }
}
