//! Where a game stands, and going through what was kept of it one step at a time. Tables,
//! verifying and playing back share it.

use std::sync::Arc;

use dicehouse_rules::{Event, Game, Input, ReplayError, Ruleset, RulesetError, Turn, Viewer};
use thiserror::Error;

use crate::company::{Company, NotNow};
use crate::entry::Entry;
use crate::seating::Seated;

/// A game with its company.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) game: Game,
    pub(crate) company: Company,
}

/// One step: at most one thing put into the game, with what was said and done before it and all
/// that followed from it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// How many entries it took.
    pub(crate) used: usize,
    /// Which of those entries are no events of the game, from the first; the rest are.
    pub(crate) before: usize,
    /// What was put into the game.
    pub(crate) input: Option<Input>,
    /// What the game waited for, and in which round.
    pub(crate) turn: Turn,
    pub(crate) round: u16,
}

/// Why the entries do not go on from here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Astray {
    /// They end in the middle of a step.
    CutOff,
    /// This one, counted from the first, cannot stand where it does.
    At(usize, Misplaced),
}

/// Why an entry cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misplaced {
    /// It cannot happen at the table now.
    #[error("{0}")]
    NotNow(#[from] NotNow),
    /// The rules say otherwise.
    #[error("{}", replay_text(.0))]
    Rules(ReplayError),
    /// A note without the act of the same seat.
    #[error("a note stands directly before an act of the same seat")]
    NoteWithoutAct,
    /// A detail without the fault of the same seat.
    #[error("a detail stands directly before a fault of the same seat")]
    DetailWithoutFault,
}

fn replay_text(error: &ReplayError) -> String {
    match error {
        ReplayError::Differs { expected, .. } => {
            let expected = serde_json::to_string(&**expected).unwrap_or_default();
            format!("this is not what follows by the rules, which is {expected}")
        }
        ReplayError::OutOfPlace { expected, .. } => format!("the game waits for {expected} here"),
        other => other.to_string(),
    }
}

/// More events than any one input leads to: a call among ten players, each of whom loses a die and
/// goes out, or a roll of twenty throws.
const MOST_EVENTS: usize = 64;

impl State {
    /// The beginning of a game.
    pub(crate) fn new(ruleset: &Ruleset, seats: Arc<[Seated]>) -> Result<State, RulesetError> {
        let games_won: Vec<u32> = seats.iter().map(|seated| seated.games_won).collect();
        let game = Game::with_games_won(ruleset, &games_won)?;
        let company = Company::new(seats, ruleset.punishes_illegal_acts());
        Ok(State { game, company })
    }

    /// Goes one step on. `entries` are all that are left, and not none.
    ///
    /// # Errors
    /// When they cannot have happened; nothing has changed then.
    pub(crate) fn step<'a, E>(&mut self, entries: &'a [E]) -> Result<Step, Astray>
    where
        &'a E: Into<&'a Entry>,
    {
        let mut next = self.clone();
        let step = next.go_on(entries)?;
        *self = next;
        Ok(step)
    }

    fn go_on<'a, E>(&mut self, entries: &'a [E]) -> Result<Step, Astray>
    where
        &'a E: Into<&'a Entry>,
    {
        let at = |n: usize| -> Option<&'a Entry> { entries.get(n).map(Into::into) };
        let mut before = 0;
        while let Some(entry) = at(before).filter(|entry| entry.event().is_none()) {
            self.check(entry).map_err(|why| Astray::At(before, why.into()))?;
            self.company.apply(entry);
            before += 1;
        }
        let (turn, round) = (self.game.turn(), self.game.view(Viewer::Public).round());
        let Some(first) = at(before) else {
            // Notes and details belong to what follows them.
            let last = before.checked_sub(1).and_then(at);
            return match last {
                Some(Entry::Note { .. } | Entry::Detail { .. }) => Err(Astray::CutOff),
                _ => Ok(Step { used: before, before, input: None, turn, round }),
            };
        };
        self.check(first).map_err(|why| Astray::At(before, why.into()))?;
        // Nothing is said in the middle of what follows from an act.
        let events: Vec<Event> = (before..entries.len())
            .map_while(|n| at(n)?.event().copied())
            .take(MOST_EVENTS)
            .collect();
        let goes_on = before + events.len() < entries.len();
        let (input, taken) = self.game.replay_step(&events).map_err(|error| match error {
            ReplayError::Ended if !goes_on => Astray::CutOff,
            ReplayError::OutOfPlace { at, .. } | ReplayError::Differs { at, .. } => {
                Astray::At(before + at, Misplaced::Rules(error))
            }
            ReplayError::Ended => {
                Astray::At(before + events.len(), Misplaced::Rules(ReplayError::Ended))
            }
            error => Astray::At(before, Misplaced::Rules(error)),
        })?;
        self.check_input(entries, before, &input)?;
        self.company.thrown |= matches!(input, Input::Roll(_));
        Ok(Step { used: before + taken, before, input: Some(input), turn, round })
    }

    pub(crate) fn check(&self, entry: &Entry) -> Result<(), NotNow> {
        if self.game.turn() == Turn::Over {
            return Err(NotNow::Over);
        }
        self.company.check(entry)
    }

    /// Whether the input fits who plays there and what was noted before it.
    fn check_input<'a, E>(
        &self,
        entries: &'a [E],
        before: usize,
        input: &Input,
    ) -> Result<(), Astray>
    where
        &'a E: Into<&'a Entry>,
    {
        if let Input::Fault(seat, cause) = *input {
            let fits = self.company.check_fault(seat, cause);
            fits.map_err(|why| Astray::At(before, why.into()))?;
        }
        for (n, entry) in entries[..before].iter().enumerate() {
            let directly = n + 1 == before;
            match (entry.into(), input) {
                (Entry::Note { seat, .. }, Input::Act(whose, _)) if directly && seat == whose => {}
                (Entry::Note { .. }, _) => return Err(Astray::At(n, Misplaced::NoteWithoutAct)),
                (Entry::Detail { seat, .. }, Input::Fault(whose, _))
                    if directly && seat == whose => {}
                (Entry::Detail { .. }, _) => {
                    return Err(Astray::At(n, Misplaced::DetailWithoutFault));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
