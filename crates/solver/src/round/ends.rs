//! What a call or an exact call is worth to each class of hands.

use dicehouse_rules::{Bid, Face, MAX_DICE};

use super::Round;
use super::classes::Classes;
use super::hands::Hands;
use super::stakes::End;
use crate::Side;

/// Places for the chance of each count and above. A power of two beyond the most dice of a player:
/// looking up needs no check then.
const COUNTS: usize = 16;
const _: () = assert!(COUNTS > MAX_DICE + 2);

/// How classes of hands are counted when a bid is called.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    /// By side, for each class: how many of its dice count.
    counts: [Vec<u8>; 2],
    /// By side, for each class: how many of the other player's dice must count.
    needed: [Vec<Needed>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Needed {
    /// None where there are enough already; more than anybody has is as good as more still.
    dice: u8,
    /// Whether there are too many already for the bid to be exactly right.
    too_many: bool,
}

impl Calls {
    /// For calls on `bid`, with the classes of hands that the bid before it left.
    pub fn new(bid: &Bid, wild: Option<Face>, hands: &[Hands; 2], classes: [&Classes; 2]) -> Calls {
        let counts = Side::BOTH.map(|side| {
            let count = |hand: &usize| hands[side.index()].count_for(*hand, bid.face, wild);
            classes[side.index()].sample.iter().map(count).collect::<Vec<u8>>()
        });
        let needed = Side::BOTH.map(|side| {
            let needed = |count: &u8| Needed {
                dice: bid.quantity.saturating_sub(*count).min(MAX_DICE as u8 + 1),
                too_many: *count > bid.quantity,
            };
            counts[side.index()].iter().map(needed).collect()
        });
        Calls { counts, needed }
    }
}

/// A call or an exact call about to be made.
pub(super) struct Ending<'a> {
    /// How hands are counted.
    pub calls: &'a Calls,
    /// Who calls.
    pub caller: Side,
    /// Whether the bid is called exact.
    pub exact: bool,
}

impl Round {
    /// What it is worth to each hand of `me` when `caller` calls `bid`, or calls it exact, and the
    /// other player is there with `theirs`, hand by hand.
    pub(crate) fn end_by_hand(
        &self,
        bid: Bid,
        caller: Side,
        exact: bool,
        me: Side,
        theirs: &[f64],
    ) -> Vec<f64> {
        let wild = self.wild;
        let counts = |side: Side| {
            let hands = self.hands(side);
            (0..hands.len()).map(move |hand| hands.count_for(hand, bid.face, wild))
        };
        let their_counts: Vec<u8> = counts(me.other()).collect();
        let worth = |own: u8| -> f64 {
            let one = |(count, reach): (&u8, &f64)| {
                let total = own + count;
                let end = match exact {
                    true if total == bid.quantity => End::RightExact,
                    true => End::WrongExact,
                    false if total >= bid.quantity => End::WrongCall,
                    false => End::RightCall,
                };
                reach * self.setup.stakes.worth(me, caller, end)
            };
            their_counts.iter().zip(theirs).map(one).sum()
        };
        counts(me).map(worth).collect()
    }

    /// Adds to `out` what an ending is worth to each class of `me`, when the other player is there
    /// with `theirs`.
    #[inline]
    pub(super) fn end(&self, ending: &Ending<'_>, me: Side, theirs: &[f64], out: &mut [f64]) {
        let Ending { calls, caller, exact } = ending;
        // At index `k` the chance that `k` or more of the other player's dice count.
        let mut at_least = [0.0; COUNTS];
        for (count, theirs) in calls.counts[me.other().index()].iter().zip(theirs) {
            at_least[usize::from(*count) % COUNTS] += theirs;
        }
        for count in (0..usize::from(self.setup.dice[me.other().index()])).rev() {
            at_least[count % COUNTS] += at_least[(count + 1) % COUNTS];
        }
        let worth = |end| self.setup.stakes.worth(me, *caller, end);
        let total = at_least[0];
        let needed = calls.needed[me.index()].iter();
        if *exact {
            let (yes, no) = (worth(End::RightExact), worth(End::WrongExact));
            for (out, needed) in out.iter_mut().zip(needed) {
                let dice = usize::from(needed.dice);
                let exactly = at_least[dice % COUNTS] - at_least[(dice + 1) % COUNTS];
                let hit = if needed.too_many { 0.0 } else { exactly };
                *out += hit * yes + (total - hit) * no;
            }
        } else {
            let (yes, no) = (worth(End::WrongCall), worth(End::RightCall));
            for (out, needed) in out.iter_mut().zip(needed) {
                let hit = at_least[usize::from(needed.dice) % COUNTS];
                *out += hit * yes + (total - hit) * no;
            }
        }
    }
}
