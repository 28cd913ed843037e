//! Hints: what a strong player thinks of a choice. It knows what the person who chooses knows, and no more.

use dicehouse_rules::{Acts, Bid, View};
use serde::Serialize;

use crate::hints;

/// What a strong player thinks of a choice. As JSON it is `{"truth": 0.4}`, for the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advice {
    /// How likely bids are, given what everybody has bid.
    Bids(BidChances),
    /// How likely the claim on the table is to be true, given how its claimant has claimed.
    Truth(f64),
    /// How likely each claim is to be called, from the lowest on, given how the caller has answered.
    Calls(Vec<f64>),
    /// The total to expect in the end, for each legal split in order.
    Splits(Vec<f64>),
}

impl Advice {
    /// What a strong player thinks of the choice `legal` of somebody who sees `view`.
    pub fn on(view: &View<'_>, legal: &Acts) -> Option<Advice> {
        match (view, legal) {
            (View::Liars(view), Acts::Bid(_)) => {
                hints::bid_chances(view).map(|chances| Advice::Bids(BidChances::new(chances)))
            }
            (View::Claims(view), Acts::Answer) => hints::claim_truth(view).map(Advice::Truth),
            (View::Claims(view), Acts::Claim { .. }) => {
                hints::call_chances(view).map(Advice::Calls)
            }
            (View::Pairs(view), Acts::Split { splits }) => {
                hints::split_totals(view, splits).map(Advice::Splits)
            }
            _ => None,
        }
    }
}

/// How likely bids are to be true.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct BidChances {
    /// For each face from 1 the chance of at least 0, 1, 2 … dice.
    faces: Vec<Vec<f64>>,
}

impl BidChances {
    /// Chances from a table: for each face from 1 the chance of at least 0, 1, 2 … dice.
    pub fn new(faces: Vec<Vec<f64>>) -> BidChances {
        BidChances { faces }
    }

    /// The chance that there are at least as many as the bid says.
    pub fn at_least(&self, bid: Bid) -> f64 {
        self.tail(bid, usize::from(bid.quantity))
    }

    /// The chance that there are exactly as many as the bid says.
    pub fn exactly(&self, bid: Bid) -> f64 {
        let quantity = usize::from(bid.quantity);
        (self.tail(bid, quantity) - self.tail(bid, quantity + 1)).max(0.0)
    }

    fn tail(&self, bid: Bid, quantity: usize) -> f64 {
        let face = self.faces.get(bid.face.index());
        face.and_then(|face| face.get(quantity)).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Face;

    #[test]
    fn chances_of_bids_come_from_a_table() {
        let chances = BidChances::new(vec![vec![1.0, 0.5, 0.25], vec![1.0, 0.0]]);
        let bid = |quantity, face| Bid::new(quantity, Face::new(face).unwrap());
        for (bid, at_least, exactly) in [
            (bid(1, 1), 0.5, 0.25),
            (bid(2, 1), 0.25, 0.25),
            (bid(3, 1), 0.0, 0.0),
            (bid(1, 2), 0.0, 0.0),
            (bid(1, 6), 0.0, 0.0),
        ] {
            assert_eq!((chances.at_least(bid), chances.exactly(bid)), (at_least, exactly), "{bid}");
        }
    }
}
