//! What the table takes in while something else goes on at it.

use dicehouse_rules::View;
use dicehouse_table::Entry;
use dicehouse_telling::Line;

use super::phase::Phase;
use super::play::Play;

impl Play {
    /// Something happened while a question is open that stays as it is.
    pub fn happened_meanwhile(&mut self, entries: Vec<Entry>, view: View<'static>) {
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

    /// Whether the keyboard is on its way to somebody.
    pub fn is_passing(&self) -> bool {
        matches!(self.phase, Phase::Pass(_))
    }

    /// Whether the people at this keyboard are asked if they want to watch on.
    pub fn is_out(&self) -> bool {
        matches!(self.phase, Phase::Out)
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
