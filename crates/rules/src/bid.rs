//! Bids of `liars`: "at least `quantity` dice on the table show `face`".

use std::fmt;

use crate::dice::Face;

/// A bid. Its text form is `3x5`: at least three fives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Bid {
    /// How many dice, at least.
    pub quantity: u8,
    /// Showing which face.
    pub face: Face,
}

/// ```
/// use dicehouse_rules::{Bid, Face};
///
/// let bid = Bid::new(3, Face::new(5).unwrap());
/// assert_eq!((bid.to_string(), bid.spoken()), ("3x5".to_owned(), "3 fives".to_owned()));
/// ```
impl Bid {
    /// The bid of `quantity` dice showing `face`.
    #[inline]
    pub const fn new(quantity: u8, face: Face) -> Bid {
        Bid { quantity, face }
    }

    /// The bid as a player says it: "3 fives", "1 six".
    pub fn spoken(self) -> String {
        let plural = self.face.plural();
        if self.quantity == 1 {
            let singular = plural.strip_suffix("es").filter(|s| s.ends_with('x'));
            format!("1 {}", singular.or(plural.strip_suffix('s')).unwrap_or(&plural))
        } else {
            format!("{} {plural}", self.quantity)
        }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.quantity, self.face)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spoken_bids() {
        let spoken = |q, f| Bid::new(q, Face::new(f).unwrap()).spoken();
        assert_eq!(spoken(3, 5), "3 fives");
        assert_eq!(spoken(1, 5), "1 five");
        assert_eq!(spoken(1, 6), "1 six");
        assert_eq!(spoken(1, 1), "1 one");
        assert_eq!(spoken(2, 6), "2 sixes");
    }
}
