//! What a review is: one shape for the program, the server and the page.

use dicehouse_rules::{Act, BySeat, Cause, GameKind, Ruleset, Seat, Standing};
use dicehouse_table::record::GameId;
use dicehouse_table::{Bot, Seated};
use dicehouse_telling::{Language, text};
use serde::{Deserialize, Serialize};

use crate::comment::Comment;
use crate::words::sentence;

/// The review of a recorded game. All chances are from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Review {
    /// The game's own name.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: GameId,
    /// Which game it was.
    pub game: GameKind,
    /// What it was played by, every option.
    pub ruleset: Ruleset,
    /// How it ended; `None` when it was broken off.
    pub standing: Option<Standing>,
    /// The players in seat order.
    pub players: Vec<PlayerReview>,
    /// The decisions that taught most, in the order of the game.
    pub moments: Vec<Moment>,
    /// Every decision, in order.
    pub decisions: Vec<DecisionReview>,
    /// Everybody's winning chances from the start on, for somebody who sees all dice.
    pub chart: Vec<ChartPoint>,
}

/// How one player did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerReview {
    /// Where they sat.
    pub seat: Seat,
    /// Who they are.
    #[serde(flatten)]
    pub seated: Seated,
    /// From 0 to 100: how little of the winning chance their decisions gave away, those that mattered. `None` when they
    /// had nothing to decide.
    pub accuracy: Option<f64>,
    /// Decisions that count: their own, with more than one act to choose from.
    pub judged: u32,
    /// Decisions that mattered: of those that count, the ones in which there was something to lose. The accuracy is
    /// their mean; where there are none, it is that of all that count.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub mattered: u32,
    /// Decisions with only one legal act.
    pub forced: u32,
    /// Turns on which they did nothing legal in time, so that the rules acted for them.
    pub faults: u32,
    /// Marks by kind.
    pub marks: MarkCounts,
    /// The winning chance that was given away, all decisions together.
    pub loss: f64,
}

/// How many decisions got which mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MarkCounts {
    /// Those that gave a little away.
    pub inaccuracies: u32,
    /// Those that gave a good part away.
    pub mistakes: u32,
    /// Those that gave most away that there was to give.
    pub blunders: u32,
}

/// How bad a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Mark {
    /// It gave a little away.
    Inaccuracy,
    /// It gave a good part away.
    Mistake,
    /// It gave most away that there was to give.
    Blunder,
}

/// A decision that is worth looking at again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    /// The number of the decision.
    pub decision: usize,
    /// Where the player sat who decided.
    pub seat: Seat,
    /// The decision's mark; `None` for one that was good.
    pub mark: Option<Mark>,
}

/// A decision of somebody, and how good it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DecisionReview {
    /// Its number in the game, from 1, everybody's decisions counted.
    pub number: usize,
    /// The position of the replay it led to.
    pub at: usize,
    /// The line of the record on which it stands.
    pub line: usize,
    /// The round, from 1.
    pub round: u16,
    /// Whose turn it was.
    pub seat: Seat,
    /// The bot that decided in the seat's place, when one had taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<Bot>,
    /// What was done; `None` for a fault.
    pub act: Option<Act>,
    /// What went wrong, when something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fault: Option<Cause>,
    /// Whether there was only one legal act.
    pub forced: bool,
    /// The bid or claim that was made or answered, and its chances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub truth: Option<Truth>,
    /// The acts that were looked at, best first, the one that was done among them. Empty for a
    /// forced decision and a fault.
    pub options: Vec<Considered>,
    /// The winning chance that was given away: what the best act promises more than the one that was
    /// done. 0 where that is within the margin of error, for an act that belongs to a good mix, and
    /// where the game was lost anyway.
    pub loss: f64,
    /// How bad that is, by what of it is certain.
    pub mark: Option<Mark>,
    /// What it was about. [`Review::sentence`] says it in words; nothing is said here about a fault
    /// and where there was no choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub comment: Option<Comment>,
}

/// The chances of a bid or a claim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Truth {
    /// The bid or claim.
    pub of: Act,
    /// The chance that it was true by the dice alone: the actor's own, all others being fair.
    pub by_dice: f64,
    /// The chance that it was true for what the actor knew: own dice, and what everybody had done.
    pub believed: f64,
    /// The chance that it was exactly right for what the actor knew, where that could be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub exactly: Option<f64>,
    /// Whether it was true, all dice seen.
    pub is_true: bool,
    /// What counted for it, all dice seen: so many dice, or this sum.
    pub count: u16,
}

/// An act that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Considered {
    /// What could be done.
    pub act: Act,
    /// The actor's chance to win the game after it, for what the actor knew.
    pub win: f64,
    /// The standard error of that chance, compared with the best act's.
    pub error: f64,
    /// How often a strong player does it here.
    pub often: f64,
    /// The final score to expect, in games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub score: Option<f64>,
}

/// Everybody's winning chances at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChartPoint {
    /// The number of the decision just made; 0 at the start.
    pub decision: usize,
    /// The position of the replay.
    pub at: usize,
    /// The round, from 1.
    pub round: u16,
    /// The winning chances in seat order.
    pub chances: BySeat<f64>,
}

impl DecisionReview {
    /// The act that promised most.
    pub fn best(&self) -> Option<&Considered> {
        self.options.first()
    }

    /// What was looked at of the act that was done.
    pub fn chosen(&self) -> Option<&Considered> {
        self.options.iter().find(|option| Some(option.act) == self.act)
    }

    /// Whether it counts for its player's accuracy.
    pub fn counts(&self) -> bool {
        !self.options.is_empty() && self.by.is_none()
    }
}

impl Review {
    /// What there is to say about a decision, in one sentence of English.
    pub fn sentence(&self, decision: &DecisionReview) -> String {
        self.sentence_in(Language::English, decision)
    }

    /// What there is to say about a decision, in one sentence.
    pub fn sentence_in(&self, language: Language, decision: &DecisionReview) -> String {
        sentence(self, decision, language)
    }

    /// The review of one decision by its number.
    pub fn decision(&self, number: usize) -> Option<&DecisionReview> {
        self.decisions.get(number.checked_sub(1)?)
    }

    /// Who sat there.
    pub fn name(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("", |player| player.seated.name.as_str())
    }
}

impl MarkCounts {
    pub(crate) fn add(&mut self, mark: Mark) {
        match mark {
            Mark::Inaccuracy => self.inaccuracies += 1,
            Mark::Mistake => self.mistakes += 1,
            Mark::Blunder => self.blunders += 1,
        }
    }

    /// All of them.
    pub fn total(self) -> u32 {
        self.inaccuracies + self.mistakes + self.blunders
    }
}

impl Mark {
    /// The English word for it.
    pub fn name(self) -> &'static str {
        self.name_in(Language::English)
    }

    /// The word for it.
    pub fn name_in(self, language: Language) -> &'static str {
        match self {
            Mark::Inaccuracy => text!(language, "review.mark-inaccuracy"),
            Mark::Mistake => text!(language, "review.mark-mistake"),
            Mark::Blunder => text!(language, "review.mark-blunder"),
        }
    }

    /// The sign chess players write for it.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}
