//! Seats, sets of seats, and something held per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::few::Few;

/// The most players a table seats, in every game.
pub const MAX_SEATS: usize = 10;

/// A place at the table, counted from 0 clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Seat(u8);

/// ```
/// use dicehouse_rules::{MAX_SEATS, Seat};
///
/// assert_eq!(Seat::new(3).unwrap().index(), 3);
/// assert_eq!(Seat::new(MAX_SEATS), None);
/// assert_eq!(Seat::first(4).count(), 4);
/// ```
impl Seat {
    /// Seat number `index`, if a table can have one.
    #[inline]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The seats `0..count` (at most [`MAX_SEATS`]).
    #[inline]
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..count.min(MAX_SEATS) as u8).map(Seat)
    }

    /// The seat's number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = usize::deserialize(deserializer)?;
        Seat::new(index).ok_or_else(|| {
            serde::de::Error::custom(format_args!("seat {index}: seats are 0 to {}", MAX_SEATS - 1))
        })
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Seat>"))]
pub struct Seats(u16);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// The seats `0..count`.
    #[inline]
    pub fn first(count: usize) -> Seats {
        Seats(((1u32 << count.min(MAX_SEATS)) - 1) as u16)
    }

    /// Just `seat`.
    #[inline]
    pub fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds `seat`.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// How many seats are in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// [`Seats::is_empty`] as serde asks for it.
    pub(crate) fn is_none(&self) -> bool {
        self.is_empty()
    }

    /// The seats in ascending order.
    #[inline]
    pub fn iter(self) -> SeatsIter {
        SeatsIter(self.0)
    }

    /// The `n`-th seat of the set, counted from 0 in ascending order.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Seat> {
        self.iter().nth(n)
    }

    /// The next seat of the set clockwise after `seat` (which itself comes last).
    #[inline]
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        let above = self.0 & !((2u32 << seat.0) - 1) as u16;
        let from = if above != 0 { above } else { self.0 };
        (from != 0).then(|| Seat(from.trailing_zeros() as u8))
    }
}

/// The seats of a set, ascending.
#[derive(Clone, Debug)]
pub struct SeatsIter(u16);

impl Iterator for SeatsIter {
    type Item = Seat;
    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let seat = Seat(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(seat)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SeatsIter {}

impl IntoIterator for Seats {
    type Item = Seat;
    type IntoIter = SeatsIter;
    fn into_iter(self) -> SeatsIter {
        self.iter()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        let mut set = Seats::NONE;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Few::<Seat, MAX_SEATS>::deserialize(deserializer)?.iter().copied().collect())
    }
}

/// One `T` for each seat of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent, bound(deserialize = "T: Deserialize<'de> + Copy + Default"))]
pub struct BySeat<T>(Few<T, MAX_SEATS>);

impl<T: Copy + Default> BySeat<T> {
    /// The same `value` for each of `seats` seats (at most [`MAX_SEATS`]).
    #[inline]
    pub fn filled(seats: usize, value: T) -> Self {
        Self::from_fn(seats, |_| value)
    }

    /// `value(seat)` for each of `seats` seats (at most [`MAX_SEATS`]).
    #[inline]
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        BySeat(Few::from_fn(seats, |index| value(Seat(index as u8))))
    }
}

impl<T> BySeat<T> {
    /// How many seats the table has.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a table without seats does not exist")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The seats with what they hold.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &T)> + DoubleEndedIterator + Clone {
        self.0.iter().enumerate().map(|(index, item)| (Seat(index as u8), item))
    }

    /// What they hold, in seat order.
    #[inline]
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// What `seat` holds, if the table has that seat.
    #[inline]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The seats whose value passes `test`.
    #[inline]
    pub fn seats_where(&self, test: impl Fn(&T) -> bool) -> Seats {
        let bits = self.0.iter().rev().map(|item| u16::from(test(item)));
        Seats(bits.fold(0, |set, bit| set << 1 | bit))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn seats_are_0_to_9() {
        assert!(Seat::new(9).is_some());
        assert!(Seat::new(10).is_none());
        assert!(serde_json::from_str::<Seat>("10").is_err());
    }

    #[test]
    fn next_after_goes_clockwise_and_round() {
        let set: Seats = [0, 3, 9].into_iter().map(seat).collect();
        assert_eq!(set.next_after(seat(0)), Some(seat(3)));
        assert_eq!(set.next_after(seat(4)), Some(seat(9)));
        assert_eq!(set.next_after(seat(9)), Some(seat(0)));
        assert_eq!(Seats::only(seat(2)).next_after(seat(2)), Some(seat(2)));
        assert_eq!(Seats::NONE.next_after(seat(2)), None);
    }

    #[test]
    fn sets_are_lists_in_json() {
        let set: Seats = [5, 1].into_iter().map(seat).collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,5]");
        assert_eq!(serde_json::from_str::<Seats>("[5,1]").unwrap(), set);
    }
}
