//! The store of results: which games were played, who sat in them and how each seat did.
//!
//! It answers what the rest of the house asks about the past: games won before (for `claims full`),
//! leaderboards, recent games, the results of one name. It decides nothing about a game: the game,
//! the preset and the ruleset are text to it.
//!
//! [`Store`] is for synchronous callers (terminal, contest), [`AsyncStore`] for the server; both do
//! the same. Neither reads a clock, an environment variable or a default path: time and place come
//! from the caller.
//!
//! ```
//! use dicehouse_store::{FinishedGame, Kind, LeaderboardQuery, Recorded, SeatResult, Store};
//!
//! # fn main() -> Result<(), dicehouse_store::Error> {
//! let store = Store::in_memory()?;
//! let game = FinishedGame {
//!     id: "claims-0001".into(),
//!     finished_at: 1_790_000_000_000,
//!     game: "claims".into(),
//!     preset: "full".into(),
//!     ruleset: r#"{"rounds":5}"#.into(),
//!     record: Some("games/claims-0001.jsonl".into()),
//!     seats: vec![
//!         SeatResult::person("Ada", 1).with_score(41),
//!         SeatResult::bot("counter", "1.0", 2).with_score(17),
//!     ],
//! };
//! assert_eq!(store.record_game(&game)?, Recorded::New);
//! assert_eq!(store.record_game(&game)?, Recorded::Already { same_result: true });
//!
//! assert_eq!(store.games_won("claims", &["Ada", "counter"])?, [1, 0]);
//! let board = store.leaderboard(&LeaderboardQuery::of("claims"))?;
//! assert_eq!((board[0].name.as_str(), board[0].kind), ("Ada", Kind::Person));
//! # Ok(())
//! # }
//! ```
//!
//! # What is promised
//! - A game is stored whole or not at all, and is on the disk when
//!   [`record_game`](Store::record_game) returns.
//! - A game id is stored once. Recording it again changes nothing and says so ([`Recorded`]).
//! - Several processes may use one file at the same time.
//! - Names are compared exactly, code point by code point: no trimming, no folding of case.
//! - No input panics: what cannot be stored is refused with [`Invalid`], a file that cannot be used
//!   with an [`Error`] that names it and says what to do.

mod async_store;
mod blocking;
mod board;
mod error;
mod game;
mod open;
mod queries;
mod rows;
mod schema;
mod validate;

pub use async_store::AsyncStore;
pub use blocking::Store;
pub use board::{LeaderboardQuery, LeaderboardRow};
pub use error::{Error, Result};
pub use game::{FinishedGame, Kind, PastResult, Recorded, SeatResult};
pub use validate::{Field, Invalid, MAX_LABEL, MAX_NAME, MAX_RECORD, MAX_RULESET, MAX_SEATS};
