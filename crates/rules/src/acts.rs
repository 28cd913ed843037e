//! Legal acts in compact form: ranges, not a list, and a list when one is wanted.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::bid::Bid;
use crate::dice::Face;
use crate::few::Few;
use crate::split::Splits;

/// What a seat may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decide", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Acts {
    /// Nothing: it is not this seat's turn.
    Nothing,
    /// `liars`: bid, call, say exact.
    Bid(BidActs),
    /// `claims`: claim a sum between these, both included.
    Claim {
        /// The lowest claim.
        min: u8,
        /// The highest claim.
        max: u8,
    },
    /// `claims`: call the claim or let it pass.
    Answer,
    /// `claims`: play the immunity card or keep it.
    Immunity,
    /// `pairs`: one of these splits.
    Split {
        /// The distinct legal splits in canonical order.
        splits: Splits,
    },
}

/// What a bidder may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BidActs {
    /// For each face, from 1, the least quantity that may be bid; `None` when the face may not.
    pub least: Few<Option<NonZeroU8>, { Face::MOST_BID as usize }>,
    /// The most dice that may be bid, on any face.
    pub most: u8,
    /// Whether the last bid may be called.
    pub call: bool,
    /// Whether the last bid may be called exact.
    pub exact: bool,
}

impl BidActs {
    /// The least quantity that may be bid on `face`, if it may be bid at all.
    #[inline]
    pub fn least(&self, face: Face) -> Option<u8> {
        self.least.get(face.index()).copied().flatten().map(NonZeroU8::get)
    }

    /// Whether `bid` may be made.
    #[inline]
    pub fn allows(&self, bid: Bid) -> bool {
        bid.quantity <= self.most && self.least(bid.face).is_some_and(|least| bid.quantity >= least)
    }

    /// The least legal bid on each face that may be bid.
    pub fn lowest_bids(&self) -> impl Iterator<Item = Bid> + '_ {
        Face::first(self.least.len() as u8)
            .filter_map(|face| self.least(face).map(|least| Bid::new(least, face)))
    }

    /// How many quantities there are from `least` on. None where `most` is below, which no game
    /// says but somebody's JSON may.
    #[inline]
    fn bids_from(&self, least: u8) -> usize {
        (usize::from(self.most) + 1).saturating_sub(least.into())
    }

    /// How many different bids may be made.
    #[inline]
    fn bids(&self) -> usize {
        let of_face = |least: &Option<NonZeroU8>| match least {
            Some(least) => self.bids_from(least.get()),
            None => 0,
        };
        self.least.iter().map(of_face).sum()
    }

    /// The `n`-th bid, face by face.
    #[inline]
    fn nth_bid(&self, mut n: usize) -> Option<Bid> {
        for (index, least) in self.least.iter().enumerate() {
            let Some(least) = least.map(NonZeroU8::get) else { continue };
            let bids = self.bids_from(least);
            if n < bids {
                return Some(Bid::new(least + n as u8, Face::new(index as u8 + 1)?));
            }
            n -= bids;
        }
        None
    }
}

/// ```
/// use dicehouse_rules::{Act, Acts, Dice, Game, GameKind, Ignore, Ruleset, Seat};
///
/// let mut game = Game::new(&Ruleset::preset(GameKind::Liars, "openspiel")?, 2)?;
/// game.roll(&[2, 5].map(|pips| Dice::from_pips(&[pips]).unwrap()), &mut Ignore)?;
/// let legal = game.legal(Seat::new(0).unwrap());
/// assert_eq!(legal.len(), 12, "one or two dice of six faces");
/// assert!(legal.contains("2x6".parse()?) && !legal.contains(Act::Call));
/// assert_eq!(game.legal(Seat::new(1).unwrap()), Acts::Nothing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Acts {
    /// How many different acts are legal.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Acts::Nothing => 0,
            Acts::Bid(acts) => acts.bids() + usize::from(acts.call) + usize::from(acts.exact),
            Acts::Claim { min, max } => (usize::from(*max) + 1).saturating_sub((*min).into()),
            Acts::Answer | Acts::Immunity => 2,
            Acts::Split { splits } => splits.len(),
        }
    }

    /// Whether nothing is legal.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `n`-th legal act: calls first, then bids face by face; claims and splits in order.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<Act> {
        match self {
            Acts::Nothing => None,
            Acts::Bid(acts) => match (n, acts.call, acts.exact) {
                (0, true, _) => Some(Act::Call),
                (0, false, true) | (1, true, true) => Some(Act::Exact),
                _ => {
                    acts.nth_bid(n - usize::from(acts.call) - usize::from(acts.exact)).map(Act::Bid)
                }
            },
            Acts::Claim { min, max } => {
                let claim = usize::from(*min).checked_add(n)?;
                (claim <= usize::from(*max)).then_some(Act::Claim(claim as u8))
            }
            Acts::Answer => [Act::Call, Act::LetPass].get(n).copied(),
            Acts::Immunity => [Act::Immunity, Act::NoImmunity].get(n).copied(),
            Acts::Split { splits } => splits.get(n).copied().map(Act::Split),
        }
    }

    /// Every legal act.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Act> + '_ {
        // `nth` is total on `0..len`, so nothing is left out.
        (0..self.len()).map(|n| self.nth(n).unwrap_or(Act::Call))
    }

    /// Whether `act` is legal.
    #[inline]
    pub fn contains(&self, act: Act) -> bool {
        match (self, act) {
            (Acts::Bid(acts), Act::Bid(bid)) => acts.allows(bid),
            (Acts::Bid(acts), Act::Call) => acts.call,
            (Acts::Bid(acts), Act::Exact) => acts.exact,
            (Acts::Claim { min, max }, Act::Claim(sum)) => (min..=max).contains(&&sum),
            (Acts::Answer, Act::Call | Act::LetPass) => true,
            (Acts::Immunity, Act::Immunity | Act::NoImmunity) => true,
            (Acts::Split { splits }, Act::Split(split)) => splits.contains(&split),
            _ => false,
        }
    }
}
