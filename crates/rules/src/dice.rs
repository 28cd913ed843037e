//! Faces and handfuls of dice.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Deserializer, Serialize};

use crate::few::Few;

/// The most dice one player can hold.
pub const MAX_DICE: usize = 10;

/// The side of a die that shows.
///
/// Dice that are bid on have at most [`Face::MOST_BID`] sides; the dice that decide who starts or
/// whether a roll is stacked may have up to [`Face::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Face(NonZeroU8);

impl Face {
    /// The highest face a die of any kind can show.
    pub const MOST: u8 = 100;
    /// The highest face that can be bid on.
    pub const MOST_BID: u8 = 9;
    /// The face 1.
    pub const ONE: Face = Face(NonZeroU8::MIN);

    /// The face with `pips`, 1 to [`Face::MOST`].
    #[inline]
    pub const fn new(pips: u8) -> Option<Face> {
        match NonZeroU8::new(pips) {
            Some(pips) if pips.get() <= Face::MOST => Some(Face(pips)),
            _ => None,
        }
    }

    /// The faces `1..=sides` (at most [`Face::MOST`]).
    #[inline]
    pub fn first(sides: u8) -> impl DoubleEndedIterator<Item = Face> + Clone {
        (1..=sides.min(Face::MOST)).filter_map(Face::new)
    }

    /// The number on the face.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The face's place in an array that starts with face 1.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// What a player calls dice showing this face: "ones", "fives"; "12s" beyond nine.
    pub fn plural(self) -> Cow<'static, str> {
        const NAMES: [&str; Face::MOST_BID as usize] =
            ["ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"];
        match NAMES.get(self.index()) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(format!("{self}s")),
        }
    }
}

impl Default for Face {
    /// The face 1, so that lists of faces can be made in place.
    fn default() -> Face {
        Face::ONE
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pips = u8::deserialize(deserializer)?;
        Face::new(pips).ok_or_else(|| {
            serde::de::Error::custom(format_args!("face {pips}: faces are 1 to {}", Face::MOST))
        })
    }
}

/// A handful of dice, in the order they fell; at most [`MAX_DICE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Face>"))]
pub struct Dice(Few<Face, MAX_DICE>);

/// ```
/// use dicehouse_rules::{Dice, Face};
///
/// let dice = Dice::from_pips(&[1, 5, 5]).unwrap();
/// assert_eq!(dice.len(), 3);
/// assert_eq!(dice.faces()[0], Face::ONE);
/// assert_eq!(Dice::from_pips(&[0]), None);
/// ```
impl Dice {
    /// No dice.
    #[inline]
    pub fn none() -> Dice {
        Dice::default()
    }

    /// The dice with these pips, or `None` when one is not a face or there are too many.
    pub fn from_pips(pips: &[u8]) -> Option<Dice> {
        if pips.len() > MAX_DICE || pips.iter().any(|&p| Face::new(p).is_none()) {
            return None;
        }
        Dice::from_faces(pips.iter().filter_map(|&p| Face::new(p)))
    }

    /// These faces as dice, or `None` when there are more than [`MAX_DICE`].
    #[inline]
    pub fn from_faces(faces: impl IntoIterator<Item = Face>) -> Option<Dice> {
        Few::try_collect(faces).map(Dice)
    }

    /// The faces, in the order they fell.
    #[inline]
    pub fn faces(&self) -> &[Face] {
        &self.0
    }

    /// How many dice there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of the dice show `face`.
    #[inline]
    pub fn count(&self, face: Face) -> u8 {
        self.0.iter().filter(|&&f| f == face).count() as u8
    }

    /// How many of the dice count for a bid on `face` when `wild` is wild.
    ///
    /// A bid on the wild face counts that face alone, once.
    #[inline]
    pub fn count_for(&self, face: Face, wild: Option<Face>) -> u8 {
        self.0.iter().filter(|&&f| f == face || Some(f) == wild).count() as u8
    }

    /// The pips added up.
    #[inline]
    pub fn sum(&self) -> u16 {
        self.0.iter().map(|f| u16::from(f.get())).sum()
    }

    /// The same dice from lowest to highest.
    pub fn sorted(mut self) -> Dice {
        self.0.sort_unstable();
        self
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, face) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(" ")?;
            }
            face.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(pips: &[u8]) -> Dice {
        Dice::from_pips(pips).unwrap()
    }

    #[test]
    fn faces_are_1_to_100() {
        assert!(Face::new(0).is_none());
        assert!(Face::new(101).is_none());
        assert!(serde_json::from_str::<Face>("0").is_err());
    }

    #[test]
    fn at_most_ten_dice() {
        assert!(Dice::from_pips(&[1; 10]).is_some());
        assert!(Dice::from_pips(&[1; 11]).is_none());
        assert!(Dice::from_pips(&[1, 0]).is_none());
    }

    /// RULES.md §1, "Counting": dice showing f plus the wild ones; the wild face alone, once.
    #[test]
    fn wild_dice_count_for_every_other_face() {
        let hand = dice(&[1, 5, 5, 2]);
        let face = |n| Face::new(n).unwrap();
        assert_eq!(hand.count_for(face(5), Some(face(1))), 3);
        assert_eq!(hand.count_for(face(5), None), 2);
        assert_eq!(hand.count_for(face(1), Some(face(1))), 1);
    }

    #[test]
    fn text_and_sum() {
        assert_eq!(dice(&[3, 1, 5]).to_string(), "3 1 5");
        assert_eq!(dice(&[3, 1, 5]).sorted().to_string(), "1 3 5");
        assert_eq!(dice(&[6, 6]).sum(), 12);
    }
}
