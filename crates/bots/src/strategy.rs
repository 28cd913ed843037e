//! The strategies behind the strongest bots, for reviews: how often which act is
//! played, and what is read from the acts of others.

pub use crate::claims::outlook::{ClaimsAct, ClaimsOutlook, claims_chances};
pub use crate::liars::master::{Strategy as LiarsStrategy, liars_chances};
pub use crate::liars::odds::{HandReading, Reading};
pub use crate::liars::solved::{liars_opener_wins, liars_solved};
pub use crate::liars::styles::{ByStyle, Styles as LiarsStyles};
pub use crate::pairs::outlook::{PairsOutlook, PairsSplit};
pub use dicehouse_solver::matches::{RoundOutlook, SolvedAct};
