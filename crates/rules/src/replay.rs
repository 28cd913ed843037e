//! Playing a game again from its events.
//!
//! Some events are what was put into a game (dice, acts, faults), the others follow from them.
//! A replay puts the former in again and holds the latter against what the game says.

use thiserror::Error;

use crate::act::Act;
use crate::dice::Dice;
use crate::event::{Cause, Event, Fact, Secret, SecretContent, Sink};
use crate::few::Few;
use crate::game::Game;
use crate::refusal::{Refusal, RollRefusal};
use crate::seat::{MAX_SEATS, Seat};
use crate::turn::Turn;

/// Something put into a game.
#[expect(
    clippy::large_enum_variant,
    reason = "short-lived; boxing would cost an allocation per roll"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Dice, one [`Dice`] per throw asked for.
    Roll(Few<Dice, { 2 * MAX_SEATS }>),
    /// What a player decided.
    Act(Seat, Act),
    /// The punishment of a player who failed.
    Fault(Seat, Cause),
}

impl Game {
    /// Puts `input` into the game.
    ///
    /// # Errors
    /// When the game refuses it; the game has not changed then.
    pub fn feed(&mut self, input: &Input, out: &mut impl Sink) -> Result<(), InputRefusal> {
        match input {
            Input::Roll(dice) => self.roll(dice, out)?,
            Input::Act(seat, act) => self.play(*seat, *act, out)?,
            Input::Fault(seat, cause) => self.fault(*seat, *cause, out)?,
        }
        Ok(())
    }

    /// Goes one input further by the events that followed it: `events` start with the next thing
    /// that happened. Gives the input and how many of the events it accounts for.
    ///
    /// # Errors
    /// When the events cannot have happened in this game; the game may have gone further then.
    pub fn replay_step(&mut self, events: &[Event]) -> Result<(Input, usize), ReplayError> {
        let input = input_of(self.turn(), events)?;
        let mut check = Check { events, at: 0, wrong: None };
        self.feed(&input, &mut check).map_err(|refusal| ReplayError::Refused { refusal })?;
        match check.wrong {
            Some(error) => Err(error),
            None => Ok((input, check.at)),
        }
    }
}

/// Why an input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InputRefusal {
    /// The dice were not those asked for.
    #[error(transparent)]
    Roll(#[from] RollRefusal),
    /// The act was not legal.
    #[error(transparent)]
    Act(#[from] Refusal),
}

/// Why events cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The events end before the game does.
    #[error("the events end here, but the game goes on")]
    Ended,
    /// There are events after the end of the game.
    #[error("the game is over, but there are more events")]
    Over,
    /// The next event does not fit what the game waits for.
    #[error("event {at} is not what the game waits for: {expected}")]
    OutOfPlace {
        /// Which of the events, from 0.
        at: usize,
        /// What the game waits for.
        expected: &'static str,
    },
    /// The game refuses the input.
    #[error("the rules do not allow it: {refusal}")]
    Refused {
        /// Why it refuses.
        refusal: InputRefusal,
    },
    /// The game says something else happened.
    #[error("event {at} differs from what follows by the rules")]
    Differs {
        /// Which of the events, from 0.
        at: usize,
        /// What follows by the rules.
        expected: Box<Event>,
    },
}

/// What was put into a game at `turn`, read from the events that followed.
fn input_of(turn: Turn, events: &[Event]) -> Result<Input, ReplayError> {
    match turn {
        Turn::Over => Err(ReplayError::Over),
        Turn::Act(_) => {
            let event = events.first().ok_or(ReplayError::Ended)?;
            match (event.fact, event.secret) {
                (Fact::Acted { seat, act }, _) => Ok(Input::Act(seat, act)),
                (Fact::Fault { seat, cause }, _) => Ok(Input::Fault(seat, cause)),
                (
                    Fact::Decided { seat },
                    Some(Secret { content: SecretContent::Split(split), .. }),
                ) => Ok(Input::Act(seat, Act::Split(split))),
                _ => Err(ReplayError::OutOfPlace { at: 0, expected: "an act or a fault" }),
            }
        }
        Turn::Roll(dealt) => {
            let mut dice = Few::new();
            for (at, event) in events.iter().enumerate() {
                if dice.len() == dealt.len() {
                    break;
                }
                match rolled(event) {
                    Rolled::Dice(rolled) => {
                        let pushed = dice.push(rolled);
                        debug_assert!(pushed.is_ok(), "no longer than the throws asked for");
                    }
                    // The start of a round stands before its first roll.
                    Rolled::Before => {}
                    Rolled::Else => {
                        return Err(ReplayError::OutOfPlace { at, expected: "a roll" });
                    }
                }
            }
            if dice.len() < dealt.len() {
                return Err(ReplayError::Ended);
            }
            Ok(Input::Roll(dice))
        }
    }
}

enum Rolled {
    Dice(Dice),
    Before,
    Else,
}

fn rolled(event: &Event) -> Rolled {
    match (event.fact, event.secret) {
        (Fact::Rolled { shown: Some(dice), .. }, _)
        | (
            Fact::Rolled { shown: None, .. },
            Some(Secret { content: SecretContent::Dice(dice), .. }),
        ) => Rolled::Dice(dice),
        (Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. }, _) => {
            Rolled::Before
        }
        _ => Rolled::Else,
    }
}

/// A sink that holds what happens against what is said to have happened.
struct Check<'a> {
    events: &'a [Event],
    at: usize,
    wrong: Option<ReplayError>,
}

impl Sink for Check<'_> {
    fn event(&mut self, event: &Event) {
        if self.wrong.is_some() {
            return;
        }
        match self.events.get(self.at) {
            Some(said) if said == event => self.at += 1,
            Some(_) => {
                let expected = Box::new(*event);
                self.wrong = Some(ReplayError::Differs { at: self.at, expected });
            }
            None => self.wrong = Some(ReplayError::Ended),
        }
    }
}
