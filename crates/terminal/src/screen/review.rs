//! A review of a game: everybody's winning chances, the moments that taught most, and what else could
//! have been done there.

mod detail;
mod draw;

use dicehouse_review::{DecisionReview, Review};
use dicehouse_rules::Ruleset;
use dicehouse_table::record::Playback;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::action::{Action, Step};
use super::input::common;

pub use draw::draw;

/// What the screen is left with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveReview {
    /// Back to where one came from.
    Back,
    /// Watch the game from this position on.
    Watch(usize),
}

/// A review being read.
#[derive(Clone, Debug)]
pub struct Reading {
    review: Review,
    playback: Playback,
    /// Every decision is listed, not only the key moments.
    all: bool,
    /// Which one of the list is looked at.
    at: usize,
    /// The first line shown of what is said about it.
    top: usize,
}

/// Lines of a page of what is said about a decision.
const PAGE: usize = 4;

impl Reading {
    /// The review of the game that `playback` plays back.
    pub fn new(review: Review, playback: Playback) -> Reading {
        // Without key moments the list shows every decision.
        let all = review.moments.is_empty();
        Reading { review, playback, all, at: 0, top: 0 }
    }

    /// The rules of the game.
    pub fn ruleset(&self) -> Ruleset {
        self.review.ruleset
    }

    /// The game, to be watched.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The decisions that are listed.
    fn listed(&self) -> Vec<&DecisionReview> {
        match self.all {
            true => self.review.decisions.iter().collect(),
            false => {
                let moments = self.review.moments.iter();
                moments.filter_map(|moment| self.review.decision(moment.decision)).collect()
            }
        }
    }

    /// The decision that is looked at.
    fn looked_at(&self) -> Option<&DecisionReview> {
        self.listed().get(self.at).copied()
    }

    /// What the key asks for.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        match key.code {
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Char('a') => Some(Action::Part(true)),
            KeyCode::Char('w' | ' ') => Some(Action::Next),
            _ => common(key),
        }
    }

    /// Does what a key or a click asks for.
    pub fn apply(&mut self, action: &Action) -> Option<LeaveReview> {
        match action {
            Action::Back | Action::Quit => return Some(LeaveReview::Back),
            Action::Next => {
                return self.looked_at().map(|decision| LeaveReview::Watch(decision.at));
            }
            Action::Line(n) if *n == self.at => {
                return self.looked_at().map(|decision| LeaveReview::Watch(decision.at));
            }
            Action::Line(n) => self.look_at(*n),
            Action::Part(_) => self.list_others(),
            // Drawing knows how long the text is, and stops at its end.
            Action::Move(Step::PageDown) => self.top += PAGE,
            Action::Move(Step::PageUp) => self.top = self.top.saturating_sub(PAGE),
            Action::Move(step) => self.look_at(step.within(self.at, self.listed().len(), PAGE)),
            _ => {}
        }
        None
    }

    fn look_at(&mut self, n: usize) {
        self.at = n.min(self.listed().len().saturating_sub(1));
        self.top = 0;
    }

    /// Lists every decision or the key moments, and stays at the same decision or the next one.
    fn list_others(&mut self) {
        let number = self.looked_at().map_or(0, |decision| decision.number);
        self.all = !self.all || self.review.moments.is_empty();
        let listed = self.listed();
        let near = listed.iter().position(|decision| decision.number >= number);
        let last = listed.len().saturating_sub(1);
        self.look_at(near.unwrap_or(last));
    }
}
