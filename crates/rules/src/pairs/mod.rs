//! `pairs`: two pairs and one removed.

mod game;
mod position;
mod rules;
mod sheet;
mod view;

pub use game::{Pairs, SplitRound};
pub use position::PairsPosition;
pub use rules::PairsRules;
pub use sheet::{NUMBERS, Removed, Sheet, value};
pub use view::PairsView;
