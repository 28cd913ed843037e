//! A table in an online room: what is different from one at this computer.

use dicehouse_rules::{Ruleset, Seat, View};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::Line;

use super::phase::Phase;
use super::play::Play;

/// What there is to say at the table of an online room, besides the game.
#[derive(Clone, Debug, Default)]
pub struct Online {
    /// How much time is left, in words.
    pub clock: Option<String>,
    /// What is the matter with the connection or the game, until it is over.
    pub notice: Option<String>,
}

impl Play {
    /// A game in an online room, seen from the seat of the one person at this keyboard, or from beside the table.
    pub fn online(
        ruleset: Ruleset,
        seats: Vec<Seated>,
        view: View<'static>,
        you: Option<Seat>,
    ) -> Play {
        let mut play = Play::of(ruleset, seats, view, you.into_iter().collect());
        play.online = Some(Online::default());
        play
    }

    /// Whether the person at this keyboard is due in an online room.
    pub(super) fn is_due_online(&self) -> bool {
        let due = self.view.to_act();
        self.online.is_some() && due.iter().any(|seat| self.people.contains(seat))
    }

    /// Something happened while a question is open that stays as it is.
    pub fn happened_beside(&mut self, entries: Vec<Entry>, view: View<'static>) {
        let asking = std::mem::replace(&mut self.phase, Phase::Going);
        self.happened(entries, view);
        self.phase = asking;
    }

    /// The question is answered, or no longer open.
    pub fn withdraw(&mut self) {
        if let Phase::Asking(_) = self.phase {
            self.phase = Phase::Going;
        }
    }

    /// Whether a person is asked.
    pub fn is_asking(&self) -> bool {
        matches!(self.phase, Phase::Asking(_))
    }

    /// Whether a person is asked to confirm what they have decided.
    pub fn is_confirming(&self) -> bool {
        matches!(&self.phase, Phase::Asking(asking) if asking.confirm.is_some())
    }

    /// Adds a line to the log that is no part of the game.
    pub fn note_down(&mut self, line: Line) {
        self.log.push(line);
    }

    /// An order that was drawn is shown at once, so that it costs nobody their time.
    pub fn shorten(&mut self) {
        if let Some(showing) = self.showing.as_mut().filter(|showing| showing.draws_order()) {
            showing.hurry();
            self.tell();
        }
    }

    /// There is no time to look any longer at what is being shown.
    pub fn hurry_on(&mut self) {
        self.put_away();
    }
}
