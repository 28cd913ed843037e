//! The kinds of mistakes people make, so that they can be counted over many games and practised.

use dicehouse_rules::Act;
use serde::{Deserialize, Serialize};

use crate::comment::Comment;
use crate::shape::DecisionReview;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Lapse {
    /// A call where going on was better.
    CalledTooEarly,
    /// Going on where calling was better.
    CalledTooLate,
    /// A bid or claim that was less likely to hold than a better one.
    BidTooHigh,
    /// A bid or claim that left room for more.
    BidTooLow,
    /// A bid on what one held, which told the others more than it was worth.
    GaveTheHandAway,
    /// Saying that a bid was exact.
    SaidExact,
    /// Not saying that a bid was exact.
    MissedExact,
    /// A claim that was not true where the truth was better.
    Bluffed,
    /// The truth where another claim was better.
    ToldTheTruth,
    /// The immunity card, played or kept.
    Card,
    /// A split of the dice.
    Split,
}

impl Lapse {
    /// All kinds.
    pub const ALL: [Lapse; 11] = [
        Lapse::CalledTooEarly,
        Lapse::CalledTooLate,
        Lapse::BidTooHigh,
        Lapse::BidTooLow,
        Lapse::GaveTheHandAway,
        Lapse::SaidExact,
        Lapse::MissedExact,
        Lapse::Bluffed,
        Lapse::ToldTheTruth,
        Lapse::Card,
        Lapse::Split,
    ];
}

impl DecisionReview {
    /// What kind of mistake it was; `None` for a decision without a mark.
    pub fn lapse(&self) -> Option<Lapse> {
        self.mark?;
        let (done, best) = (self.act?, self.best()?.act);
        Some(match (done, best) {
            (Act::Exact, _) => Lapse::SaidExact,
            (_, Act::Exact) => Lapse::MissedExact,
            (Act::Call, _) => Lapse::CalledTooEarly,
            (Act::Bid(_) | Act::LetPass, Act::Call) => Lapse::CalledTooLate,
            (Act::Bid(_), _) => self.bid_lapse(),
            (Act::Claim(done), Act::Claim(best)) => match self.comment {
                Some(Comment::Claim { sum, .. }) if sum == u16::from(done) => Lapse::ToldTheTruth,
                Some(Comment::Claim { sum, .. }) if sum == u16::from(best) => Lapse::Bluffed,
                _ if done > best => Lapse::BidTooHigh,
                _ => Lapse::BidTooLow,
            },
            (Act::Immunity | Act::NoImmunity, _) => Lapse::Card,
            (Act::Split(_), _) => Lapse::Split,
            (Act::Claim(_) | Act::LetPass, _) => return None,
        })
    }

    /// What was wrong with a bid where another one was better.
    fn bid_lapse(&self) -> Lapse {
        match &self.comment {
            Some(Comment::Bid { chance, better: Some(better), .. }) if *chance < better.chance => {
                Lapse::BidTooHigh
            }
            Some(Comment::Bid { held, better: Some(better), .. })
                if held.count > 0 && better.bid.face != held.face =>
            {
                Lapse::GaveTheHandAway
            }
            _ => Lapse::BidTooLow,
        }
    }
}
