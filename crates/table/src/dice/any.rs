//! Either kind of dice, for code that works with both.

use std::fmt;

use dicehouse_rules::{Dice, Seat, Throw};

use super::{DiceSource, SeatSeed};
use crate::record::Reveal;

/// Any source of dice that can be cloned and sent to another thread.
pub struct AnyDice(Box<dyn Cloned>);

trait Cloned: DiceSource + Send {
    fn cloned(&self) -> Box<dyn Cloned>;
}

impl<D: DiceSource + Clone + Send + 'static> Cloned for D {
    fn cloned(&self) -> Box<dyn Cloned> {
        Box::new(self.clone())
    }
}

impl AnyDice {
    /// The dice of `source`.
    pub fn new(source: impl DiceSource + Clone + Send + 'static) -> AnyDice {
        AnyDice(Box::new(source))
    }
}

impl Clone for AnyDice {
    fn clone(&self) -> AnyDice {
        AnyDice((*self.0).cloned())
    }
}

impl fmt::Debug for AnyDice {
    /// Shows nothing: a source may hold what all dice follow from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyDice")
    }
}

impl DiceSource for AnyDice {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        self.0.throw(round, throw)
    }
    fn add_seat_seed(&mut self, seat: Seat, seed: &SeatSeed) -> bool {
        self.0.add_seat_seed(seat, seed)
    }
    fn reveal(&self) -> Option<Reveal> {
        self.0.reveal()
    }
}
