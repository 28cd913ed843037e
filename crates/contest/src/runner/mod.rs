//! Running a contest.
//!
//! ```text
//!            ┌─ worker: plays units with bots of its own ─┐
//! Schedule ──┼─ worker                                    ┼──► Fold, strictly in unit order ──► Results
//!            └─ worker                                    ┘     └► journal
//! ```
//!
//! Workers take units from the schedule and hand in what came of them, in whatever order they
//! finish; the fold takes them in their own order. All decisions that depend on results (Swiss
//! pairings, the end of a test, who has forfeited) are made there, so they are the same for any
//! number of workers. A unit that would have gone another way, had faults in earlier units been known
//! when it was played, is played again.
//!
//! ```
//! use dicehouse_contest::config::Options;
//! use dicehouse_contest::runner::{Contest, Setup, Where};
//! use dicehouse_table::dice::ContestSecret;
//! use std::sync::atomic::AtomicBool;
//!
//! let options = Options::from_toml("bots = ['odds', 'truthful']\ngames = 20\nseed = 1")?;
//! let contest = Contest::new(options.config(ContestSecret::from_seed(0))?, &Setup::default())?;
//! let outcome = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ())?;
//! assert_eq!(outcome.results.tally.games(), 20);
//! println!("{}", outcome.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod closed;
mod contest;
mod entrant;
mod faults;
mod fold;
mod game;
mod history;
mod house;
mod launch;
mod log;
mod outcome;
mod program;
mod progress;
mod record;
mod seat;
mod state;
mod stopwatch;
mod watched;
mod worker;

pub use contest::{Contest, ContestError, Ended, Outcome, Setup, Where};
pub use entrant::{Bot, ClosedBot, Entrant, GameStart, NoShow};
pub use faults::Faults;
pub use fold::{BotFigures, KeptGame, Results};
pub use history::{History, Moment};
pub use house::HouseEntrant;
pub use outcome::{FaultNote, GameOutcome, SeatFaults, UnitOutcome};
pub use program::ProgramEntrant;
pub use progress::{LiveStanding, Progress, Seen, Snapshot};

use state::Shared;
