//! Dicehouse contest.

pub mod stats;
