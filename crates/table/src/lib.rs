//! One game being played.
//!
//! A [`Table`] is the only holder of all dice. It is given a [`DiceSource`](dice::DiceSource),
//! players see it through views, and each of its steps gives what happened as [`Entry`]s. The
//! driver of a table keeps them, for instance with a [`RecordWriter`](record::RecordWriter), and
//! then tells everybody what they may know ([`Entry::seen_by`]). [`run`] drives a whole game with
//! [`Player`]s.
#![forbid(unsafe_code)]

mod clock;
mod company;
pub mod dice;
mod entry;
mod html;
mod note;
mod player;
pub mod record;
mod resume;
mod run;
#[cfg(feature = "schema")]
pub mod schema;
mod seated_players;
mod seating;
mod state;
mod table;
mod text;
#[cfg(feature = "ts")]
pub mod ts;

pub use clock::{Clock, MoveClock, NoClock};
pub use company::NotNow;
pub use entry::Entry;
pub use html::Escaped;
pub use note::Info;
pub use player::{Answer, Failure, Player, Question, Reply};
pub use resume::ResumeError;
pub use run::{Asker, Keep, run, tell};
pub use seated_players::{AnyPlayer, Learns, Newcomer, SeatedPlayers, Thinking, Thought};
pub use seating::{Bot, SeatKind, Seated};
pub use state::Misplaced;
pub use table::{Judgement, Table};
pub use text::{Detail, Name, Talk, Text, clean, is_invisible};
