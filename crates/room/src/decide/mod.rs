//! Deciding: what follows from an input. Nothing changes here; the entries say what will.

mod challenge;
mod come;
mod game;
mod host;
mod lobby;
mod looks;
mod settings;
mod time;

use std::borrow::Cow;
use std::sync::Arc;

use dicehouse_rules::Seat;
use dicehouse_table::Table;

use crate::input::Input;
use crate::message::{
    By, Command, Do, Happened, PersonId, Phase, Refusal, RefusalCode, RoomEntry, Time,
};
use crate::offers::Offers;
#[cfg(test)]
use crate::planted::{self, Bug};
use crate::presence::Presences;
use crate::state::{Guest, HouseDice, Known, State};

pub(crate) use settings::check as check_settings;
pub(crate) use time::next_wake;

/// The most people in a room.
pub(crate) const MOST_PEOPLE: usize = 200;
/// How long players may add seeds, in milliseconds.
pub(crate) const SEEDS: u64 = 3000;
/// How long a pause lasts at the longest, in milliseconds.
pub(crate) const LONGEST_PAUSE: u64 = 3_600_000;

/// How long a seat or the host's role waits between games for somebody who is away, in milliseconds.
pub(crate) const BETWEEN_GAMES: u64 = 600_000;
/// The same in a room where the game starts by itself and strangers wait for it.
pub(crate) const BEFORE_A_START: u64 = 120_000;
/// How long somebody who was the host and was away may come back as the host, in milliseconds.
pub(crate) const HOST_AGAIN: u64 = 600_000;

type Decided = Result<(), Refusal>;

/// Entries in the making, on a copy of the room that is always up to date with them.
pub(crate) struct Draft<'a> {
    pub(crate) house: &'a Offers,
    pub(crate) presences: Cow<'a, Presences>,
    pub(crate) state: State,
    pub(crate) at: Time,
    pub(crate) by: Option<By>,
    pub(crate) entries: Vec<Arc<RoomEntry>>,
}

/// What was decided: entries to keep, and the room after them.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) entries: Vec<Arc<RoomEntry>>,
    pub(crate) after: State,
}

/// What follows from `input` at `now`.
pub(crate) fn decide(
    house: &Offers,
    presences: &Presences,
    state: &State,
    now: Time,
    input: &Input,
) -> Result<Decision, Refusal> {
    // The log never goes back in time, whatever the clock does.
    let at = now.max(state.at);
    let state = state.clone();
    let mut presences = Cow::Borrowed(presences);
    if let Input::Come { person, .. } = input {
        // Somebody who comes back is not absent any more.
        presences.to_mut().comes(person);
    }
    let mut draft = Draft { house, presences, state, at, by: None, entries: Vec::new() };
    if draft.state.room.phase == Phase::Closed {
        return match input {
            // Somebody who did something just before the room closed may ask for the answer.
            Input::Command { person, command } => {
                draft.closed(person, command).map(|()| draft.decision())
            }
            Input::Come { .. } => Err(RefusalCode::Closed.into()),
            _ => Ok(draft.decision()),
        };
    }
    match input {
        Input::Come { person, name, .. } => draft.come(person, name)?,
        Input::Gone { .. } | Input::Tick => {}
        Input::Command { person, command } => {
            if draft.command(person, command)? == Known::Fresh {
                draft.allowed_by_the_challenge(&command.what)?;
                draft.by = Some(By { person: person.clone(), command: Some(command.id) });
                draft.fulfil(person, &command.what)?;
            } else {
                return Ok(draft.decision());
            }
        }
        Input::Answer { seat, asked, answer } => draft.answered(*seat, *asked, answer)?,
        Input::Deal(deal) => draft.deal(deal)?,
        Input::Woke { alive } => draft.woke(*alive)?,
        Input::Shut => draft.close()?,
        Input::Forget { person } if draft.state.guest(person).is_some() => {
            draft.leave(person, crate::message::WhyLeft::Left)?;
        }
        Input::Forget { .. } => return Ok(draft.decision()),
    }
    draft.by = None;
    draft.settle(now)?;
    Ok(draft.decision())
}

impl Draft<'_> {
    /// Lets something happen.
    fn add(&mut self, what: Happened) -> Decided {
        self.add_with(what, None, None)
    }

    /// `table` is the table after it, where there already is one.
    fn add_with(
        &mut self,
        what: Happened,
        secret: Option<dicehouse_table::record::Reveal>,
        table: Option<Table<HouseDice>>,
    ) -> Decided {
        let version = self.state.version.next();
        let entry = RoomEntry { version, at: self.at, by: self.by.clone(), what, secret };
        let applied = self.state.apply_at(&entry, table);
        debug_assert_eq!(applied, Ok(()), "the room decided on what cannot be: {entry:?}");
        applied.map_err(|error| Refusal::because(RefusalCode::Failed, error.to_string()))?;
        self.entries.push(Arc::new(entry));
        Ok(())
    }

    fn decision(self) -> Decision {
        Decision { entries: self.entries, after: self.state }
    }

    fn closed(&self, person: &PersonId, command: &Command) -> Decided {
        match self.state.known(person, command.id) {
            Some(Known::Done(_)) => Ok(()),
            _ => Err(RefusalCode::Closed.into()),
        }
    }

    /// What is known of a command; refused when it cannot be done.
    fn command(&self, person: &PersonId, command: &Command) -> Result<Known, Refusal> {
        match self.state.known(person, command.id) {
            Some(Known::Bad) => Err(RefusalCode::BadId.into()),
            #[cfg(test)]
            Some(Known::Done(_)) if planted::has(Bug::ForgetsCommands) => Ok(Known::Fresh),
            Some(Known::Done(version)) => Ok(Known::Done(version)),
            Some(Known::Fresh) if self.state.guest(person).is_some() => Ok(Known::Fresh),
            _ if self.state.is_banned(person) => Err(RefusalCode::Kicked.into()),
            _ => Err(RefusalCode::NotHere.into()),
        }
    }

    fn fulfil(&mut self, person: &PersonId, what: &Do) -> Decided {
        match what {
            Do::Sit { seat } => self.sit(person, *seat),
            Do::Stand => self.stand(person),
            Do::Ready { ready } => self.ready(person, *ready),
            Do::Leave => self.leave(person, crate::message::WhyLeft::Left),
            Do::Say { say } => self.say(person, say),
            Do::SeatSeed { seed } => self.seat_seed(person, seed),
            Do::Act { act, asked } => self.act(person, *act, *asked),
            Do::GiveToBot => self.give_to_bot(person),
            Do::TakeBack => self.take_back(person),
            Do::Change { settings } => self.host(person)?.change(settings),
            Do::SeatBot { seat, bot } => self.host(person)?.seat_bot(*seat, bot),
            Do::RemoveBot { seat } => self.host(person)?.remove_bot(*seat),
            Do::Start => self.host(person)?.start(person),
            Do::Kick { person: whom } => self.host(person)?.kick(person, whom),
            Do::HandOver { person: whom } => self.host(person)?.hand_over(whom),
            Do::Pause => self.host(person)?.not_rated()?.pause(),
            Do::GoOn => self.host(person)?.go_on(),
            Do::BreakOff if self.is_rated() => self.wants_to_stop(person),
            Do::BreakOff => self.host(person)?.break_off(crate::message::WhyOver::BrokenOff),
            Do::Close => self.host(person)?.not_rated()?.close(),
        }
    }

    fn host(&mut self, person: &PersonId) -> Result<&mut Self, Refusal> {
        if self.state.room.host.as_ref() == Some(person) {
            Ok(self)
        } else {
            Err(RefusalCode::NotHost.into())
        }
    }

    fn guest(&self, person: &PersonId) -> Result<&Guest, Refusal> {
        self.state.guest(person).ok_or_else(|| RefusalCode::NoSuchPerson.into())
    }

    /// Whether a game is going on that counts for the ratings.
    fn is_rated(&self) -> bool {
        self.state.playing().is_some_and(|play| play.rated)
    }

    /// The game that is going on, if there is one, is not rated.
    fn not_rated(&mut self) -> Result<&mut Self, Refusal> {
        if self.is_rated() { Err(RefusalCode::Rated.into()) } else { Ok(self) }
    }

    /// The room is not playing and not about to.
    fn between_games(&self) -> Decided {
        if self.state.is_playing() || self.state.room.starting {
            return Err(RefusalCode::GameOn.into());
        }
        Ok(())
    }

    fn seat_exists(&self, seat: Seat) -> Decided {
        if seat.index() < self.state.room.chairs.len() {
            Ok(())
        } else {
            Err(RefusalCode::NoSuchSeat.into())
        }
    }
}
