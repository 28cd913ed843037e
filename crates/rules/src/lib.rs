#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod act;
mod acts;
mod bid;
mod dice;
mod event;
mod few;
mod game;
mod position;
mod refusal;
mod replay;
mod ruleset;
#[cfg(feature = "schema")]
mod schema;
mod seat;
mod split;
mod standing;
pub mod text;
#[cfg(feature = "ts")]
mod ts;
mod turn;
mod view;

pub mod claims;
pub mod liars;
pub mod pairs;

pub use act::Act;
pub use acts::{Acts, BidActs};
pub use bid::Bid;
pub use dice::{Dice, Face, MAX_DICE};
pub use event::{
    Cause, Event, Fact, Ignore, LossReason, SeatOrder, Secret, SecretContent, Showdown, Sink,
    Viewer,
};
pub use few::Few;
pub use game::Game;
pub use position::{Guess, Position, PositionError, Unseen};
pub use refusal::{Asked, FaceStep, Refusal, RollRefusal};
pub use replay::{Input, InputRefusal, ReplayError};
pub use ruleset::{
    Allowed, GameKind, OptionInfo, OptionValue, PRESETS, Preset, Rules, Ruleset, RulesetError,
};
pub use seat::{BySeat, MAX_SEATS, Seat, Seats, SeatsIter};
pub use split::{DICE_PER_ROUND, Split, Splits};
pub use standing::Standing;
pub use text::ParseActError;
pub use turn::{Dealt, Throw, ThrowKind, Turn};
pub use view::View;
