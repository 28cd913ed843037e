//! Who sits at a table, who plays for them, and whether the game waits.

use std::sync::Arc;

use dicehouse_rules::{Cause, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::entry::Entry;
use crate::seating::{Bot, Seated};

/// Why something cannot happen at a table now. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum NotNow {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The game waits.
    #[error("the game is paused")]
    Paused,
    /// The game does not wait.
    #[error("the game is not paused")]
    NotPaused,
    /// The table has no such seat.
    #[error("there is no seat {seat} at this table")]
    NoSuchSeat {
        /// The seat named.
        seat: Seat,
    },
    /// No dice are to be rolled.
    #[error("no dice are to be rolled now")]
    NothingToRoll,
    /// The seat is not due to act.
    #[error("it is not the turn of seat {seat}")]
    NotDue {
        /// The seat named.
        seat: Seat,
    },
    /// These dice take no seeds.
    #[error("nobody can add a seed to these dice")]
    NoSeeds,
    /// The first throw has been made.
    #[error("seeds are added before the first throw")]
    SeedTooLate,
    /// The seat has added its seed.
    #[error("seat {seat} has added a seed already")]
    SecondSeed {
        /// The seat named.
        seat: Seat,
    },
    /// A bot plays for the seat already.
    #[error("a bot plays for seat {seat} already")]
    TakenOver {
        /// The seat named.
        seat: Seat,
    },
    /// No bot plays for the seat.
    #[error("no bot plays for seat {seat}")]
    NotTakenOver {
        /// The seat named.
        seat: Seat,
    },
    /// A person is not punished for this.
    #[error("a person {} is not punished for it under these rules", .cause.sentence())]
    NoFaultOfAPerson {
        /// What it would have been for.
        cause: Cause,
    },
}

/// The people and bots of a table.
#[derive(Clone, Debug)]
pub(crate) struct Company {
    pub(crate) seats: Arc<[Seated]>,
    /// Who plays for somebody else now.
    stand_ins: Vec<(Seat, Bot)>,
    seeded: Seats,
    /// Whether a throw was made: no seeds are taken any more.
    pub(crate) thrown: bool,
    pub(crate) paused: bool,
    /// Whether an illegal act is punished, even a person's.
    punishes: bool,
}

impl Company {
    pub(crate) fn new(seats: Arc<[Seated]>, punishes: bool) -> Company {
        Company {
            seats,
            stand_ins: Vec::new(),
            seeded: Seats::NONE,
            thrown: false,
            paused: false,
            punishes,
        }
    }

    pub(crate) fn seated(&self, seat: Seat) -> Option<&Seated> {
        self.seats.get(seat.index())
    }

    pub(crate) fn stand_in(&self, seat: Seat) -> Option<&Bot> {
        self.stand_ins.iter().find(|(whose, _)| *whose == seat).map(|(_, bot)| bot)
    }

    /// Whether a person plays there now.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.seated(seat).is_some_and(Seated::is_person) && self.stand_in(seat).is_none()
    }

    /// Whether an illegal act of `seat` is a fault: by the rules for everyone, or because a program
    /// gets no second try.
    pub(crate) fn must_fault(&self, seat: Seat) -> bool {
        self.punishes || !self.is_person(seat)
    }

    /// The cause as it is recorded. A person does not crash; they have left.
    pub(crate) fn cause_for(&self, seat: Seat, cause: Cause) -> Cause {
        match cause {
            Cause::Crashed | Cause::Unreadable if self.is_person(seat) => Cause::Left,
            cause => cause,
        }
    }

    /// Whether `seat` can be punished for `cause`.
    pub(crate) fn check_fault(&self, seat: Seat, cause: Cause) -> Result<(), NotNow> {
        let fits = match cause {
            Cause::Timeout | Cause::Left => true,
            Cause::Illegal => self.must_fault(seat),
            Cause::Crashed | Cause::Unreadable => !self.is_person(seat),
        };
        if fits { Ok(()) } else { Err(NotNow::NoFaultOfAPerson { cause }) }
    }

    /// Whether an entry that is not an event of the game can come now.
    pub(crate) fn check(&self, entry: &Entry) -> Result<(), NotNow> {
        if let Some(seat) = entry.seat()
            && seat.index() >= self.seats.len()
        {
            return Err(NotNow::NoSuchSeat { seat });
        }
        match *entry {
            Entry::Talk { .. } => Ok(()),
            Entry::Note { .. } | Entry::Detail { .. } if self.paused => Err(NotNow::Paused),
            Entry::Note { .. } | Entry::Detail { .. } => Ok(()),
            Entry::SeatSeed { .. } if self.thrown => Err(NotNow::SeedTooLate),
            Entry::SeatSeed { seat, .. } if self.seeded.contains(seat) => {
                Err(NotNow::SecondSeed { seat })
            }
            Entry::SeatSeed { .. } => Ok(()),
            Entry::TakenOver { seat, .. } if self.stand_in(seat).is_some() => {
                Err(NotNow::TakenOver { seat })
            }
            Entry::TakenOver { .. } => Ok(()),
            Entry::GivenBack { seat } if self.stand_in(seat).is_none() => {
                Err(NotNow::NotTakenOver { seat })
            }
            Entry::GivenBack { .. } => Ok(()),
            Entry::Paused if self.paused => Err(NotNow::Paused),
            Entry::Paused => Ok(()),
            Entry::GoesOn if !self.paused => Err(NotNow::NotPaused),
            Entry::GoesOn => Ok(()),
            Entry::Event(_) if self.paused => Err(NotNow::Paused),
            Entry::Event(_) => Ok(()),
        }
    }

    /// Takes in an entry that was checked.
    pub(crate) fn apply(&mut self, entry: &Entry) {
        match entry {
            Entry::SeatSeed { seat, .. } => self.seeded.insert(*seat),
            Entry::TakenOver { seat, by } => self.stand_ins.push((*seat, by.clone())),
            Entry::GivenBack { seat } => self.stand_ins.retain(|(whose, _)| whose != seat),
            Entry::Paused => self.paused = true,
            Entry::GoesOn => self.paused = false,
            Entry::Talk { .. } | Entry::Note { .. } | Entry::Detail { .. } | Entry::Event(_) => {}
        }
    }
}

impl From<NotNow> for Refusal {
    /// For a player who tried to act: why not.
    fn from(why: NotNow) -> Refusal {
        match why {
            NotNow::Over => Refusal::GameOver,
            NotNow::NoSuchSeat { seat } => Refusal::NoSuchSeat { seat },
            _ => Refusal::NotYourTurn,
        }
    }
}
