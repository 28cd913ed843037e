//! Names of things that travel: people, rooms, commands, versions, moments.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A person as everybody in the room knows them: a public name of letters, digits, `-` and `_`, given by the server.
///
/// It proves nothing. The server knows by the connection who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct PersonId(Arc<str>);

/// The short code by which a room is shared: letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct RoomCode(Arc<str>);

/// Both are short texts of a few harmless characters. Rooms copy them all the time, so cloning is cheap.
macro_rules! short_text {
    ($type:ident, $what:literal, $longest:literal) => {
        impl $type {
            /// The most characters it has.
            pub const LONGEST: usize = $longest;

            /// The text as such a name: letters, digits, `-` and `_` only, and not too long.
            #[must_use]
            pub fn new(text: &str) -> Option<$type> {
                let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                let good = (1..=$longest).contains(&text.len()) && text.chars().all(fits);
                good.then(|| $type(text.into()))
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $type::new(&text).ok_or_else(|| {
                    serde::de::Error::custom(concat!(
                        "not ",
                        $what,
                        ": 1 to ",
                        $longest,
                        " letters, digits, - and _"
                    ))
                })
            }
        }
    };
}

short_text!(PersonId, "a person", 32);
short_text!(RoomCode, "a room code", 16);

/// An entry's place in the room's log, from 1; 0 before the first. It only grows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Version(pub u32);

impl Version {
    /// The version after this one.
    #[must_use]
    pub const fn next(self) -> Version {
        Version(self.0.saturating_add(1))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A command's number: a person's commands are numbered by their client, each higher than the last. The welcome says
/// where to go on.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct CommandId(pub u32);

/// A moment: milliseconds since 1970 UTC, by the server's clock.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Time(pub u64);

impl Time {
    /// So many milliseconds later.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// Milliseconds from `earlier` to this moment; none when it is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_harmless() {
        assert!(PersonId::new("p-7_Q").is_some());
        for bad in ["", "a b", "a\u{202e}", "ä", &"x".repeat(33)] {
            assert!(PersonId::new(bad).is_none(), "{bad:?}");
            assert!(serde_json::from_str::<PersonId>(&format!("{bad:?}")).is_err());
        }
        assert!(RoomCode::new("QK7PX").is_some());
        assert!(RoomCode::new(&"x".repeat(17)).is_none());
    }
}
