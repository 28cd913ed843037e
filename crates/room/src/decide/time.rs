//! What time brings: deadlines, absence, the end of a pause, rooms nobody is in.

use dicehouse_rules::{Cause, Seat};
use dicehouse_table::Detail;

use crate::message::{Challenge, Happened, PersonId, Phase, Time, WhyLeft};
use crate::presence::Presences;
use crate::state::State;

use super::{Decided, Draft, EMPTY, LOBBY, LONGEST_PAUSE};

impl Draft<'_> {
    /// After a replay, the time the house was down is given back to those who are due.
    pub(super) fn woke(&mut self, alive: Option<Time>) -> Decided {
        let Some(play) = self.state.playing() else { return Ok(()) };
        let Some(until) = play.until else { return Ok(()) };
        let stopped = alive.unwrap_or(self.state.at).clamp(self.state.at, self.at);
        let left = until.since(stopped);
        self.add(Happened::Clock { until: Some(self.at.plus(left)) })
    }

    /// Whatever is due by now.
    pub(super) fn settle(&mut self, now: Time) -> Decided {
        if self.state.room.phase == Phase::Closed {
            return Ok(());
        }
        if self.day_is_over() {
            return self.close();
        }
        self.long_pause()?;
        self.first_throw()?;
        self.absent(now)?;
        self.late()?;
        self.absent_host(now)?;
        self.start_when_ready()?;
        self.empty()
    }

    fn long_pause(&mut self) -> Decided {
        let pause = self.state.playing().and_then(|play| play.pause);
        match pause {
            Some(pause) if self.at.since(pause.since) >= LONGEST_PAUSE => self.go_on(),
            _ => Ok(()),
        }
    }

    /// Throws the first dice once the time for seeds is over.
    fn first_throw(&mut self) -> Decided {
        let over = self.state.playing().is_some_and(|play| {
            play.gathering
                && play.pause.is_none()
                && play.until.is_none_or(|until| self.at >= until)
        });
        if over { self.at_table(|_| Ok(Vec::new())) } else { Ok(()) }
    }

    /// Handles people who are away too long: a bot plays for them, or each turn is a fault; spectators leave.
    fn absent(&mut self, now: Time) -> Decided {
        let people: Vec<PersonId> =
            self.state.room.people.iter().map(|guest| guest.person.clone()).collect();
        for person in people {
            if !is_absent(&self.state, &self.presences, &person, now) {
                continue;
            }
            match self.state.playing().and_then(|play| play.seat_of(&person)) {
                Some(seat) => self.stands_in(seat)?,
                None => self.leave(&person, WhyLeft::Absent)?,
            }
        }
        self.turns_of_the_absent(now)
    }

    fn stands_in(&mut self, seat: Seat) -> Decided {
        let Some(play) = self.state.playing() else { return Ok(()) };
        if play.table.stand_in(seat).is_some() || play.table.is_paused() {
            return Ok(());
        }
        match self.stand_in() {
            Some(bot) => self.at_table(|table| Ok(table.take_over(seat, bot)?)),
            None => Ok(()),
        }
    }

    /// The turns of those who are away or left and for whom no bot plays are faults.
    fn turns_of_the_absent(&mut self, now: Time) -> Decided {
        while let Some(seat) = self.due_and_absent(now) {
            self.fault(seat, Cause::Left)?;
        }
        Ok(())
    }

    fn due_and_absent(&self, now: Time) -> Option<Seat> {
        // A try at the daily challenge waits for its player until the day is over.
        if self.state.room.challenge.is_some() {
            return None;
        }
        let play = self.state.playing()?;
        play.due().iter().find(|seat| {
            let away = match &play.players[seat.index()] {
                Some(person) => is_absent(&self.state, &self.presences, person, now),
                None => true,
            };
            play.bot(*seat).is_none() && away
        })
    }

    /// A player who is due and has no time left loses the turn.
    fn late(&mut self) -> Decided {
        let Some(play) = self.state.playing() else { return Ok(()) };
        let over = play.until.is_some_and(|until| self.at >= until);
        if !over || play.gathering {
            return Ok(());
        }
        let late: Vec<_> = play.due().iter().map(|seat| (seat, play.asked[seat.index()])).collect();
        for (seat, asked) in late {
            let still = self.state.playing().is_some_and(|play| play.asked[seat.index()] == asked);
            if still {
                self.fault(seat, Cause::Timeout)?;
            }
        }
        Ok(())
    }

    fn fault(&mut self, seat: Seat, cause: Cause) -> Decided {
        self.at_table(|table| Ok(table.fault(seat, cause, Detail::default())?))
    }

    /// A host who is away too long is followed by whoever is here longest.
    fn absent_host(&mut self, now: Time) -> Decided {
        let Some(host) = self.state.room.host.clone() else { return Ok(()) };
        if !is_absent(&self.state, &self.presences, &host, now) {
            return Ok(());
        }
        match self.next_host() {
            Some(next) if next != host && self.presences.is_here(&next) => {
                self.add(Happened::Host { person: Some(next) })
            }
            _ => Ok(()),
        }
    }

    /// A room that everybody left is closed after a while.
    fn empty(&mut self) -> Decided {
        if is_empty(&self.state) && self.at.since(self.state.at) >= EMPTY {
            return self.close();
        }
        Ok(())
    }
}

/// Whether somebody is away longer than the room allows.
fn is_absent(state: &State, presences: &Presences, person: &PersonId, now: Time) -> bool {
    let grace = patience(state);
    presences.away_since(person).is_some_and(|since| now.since(since) >= grace)
}

/// How long somebody may be away. Between games nobody waits for them, unless the game starts by itself.
fn patience(state: &State) -> u64 {
    let settings = &state.room.settings;
    let grace = settings.absence.grace.millis();
    let waits = !state.is_playing() && !settings.start_when_ready;
    if waits { grace.max(LOBBY) } else { grace }
}

/// Whether a room is of no use to anybody. A try at the daily challenge that has not begun waits for its player.
fn is_empty(state: &State) -> bool {
    let waits = state.room.challenge.is_some() && state.room.phase == Phase::Lobby;
    state.room.people.is_empty() && !state.is_playing() && !waits
}

/// When the clock brings something next. Everything due by now has been done, or waits for something else.
pub(crate) fn next_wake(state: &State, presences: &Presences, now: Time) -> Option<Time> {
    if state.room.phase == Phase::Closed {
        return None;
    }
    let play = state.playing();
    let deadline = play.and_then(|play| play.until);
    let pause = play.and_then(|play| play.pause).map(|pause| pause.since.plus(LONGEST_PAUSE));
    let grace = patience(state);
    let waits = |person: &PersonId| {
        // Nothing more happens to somebody for whom a bot plays already.
        let seat = play.and_then(|play| play.seat_of(person));
        let idle = seat.is_some_and(|seat| play.is_some_and(|play| play.bot(seat).is_some()));
        let is_host = state.room.host.as_ref() == Some(person);
        !idle || is_host
    };
    let away = state
        .room
        .people
        .iter()
        .filter(|guest| waits(&guest.person))
        .filter_map(|guest| presences.away_since(&guest.person).map(|since| since.plus(grace)));
    let closes = is_empty(state).then(|| state.at.plus(EMPTY));
    let day = state.room.challenge.as_ref().map(Challenge::until);
    away.chain(closes).chain(day).chain(deadline).chain(pause).filter(|time| *time > now).min()
}
