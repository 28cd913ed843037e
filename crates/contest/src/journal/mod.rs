//! A contest on disk: what it is, what has been played, and how to go on after an interruption.
//!
//! ```text
//! DIR/contest.json     what the contest is; it goes on only when that is the same
//!     journal.jsonl    one line for each finished unit, in order, each with its check
//!     games.csv        every game: who sat where, and the order from the winner to the last
//!     games/*.jsonl    records of the games that are kept
//!     bots/NAME.log    what programs wrote to standard error
//!     debug.log        what happened when
//!     standings.json   the results
//!     timing.json      how long everybody thought: not a result, for it is never the same twice
//!     report.html      the results, to look at
//! ```
//!
//! What the dice follow from is not in the folder before the contest is over: see [`Secrets`].

mod error;
mod folder;
mod games;
mod lines;
mod logs;
mod opening;
mod secrets;

pub use error::FolderError;
pub(crate) use folder::numbered;
pub use folder::{Folder, Manifest, write_whole};
pub use games::write_games;
pub use lines::{Journal, JournalReader};
pub use logs::BotLogs;
pub use secrets::{SecretName, Secrets};
