//! A player's own story of a game that is over: what went well, what did not, and when it turned.

mod lead;
mod moments;

use dicehouse_rules::{GameKind, Seat, Viewer};
use dicehouse_table::record::{self, Playback};
use serde::Serialize;

use crate::narrator::Narrator;
use crate::verdict::Verdict;

/// What a player may want to know of a game that is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Story {
    /// Which game it was.
    pub game: GameKind,
    /// The boldest lie that nobody called.
    pub best_bluff: Option<Told>,
    /// The wrong call that was the worst one.
    pub worst_call: Option<Told>,
    /// The split that brought most.
    pub best_split: Option<Told>,
    /// The split that cost most.
    pub worst_split: Option<Told>,
    /// How many decisions were good ones: for all the player knew, or in `claims`, where nobody knows
    /// anything, as it turned out.
    pub good: usize,
    /// How many decisions can be judged.
    pub judged: usize,
    /// When the game turned.
    pub turning_point: Option<String>,
}

/// A moment of the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The moment in words.
    pub text: String,
    /// Where in the record it is.
    pub position: usize,
}

impl Story {
    /// The story of the player in `seat`.
    pub fn of(playback: &Playback, seat: Seat) -> Story {
        let header = &playback.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, Some(seat));
        let decisions = playback.decisions();
        let own: Vec<&record::Decision<'_>> =
            decisions.iter().filter(|decision| decision.seat == seat).collect();
        let judged: Vec<bool> = own.iter().filter_map(|decision| is_good(decision)).collect();
        Story {
            game: header.ruleset.game(),
            best_bluff: moments::best_bluff(playback, &own),
            worst_call: moments::worst_call(&own),
            best_split: moments::best_split(&own),
            worst_split: moments::worst_split(&own),
            good: judged.iter().filter(|good| **good).count(),
            judged: judged.len(),
            turning_point: lead::turning_point(playback, &narrator),
        }
    }

    /// The story in sentences.
    pub fn lines(&self) -> Vec<String> {
        let moments = [
            ("Best bluff", &self.best_bluff),
            ("Worst call", &self.worst_call),
            ("Best split", &self.best_split),
            ("Costliest split", &self.worst_split),
        ];
        let moment = |(what, told): &(&str, &Option<Told>)| match told {
            Some(told) => Some(format!("{what}: {}", told.text)),
            None => self.missing(what).map(|none| format!("{what}: {none}")),
        };
        let mut lines: Vec<String> = moments.iter().filter_map(moment).collect();
        lines.extend(self.share());
        lines.extend(self.turning_point.as_ref().map(|when| format!("Turning point: {when}")));
        if lines.is_empty() {
            lines.push("Too short a game to tell a story of.".to_owned());
        }
        lines
    }

    /// What is said where there is no such moment; `None` where nobody would expect one.
    fn missing(&self, what: &str) -> Option<&'static str> {
        if self.judged == 0 {
            return None;
        }
        match what {
            "Best bluff" => Some("none that went through."),
            "Worst call" => Some("none to regret."),
            _ => None,
        }
    }

    /// How many decisions were good ones.
    fn share(&self) -> Option<String> {
        let share = (100 * self.good + self.judged / 2).checked_div(self.judged)?;
        let (good, judged) = (self.good, self.judged);
        Some(match self.game {
            GameKind::Claims => format!("Right answers to claims: {good} of {judged} ({share} %)."),
            GameKind::Liars | GameKind::Pairs => {
                format!("Good decisions: {good} of {judged} ({share} %), for all you knew.")
            }
        })
    }
}

/// What a decision was worth, where that can be said.
fn verdict(decision: &record::Decision<'_>) -> Option<Verdict> {
    Verdict::of(decision.before(), decision.seat, decision.outcome.act()?)
}

/// The round in which a decision was made.
fn round(decision: &record::Decision<'_>) -> u16 {
    decision.before().view(Viewer::Public).round()
}

/// Whether a decision was good; `None` where that cannot be said.
fn is_good(decision: &record::Decision<'_>) -> Option<bool> {
    match verdict(decision)? {
        Verdict::Bid { chance, .. } | Verdict::Call { chance, .. } => Some(chance >= 0.5),
        // Whether a claim is a good one depends on who answers; the answer is right or it is not.
        Verdict::Claim { .. } => None,
        Verdict::Answer { right, .. } => Some(right),
    }
}
