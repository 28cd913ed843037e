//! What there is to say about a decision, as data: every surface puts it into its own words.

use dicehouse_rules::{Bid, Face};
use serde::{Deserialize, Serialize};

/// What a decision was about. With the mark and the options beside it, it makes the sentence that
/// teaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Comment {
    /// Somebody bid, and should not have called instead.
    Bid {
        /// What of it lay under the bidder's own cup.
        held: Held,
        /// What they bid.
        bid: Bid,
        /// The chance that it was true, for what the bidder knew.
        chance: f64,
        /// The bid that would have been better, when one was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        better: Option<Better>,
    },
    /// A bid where the one before should have been called.
    NotCalled {
        /// What of that bid lay under the actor's own cup.
        held: Held,
        /// The bid that was not called.
        bid: Bid,
        /// The chance that calling it would have been right, for what the actor knew.
        chance: f64,
    },
    /// A call of a bid.
    Call {
        /// What of the bid lay under the caller's own cup.
        held: Held,
        /// The bid that was called.
        bid: Bid,
        /// The chance that the call was right, for what the caller knew.
        chance: f64,
    },
    /// Somebody said that a bid was exact.
    Exact {
        /// What of the bid lay under the caller's own cup.
        held: Held,
        /// The bid that was said to be exact.
        bid: Bid,
        /// The chance that it was, for what the caller knew.
        chance: f64,
    },
    /// Somebody claimed a sum of dice that only they see.
    Claim {
        /// What the dice added up to.
        sum: u16,
        /// What was claimed.
        claim: u8,
    },
    /// A claim that was called.
    ClaimCalled {
        /// What was claimed.
        claim: u8,
        /// The chance that it was a bluff, for what the caller knew.
        bluff: f64,
    },
    /// A claim that was let pass.
    ClaimPassed {
        /// What was claimed.
        claim: u8,
        /// The chance that it was a bluff, for what the actor knew.
        bluff: f64,
    },
    /// The immunity card was played.
    CardPlayed,
    /// The immunity card was kept.
    CardKept,
    /// The dice were split.
    Split {
        /// The numbers that got their first mark.
        opened: Vec<u8>,
    },
}

/// What of a bid lay under a player's own cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Held {
    /// The face of the bid.
    pub face: Face,
    /// How many dice counted for it.
    pub count: u8,
    /// Whether wild dice are among them.
    pub wild: bool,
}

/// A bid that would have been better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Better {
    /// What could have been bid.
    pub bid: Bid,
    /// The chance that it was true, for what the bidder knew.
    pub chance: f64,
}
