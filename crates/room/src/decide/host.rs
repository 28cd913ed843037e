//! What only the host can do, at any time.

use crate::message::{Happened, PersonId, RefusalCode, WhyLeft, WhyOver};

use super::{Decided, Draft};

impl Draft<'_> {
    pub(super) fn kick(&mut self, host: &PersonId, whom: &PersonId) -> Decided {
        if host == whom {
            return Err(RefusalCode::NoSuchPerson.into());
        }
        self.guest(whom)?;
        let plays = self.state.playing().is_some_and(|play| play.seat_of(whom).is_some());
        #[cfg(test)]
        let plays = plays && !crate::planted::has(crate::planted::Bug::KicksFromRatedGames);
        if plays {
            self.not_rated()?;
        }
        self.leave(whom, WhyLeft::Kicked)
    }

    pub(super) fn hand_over(&mut self, whom: &PersonId) -> Decided {
        self.guest(whom)?;
        self.add(Happened::Host { person: Some(whom.clone()) })
    }

    pub(super) fn pause(&mut self) -> Decided {
        self.at_table(|table| Ok(table.pause()?))
    }

    pub(super) fn go_on(&mut self) -> Decided {
        self.at_table(|table| Ok(table.go_on()?))
    }

    /// A player wants to break off the rated game: it ends when all who still play want that.
    pub(super) fn wants_to_stop(&mut self, person: &PersonId) -> Decided {
        let play = self.state.playing().ok_or(RefusalCode::NoGame)?;
        play.seat_of(person).ok_or(RefusalCode::NotSeated)?;
        if !play.stopping.contains(person) {
            self.add(Happened::WantsToStop { person: person.clone() })?;
        }
        self.stop_when_all_want()
    }

    /// Breaks off a rated game that nobody at the table wants to play any more.
    pub(super) fn stop_when_all_want(&mut self) -> Decided {
        #[cfg(test)]
        if crate::planted::has(crate::planted::Bug::BreaksOffRatedGames)
            && self.state.playing().is_some_and(|play| !play.stopping.is_empty())
        {
            return self.break_off(WhyOver::BrokenOff);
        }
        let all_want = self.state.playing().is_some_and(|play| {
            let mut players = play.players.iter().flatten();
            !play.stopping.is_empty() && players.all(|player| play.stopping.contains(player))
        });
        if all_want { self.break_off(WhyOver::BrokenOff) } else { Ok(()) }
    }

    /// Ends the game; its dice are opened.
    pub(super) fn break_off(&mut self, why: WhyOver) -> Decided {
        let play = self.state.playing().ok_or(RefusalCode::NoGame)?;
        let mut end = play.table.clone().end();
        if self.state.room.challenge.is_some() {
            // Others still play with these dice today: they are opened when the day is over.
            #[cfg(test)]
            if crate::planted::has(crate::planted::Bug::OpensTheDay) {
                return self.add(Happened::Ended { end, why });
            }
            end.reveal = None;
        }
        self.add(Happened::Ended { end, why })
    }

    pub(super) fn close(&mut self) -> Decided {
        if self.state.is_playing() {
            self.break_off(WhyOver::Closed)?;
        }
        self.add(Happened::Closed)
    }
}
