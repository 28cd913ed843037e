//! Words for `pairs`: splits and marks.

use dicehouse_rules::{Event, Seat, SecretContent, Split};

use crate::narrator::Narrator;

impl Narrator {
    pub(crate) fn decided(&self, event: &Event, seat: Seat) -> String {
        match event.secret.map(|secret| secret.content) {
            Some(SecretContent::Split(split)) if self.you() == Some(seat) => {
                format!("You split {split}.")
            }
            _ => format!("{} decided.", self.says(seat, "have", "has")),
        }
    }

    pub(crate) fn marked(&self, seat: Seat, split: Split, free_ride: bool, total: i32) -> String {
        let [low, high] = split.pairs();
        let removed = split.removed();
        let free = if free_ride { " (a free ride)" } else { "" };
        let marks = self.says(seat, "mark", "marks");
        format!("{marks} {low} and {high}, without the {removed}{free}: {total}.")
    }

    pub(crate) fn finished(&self, seat: Seat, total: i32) -> String {
        format!("{} done with {total} points.", self.says(seat, "are", "is"))
    }
}
