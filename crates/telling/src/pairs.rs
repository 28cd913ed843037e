//! Words for `pairs`: splits and marks.

use dicehouse_rules::{Event, Seat, SecretContent, Split};

use crate::narrator::Narrator;

impl Narrator {
    pub(crate) fn decided(&self, event: &Event, seat: Seat) -> String {
        match event.secret.map(|secret| secret.content) {
            Some(SecretContent::Split(split)) if self.you() == Some(seat) => {
                self.split(seat, split)
            }
            _ => format!("{} decided.", self.says(seat, "have", "has")),
        }
    }

    /// "Ann marks 4 and 10 and removes the 3."
    pub(crate) fn split(&self, seat: Seat, split: Split) -> String {
        let [low, high] = split.pairs();
        let removes = if self.you() == Some(seat) { "remove" } else { "removes" };
        let marks = self.says(seat, "mark", "marks");
        format!("{marks} {low} and {high} and {removes} the {}.", split.removed())
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
