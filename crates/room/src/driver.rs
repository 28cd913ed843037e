//! Running a room: inputs in, entries to keep and effects out, in the one order in which nothing is lost.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::effect::Effect;
use crate::input::Input;
use crate::message::{RoomEntry, Time};
#[cfg(test)]
use crate::planted::{self, Bug};
use crate::room::{Room, Step};
use crate::state::ApplyError;

/// A room being run. Whoever runs it does:
///
/// ```text
/// driver.push(input);
/// while let Some(work) = driver.next(now)? {
///     match work {
///         Work::Keep(entries) => { append them to the log, wait until they are safe; driver.kept(now)? }
///         Work::Do(effect) => carry it out
///     }
/// }
/// ```
///
/// Nothing is told before it is kept, because the effects of a step come out only after [`Driver::kept`].
#[derive(Clone, Debug)]
pub struct Driver {
    room: Room,
    inputs: VecDeque<Input>,
    /// The step whose entries are being kept.
    keeping: Option<Step>,
    effects: VecDeque<Effect>,
}

/// Something to do for a room.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Keep these entries, then say so by [`Driver::kept`]. Until then the room waits.
    Keep(Vec<Arc<RoomEntry>>),
    /// Carry this out.
    Do(Effect),
}

impl Driver {
    /// Runs a room.
    #[must_use]
    pub fn new(room: Room) -> Driver {
        Driver { room, inputs: VecDeque::new(), keeping: None, effects: VecDeque::new() }
    }

    /// The room as it is after all that was kept.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Takes an input; it is its turn after those before it.
    pub fn push(&mut self, input: Input) {
        self.inputs.push_back(input);
    }

    /// What to do next; `None` when there is nothing, or when entries are being kept.
    ///
    /// # Errors
    /// When the room cannot take in what it decided. It cannot go on then.
    pub fn next(&mut self, now: Time) -> Result<Option<Work>, ApplyError> {
        loop {
            if let Some(effect) = self.effects.pop_front() {
                return Ok(Some(Work::Do(effect)));
            }
            if self.keeping.is_some() {
                return Ok(None);
            }
            let Some(input) = self.inputs.pop_front() else { return Ok(None) };
            let step = self.room.consider(now, input);
            if step.entries().is_empty() {
                self.apply(now, step)?;
                continue;
            }
            let entries = step.entries().to_vec();
            #[cfg(test)]
            if planted::has(Bug::TellsBeforeKept) {
                self.apply(now, step)?;
                return Ok(Some(Work::Keep(entries)));
            }
            self.keeping = Some(step);
            return Ok(Some(Work::Keep(entries)));
        }
    }

    /// The entries of the last [`Work::Keep`] are safe: the room takes them in, and everybody may be told.
    ///
    /// # Errors
    /// When the room cannot take in what it decided. It cannot go on then.
    pub fn kept(&mut self, now: Time) -> Result<(), ApplyError> {
        match self.keeping.take() {
            Some(step) => self.apply(now, step),
            None => Ok(()),
        }
    }

    fn apply(&mut self, now: Time, step: Step) -> Result<(), ApplyError> {
        self.effects.extend(self.room.apply(now, step)?);
        Ok(())
    }
}
