//! A table rebuilt from what was kept of its game.

use dicehouse_rules::{Input, RulesetError, Turn};
use thiserror::Error;

use crate::company::NotNow;
use crate::dice::DiceSource;
use crate::entry::Entry;
use crate::record::Header;
use crate::state::{Astray, Misplaced, Step};
use crate::table::Table;

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// The game does not seat this number of players.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// An entry cannot have happened.
    #[error("entry {at}: {why}")]
    Misplaced {
        /// Its place among the entries, from 0.
        at: usize,
        /// What is wrong with it there.
        why: Misplaced,
    },
    /// The dice source makes other throws than those that were kept.
    #[error("entry {at}: these are not the dice that this game is played with")]
    OtherDice {
        /// Which entry, from 0.
        at: usize,
    },
}

impl ResumeError {
    /// The same error with entries counted from `before` earlier ones.
    fn after(self, before: usize) -> ResumeError {
        match self {
            ResumeError::Misplaced { at, why } => ResumeError::Misplaced { at: before + at, why },
            ResumeError::OtherDice { at } => ResumeError::OtherDice { at: before + at },
            ResumeError::Ruleset(error) => ResumeError::Ruleset(error),
        }
    }
}

impl<D: DiceSource> Table<D> {
    /// The table at which `entries` happened, and how many of them it took: a step that was cut off
    /// in the middle was never told to anybody and is left out. `dice` must be as it was at the
    /// start of the game; it makes all throws again.
    ///
    /// # Errors
    /// When the entries cannot have happened, or not with these dice.
    pub fn resume(
        header: &Header,
        entries: &[Entry],
        dice: D,
    ) -> Result<(Table<D>, usize), ResumeError> {
        let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice)?;
        let taken = table.follow(entries)?;
        Ok((table, taken))
    }

    /// Lets the table follow what was kept, whole steps only. Gives how many of the entries it took.
    ///
    /// # Errors
    /// When the entries cannot have happened here; the table has followed those before then.
    pub fn follow(&mut self, entries: &[Entry]) -> Result<usize, ResumeError> {
        let mut at = 0;
        while at < entries.len() {
            match self.follow_step(&entries[at..]).map_err(|error| error.after(at))? {
                0 => break,
                taken => at += taken,
            }
        }
        Ok(at)
    }

    /// Lets the table follow the first whole step of what was kept. Gives how many of the entries it
    /// took: none when they are cut off in the middle of a step.
    ///
    /// # Errors
    /// When the entries cannot have happened here.
    pub fn follow_step(&mut self, entries: &[Entry]) -> Result<usize, ResumeError> {
        let step = match self.state.step(entries) {
            Ok(step) => step,
            Err(Astray::CutOff) => return Ok(0),
            Err(Astray::At(at, why)) => return Err(ResumeError::Misplaced { at, why }),
        };
        self.mix_in_all(&entries[..step.before])
            .map_err(|(at, why)| ResumeError::Misplaced { at, why: why.into() })?;
        if self.makes_again(&step) {
            Ok(step.used)
        } else {
            Err(ResumeError::OtherDice { at: step.before })
        }
    }

    fn mix_in_all(&mut self, entries: &[Entry]) -> Result<(), (usize, NotNow)> {
        for (n, entry) in entries.iter().enumerate() {
            self.mix_in(entry).map_err(|why| (n, why))?;
        }
        Ok(())
    }

    /// Makes the throws of a step again; says whether they are the same.
    fn makes_again(&mut self, step: &Step) -> bool {
        let (Turn::Roll(dealt), Some(Input::Roll(rolled))) = (step.turn, &step.input) else {
            return true;
        };
        // All of them are made, so that the source stands where it stood.
        let made = dealt.iter().map(|throw| self.dice.throw(step.round, throw));
        made.zip(rolled).fold(true, |same, (made, rolled)| same & (made == *rolled))
    }
}
