//! A position line by line: the dice, the bids, the sheet.

use dicehouse_rules::pairs::{NUMBERS, Sheet};
use dicehouse_rules::{Dice, View};
use dicehouse_telling::Narrator;

use super::Hangup;
use super::play::PlainTable;
use crate::art::{self, Glyphs};

impl PlainTable<'_, '_> {
    /// Shows what whoever sees `view` may know.
    pub(super) fn show_position(
        &mut self,
        view: &View<'_>,
        narrator: &Narrator,
    ) -> Result<(), Hangup> {
        self.talk.say("")?;
        match view {
            View::Liars(view) => {
                if let Some(hand) = view.hand {
                    self.talk.say("Your dice:")?;
                    self.show_dice(&hand.sorted())?;
                }
                let counts: Vec<String> = view
                    .dice
                    .iter()
                    .map(|(seat, count)| format!("{} {count}", narrator.name(seat)))
                    .collect();
                self.talk.say(&format!(
                    "Dice in play: {} ({}).",
                    view.in_play(),
                    counts.join(", ")
                ))?;
                if let Some(wild) = view.wild {
                    self.talk.say(&format!("The {} are wild.", wild.plural()))?;
                }
                match view.last_bid() {
                    Some(last) => self.talk.say(&format!(
                        "The bid is {} by {}.",
                        last.bid.spoken(),
                        narrator.name(last.seat)
                    ))?,
                    None => self.talk.say("You open the round.")?,
                }
            }
            View::Claims(view) => {
                let scores: Vec<String> = view
                    .scores
                    .iter()
                    .map(|(seat, score)| format!("{} {score}", narrator.name(seat)))
                    .collect();
                self.talk.say(&format!("Scores: {}.", scores.join(", ")))?;
                if let Some(hand) = view.hand {
                    self.talk.say("Your dice:")?;
                    self.show_dice(&hand)?;
                    self.talk.say(&format!("They add up to {}.", hand.sum()))?;
                }
                if let (Some(claim), Some(claimant)) = (view.claim, view.claimant) {
                    self.talk
                        .say(&format!("The claim is {claim} by {}.", narrator.name(claimant)))?;
                }
            }
            View::Pairs(view) => {
                if let Some(sheet) = view.viewer.seat().and_then(|seat| view.sheets.get(seat)) {
                    self.show_sheet(sheet)?;
                }
                if let Some(dice) = view.dice {
                    self.show_dice(&dice.sorted())?;
                }
            }
        }
        Ok(())
    }

    fn show_dice(&mut self, dice: &Dice) -> Result<(), Hangup> {
        for line in art::row(dice, Glyphs::Ascii) {
            self.talk.say(&format!("  {line}"))?;
        }
        // For those who listen rather than look.
        self.talk.say(&format!("  ({dice})"))
    }

    fn show_sheet(&mut self, sheet: &Sheet) -> Result<(), Hangup> {
        self.talk.say("Your sheet (number: marks, points):")?;
        let marked: Vec<String> = NUMBERS
            .filter(|number| sheet.marks(*number) > 0)
            .map(|number| {
                let marks = counted(sheet.marks(number), "mark");
                format!("{number}: {marks}, {}", sheet.score(number))
            })
            .collect();
        let marked = if marked.is_empty() { "no marks yet".to_owned() } else { marked.join("; ") };
        self.talk.say(&format!("  {marked}"))?;
        let removed: Vec<String> = sheet
            .removed()
            .iter()
            .map(|removed| format!("{} ({})", removed.number, counted(removed.count, "time")))
            .collect();
        let removed = if removed.is_empty() { "none yet".to_owned() } else { removed.join(", ") };
        self.talk.say(&format!("  Removed: {removed}. Total: {}.", sheet.total()))
    }
}

/// "1 mark", "2 marks".
fn counted(count: u8, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
