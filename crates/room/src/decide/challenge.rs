//! A try at the daily challenge: a room for one player and one game, until the day is over.

use crate::message::{Challenge, Do, Happened, PersonId, Phase, RefusalCode};

use super::{Decided, Draft};

impl Draft<'_> {
    /// Only the player comes into the room of a try, and only as long as the day lasts.
    pub(super) fn invited(&self, person: &PersonId) -> Decided {
        match &self.state.room.challenge {
            Some(challenge) if challenge.player != *person => Err(RefusalCode::Private.into()),
            Some(_) if self.day_is_over() => Err(RefusalCode::Closed.into()),
            Some(_) | None => Ok(()),
        }
    }

    /// The try begins when its player comes in for the first time.
    pub(super) fn try_begins(&mut self, person: &PersonId) -> Decided {
        let room = &self.state.room;
        if room.challenge.is_none() || room.phase != Phase::Lobby || room.starting {
            return Ok(());
        }
        if let Some(seat) =
            self.state.seats().next().filter(|_| self.state.seat_of(person).is_none())
        {
            self.add(Happened::Sat { person: person.clone(), seat })?;
        }
        self.add(Happened::Starting)
    }

    /// Whether the day of the challenge is over.
    pub(super) fn day_is_over(&self) -> bool {
        self.state.room.challenge.as_ref().map(Challenge::until).is_some_and(|end| self.at >= end)
    }

    /// A try has one game, as it is, and nothing is done in it after its day.
    pub(super) fn allowed_by_the_challenge(&self, what: &Do) -> Decided {
        if self.state.room.challenge.is_none() {
            return Ok(());
        }
        if self.day_is_over() {
            return Err(RefusalCode::Closed.into());
        }
        match what {
            Do::Sit { .. }
            | Do::Stand
            | Do::Ready { .. }
            | Do::GiveToBot
            | Do::TakeBack
            | Do::Change { .. }
            | Do::SeatBot { .. }
            | Do::RemoveBot { .. }
            | Do::Start
            | Do::Kick { .. }
            | Do::HandOver { .. } => Err(RefusalCode::Challenge.into()),
            Do::Leave
            | Do::Say { .. }
            | Do::SeatSeed { .. }
            | Do::Act { .. }
            | Do::Pause
            | Do::GoOn
            | Do::BreakOff
            | Do::Close => Ok(()),
        }
    }
}
