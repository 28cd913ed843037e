//! Bluffing dice, solved: equilibria, best responses and match values.

pub mod claims;
pub mod exploit;
pub mod matches;
pub mod recall;
pub mod round;
mod side;
pub mod tables;

pub use side::Side;
