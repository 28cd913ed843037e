//! Events: everything that happens in a game, in order.
//!
//! An event is a [`Fact`] that everyone may know and, where there is one, a [`Secret`] that only
//! one seat may know. A fact has no field for a die that is still hidden.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::bid::Bid;
use crate::dice::{Dice, Face};
use crate::few::Few;
use crate::seat::{BySeat, MAX_SEATS, Seat, Seats};
use crate::split::Split;
use crate::standing::Standing;
use crate::turn::{Throw, ThrowKind};

/// Seats in the order they play.
pub type SeatOrder = Few<Seat, MAX_SEATS>;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// What everyone may know of it.
    #[serde(flatten)]
    pub fact: Fact,
    /// What one seat alone may know of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
}

impl Event {
    /// The event as `viewer` may see it.
    pub fn seen_by(&self, viewer: Viewer) -> Event {
        let secret = self.secret.filter(|_| self.is_open_to(viewer));
        Event { fact: self.fact, secret }
    }

    /// Whether `viewer` may see all of it.
    pub fn is_open_to(&self, viewer: Viewer) -> bool {
        self.secret.is_none_or(|secret| viewer == Viewer::Seat(secret.seat))
    }
}

impl From<Fact> for Event {
    fn from(fact: Fact) -> Event {
        Event { fact, secret: None }
    }
}

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Viewer {
    /// Anybody: a spectator.
    Public,
    /// The player in this seat.
    Seat(Seat),
}

impl Viewer {
    /// The viewer's seat, if they have one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }
}

/// What only one seat may know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Secret {
    /// The seat that may know it.
    pub seat: Seat,
    /// What it may know.
    #[serde(flatten)]
    pub content: SecretContent,
}

/// What one seat knows and nobody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SecretContent {
    /// The seat's own roll.
    Dice(Dice),
    /// The seat's own split, while others are still deciding.
    Split(Split),
}

/// What everyone may know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fact {
    // In every game.
    /// Dice were thrown.
    Rolled {
        /// What the dice are thrown for.
        what: ThrowKind,
        /// The seat that throws; none when the table itself does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// How many dice are thrown.
        count: u8,
        /// Sides of each die.
        sides: u8,
        /// The dice, when they are not hidden.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Dice>,
    },
    /// A player acted.
    Acted {
        /// The seat of the player.
        seat: Seat,
        /// What the player decided.
        act: Act,
    },
    /// A player failed to act as the rules ask.
    Fault {
        /// The seat of the player.
        seat: Seat,
        /// How the player failed.
        cause: Cause,
    },
    /// The game ended.
    Over {
        /// The final places and scores.
        standing: Standing,
    },

    // In `liars`.
    /// A round of bidding starts.
    Round {
        /// The number of the round, from 1.
        round: u16,
        /// The seat that bids first.
        opener: Seat,
        /// Whether it is played without wilds and with a fixed face.
        palifico: bool,
    },
    /// A roll was stacked: the cup is lifted, then rolled again.
    Stacked {
        /// The seat that rolled.
        seat: Seat,
        /// The dice under its cup.
        dice: Dice,
    },
    /// All cups are lifted.
    Showdown(Showdown),
    /// A player lost a die.
    DieLost {
        /// The seat of the player.
        seat: Seat,
        /// How many dice the player has left.
        left: u8,
        /// Why the die was lost.
        why: LossReason,
    },
    /// A player got a die back.
    DieGained {
        /// The seat of the player.
        seat: Seat,
        /// How many dice the player has now.
        left: u8,
    },
    /// A player is out of the game.
    Out {
        /// The seat of the player.
        seat: Seat,
    },

    // In `claims`.
    /// A round of claims starts.
    ClaimRound {
        /// The number of the round, from 1.
        round: u16,
        /// Which elimination round it is, from 1; `None` for an ordinary round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elimination: Option<u8>,
        /// Who claims, in order; the claim of the last is answered by the first.
        order: SeatOrder,
    },
    /// A called claim's dice are shown.
    ClaimShown {
        /// The seat of the claimant.
        seat: Seat,
        /// The sum that was claimed.
        claim: u8,
        /// The claimant's dice.
        dice: Dice,
        /// Whether the claim was true.
        truthful: bool,
    },
    /// A score changed.
    Scored {
        /// The seat of the player.
        seat: Seat,
        /// By how much it would have changed if scores could fall below 0.
        change: i16,
        /// The score now.
        score: u16,
    },
    /// Several players tie for the highest score.
    Tied {
        /// The seats that tie.
        seats: Seats,
    },

    // In `pairs`.
    /// A round of splits starts.
    SplitRound {
        /// The number of the round, from 1.
        round: u16,
        /// The seats that still play.
        playing: Seats,
    },
    /// A player made up their mind; the others will see the split when all have.
    Decided {
        /// The seat of the player.
        seat: Seat,
    },
    /// A player's split went onto their sheet.
    Marked {
        /// The seat of the player.
        seat: Seat,
        /// The split that was marked.
        split: Split,
        /// Whether none of the dice matched the removed numbers, so that no counter moved.
        free_ride: bool,
        /// The sheet's total now.
        total: i32,
    },
    /// A player's game ended: one of their counters is full.
    Finished {
        /// The seat of the player.
        seat: Seat,
        /// The sheet's final total.
        total: i32,
    },
}

impl Fact {
    /// The fact of a throw. Hidden dice are left out: they are a secret of the thrower.
    pub(crate) fn rolled(throw: &Throw, dice: &Dice) -> Fact {
        Fact::Rolled {
            what: throw.what,
            seat: throw.seat,
            count: throw.count,
            sides: throw.sides,
            shown: (!throw.what.is_hidden()).then_some(*dice),
        }
    }
}

/// A call or an exact: all dice of the round and what they decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Showdown {
    /// The round, from 1.
    pub round: u16,
    /// The bid in question.
    pub bid: Bid,
    /// Who bid.
    pub bidder: Seat,
    /// Who called or said exact.
    pub caller: Seat,
    /// Whether it was an exact call.
    pub exact: bool,
    /// Whether the caller was right.
    pub right: bool,
    /// How many dice count for the bid's face.
    pub count: u8,
    /// The face that was wild in this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wild: Option<Face>,
    /// Everybody's dice.
    pub hands: BySeat<Dice>,
    /// Who loses a die.
    pub losers: Seats,
}

/// Why a die was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LossReason {
    /// There were fewer dice than the bid said.
    FalseBid,
    /// There were at least as many dice as the bid said.
    WrongCall,
    /// Somebody else's exact call was right.
    OthersExact,
    /// The own exact call was wrong.
    WrongExact,
    /// Somebody else's exact call on the bid was wrong, and the bidder pays for it.
    NotExact,
    /// The player failed to act, and the rules take a die for it.
    Fault,
}

/// How a player failed to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cause {
    /// The act was not legal.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The answer could not be read.
    Unreadable,
    /// The player crashed.
    Crashed,
    /// The player left.
    Left,
}

impl Cause {
    /// All causes.
    pub const ALL: [Cause; 5] =
        [Cause::Illegal, Cause::Timeout, Cause::Unreadable, Cause::Crashed, Cause::Left];

    /// The cause in words, after a name: "Ann …".
    pub fn sentence(self) -> &'static str {
        match self {
            Cause::Illegal => "tried something the rules do not allow",
            Cause::Timeout => "did not answer in time",
            Cause::Unreadable => "gave an answer that could not be read",
            Cause::Crashed => "crashed",
            Cause::Left => "left the table",
        }
    }
}

/// Where a game's events go.
pub trait Sink {
    /// Takes the next event.
    fn event(&mut self, event: &Event);
}

/// Ignores events. A game that plays into it does not build them either.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl Sink for Ignore {
    #[inline(always)]
    fn event(&mut self, _: &Event) {}
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: &Event) {
        self.push(*event);
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    #[inline]
    fn event(&mut self, event: &Event) {
        (**self).event(event);
    }
}
