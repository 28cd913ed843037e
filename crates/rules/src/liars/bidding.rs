//! Which bids are legal in a round, without a game.

use std::num::NonZeroU8;

use crate::acts::BidActs;
use crate::bid::Bid;
use crate::dice::Face;
use crate::few::Few;
use crate::refusal::{FaceStep, Refusal};

use super::rules::{LiarsRules, RaiseRule};

/// The bidding of one round: which bids may open it, and which may follow another.
///
/// It knows the rules, how many dice are in play and whether the round is a palifico round. The
/// game decides by it, and so can solvers and bots that look ahead.
///
/// ```
/// use dicehouse_rules::liars::{Bidding, LiarsRules};
/// use dicehouse_rules::{Bid, Face, GameKind, Rules, Ruleset};
///
/// let Rules::Liars(perudo) = *Ruleset::preset(GameKind::Liars, "perudo")?.rules() else { panic!() };
/// let bidding = Bidding::new(&perudo, 10, false);
/// let [ones, fives] = [1, 5].map(|face| Face::new(face).unwrap());
/// assert_eq!(bidding.least(None, ones), None, "the wild face may not open");
/// assert_eq!(bidding.least(Some(Bid::new(5, fives)), ones), Some(3), "half, rounded up");
/// assert_eq!(bidding.least(Some(Bid::new(3, ones)), fives), Some(7), "twice and one more");
/// # Ok::<(), dicehouse_rules::RulesetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bidding {
    faces: u8,
    raise: RaiseRule,
    /// The face that is wild in this round.
    wild: Option<Face>,
    /// The most dice that may be bid.
    most: u8,
    /// The face that the bidder is bound to.
    bound_to: Option<Face>,
    max_bids: u16,
    has_exact: bool,
}

impl Bidding {
    /// The bidding of a round with `in_play` dice on the table, for a player who may bid on any
    /// face.
    #[inline]
    pub fn new(rules: &LiarsRules, in_play: u8, palifico: bool) -> Bidding {
        Bidding::with_most(rules, if rules.cap { in_play } else { u8::MAX }, palifico)
    }

    /// The bidding of a round with bids of up to `most` dice.
    #[inline(always)]
    pub(super) fn with_most(rules: &LiarsRules, most: u8, palifico: bool) -> Bidding {
        Bidding {
            faces: rules.faces,
            raise: rules.raise,
            wild: if palifico { None } else { rules.wild },
            most,
            bound_to: None,
            max_bids: rules.max_bids,
            has_exact: rules.exact.is_some(),
        }
    }

    /// The same for a player who is bound to the face of the opening bid, as everyone with more
    /// than one die is in a palifico round. `None` for a player who is not.
    #[must_use]
    #[inline(always)]
    pub fn bound_to(self, face: Option<Face>) -> Bidding {
        Bidding { bound_to: face, ..self }
    }

    /// The face that is wild in this round.
    #[inline]
    pub fn wild(&self) -> Option<Face> {
        self.wild
    }

    /// The most dice that may be bid.
    #[inline]
    pub fn most(&self) -> u8 {
        self.most
    }

    /// The least quantity that may be bid on `face` after `last`, or as the opening bid; `None`
    /// when no bid on this face is legal. Higher ones up to [`Bidding::most`] are legal too.
    #[inline(always)]
    pub fn least(&self, last: Option<Bid>, face: Face) -> Option<u8> {
        if face.get() > self.faces { None } else { self.least_on(last, face) }
    }

    /// [`Bidding::least`] for a face that the dice have.
    #[inline(always)]
    fn least_on(&self, last: Option<Bid>, face: Face) -> Option<u8> {
        if self.bound_to.is_some_and(|bound| bound != face) {
            return None;
        }
        let least = match last {
            Some(last) => self.raise.least(last, face, self.wild)?,
            None if self.cannot_open(face) => return None,
            None => 1,
        };
        if least <= u16::from(self.most) { Some(least as u8) } else { None }
    }

    /// Whether `bid` may follow `last`, or open the round.
    #[inline(always)]
    pub fn allows(&self, last: Option<Bid>, bid: Bid) -> bool {
        bid.quantity <= self.most
            && self.least(last, bid.face).is_some_and(|least| bid.quantity >= least)
    }

    /// The bids that may follow `last`, or open the round, face by face.
    pub fn bids(&self, last: Option<Bid>) -> impl Iterator<Item = Bid> + use<> {
        let bidding = *self;
        Face::first(self.faces).flat_map(move |face| {
            let least = bidding.least(last, face).map(u16::from);
            let above = u16::from(bidding.most()) + 1;
            (least.unwrap_or(above)..above).map(move |quantity| Bid::new(quantity as u8, face))
        })
    }

    /// Every bid from the lowest to the highest: each may follow all before it and none after it.
    ///
    /// `None` where the rule has no such order: under `half` bids can go round in circles. The
    /// wild face has its place in the order of `perudo` although it may not open a round.
    pub fn ladder(&self) -> Option<Vec<Bid>> {
        let mut bids: Vec<Bid> = (1..=self.most)
            .flat_map(|quantity| Face::first(self.faces).map(move |f| Bid::new(quantity, f)))
            .filter(|bid| self.bound_to.is_none_or(|bound| bound == bid.face))
            .collect();
        let wild = self.wild;
        match self.raise {
            RaiseRule::Quantity => {}
            RaiseRule::Face => bids.sort_by_key(|bid| (bid.face, bid.quantity)),
            RaiseRule::Half => return None,
            // A bid on the wild face stands above all bids of up to twice as many others.
            RaiseRule::Perudo => bids.sort_by_key(|bid| {
                let is_wild = Some(bid.face) == wild;
                let quantity = u16::from(bid.quantity);
                (if is_wild { 2 * quantity } else { quantity }, is_wild, bid.face)
            }),
        }
        Some(bids)
    }

    /// Why `bid` may not follow `last`, or open the round.
    ///
    /// # Errors
    /// The reason.
    #[inline]
    pub fn check(&self, last: Option<Bid>, bid: Bid) -> Result<(), Refusal> {
        if self.allows(last, bid) { Ok(()) } else { self.refuse(last, bid) }
    }

    /// Finds the reason why `bid` is not legal.
    #[cold]
    fn refuse(&self, last: Option<Bid>, bid: Bid) -> Result<(), Refusal> {
        if bid.quantity == 0 {
            return Err(Refusal::NoDice);
        }
        if bid.face.get() > self.faces {
            return Err(Refusal::NoSuchFace { face: bid.face, faces: self.faces });
        }
        if bid.quantity > self.most {
            return Err(Refusal::MoreThanInPlay { in_play: self.most });
        }
        if let Some(bound) = self.bound_to.filter(|bound| *bound != bid.face) {
            return Err(Refusal::FaceFixed { face: bound });
        }
        match last {
            None if self.cannot_open(bid.face) => Err(Refusal::WildCannotOpen { face: bid.face }),
            None => Ok(()),
            Some(last) => self.check_raise(last, bid),
        }
    }

    fn check_raise(&self, last: Bid, bid: Bid) -> Result<(), Refusal> {
        match self.raise.least(last, bid.face, self.wild) {
            None => Err(Refusal::FaceTooLow { bid, last }),
            Some(least) if u16::from(bid.quantity) < least => {
                let minded = self.wild.filter(|_| self.raise == RaiseRule::Perudo);
                let how = FaceStep::between(last.face, bid.face, minded);
                // Without a cap no bid is too high for the dice in play.
                let in_play = self.most;
                Err(if in_play < u8::MAX && least > in_play.into() {
                    Refusal::TooFewDice { bid, last, how, least, in_play }
                } else {
                    Refusal::TooLow { bid, last, how, least }
                })
            }
            Some(_) => Ok(()),
        }
    }

    /// What a bidder may do after `bids` bids of which `last` is the last.
    #[inline]
    pub fn acts(&self, last: Option<Bid>, bids: usize) -> BidActs {
        let used_up = bids >= usize::from(self.max_bids);
        let mut least = Few::new();
        for face in Face::first(self.faces) {
            let quantity = if used_up { None } else { self.least_on(last, face) };
            let pushed = least.push(quantity.and_then(NonZeroU8::new));
            debug_assert!(pushed.is_ok(), "no ruleset has more faces than can be bid");
        }
        BidActs {
            least,
            most: self.most,
            call: last.is_some(),
            exact: last.is_some() && self.has_exact,
        }
    }

    /// Whether `face` is kept from opening the round.
    #[inline]
    fn cannot_open(&self, face: Face) -> bool {
        self.raise == RaiseRule::Perudo && Some(face) == self.wild
    }
}

impl LiarsRules {
    /// Whether the round has had as many bids as the rules allow.
    #[inline]
    pub fn used_up(&self, bids: usize) -> bool {
        bids >= usize::from(self.max_bids)
    }
}
