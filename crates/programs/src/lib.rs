//! Programs one does not trust, run as child processes.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`process`] | a child process: lines in, lines out, deadlines, and an end that leaves nothing behind |
//! | [`sandbox`] | what such a program may read, write and use |
//!
//! This is the part of the house that needs Linux. It moves lines, and knows neither a game nor the protocol.

pub mod process;
pub mod sandbox;
mod words;

pub use words::without_numbers;
