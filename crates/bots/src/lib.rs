//! The house bots, and the roster that names them.
//!
//! Every bot plays through [`dicehouse_table::Player`] and decides from its view and the legal
//! acts alone. A bot has a private seed: the same seed and the same views give the same acts.
//!
//! ```
//! use dicehouse_bots::Roster;
//! use dicehouse_rules::{GameKind, Ruleset};
//! use dicehouse_table::dice::{ContestSecret, DealStream};
//! use dicehouse_table::{NoClock, Table, run};
//!
//! let bots = [Roster::find("gambler")?, Roster::find("dicey:call=30")?];
//! let seats: Vec<_> = bots.iter().map(|bot| bot.seated(bot.name())).collect();
//! let mut players: Vec<_> = (0..).zip(&bots).map(|(seed, bot)| bot.player(seed) as _).collect();
//! let ruleset = Ruleset::preset(GameKind::Liars, "contest")?;
//! let dice = DealStream::new(&ContestSecret::from_seed(7), 0);
//! let mut table = Table::new(ruleset, seats, dice)?;
//! let standing = run(&mut table, &mut players, &mut NoClock, &mut ())?;
//! assert!(standing.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod adapter;
mod advice;
mod bot;
mod chance;
mod claims;
mod company;
mod future;
pub mod hints;
mod ladder;
mod liars;
mod options;
mod pairs;
mod roster;
mod skill;
pub mod strategy;
mod strength;
mod trained;
mod weights;

pub use advice::{Advice, BidChances};
pub use bot::{BotInfo, Difficulty, Factory, HouseBot};
pub use ladder::Rung;
pub use options::BotOption;
pub use roster::{BotError, Roster};
pub use skill::{Skill, SuitedCompany};
pub use strength::{BotStrength, StrengthTable, Strengths};
#[cfg(target_family = "wasm")]
pub use trained::{are_here as weights_are_here, bring as bring_weights};
