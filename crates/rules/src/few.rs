//! A short list with a fixed capacity: no heap, `Copy` when its items are.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Up to `N` items, held in place.
///
/// Reads like a slice (it derefs to one). Pushing beyond the capacity gives the item back.
#[derive(Clone, Copy)]
pub struct Few<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Few { len: 0, items: [T::default(); N] }
    }

    /// `item(n)` for each `n` below `len` (at most `N`).
    #[inline]
    pub fn from_fn(len: usize, item: impl FnMut(usize) -> T) -> Self {
        let len = len.min(N);
        let mut items = [T::default(); N];
        for (slot, item) in items[..len].iter_mut().zip((0..len).map(item)) {
            *slot = item;
        }
        Few { len: len as u8, items }
    }

    /// Adds `item` at the end.
    ///
    /// # Errors
    /// Gives `item` back when the list is full.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), T> {
        match self.items.get_mut(usize::from(self.len)) {
            Some(slot) => {
                *slot = item;
                self.len += 1;
                Ok(())
            }
            None => Err(item),
        }
    }

    /// All of `items`, or `None` when there are more than `N`.
    pub fn try_collect(items: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut few = Self::new();
        for item in items {
            few.push(item).ok()?;
        }
        Some(few)
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: std::hash::Hash, const N: usize> std::hash::Hash for Few<T, N> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for item in self {
            seq.serialize_element(item)?;
        }
        seq.end()
    }
}

impl<'de, T, const N: usize> Deserialize<'de> for Few<T, N>
where
    T: Deserialize<'de> + Copy + Default,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FewVisitor<T, const N: usize>(std::marker::PhantomData<T>);

        impl<'de, T, const N: usize> Visitor<'de> for FewVisitor<T, N>
        where
            T: Deserialize<'de> + Copy + Default,
        {
            type Value = Few<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N} items")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut few = Few::new();
                while let Some(item) = seq.next_element()? {
                    few.push(item)
                        .map_err(|_| A::Error::custom(format_args!("more than {N} items")))?;
                }
                Ok(few)
            }
        }

        deserializer.deserialize_seq(FewVisitor(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_gives_the_item_back() {
        let mut few = Few::<u8, 2>::new();
        assert_eq!(few.push(1), Ok(()));
        assert_eq!(few.push(2), Ok(()));
        assert_eq!(few.push(3), Err(3));
        assert_eq!(*few, [1, 2]);
    }

    #[test]
    fn json_is_a_plain_list_and_too_long_a_list_is_an_error() {
        let few: Few<u8, 3> = serde_json::from_str("[4,5]").unwrap();
        assert_eq!(serde_json::to_string(&few).unwrap(), "[4,5]");
        let error = serde_json::from_str::<Few<u8, 1>>("[4,5]").unwrap_err();
        assert!(error.to_string().contains("more than 1 items"), "{error}");
    }
}
