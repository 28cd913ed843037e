//! The store: which games were played and how each seat did, who the house knows, and the logs of
//! its rooms.
//!
//! It answers what the rest of the house asks about the past: games won before (for `claims full`),
//! leaderboards, ratings, recent games, the results of one player, the log of a room. It decides nothing
//! about a game: the game, the preset, the ruleset and the entries of a log are text to it.
//!
//! SQLite keeps it in one file by default; PostgreSQL serves houses that outgrow it. One set of queries
//! serves both, and one test suite holds for both.
//!
//! [`Store`] is for async callers (the server), [`blocking::Store`] for synchronous ones (terminal,
//! contest). Neither reads a clock, an environment variable or a default path: time and place come
//! from the caller.
//!
//! ```
//! use dicehouse_store::{FinishedGame, Kind, LeaderboardQuery, Place, Recorded, SeatResult, blocking};
//!
//! # fn main() -> Result<(), dicehouse_store::Error> {
//! let store = blocking::Store::open(Place::memory())?;
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
//!   [`record_game`](Store::record_game) returns. The same holds for [`append`](Store::append).
//! - A game id is stored once. Recording it again changes nothing and says so ([`Recorded`]).
//! - The log of a room has no gaps and one writer: an old owner's append is refused.
//! - Several processes may use one store at the same time.
//! - Names are compared exactly, code point by code point: no trimming, no folding of case.
//! - No input panics: what cannot be stored is refused with [`Invalid`], a place that cannot be used
//!   with an [`Error`] that names it and says what to do.

pub mod blocking;

mod append;
mod board;
mod daily;
mod db;
mod error;
mod folding;
mod game;
mod group;
mod keeping;
mod operators;
mod people;
mod place;
mod ratings;
mod results;
mod rooms;
mod schema;
mod store;
mod upkeep;
mod validate;

pub use append::Append;
pub use board::{LeaderboardQuery, LeaderboardRow};
pub use daily::Try;
pub use error::{Error, Result};
pub use game::{FinishedGame, Kind, PastResult, Recorded, SeatResult};
pub use keeping::{Forget, Forgotten, LogRow, Said, Visit};
pub use operators::{Report, Sanction, SanctionKind, StoredOrder};
pub use people::{Account, Device, Export, GONE};
pub use place::Place;
pub use ratings::{Rated, Rating, RatingRow};
pub use results::{Finish, KeptRecord, Rater};
pub use rooms::{Epoch, Log, LogStart, RoomStatus};
pub use store::Store;
pub use upkeep::Counts;
pub use validate::{
    Field, Invalid, MAX_BODY, MAX_LABEL, MAX_NAME, MAX_RECORD, MAX_RULESET, MAX_SEATS,
};
