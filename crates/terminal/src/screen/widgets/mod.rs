//! What the screens are made of.

pub mod chart;
pub mod choices;
pub mod dice;
pub mod digits;
pub mod log;
pub mod picker;
pub mod seat;
pub mod sheet;
