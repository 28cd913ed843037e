//! What a room tells at once, in the steps in which a table shows it: an act with what follows from it, then each
//! throw.

use dicehouse_rules::{Fact, Seat, ThrowKind};
use dicehouse_table::Entry;

/// The entries in the order they came, cut before each throw that is a step of its own.
pub(crate) fn steps(entries: Vec<Entry>) -> Vec<Vec<Entry>> {
    let mut steps: Vec<Vec<Entry>> = Vec::new();
    let mut step = Gathered::default();
    for entry in entries {
        if step.ends_before(&entry) {
            steps.push(std::mem::take(&mut step.entries));
            step = Gathered::default();
        }
        step.add(entry);
    }
    if !step.entries.is_empty() {
        steps.push(step.entries);
    }
    steps
}

/// A step being gathered.
#[derive(Default)]
struct Gathered {
    entries: Vec<Entry>,
    /// Something else than dice happened in it.
    acted: bool,
    /// What was thrown in it, and by whom.
    thrown: Vec<(ThrowKind, Option<Seat>)>,
}

/// What an entry is to the steps.
enum Part {
    /// Dice that are worth a look.
    Throw(ThrowKind, Option<Seat>),
    /// A round begins; its dice come with it.
    Round,
    /// Something happened at the table.
    Other,
    /// Lots, seeds and talk: they belong to the step they stand in.
    Aside,
}

impl Gathered {
    fn ends_before(&self, entry: &Entry) -> bool {
        match part(entry) {
            Part::Throw(kind, seat) => {
                self.acted || self.thrown.iter().any(|(was, who)| *was != kind || *who == seat)
            }
            Part::Round => self.acted,
            Part::Other | Part::Aside => false,
        }
    }

    fn add(&mut self, entry: Entry) {
        match part(&entry) {
            Part::Throw(kind, seat) => self.thrown.push((kind, seat)),
            Part::Other => self.acted = true,
            Part::Round | Part::Aside => {}
        }
        self.entries.push(entry);
    }
}

fn part(entry: &Entry) -> Part {
    let Entry::Event(event) = entry else { return Part::Aside };
    match event.fact {
        Fact::Rolled { what, seat, .. } => match what {
            ThrowKind::Hand | ThrowKind::Shared | ThrowKind::OpenerDie | ThrowKind::RollOff => {
                Part::Throw(what, seat)
            }
            ThrowKind::Lot | ThrowKind::Shuffle | ThrowKind::StackCheck => Part::Aside,
        },
        Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. } => Part::Round,
        _ => Part::Other,
    }
}
