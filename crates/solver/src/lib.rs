//! Bluffing dice, solved: equilibria, best responses and match values.
#![forbid(unsafe_code)]

pub mod round;
mod side;
pub mod tree;

pub use side::Side;
