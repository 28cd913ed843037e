//! Which raises are considered: with many dice most legal bids are out of the question.

use dicehouse_rules::Bid;

use crate::Side;
use crate::round::{Kind, Raise, Round};

/// How many raises are considered: those that are likeliest to be true.
const MOST_RAISES: usize = 16;
/// An opening has no bid to be near to.
const MOST_OPENINGS: usize = 24;
/// Bids that are less likely to be true than this are out of the question.
const LEAST_CHANCE: f64 = 1e-4;

/// How likely bids are to be true before anybody looks at their dice.
pub(super) struct Likely {
    chances: Vec<f64>,
}

impl Likely {
    pub fn new(round: &Round) -> Likely {
        Likely { chances: round.ladder().iter().map(|bid| chance(round, bid)).collect() }
    }

    /// The raises of `kind` that are considered, lowest first.
    pub fn considered(&self, kind: &Kind) -> Vec<Raise> {
        let most = if kind.ends == 0 { MOST_OPENINGS } else { MOST_RAISES };
        let mut raises: Vec<Raise> = kind.raises.clone();
        raises.sort_by(|a, b| self.chances[b.bid].total_cmp(&self.chances[a.bid]));
        let likely = |raise: &Raise| self.chances[raise.bid] >= LEAST_CHANCE;
        let count = raises.iter().filter(|raise| likely(raise)).count().min(most);
        // There must be something to open with.
        raises.truncate(count.max(usize::from(kind.ends == 0)));
        raises.sort_by_key(|raise| raise.bid);
        raises
    }
}

/// The chance that `bid` is true.
fn chance(round: &Round, bid: &Bid) -> f64 {
    let [first, second] = Side::BOTH.map(|side| {
        let hands = round.hands(side);
        let mut of_count = vec![0.0; usize::from(round.setup().dice[side.index()]) + 1];
        for (hand, chance) in hands.chances().iter().enumerate() {
            of_count[usize::from(hands.count_for(hand, bid.face, round.wild()))] += chance;
        }
        of_count
    });
    let pairs = first.iter().enumerate().flat_map(|(a, first)| {
        second.iter().enumerate().map(move |(b, second)| (a + b, first * second))
    });
    pairs.filter(|(count, _)| *count >= usize::from(bid.quantity)).map(|(_, chance)| chance).sum()
}
