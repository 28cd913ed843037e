//! `claims`: claim a sum, call the bluff.

mod exchange;
mod game;
mod odds;
mod position;
mod rounds;
mod rules;
mod view;

pub use exchange::{Exchange, ExchangeEnd, FAULT_COST};
pub use game::Claims;
pub use odds::{chance_of_sum, sum_chances};
pub use position::{ClaimTurn, ClaimsPosition, ClaimsStage};
pub use rounds::MOST_ELIMINATIONS;
pub use rules::{ClaimOrder, ClaimsRules, FirstClaimant, RollTime, TieBreak};
pub use view::ClaimsView;
