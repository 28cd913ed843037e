//! One round of `liars` between two, in vector form.
//!
//! [`Round`] is what there is to solve, [`Solver`] solves it.

mod classes;
mod decisions;
mod ends;
mod evaluate;
mod hands;
mod lanes;
mod shape;
mod snapshot;
mod solver;
mod stakes;
mod update;
mod variant;
mod walk;

pub use hands::Hands;
pub use solver::{Goal, Progress, Solver, Watch};
pub use stakes::{End, Next, Stakes};
pub use variant::Variant;

use dicehouse_rules::liars::{Bidding, LiarsRules, RaiseRule};
use dicehouse_rules::{Act, Bid, Dice, Face};
use thiserror::Error;

use self::classes::{Classes, Ladder};
use self::ends::{Calls, CallsOf};
use self::lanes::{Falls, Lanes};
pub(crate) use self::shape::{Kind, Raise};
use self::shape::{Shape, ShapeOf, Size};
use crate::Side;

/// What a round is: the rules, the dice of the two players, and what its ends are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundSetup {
    /// The raise order, wilds and exact calls.
    pub rules: LiarsRules,
    /// The dice of the opener and of the responder.
    pub dice: [u8; 2],
    /// Whether it is a palifico round.
    pub palifico: bool,
    /// What its ends are worth.
    pub stakes: Stakes,
}

/// A round of `liars` between two, laid out to be solved.
#[derive(Clone, Debug)]
pub struct Round {
    setup: RoundSetup,
    ladder: Vec<Bid>,
    wild: Option<Face>,
    hands: [Hands; 2],
    /// By side, then by last bid: none, the first of the ladder, and so on.
    classes: [Vec<Classes>; 2],
    /// By last bid and bid: what the bid does to the classes that the last bid left.
    steps: Vec<Vec<StepTo>>,
    shape: Shape,
}

/// What a bid does to classes of hands.
#[derive(Clone, Debug)]
struct StepTo {
    /// By side: which class each class falls into.
    falls: [Falls; 2],
    /// How each class counts when the bid is called.
    calls: Calls,
}

/// Why a round cannot be solved exactly.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsolvable {
    /// Bids can go round in circles.
    #[error("under raise={} bids can go round in circles, so a history is not a set of bids", .0.word())]
    NoOrder(RaiseRule),
    /// A player without dice.
    #[error("{0},{1} is not a position: both players need a die")]
    NoDice(u8, u8),
    /// More dice than a player can have.
    #[error("{0},{1} is not a position of this ruleset: a player has at most {2} dice")]
    TooManyDice(u8, u8, u8),
}

impl Round {
    /// Lays out a round.
    ///
    /// Bids above the number of dice in play, which some rulesets allow, are left out: they are
    /// certain to be called and false.
    ///
    /// # Errors
    /// When the rules do not order all bids, or a player has no dice.
    pub fn new(setup: RoundSetup) -> Result<Round, Unsolvable> {
        let [a, b] = setup.dice;
        if a == 0 || b == 0 {
            return Err(Unsolvable::NoDice(a, b));
        }
        if a.max(b) as usize > dicehouse_rules::MAX_DICE {
            return Err(Unsolvable::TooManyDice(a, b, dicehouse_rules::MAX_DICE as u8));
        }
        let rules = LiarsRules { cap: true, ..setup.rules };
        let setup = RoundSetup { rules, ..setup };
        let bidding = Bidding::new(&rules, a + b, setup.palifico);
        let bids = bidding.ladder().ok_or(Unsolvable::NoOrder(rules.raise))?;
        let wild = bidding.wild();
        let hands = setup.dice.map(|dice| Hands::new(dice, rules.faces));
        let ladder = Ladder { bids: &bids, wild, exact: rules.exact.is_some() };
        let standing = || std::iter::once(None).chain((0..bids.len()).map(Some));
        let classes = Side::BOTH.map(|side| {
            let others = setup.dice[side.other().index()];
            let of = |last| Classes::new(&hands[side.index()], &ladder, last, others);
            standing().map(of).collect::<Vec<Classes>>()
        });
        let step = |before: usize, bid: usize| {
            let from = [&classes[0][before], &classes[1][before]];
            StepTo {
                falls: Side::BOTH
                    .map(|side| from[side.index()].into(&classes[side.index()][bid + 1])),
                calls: Calls::new(&CallsOf {
                    bid: bids[bid],
                    wild,
                    hands: &hands,
                    classes: from,
                    stakes: &setup.stakes,
                }),
            }
        };
        let steps = (0..=bids.len())
            .map(|before| (0..bids.len()).map(|bid| step(before, bid)).collect())
            .collect();
        let shape = Shape::new(&ShapeOf {
            rules: &rules,
            dice: setup.dice,
            palifico: setup.palifico,
            ladder: &bids,
            classes: &classes,
        });
        Ok(Round { setup, ladder: bids, wild, hands, classes, steps, shape })
    }

    /// What the round is.
    pub fn setup(&self) -> &RoundSetup {
        &self.setup
    }

    /// All bids, lowest first.
    pub fn ladder(&self) -> &[Bid] {
        &self.ladder
    }

    /// The hands of a player.
    pub fn hands(&self, side: Side) -> &Hands {
        &self.hands[side.index()]
    }

    /// How many public histories there are.
    pub fn histories(&self) -> u128 {
        self.root().histories
    }

    /// How many numbers a strategy for both players has.
    pub fn cells(&self) -> u128 {
        self.root().whole.cells
    }

    fn root(&self) -> &Kind {
        self.kind(self.root_kind())
    }

    /// The number of the kind of a round in which nothing was bid yet.
    pub(crate) fn root_kind(&self) -> usize {
        self.shape.root()
    }

    /// Histories with the same future, by their number.
    pub(crate) fn kind(&self, number: usize) -> &Kind {
        &self.shape.kinds[number]
    }

    /// The face that is wild in this round.
    pub(crate) fn wild(&self) -> Option<Face> {
        self.wild
    }

    fn classes(&self, side: Side, last: Option<usize>) -> &Classes {
        &self.classes[side.index()][last.map_or(0, |at| at + 1)]
    }

    /// What `bid` does to the classes that `last` left.
    #[inline]
    fn step(&self, last: Option<usize>, bid: usize) -> &StepTo {
        &self.steps[last.map_or(0, |at| at + 1)][bid]
    }

    /// How many blocks the classes of `side` take while `last` stands.
    #[inline]
    fn blocks(&self, side: Side, last: Option<usize>) -> usize {
        lanes::blocks(self.classes(side, last).len)
    }

    /// How likely each class of `side` is before anything is said.
    fn prior(&self, side: Side) -> Vec<Lanes> {
        lanes::in_blocks(&self.classes(side, None).total(self.hands(side).chances()), 0.0)
    }

    /// Where the numbers of a history lie, and its kind; `None` when it cannot come about.
    fn locate(&self, history: &[Bid]) -> Option<(&Kind, Size)> {
        let mut kind = self.root();
        let mut at = Size::default();
        for bid in history {
            at += kind.own;
            let mut found = None;
            for raise in &kind.raises {
                let child = &self.shape.kinds[raise.kind];
                if self.ladder[raise.bid] == *bid {
                    found = Some(child);
                    break;
                }
                at += child.whole;
            }
            kind = found?;
        }
        Some((kind, at))
    }

    /// The legal acts after `history`: calls first, then bids, lowest first.
    pub fn acts(&self, history: &[Bid]) -> Option<Vec<Act>> {
        Some(self.acts_of(self.locate(history)?.0))
    }

    fn acts_of(&self, kind: &Kind) -> Vec<Act> {
        let ends = [Act::Call, Act::Exact].into_iter().take(kind.ends);
        ends.chain(kind.raises.iter().map(|raise| Act::Bid(self.ladder[raise.bid]))).collect()
    }

    /// The class of a hand of `side` after `kind`.
    fn class_of(&self, side: Side, kind: &Kind, hand: &Dice) -> Option<usize> {
        let hand = self.hands(side).index(hand)?;
        Some(self.classes(side, kind.last).of_hand[hand].into())
    }
}
