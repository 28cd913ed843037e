//! What differs by game where it is told line by line: one trait, implemented by the views of the three games.

use dicehouse_rules::{Act, Acts, Dice, View};
use dicehouse_telling::Narrator;

use crate::art::{self, Glyphs};
use dicehouse_home::Advice;

/// A game told line by line, as one viewer sees it.
pub(super) trait GameLines {
    /// Where the game stands, for whoever is to act.
    fn position(&self, narrator: &Narrator) -> Vec<String>;

    /// What can be done now, with numbers to choose it by and what each brings.
    fn choices(&self, legal: &Acts, advice: Option<&Advice>) -> Vec<String>;

    /// How likely the bids or claims are that can be made now, by plain chance and by what the others have said. Empty where the game
    /// has no odds to give.
    fn odds(&self, legal: &Acts, advice: Option<&Advice>, narrator: &Narrator) -> Vec<String>;
}

/// What differs by game: the one place where the games are told apart.
pub(super) fn game<'v>(view: &'v View<'_>) -> &'v dyn GameLines {
    match view {
        View::Liars(view) => view,
        View::Claims(view) => view,
        View::Pairs(view) => view,
    }
}

/// The acts that can be chosen by their number in the list, from 1. A claim is a number itself.
pub(super) fn numbered(legal: &Acts) -> Vec<Act> {
    match legal {
        Acts::Bid(acts) => {
            let mut list: Vec<Act> = acts.lowest_bids().map(Act::Bid).collect();
            list.extend(acts.call.then_some(Act::Call));
            list.extend(acts.exact.then_some(Act::Exact));
            list
        }
        Acts::Answer => vec![Act::Call, Act::LetPass],
        Acts::Immunity => vec![Act::Immunity, Act::NoImmunity],
        Acts::Split { splits } => splits.iter().copied().map(Act::Split).collect(),
        Acts::Claim { .. } | Acts::Nothing => Vec::new(),
    }
}

/// The dice as a picture, and in figures for those who listen rather than look.
pub(super) fn dice_lines(dice: &Dice) -> Vec<String> {
    let mut lines: Vec<String> =
        art::row(dice, Glyphs::Ascii).iter().map(|line| format!("  {line}")).collect();
    lines.push(format!("  ({dice})"));
    lines
}
