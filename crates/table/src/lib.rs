//! One game being played.
//!
//! A [`Table`] is the only holder of all dice. It is given a [`DiceSource`](dice::DiceSource),
//! players see it through views, and everything that happens goes to an [`Observer`], such as a
//! [`RecordWriter`](record::RecordWriter). [`run`] plays a whole game synchronously.
#![forbid(unsafe_code)]

mod clock;
pub mod dice;
mod player;
pub mod record;
mod run;
mod said;
mod seating;
mod table;

pub use clock::{Clock, MoveClock, NoClock};
pub use player::{Ask, Failure, Player, Reply};
pub use run::{Audience, ask, run};
pub use said::{Info, Talk, clean};
pub use seating::{LONGEST_NAME, SeatKind, Seated};
pub use table::{Entry, Observer, Table};
