//! The decisions of a record: what each player knew, might have done, and did.

use dicehouse_rules::{Act, Acts, Cause, Fact, Game, Seat, SecretContent, View, Viewer};
use serde::Serialize;

use crate::entry::Entry;
use crate::player::Question;
use crate::seating::Seated;

use super::playback::Playback;

/// A decision of a recorded game.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    playback: &'a Playback,
    /// Its number in the game, from 1, everybody's decisions counted.
    pub number: usize,
    /// The position it led to.
    pub at: usize,
    /// Who decided.
    pub seat: Seat,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player acted.
    Act(Act),
    /// The player failed and was punished.
    Fault(Cause),
}

impl Outcome {
    /// The act, if there was one.
    pub fn act(self) -> Option<Act> {
        match self {
            Outcome::Act(act) => Some(act),
            Outcome::Fault(_) => None,
        }
    }
}

impl Playback {
    /// All decisions, in order.
    pub fn decisions(&self) -> Vec<Decision<'_>> {
        let found = (1..self.positions.len()).filter_map(|at| self.decision_at(at));
        found.zip(1..).map(|(decision, number)| Decision { number, ..decision }).collect()
    }

    /// The decision that led to the position `at`, if one did. Its number is 0.
    pub fn decision_at(&self, at: usize) -> Option<Decision<'_>> {
        let entries = &self.positions.get(at)?.entries;
        let (seat, outcome) = entries.iter().find_map(outcome_of)?;
        at.checked_sub(1)?;
        Some(Decision { playback: self, number: 0, at, seat, outcome })
    }
}

fn outcome_of(entry: &Entry) -> Option<(Seat, Outcome)> {
    let event = entry.event()?;
    match (event.fact, event.secret.map(|secret| secret.content)) {
        (Fact::Acted { seat, act }, _) => Some((seat, Outcome::Act(act))),
        (Fact::Fault { seat, cause }, _) => Some((seat, Outcome::Fault(cause))),
        (Fact::Decided { seat }, Some(SecretContent::Split(split))) => {
            Some((seat, Outcome::Act(Act::Split(split))))
        }
        _ => None,
    }
}

impl<'a> Decision<'a> {
    /// The game as it stood.
    pub fn before(&self) -> &'a Game {
        &self.playback.positions[self.at - 1].game
    }

    /// The game as it stood after it.
    pub fn after(&self) -> &'a Game {
        &self.playback.positions[self.at].game
    }

    /// Who decided.
    pub fn seated(&self) -> Option<&'a Seated> {
        self.playback.record.header.seats.get(self.seat.index())
    }

    /// The line of the record on which it stands: of a call, the call, and not what came of it.
    pub fn line(&self) -> usize {
        let position = &self.playback.positions[self.at];
        let lines = &self.playback.record.lines;
        let end = lines.partition_point(|line| line.number <= position.line);
        let own = &lines[end.saturating_sub(position.entries.len())..end];
        let stands = own.iter().find(|line| outcome_of(&line.entry).is_some());
        stands.map_or(position.line, |line| line.number)
    }

    /// What the player knew.
    pub fn view(&self) -> View<'a> {
        self.before().view(Viewer::Seat(self.seat))
    }

    /// What the player might have done.
    pub fn legal(&self) -> Acts {
        self.before().legal(self.seat)
    }

    /// What was asked.
    pub fn question(&self) -> Question<'a> {
        Question {
            seat: self.seat,
            view: self.view(),
            legal: self.legal(),
            time: None,
            refused: None,
        }
    }

    /// What was said with it, the decision itself and all that followed from it.
    pub fn entries(&self) -> &'a [Entry] {
        &self.playback.positions[self.at].entries
    }

    /// What the player had heard by then, in order.
    pub fn heard(&self) -> impl Iterator<Item = Entry> + 'a {
        let viewer = Viewer::Seat(self.seat);
        let past = self.playback.positions[..self.at].iter();
        past.flat_map(|position| &position.entries).filter_map(move |entry| entry.seen_by(viewer))
    }
}
