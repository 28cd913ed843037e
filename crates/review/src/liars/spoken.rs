//! What the acts of a game say about the dice behind them, and about the players.
//!
//! How likely a bid is with each hand depends on how its bidder bids. That is not known, so all styles
//! ([`LiarsStyles`]) are weighed: by what the player did in past rounds, with the dice that were shown then, and by
//! the bids of the round being played, with every hand they may hold. Everybody at the table could do the same: an act
//! is looked at with its own dice only in rounds that come after they were shown.

use dicehouse_bots::strategy::{ByStyle, LiarsStyles};
use dicehouse_rules::liars::{LiarsView, PastRound};
use dicehouse_rules::{Act, Acts, Seat, View};
use dicehouse_table::record::Decision;
use rayon::prelude::*;

use super::belief::few_hands;

/// No style is ever ruled out by past rounds: people change, and bots of other kinds exist.
const LEAST: f64 = 0.002;

/// What every act of a game says.
pub(super) struct Spoken {
    acts: Vec<SpokenAct>,
}

/// What one act says.
struct SpokenAct {
    seat: Seat,
    round: u16,
    is_bid: bool,
    /// How likely it was with the dice that lay there, by style.
    with_own: ByStyle,
    /// How likely a bid was with each hand, in the order of [`few_hands`]; empty for other acts and for hands of
    /// more dice than can be gone through.
    with_each: Vec<ByStyle>,
}

impl Spoken {
    /// Looks at all decisions of a game, which are in order.
    pub fn new(decisions: &[Decision<'_>]) -> Spoken {
        Spoken { acts: decisions.par_iter().map(SpokenAct::new).collect() }
    }

    /// How likely the bids of `seat` in the round of `view` are with each hand, up to a common factor, for somebody
    /// who is to make the decision with this `number`; `None` when there are too many hands.
    pub fn weights(&self, view: &LiarsView<'_>, number: usize, seat: Seat) -> Option<Vec<f64>> {
        let hands = few_hands(view.dice[seat], view.rules.faces)?.len();
        let before = &self.acts[..number.saturating_sub(1).min(self.acts.len())];
        let own = || before.iter().filter(|act| act.seat == seat);
        let mut behind = vec![self.style(view, own()); hands];
        for act in own().filter(|act| act.round == view.round && act.is_bid) {
            if act.with_each.len() != hands {
                return None;
            }
            for (hand, likely) in behind.iter_mut().zip(&act.with_each) {
                hand.iter_mut().zip(likely).for_each(|(share, likely)| *share *= likely);
            }
        }
        Some(behind.iter().map(|styles| styles.iter().sum()).collect())
    }

    /// How likely a player of these acts is of each style, by the rounds whose dice were shown.
    fn style<'a>(
        &self,
        view: &LiarsView<'_>,
        acts: impl Iterator<Item = &'a SpokenAct>,
    ) -> ByStyle {
        let was_shown = |round: u16| {
            view.past.iter().any(
                |past| matches!(past, PastRound::Showdown(showdown) if showdown.round == round),
            )
        };
        let mut styles = even();
        for act in acts.filter(|act| act.round < view.round && was_shown(act.round)) {
            styles.iter_mut().zip(act.with_own).for_each(|(share, likely)| *share *= likely);
            let total: f64 = styles.iter().sum();
            styles.iter_mut().for_each(|share| *share = (*share / total).max(LEAST));
        }
        styles
    }
}

/// Every style as likely as any other.
fn even() -> ByStyle {
    let mut styles = ByStyle::default();
    let share = 1.0 / styles.len() as f64;
    styles.fill(share);
    styles
}

impl SpokenAct {
    fn new(decision: &Decision<'_>) -> SpokenAct {
        let mut spoken = SpokenAct {
            seat: decision.seat,
            round: 0,
            is_bid: false,
            with_own: even(),
            with_each: Vec::new(),
        };
        let (View::Liars(mut view), Acts::Bid(legal)) = (decision.view(), decision.legal()) else {
            return spoken;
        };
        spoken.round = view.round;
        let Some(act) = decision.outcome.act() else { return spoken };
        spoken.is_bid = matches!(act, Act::Bid(_));
        let mut styles = LiarsStyles::default();
        spoken.with_own = styles.likely(&view, &legal, act);
        if !spoken.is_bid {
            return spoken;
        }
        let hands = few_hands(view.dice[decision.seat], view.rules.faces).unwrap_or_default();
        // Who does not see the own dice says nothing about them.
        let sees = view.hand.is_some();
        spoken.with_each = hands
            .into_iter()
            .map(|hand| {
                view.hand = sees.then_some(hand);
                styles.likely(&view, &legal, act)
            })
            .collect();
        spoken
    }
}
