//! What only the host can do, at any time.

use crate::message::{Happened, PersonId, RefusalCode, WhyLeft, WhyOver};

use super::{Decided, Draft};

impl Draft<'_> {
    pub(super) fn kick(&mut self, host: &PersonId, whom: &PersonId) -> Decided {
        if host == whom {
            return Err(RefusalCode::NoSuchPerson.into());
        }
        self.guest(whom)?;
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
