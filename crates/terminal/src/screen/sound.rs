//! What there is to hear. A terminal has one sound, its bell, so how often it rings says what happened.

use dicehouse_rules::{Fact, Seats};
use dicehouse_table::Entry;

/// Something worth a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A person at this keyboard is to act.
    YourTurn,
    /// A person at this keyboard has lost a die or points.
    Loss,
    /// A person at this keyboard has won the game.
    Win,
}

impl Sound {
    /// How often the bell rings.
    pub fn rings(self) -> u8 {
        match self {
            Sound::YourTurn => 1,
            Sound::Loss => 2,
            Sound::Win => 3,
        }
    }

    /// What these people hear of what happened, once it has been shown.
    pub(super) fn of(entries: &[Entry], people: Seats) -> Option<Sound> {
        let loses = |entry: &Entry| match entry.fact() {
            Some(Fact::DieLost { seat, .. }) => people.contains(*seat),
            Some(Fact::Scored { seat, change, .. }) => people.contains(*seat) && *change < 0,
            _ => false,
        };
        entries.iter().any(loses).then_some(Sound::Loss)
    }
}
