//! Words for `pairs`: splits and marks.

use dicehouse_rules::{Event, Seat, SecretContent, Split};

use crate::narrator::Narrator;
use crate::tells;

impl Narrator {
    pub(crate) fn decided(&self, event: &Event, seat: Seat) -> String {
        match event.secret.map(|secret| secret.content) {
            Some(SecretContent::Split(split)) if self.you() == Some(seat) => {
                self.split(seat, split)
            }
            _ => tells!(self, seat, "tell.decided"),
        }
    }

    /// "Ann marks 4 and 10 and removes the 3."
    pub(crate) fn split(&self, seat: Seat, split: Split) -> String {
        let ([low, high], removed) = (split.pairs(), split.removed());
        tells!(self, seat, "tell.split", low = low, high = high, removed = removed)
    }

    pub(crate) fn marked(&self, seat: Seat, split: Split, free_ride: bool, total: i32) -> String {
        let ([low, high], removed) = (split.pairs(), split.removed());
        if free_ride {
            return tells!(
                self,
                seat,
                "tell.marked-free",
                low = low,
                high = high,
                removed = removed,
                total = total
            );
        }
        tells!(self, seat, "tell.marked", low = low, high = high, removed = removed, total = total)
    }

    pub(crate) fn finished(&self, seat: Seat, total: i32) -> String {
        tells!(self, seat, "tell.finished", total = total)
    }
}
