//! Dicehouse contest.

pub mod check;
pub mod config;
pub mod journal;
pub mod process;
pub mod program;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod sandbox;
pub mod schedule;
pub mod stats;
