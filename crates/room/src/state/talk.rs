//! How much a person may say.

use serde::{Deserialize, Serialize};

use crate::message::Time;

/// A few things at once, then one in two seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Patience {
    /// When everything said so far is forgotten.
    forgotten: Time,
}

impl Patience {
    /// How many things can be said at once.
    const AT_ONCE: u64 = 4;
    /// How long one thing counts, in milliseconds.
    const EACH: u64 = 2000;

    /// How long to wait before saying something, in milliseconds.
    pub(crate) fn wait(self, now: Time) -> u64 {
        self.forgotten.since(now).saturating_sub((Self::AT_ONCE - 1) * Self::EACH)
    }

    /// Something was said.
    pub(crate) fn said(&mut self, at: Time) {
        self.forgotten = self.forgotten.max(at).plus(Self::EACH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_at_once_then_one_in_two_seconds() {
        let mut patience = Patience::default();
        let now = Time(1_000_000);
        for _ in 0..4 {
            assert_eq!(patience.wait(now), 0);
            patience.said(now);
        }
        assert_eq!(patience.wait(now), 2000);
        assert_eq!(patience.wait(now.plus(2000)), 0);
        patience.said(now.plus(2000));
        assert_eq!(patience.wait(now.plus(2000)), 2000);
        assert_eq!(patience.wait(now.plus(100_000)), 0);
    }
}
