//! The bots of `claims`.

pub(crate) mod braggart;
pub(crate) mod chancer;
pub(crate) mod honest;
pub(crate) mod master;
pub(crate) mod shark;

mod exchange;
pub(crate) mod outlook;
mod rivals;
mod winning;

use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::{Act, Acts, View};
use dicehouse_table::Player;

use crate::adapter;

/// How a bot of `claims` decides.
pub(crate) trait DecideClaims: Send {
    /// The sum to claim, between `min` and `max`; anything else is brought into that range.
    fn claim(&mut self, view: &ClaimsView<'_>, min: u8, max: u8) -> u8;

    /// Whether to call the claim on the table.
    fn calls(&mut self, view: &ClaimsView<'_>, claim: u8) -> bool;

    /// Whether to play the immunity card after a rightly called bluff.
    fn plays_immunity(&mut self, view: &ClaimsView<'_>) -> bool {
        let _ = view;
        true
    }
}

/// Seats a bot at a table.
pub(crate) fn seat(mut bot: impl DecideClaims + 'static) -> Box<dyn Player + Send> {
    adapter::seat(move |question| {
        let View::Claims(view) = &question.view else { return None };
        let act = match question.legal {
            Acts::Claim { min, max } => Act::Claim(bot.claim(view, min, max).clamp(min, max)),
            Acts::Answer if bot.calls(view, view.claim.unwrap_or(0)) => Act::Call,
            Acts::Answer => Act::LetPass,
            Acts::Immunity if bot.plays_immunity(view) => Act::Immunity,
            Acts::Immunity => Act::NoImmunity,
            Acts::Nothing | Acts::Bid(_) | Acts::Split { .. } => return None,
        };
        Some(act.into())
    })
}

/// What the viewer's own dice add up to.
fn own_sum(view: &ClaimsView<'_>) -> u8 {
    // Ten dice add up to 60 at most.
    view.hand.map_or(0, |hand| hand.sum() as u8)
}
