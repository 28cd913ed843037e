//! Liar's Dice and its cousins as pure state machines.
//!
//! Three games, `liars`, `claims` and `pairs`, behind one [`Game`]. Dice are given to it, acts are
//! played, [`Event`]s come out, and a [`View`] says what one seat may know. Nothing in this crate
//! draws a random number, reads a clock or does I/O.
//!
//! ```
//! use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, Seat, Turn};
//!
//! let ruleset = Ruleset::preset(GameKind::Liars, "contest")?;
//! let mut game = Game::new(&ruleset, 2)?;
//! let hands = [Dice::from_pips(&[1, 3, 3, 5, 6]), Dice::from_pips(&[2, 2, 3, 4, 4])];
//! game.roll(&hands.map(Option::unwrap), &mut Ignore)?;
//!
//! let [ann, bob] = [Seat::new(0).unwrap(), Seat::new(1).unwrap()];
//! game.play(ann, "3 threes".parse()?, &mut Ignore)?;
//! let refusal = game.play(bob, "2x6".parse()?, &mut Ignore).unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "2x6 is too low after 3x3: with a higher face you need at least 3"
//! );
//! game.play(bob, "liar!".parse()?, &mut Ignore)?;
//! assert!(matches!(game.turn(), Turn::Roll(_)), "Bob lost a die; the next round is rolled");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
    Allowed, Explanation, GameKind, Language, OptionInfo, OptionValue, PRESETS, Preset, Rules,
    Ruleset, RulesetError, Section,
};
pub use seat::{BySeat, MAX_SEATS, Seat, Seats, SeatsIter};
pub use split::{DICE_PER_ROUND, Split, Splits};
pub use standing::Standing;
pub use text::ParseActError;
pub use turn::{Dealt, Throw, ThrowKind, Turn};
pub use view::View;
