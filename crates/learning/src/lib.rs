//! The games in numbers, for agents that learn.
//!
//! [`ActSpace`] gives every act of a ruleset a number, [`Observation`] makes an array of a view, [`Reward`] says what a
//! step was worth, and [`Batch`] plays many games at once into arrays that its caller owns.
//!
//! ```
//! use dicehouse_learning::{ActSpace, Observation};
//! use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, Seat, Viewer};
//!
//! let ruleset = Ruleset::preset(GameKind::Liars, "openspiel")?;
//! let (acts, observation) = (ActSpace::new(&ruleset, 2), Observation::new(&ruleset, 2));
//! let mut game = Game::new(&ruleset, 2)?;
//! game.roll(&[2, 5].map(|pips| Dice::from_pips(&[pips]).unwrap()), &mut Ignore)?;
//!
//! let seat = Seat::new(0).unwrap();
//! let mut seen = vec![0.0; observation.len()];
//! observation.write(&game.view(Viewer::Seat(seat)), &mut seen);
//! assert_eq!(seen[..6], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], "one two, and nothing of the other die");
//! assert_eq!(acts.number("2x6".parse()?), Some(11));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod acts;
mod batch;
mod luck;
mod observation;
mod reward;

pub use acts::ActSpace;
pub use batch::{Arrays, Batch, BatchRefusal};
pub use luck::Luck;
pub use observation::{Field, Observation, VERSION};
pub use reward::{Reward, returns, worth};
