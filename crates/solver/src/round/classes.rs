//! Hands between which no later bid can tell.
//!
//! Once a bid stands, only it and the bids above it can still be called. Hands of one player that
//! count alike for all of these are worth the same from then on: dice are independent, so what
//! the other player holds says nothing about which of them it is. They share one strategy and one
//! value, and their reach adds up. Nothing is lost by it; of 21 hands of two dice three are left
//! once 4x5 stands.
//!
//! Classes are in the order of what they count for the highest bid, then for the one below, and so
//! on. Classes that higher bids cannot tell apart are therefore neighbours.

use dicehouse_rules::{Bid, Face};

use super::hands::Hands;
use super::lanes::Falls;

/// The classes of one player's hands while one bid stands.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// How many classes there are.
    pub len: usize,
    /// The class of each hand.
    pub of_hand: Vec<u16>,
    /// A hand of the class.
    pub sample: Vec<usize>,
}

/// What decides how a player's hands fall into classes.
pub(crate) struct Ladder<'a> {
    pub bids: &'a [Bid],
    pub wild: Option<Face>,
    /// Whether a bid can be called exact.
    pub exact: bool,
}

impl Classes {
    /// The classes of `hands` when `bids[standing]` and those above it can still be called, or all
    /// of them; `others` is how many dice the other player holds.
    pub fn new(hands: &Hands, ladder: &Ladder<'_>, standing: Option<usize>, others: u8) -> Classes {
        let open = &ladder.bids[standing.unwrap_or(0)..];
        let features = |hand: usize| -> Vec<i16> {
            let count = |bid: &Bid| hands.count_for(hand, bid.face, ladder.wild);
            open.iter().rev().map(|bid| feature(bid, count(bid), others, ladder.exact)).collect()
        };
        let of_hands: Vec<Vec<i16>> = (0..hands.len()).map(features).collect();
        let mut known: Vec<&Vec<i16>> = of_hands.iter().collect();
        known.sort_unstable();
        known.dedup();
        let class = |features: &Vec<i16>| known.partition_point(|other| *other < features);
        let of_hand: Vec<u16> = of_hands.iter().map(|hand| class(hand) as u16).collect();
        let sample = |class: usize| of_hand.iter().position(|of| usize::from(*of) == class);
        let sample = (0..known.len()).filter_map(sample).collect();
        Classes { len: known.len(), of_hand, sample }
    }

    /// For each of these classes the one it falls into when a higher bid stands.
    pub fn into(&self, higher: &Classes) -> Falls {
        let to: Vec<u16> = self.sample.iter().map(|hand| higher.of_hand[*hand]).collect();
        Falls::new(&to)
    }

    /// Adds up `of_hands` by class.
    pub fn total(&self, of_hands: &[f64]) -> Vec<f64> {
        let mut totals = vec![0.0; self.len];
        for (hand, class) in self.of_hand.iter().enumerate() {
            totals[usize::from(*class)] += of_hands[hand];
        }
        totals
    }
}

/// What a count says about a bid: counts that no hand of the other player can tell apart are one.
fn feature(bid: &Bid, count: u8, others: u8, exact: bool) -> i16 {
    let quantity = i16::from(bid.quantity);
    // Below this the bid is false whatever the other player holds, from `enough` on it is true.
    let hopeless = quantity - i16::from(others) - 1;
    let enough = if exact { quantity + 1 } else { quantity };
    i16::from(count).max(hopeless).min(enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(standing: (u8, u8), exact: bool) -> usize {
        let bids: Vec<Bid> =
            (1..=4).flat_map(|q| Face::first(6).map(move |face| Bid::new(q, face))).collect();
        let ladder = Ladder { bids: &bids, wild: None, exact };
        let at = bids.iter().position(|bid| (bid.quantity, bid.face.get()) == standing);
        Classes::new(&Hands::new(2, 6), &ladder, at, 2).len
    }

    /// Two dice each. Only two of a face help a bid of four; a bid of three needs one.
    #[test]
    fn high_bids_tell_few_hands_apart() {
        assert_eq!(classes((4, 6), false), 2, "two sixes, or not");
        assert_eq!(classes((4, 5), false), 3);
        assert_eq!(classes((4, 1), false), 7);
        assert_eq!(classes((3, 6), false), 8);
        assert_eq!(classes((3, 1), false), 21);
        assert_eq!(classes((4, 5), true), 3, "exact calls need no more there");
    }
}
