//! What differs by game where it is told line by line: one trait, implemented by the views of the three games.

use dicehouse_rules::{Acts, Dice, View};
use dicehouse_telling::{Language, Narrator};

use crate::art::{self, Glyphs};
use dicehouse_home::Advice;

/// A game told line by line, as one viewer sees it.
pub(super) trait GameLines {
    /// Where the game stands, for the one who is to act; with their dice drawn.
    fn position(&self, narrator: &Narrator) -> Vec<String>;

    /// What is asked about, for somebody who has not followed it: the bid, the claim.
    fn matter(&self, narrator: &Narrator) -> Vec<String>;

    /// What can be done now, with what to choose it by and what each brings; with odds where they are wanted.
    fn choices(
        &self,
        legal: &Acts,
        advice: Option<&Advice>,
        odds: bool,
        language: Language,
    ) -> Vec<String>;

    /// How likely the bids or claims are that can be made now, by plain chance and by what the others have said. Empty where the game
    /// has no odds to give.
    fn odds(&self, legal: &Acts, advice: Option<&Advice>, narrator: &Narrator) -> Vec<String>;

    /// The dice that the viewer alone has rolled.
    fn rolled(&self) -> Option<Dice> {
        None
    }

    /// The dice the viewer has to think about, in words; empty when there are none.
    fn hand(&self, language: Language) -> Vec<String>;

    /// What was bid or claimed, in order.
    fn bids(&self, narrator: &Narrator) -> Vec<String>;

    /// How everybody stands.
    fn standings(&self, narrator: &Narrator) -> Vec<String>;

    /// In which order the players of this round act, where nothing else tells.
    fn order(&self, narrator: &Narrator) -> Option<String> {
        let _ = narrator;
        None
    }
}

/// What differs by game: the one place where the games are told apart.
pub(super) fn game<'v>(view: &'v View<'_>) -> &'v dyn GameLines {
    match view {
        View::Liars(view) => view,
        View::Claims(view) => view,
        View::Pairs(view) => view,
    }
}

/// The dice as a picture, and in figures.
pub(super) fn dice_lines(dice: &Dice) -> Vec<String> {
    let mut lines: Vec<String> =
        art::row(dice, Glyphs::Ascii).iter().map(|line| format!("  {line}")).collect();
    lines.push(format!("  ({dice})"));
    lines
}
