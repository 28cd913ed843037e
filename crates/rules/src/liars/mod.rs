//! `liars`: the Liar's Dice family.

mod bidding;
mod game;
mod odds;
mod position;
mod raise;
mod rules;
mod settlement;
mod showdown;
mod view;

pub use bidding::Bidding;
pub use game::{Liars, PlacedBid};
pub use position::{LiarsPosition, LiarsStage};
pub use rules::{
    Exact, ExactRight, ExactWrong, FirstOpener, Illegal, LiarsRules, NextOpener, RaiseRule,
};
pub use settlement::{Challenge, NextRound, Settlement};
pub use view::{LiarsView, PastRound};
