//! The game that is going on in a room, or its last one.

use std::sync::Arc;

use dicehouse_rules::{Fact, Seat, Seats, Turn};
use dicehouse_table::record::{End, Header, Reveal};
use dicehouse_table::{Bot, Entry, ResumeError, SeatKind, Table};

use dicehouse_telling::voice::{Chatter, Remark};

use super::HouseDice;
use crate::message::{PersonId, Time, Version, WhyOver};

/// A game with what the room knows about it.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) header: Arc<Header>,
    /// Who played when it started, by seat.
    pub(crate) began: Arc<[Option<PersonId>]>,
    /// Who plays now, by seat: nobody where they left.
    pub(crate) players: Vec<Option<PersonId>>,
    pub(crate) table: Table<HouseDice>,
    /// What the dice and the luck of the bots come from.
    pub(crate) secret: Reveal,
    /// What happened, one item per step.
    pub(crate) steps: Vec<Arc<[Entry]>>,
    /// The version at which each seat was asked what it has not answered yet.
    pub(crate) asked: Vec<Option<Version>>,
    /// Until when those who are due have time, or players may add seeds.
    pub(crate) until: Option<Time>,
    /// Whether players may add seeds: no dice are thrown yet.
    pub(crate) gathering: bool,
    pub(crate) pause: Option<Pause>,
    /// Whether it counts for the ratings.
    pub(crate) rated: bool,
    /// Whether its room was not in the list of rooms when it started.
    pub(crate) is_private: bool,
    /// The players who want to break it off.
    pub(crate) stopping: Vec<PersonId>,
    /// The seats whose players wanted a bot to play.
    pub(crate) wished: Seats,
    pub(crate) over: Option<(End, WhyOver)>,
    /// The bots that talk.
    pub(crate) chatter: Chatter,
}

/// A pause that the host asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pause {
    pub(crate) since: Time,
    /// How much time those who are due had left, in milliseconds.
    pub(crate) left: Option<u64>,
}

impl Play {
    pub(crate) fn new(
        header: &Header,
        dice: HouseDice,
        secret: Reveal,
        players: Vec<Option<PersonId>>,
        until: Time,
    ) -> Result<Play, ResumeError> {
        let table = Table::new(header.ruleset, header.seats.as_slice(), dice)?;
        Ok(Play {
            header: Arc::new(header.clone()),
            began: players.as_slice().into(),
            asked: vec![None; players.len()],
            players,
            table,
            secret,
            steps: Vec::new(),
            until: Some(until),
            gathering: true,
            pause: None,
            rated: false,
            is_private: false,
            stopping: Vec::new(),
            wished: Seats::NONE,
            over: None,
            chatter: Chatter::new(header.seats.as_slice(), luck(header)),
        })
    }

    /// A bot said this, or nothing, to what happened last.
    pub(crate) fn heard(&mut self, remark: Option<Remark>) {
        self.chatter.follow(remark);
    }

    /// Everything that happened.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> + Clone {
        self.steps.iter().flat_map(|step| step.iter())
    }

    /// The seat of `person`.
    pub(crate) fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        Seat::first(self.players.len())
            .find(|seat| self.players[seat.index()].as_ref() == Some(person))
    }

    /// The seats that are due; none while seeds are gathered, the game waits, or it is over.
    pub(crate) fn due(&self) -> Seats {
        if self.gathering || self.table.is_paused() || self.over.is_some() {
            return Seats::NONE;
        }
        self.table.turn().due()
    }

    /// The bot that plays in `seat`, on its own or for somebody.
    pub(crate) fn bot(&self, seat: Seat) -> Option<&Bot> {
        self.table.stand_in(seat).or_else(|| match &self.table.seated(seat)?.kind {
            SeatKind::Bot(bot) => Some(bot),
            SeatKind::Person => None,
        })
    }

    /// Whether the seats of all people have added a seed.
    pub(crate) fn all_seeded(&self) -> bool {
        let mut seeded = Seats::NONE;
        for entry in self.entries() {
            if let Entry::SeatSeed { seat, .. } = entry {
                seeded.insert(*seat);
            }
        }
        Seat::first(self.players.len())
            .all(|seat| seeded.contains(seat) || self.players[seat.index()].is_none())
    }

    /// Whether `seat`, which was asked before, still has the same question after `entries`.
    pub(crate) fn still_asked(&self, seat: Seat, entries: &[Entry]) -> bool {
        let other = |entry: &Entry| match entry.fact() {
            None => true,
            Some(Fact::Decided { seat: who } | Fact::Fault { seat: who, .. }) => *who != seat,
            Some(_) => false,
        };
        self.asked[seat.index()].is_some() && entries.iter().all(other)
    }

    /// Follows a step that was kept, or that was played at `table`.
    pub(crate) fn follow(
        &mut self,
        version: Version,
        at: Time,
        entries: &[Entry],
        until: Option<Time>,
        table: Option<Table<HouseDice>>,
    ) -> Result<(), ResumeError> {
        let still: Seats = Seat::first(self.players.len())
            .filter(|seat| self.still_asked(*seat, entries))
            .collect();
        match table {
            Some(table) => self.table = table,
            None => drop(self.table.follow(entries)?),
        }
        for entry in entries {
            match entry {
                Entry::Paused => {
                    let left = self.until.map(|until| until.since(at));
                    self.pause = Some(Pause { since: at, left });
                }
                Entry::GoesOn => self.pause = None,
                Entry::GivenBack { seat } => self.wished.remove(*seat),
                Entry::Event(_) => self.gathering = false,
                _ => {}
            }
        }
        self.steps.push(entries.into());
        self.until = until;
        // While the game waits nobody loses their question.
        let due = if self.gathering { Seats::NONE } else { self.table.turn().due() };
        for seat in Seat::first(self.players.len()) {
            let place = &mut self.asked[seat.index()];
            *place = match (due.contains(seat), still.contains(seat)) {
                (true, true) => *place,
                (true, false) => Some(version),
                (false, _) => None,
            };
        }
        Ok(())
    }

    /// Whether the game has been played to its end.
    pub(crate) fn is_over(&self) -> bool {
        self.table.turn() == Turn::Over
    }
}

/// The luck of what the bots say: everybody knows it, and it has nothing to do with the dice.
fn luck(header: &Header) -> u64 {
    let id = header.id.as_str().bytes();
    id.fold(0xcbf2_9ce4_8422_2325, |luck, byte| {
        (luck ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
