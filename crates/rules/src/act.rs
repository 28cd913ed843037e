//! Acts: what a player decides.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bid::Bid;
use crate::split::Split;

/// A player's decision, in any of the games.
///
/// Its [`Display`](fmt::Display) text is canonical and parses back to the same act; `FromStr` also
/// takes what people type (see [`crate::text`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub enum Act {
    /// `liars`: bid, `3x5`.
    Bid(Bid),
    /// `liars`: the bid is a lie. `claims`: the claim is a bluff. `call`.
    Call,
    /// `liars`: the bid is exactly right. `exact`.
    Exact,
    /// `claims`: my dice add up to this, `claim 9`.
    Claim(u8),
    /// `claims`: I do not call this claim, `let pass`.
    LetPass,
    /// `claims`: play the immunity card, `immunity`.
    Immunity,
    /// `claims`: keep the immunity card, `no immunity`.
    NoImmunity,
    /// `pairs`: two pairs and one removed, `4+10-3`.
    Split(Split),
}

/// ```
/// use dicehouse_rules::Act;
///
/// let act: Act = "3 fives".parse()?;
/// assert_eq!(act.to_string(), "3x5");
/// assert_eq!("liar!".parse(), Ok(Act::Call));
/// # Ok::<(), dicehouse_rules::ParseActError>(())
/// ```
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Bid(bid) => bid.fmt(f),
            Act::Call => f.write_str("call"),
            Act::Exact => f.write_str("exact"),
            Act::Claim(sum) => write!(f, "claim {sum}"),
            Act::LetPass => f.write_str("let pass"),
            Act::Immunity => f.write_str("immunity"),
            Act::NoImmunity => f.write_str("no immunity"),
            Act::Split(split) => split.fmt(f),
        }
    }
}

impl Serialize for Act {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Bids and splits travel as their text too; both go through [`Act`], so there is one grammar.
macro_rules! text_form {
    ($type:ident, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match Act::deserialize(deserializer)? {
                    Act::$type(item) => Ok(item),
                    other => {
                        Err(serde::de::Error::custom(format_args!("{other} is not {}", $what)))
                    }
                }
            }
        }
    };
}

text_form!(Bid, "a bid");
text_form!(Split, "a split");
