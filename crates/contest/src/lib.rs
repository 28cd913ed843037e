//! Dicehouse contest.

pub mod check;
pub mod process;
pub mod program;
pub mod protocol;
pub mod sandbox;
pub mod stats;
