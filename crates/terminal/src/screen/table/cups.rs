//! Lifting the cups, for those who only look on.

use dicehouse_rules::{BySeat, Dice};

use super::play::Play;

impl Play {
    /// Whether the cups may be lifted: nobody at this keyboard plays, so nobody gains by it.
    pub fn may_lift_cups(&self) -> bool {
        self.here && self.told_out && self.nobody_here_is_in() && !self.is_over()
    }

    /// Whether the cups are lifted.
    pub fn cups_are_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows all dice, or hides them again.
    pub fn lift_cups(&mut self, hands: Option<BySeat<Dice>>) {
        self.open = hands.filter(|_| self.may_lift_cups());
    }
}
