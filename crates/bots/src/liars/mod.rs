//! The bots of `liars`.

pub(crate) mod adept;
pub(crate) mod bluffer;
pub(crate) mod counter;
pub(crate) mod dicey;
pub(crate) mod fox;
pub(crate) mod gambler;
pub(crate) mod master;
pub(crate) mod odds;
pub(crate) mod solved;
pub(crate) mod sphinx;
pub(crate) mod styles;
pub(crate) mod truthful;

mod counts;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, Bid, BidActs, Dice, View};
use dicehouse_table::Player;

use crate::adapter;

/// How a bot of `liars` decides.
pub(crate) trait DecideLiars: Send {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act;
}

/// Seats a bot at a table.
pub(crate) fn seat(mut bot: impl DecideLiars + 'static) -> Box<dyn Player + Send> {
    adapter::seat(move |question| match (&question.view, &question.legal) {
        (View::Liars(view), Acts::Bid(legal)) => {
            Some(not_blind(bot.decide(view, legal), view, legal).into())
        }
        _ => None,
    })
}

/// House bots err as people do, but none is blind to its own dice: a bid that they prove true is not called. Where it can
/// be raised, the likeliest raise takes the place of the call.
fn not_blind(act: Act, view: &LiarsView<'_>, legal: &BidActs) -> Act {
    let is_proven = |bid: Bid| own(view).count_for(bid.face, view.wild) >= bid.quantity;
    match act {
        Act::Call if view.standing_bid().is_some_and(is_proven) => {
            counter::likeliest(view, legal).map_or(act, Act::Bid)
        }
        _ => act,
    }
}

/// The viewer's own dice.
fn own(view: &LiarsView<'_>) -> Dice {
    view.hand.unwrap_or_default()
}

/// The lowest legal bid, by quantity and then by face.
fn lowest(legal: &BidActs) -> Option<Bid> {
    legal.lowest_bids().min_by_key(|bid| (bid.quantity, bid.face))
}

/// What is left when nothing a bot likes is legal: a call, or the lowest bid where there is
/// nothing to call.
fn call_or_lowest(legal: &BidActs) -> Act {
    match lowest(legal) {
        Some(bid) if !legal.call => Act::Bid(bid),
        _ => Act::Call,
    }
}
