//! Refusals: why an act is not legal, in words a player understands.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bid::Bid;
use crate::dice::{Dice, Face};
use crate::seat::Seat;
use crate::split::Split;

/// Why an act was refused. The game has not changed.
///
/// Its text is a sentence for the player; it never says more than the player may know. As JSON it
/// is a code with its data, for those who tell it in words of their own:
/// `{"code": "too-low", "bid": "2x6", "last": "3x3", "how": "higher", "least": 3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ActRefusal"))]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Dice must be rolled first.
    #[error("the dice must be rolled first")]
    Rolling,
    /// The table has no such seat.
    #[error("there is no seat {seat} at this table")]
    NoSuchSeat {
        /// The seat that tried.
        seat: Seat,
    },
    /// Another seat is to act.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The seat has made up its mind already.
    #[error("you have already decided this round")]
    AlreadyDecided,
    /// The act is of a kind that this moment has no use for.
    #[error("that is not what is asked now: {asked}")]
    WrongKind {
        /// The decision that is due instead.
        asked: Asked,
    },

    /// The dice have no such face.
    #[error("the dice have no {face}: their faces are 1 to {faces}")]
    NoSuchFace {
        /// The face bid.
        face: Face,
        /// How many faces the dice have.
        faces: u8,
    },
    /// A bid of no dice.
    #[error("a bid needs at least 1 die")]
    NoDice,
    /// The bid names more dice than there are.
    #[error("only {in_play} dice are in play")]
    MoreThanInPlay {
        /// How many dice there are.
        in_play: u8,
    },
    /// The bid is not higher than the last, but one on this face could be.
    #[error("{bid} is too low after {last}: {how} you need at least {least}")]
    TooLow {
        /// The bid that was tried.
        bid: Bid,
        /// The bid it follows.
        last: Bid,
        /// How the face differs from the last.
        how: FaceStep,
        /// The least quantity that would do.
        least: u16,
    },
    /// The bid is not higher than the last, and there are too few dice for one on this face.
    #[error(
        "{bid} is too low after {last}: {how} you need at least {least}, but only {in_play} dice \
         are in play"
    )]
    TooFewDice {
        /// The bid that was tried.
        bid: Bid,
        /// The bid it follows.
        last: Bid,
        /// How the face differs from the last.
        how: FaceStep,
        /// The least quantity that would do.
        least: u16,
        /// How many dice there are.
        in_play: u8,
    },
    /// No bid on this face is higher than the last.
    #[error("{bid} is too low after {last}: a lower face is never enough, whatever the number")]
    FaceTooLow {
        /// The bid that was tried.
        bid: Bid,
        /// The bid it follows.
        last: Bid,
    },
    /// The wild face may not open a round.
    #[error("{} are wild, so they cannot open a round", face.plural())]
    WildCannotOpen {
        /// The wild face.
        face: Face,
    },
    /// The face is fixed in this round.
    #[error("this is a palifico round: with more than one die you can only bid on {}", face.plural())]
    FaceFixed {
        /// The face of the opening bid.
        face: Face,
    },
    /// The round has had all its bids.
    #[error("there have been {bids} bids in this round: nobody can raise any more")]
    NoMoreBids {
        /// How many bids a round may have.
        bids: u16,
    },
    /// There is no bid to call.
    #[error("there is no bid to call yet: you open the round")]
    NothingToCall,
    /// The rules have no exact call.
    #[error("these rules have no exact call")]
    NoExact,

    /// The claim is not a sum the rules allow.
    #[error("you can claim {min} to {max}")]
    ClaimOutOfRange {
        /// The lowest claim.
        min: u8,
        /// The highest claim.
        max: u8,
    },

    /// The split cannot be made of these dice.
    #[error("{split} cannot be made of {dice}")]
    NotTheseDice {
        /// The split that was tried.
        split: Split,
        /// The dice on the table.
        dice: Dice,
    },
    /// The removed die must be one of the numbers collected.
    #[error("you must remove a {}: there is {} among the dice", one_of(collected), a_of(among))]
    MustRemove {
        /// The numbers the player has collected.
        collected: Dice,
        /// Those of them that are among the dice.
        among: Dice,
    },
}

/// What is asked of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Asked {
    /// The first bid of a round.
    #[error("bid, as in 3x5")]
    Open,
    /// A bid or a call.
    #[error("bid, as in 3x5, or call")]
    Bid,
    /// A bid, a call or an exact call.
    #[error("bid, as in 3x5, call, or say exact")]
    BidOrExact,
    /// How many dice are claimed.
    #[error("claim what your dice add up to, as in claim 9")]
    Claim,
    /// An answer to a claim.
    #[error("call the claim or let it pass")]
    Answer,
    /// Whether to play the immunity card.
    #[error("play your immunity card (immunity) or keep it (no immunity)")]
    Immunity,
    /// Two pairs and the die that is removed.
    #[error("split the dice, as in 4+10-3")]
    Split,
}

/// How the face of a bid differs from that of the bid before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum FaceStep {
    /// The same face.
    #[error("with the same face")]
    Same,
    /// A higher face.
    #[error("with a higher face")]
    Higher,
    /// A lower face.
    #[error("with a lower face")]
    Lower,
    /// From another face to the wild one.
    #[error("changing to the wild face")]
    ToWild,
    /// From the wild face to another.
    #[error("changing from the wild face")]
    FromWild,
}

/// Why dice were not taken. The game has not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RollRefusal {
    /// The game does not wait for dice.
    #[error("no dice are to be rolled now")]
    NotRolling,
    /// Too many or too few throws.
    #[error("{given} throws were given, {wanted} are needed")]
    Throws {
        /// How many were given.
        given: usize,
        /// How many are needed.
        wanted: usize,
    },
    /// A throw has the wrong number of dice.
    #[error("throw {throw} has {given} dice, {wanted} are needed")]
    Count {
        /// Which throw, from 0.
        throw: usize,
        /// How many dice it has.
        given: usize,
        /// How many are needed.
        wanted: u8,
    },
    /// A die shows a face it does not have.
    #[error("throw {throw} shows a {face}, but its dice have {sides} sides")]
    Face {
        /// Which throw, from 0.
        throw: usize,
        /// The face that was thrown.
        face: Face,
        /// How many sides its dice have.
        sides: u8,
    },
}

impl RollRefusal {
    /// Whether `dice` are what `dealt` asks for.
    #[inline]
    pub(crate) fn check(dealt: &[crate::turn::Throw], dice: &[Dice]) -> Result<(), RollRefusal> {
        if dice.len() != dealt.len() {
            return Err(RollRefusal::Throws { given: dice.len(), wanted: dealt.len() });
        }
        for (throw, (wanted, given)) in dealt.iter().zip(dice).enumerate() {
            if given.len() != usize::from(wanted.count) {
                let wanted = wanted.count;
                return Err(RollRefusal::Count { throw, given: given.len(), wanted });
            }
            if let Some(&face) = given.faces().iter().find(|face| face.get() > wanted.sides) {
                return Err(RollRefusal::Face { throw, face, sides: wanted.sides });
            }
        }
        Ok(())
    }
}

/// "2, 3 or 6"
fn one_of(numbers: &Dice) -> String {
    joined(numbers, "", " or ")
}

/// "a 2 and a 6"
fn a_of(numbers: &Dice) -> String {
    joined(numbers, "a ", " and ")
}

fn joined(numbers: &Dice, article: &str, last: &str) -> String {
    let faces = numbers.faces();
    let mut text = String::new();
    for (n, face) in faces.iter().enumerate() {
        if n > 0 {
            text.push_str(if n + 1 == faces.len() { last } else { ", " });
        }
        text.push_str(&format!("{article}{face}"));
    }
    text
}
