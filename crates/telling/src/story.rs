//! A player's own story of a game that is over: what went well, what did not, and when it turned.

mod lead;
mod moments;

use dicehouse_rules::{GameKind, Seat, Viewer};
use dicehouse_table::record::{self, Playback};
use serde::Serialize;

use crate::language::Language;
use crate::narrator::Narrator;
use crate::verdict::Verdict;
use crate::{say, text};

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
    /// The story of the player in `seat`, in English.
    pub fn of(playback: &Playback, seat: Seat) -> Story {
        Story::told(playback, seat, Language::English)
    }

    /// The story of the player in `seat`.
    pub fn told(playback: &Playback, seat: Seat, language: Language) -> Story {
        let header = &playback.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, Some(seat)).speaking(language);
        let decisions = playback.decisions();
        let own: Vec<&record::Decision<'_>> =
            decisions.iter().filter(|decision| decision.seat == seat).collect();
        let judged: Vec<bool> = own.iter().filter_map(|decision| is_good(decision)).collect();
        Story {
            game: header.ruleset.game(),
            best_bluff: moments::best_bluff(playback, &own, language),
            worst_call: moments::worst_call(&own, language),
            best_split: moments::best_split(&own, language),
            worst_split: moments::worst_split(&own, language),
            good: judged.iter().filter(|good| **good).count(),
            judged: judged.len(),
            turning_point: lead::turning_point(playback, &narrator),
        }
    }

    /// The story in sentences, in English.
    pub fn lines(&self) -> Vec<String> {
        self.lines_in(Language::English)
    }

    /// The story in sentences. Its moments are in the language they were told in.
    pub fn lines_in(&self, language: Language) -> Vec<String> {
        // Where decisions were judged, one would expect a bluff and a call.
        let missing = |none: &'static str| (self.judged > 0).then_some(none);
        let moment = |told: &Option<Told>| told.as_ref().map(|told| told.text.clone());
        let or = |told, none| moment(told).or_else(|| missing(none).map(str::to_owned));
        let bluff = or(&self.best_bluff, text!(language, "story.no-bluff"));
        let call = or(&self.worst_call, text!(language, "story.no-regret"));
        let [best, worst] = [&self.best_split, &self.worst_split].map(moment);
        let turned = self.turning_point.clone();
        let mut lines: Vec<String> = Vec::new();
        lines.extend(bluff.map(|what| say!(language, "story.best-bluff", what = what)));
        lines.extend(call.map(|what| say!(language, "story.worst-call", what = what)));
        lines.extend(best.map(|what| say!(language, "story.best-split", what = what)));
        lines.extend(worst.map(|what| say!(language, "story.worst-split", what = what)));
        lines.extend(self.share(language));
        lines.extend(turned.map(|what| say!(language, "story.turning-point", what = what)));
        if lines.is_empty() {
            lines.push(text!(language, "story.too-short").to_owned());
        }
        lines
    }

    /// How many decisions were good ones.
    fn share(&self, language: Language) -> Option<String> {
        let share = (100 * self.good + self.judged / 2).checked_div(self.judged)?;
        let (good, judged) = (self.good, self.judged);
        Some(match self.game {
            GameKind::Claims => {
                say!(language, "story.right-answers", good = good, judged = judged, share = share)
            }
            GameKind::Liars | GameKind::Pairs => {
                say!(language, "story.good-decisions", good = good, judged = judged, share = share)
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
