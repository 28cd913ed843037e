//! What a call or an exact call is worth to each class of hands.

use dicehouse_rules::{Bid, Face, MAX_DICE};

use super::Round;
use super::classes::Classes;
use super::hands::Hands;
use super::lanes::{Lanes, Matrix, WIDTH, in_blocks};
use super::stakes::{End, Stakes};
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
    needed: [Vec<[Needed; WIDTH]>; 2],
    /// By side and by [`Ending::number`], where classes are few: what the ending is worth to each of
    /// the side's classes against each of the other player's.
    worth: [[Option<Matrix>; 4]; 2],
}

#[derive(Clone, Copy, Debug)]
struct Needed {
    /// None where there are enough already; more than anybody has is as good as more still.
    dice: u8,
    /// Whether there are too many already for the bid to be exactly right.
    too_many: bool,
}

/// What calls are about.
pub(super) struct CallsOf<'a> {
    pub bid: Bid,
    pub wild: Option<Face>,
    pub hands: &'a [Hands; 2],
    /// The classes of hands that the bid before it left.
    pub classes: [&'a Classes; 2],
    pub stakes: &'a Stakes,
}

impl Calls {
    pub fn new(of: &CallsOf<'_>) -> Calls {
        let quantity = of.bid.quantity;
        let counts = Side::BOTH.map(|side| {
            let hands = &of.hands[side.index()];
            let count = |hand: &usize| hands.count_for(*hand, of.bid.face, of.wild);
            of.classes[side.index()].sample.iter().map(count).collect::<Vec<u8>>()
        });
        let needed = Side::BOTH.map(|side| {
            let needed = |count: &u8| Needed {
                dice: quantity.saturating_sub(*count).min(MAX_DICE as u8 + 1),
                too_many: *count > quantity,
            };
            let needed: Vec<Needed> = counts[side.index()].iter().map(needed).collect();
            in_blocks(&needed, Needed { dice: 0, too_many: true })
        });
        let worth = Side::BOTH.map(|me| {
            std::array::from_fn(|number| {
                let (caller, exact) = Ending::of_number(number);
                let (own, others) = (&counts[me.index()], &counts[me.other().index()]);
                Matrix::new(others.len(), own.len(), |other, class| {
                    let end = end_of(quantity, own[class] + others[other], exact);
                    of.stakes.worth(me, caller, end)
                })
            })
        });
        Calls { counts, needed, worth }
    }
}

/// How a call of `quantity` dice ends when `count` dice count.
fn end_of(quantity: u8, count: u8, exact: bool) -> End {
    match exact {
        true if count == quantity => End::RightExact,
        true => End::WrongExact,
        false if count >= quantity => End::WrongCall,
        false => End::RightCall,
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

impl Ending<'_> {
    /// A number for each pair of caller and kind of call.
    fn number(&self) -> usize {
        2 * self.caller.index() + usize::from(self.exact)
    }

    fn of_number(number: usize) -> (Side, bool) {
        (Side::BOTH[number / 2], number % 2 == 1)
    }
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
                let end = end_of(bid.quantity, own + count, exact);
                reach * self.setup.stakes.worth(me, caller, end)
            };
            their_counts.iter().zip(theirs).map(one).sum()
        };
        counts(me).map(worth).collect()
    }

    /// Gives `put` what an ending is worth to each block of classes of `me`, when the other player
    /// is there with `theirs`.
    #[inline(always)]
    pub(super) fn end(
        &self,
        ending: &Ending<'_>,
        me: Side,
        theirs: &[Lanes],
        put: impl FnMut(usize, Lanes),
    ) {
        match &ending.calls.worth[me.index()][ending.number()] {
            Some(worth) => worth.multiply(theirs, put),
            None => self.end_by_counts(ending, me, theirs, put),
        }
    }

    fn end_by_counts(
        &self,
        ending: &Ending<'_>,
        me: Side,
        theirs: &[Lanes],
        mut put: impl FnMut(usize, Lanes),
    ) {
        let Ending { calls, caller, exact } = ending;
        // At index `k` the chance that `k` or more of the other player's dice count.
        let mut at_least = [0.0; COUNTS];
        for (count, theirs) in calls.counts[me.other().index()].iter().zip(theirs.as_flattened()) {
            at_least[usize::from(*count) % COUNTS] += theirs;
        }
        for count in (0..usize::from(self.setup.dice[me.other().index()])).rev() {
            at_least[count % COUNTS] += at_least[(count + 1) % COUNTS];
        }
        let worth = |end| self.setup.stakes.worth(me, *caller, end);
        let total = at_least[0];
        let (yes, no) = match exact {
            true => (worth(End::RightExact), worth(End::WrongExact)),
            false => (worth(End::WrongCall), worth(End::RightCall)),
        };
        for (block, needed) in calls.needed[me.index()].iter().enumerate() {
            let hits = needed.map(|needed| {
                let dice = usize::from(needed.dice);
                match exact {
                    true if needed.too_many => 0.0,
                    true => at_least[dice % COUNTS] - at_least[(dice + 1) % COUNTS],
                    false => at_least[dice % COUNTS],
                }
            });
            put(block, hits.map(|hit| hit * yes + (total - hit) * no));
        }
    }
}
