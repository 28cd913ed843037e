//! From a record to its review.

use std::sync::atomic::{AtomicUsize, Ordering};

use dicehouse_rules::{Act, BySeat, GameKind, Rules, Seat, Viewer};
use dicehouse_table::record::{Decision, Outcome, Playback, Record, VerifyError};
use dicehouse_table::{Bot, Entry, Seated};
use rayon::prelude::*;
use thiserror::Error;

use crate::claims::{self, ClaimsJudge};
use crate::engine::{Findings, Judge, luck, players_in};
use crate::liars::{self, LiarsJudge};
use crate::mark::{Loss, accuracy, loss, mark, matters};
use crate::moments::moments;
use crate::pairs::{self, PairsJudge};
use crate::shape::{
    ChartPoint, Considered, DecisionReview, MarkCounts, PlayerReview, Review, Truth,
};

/// How a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much is tried for the whole game. Twice as much takes twice as long and finds smaller
    /// differences.
    pub effort: u32,
}

impl Default for Options {
    /// A few seconds on two cores.
    fn default() -> Options {
        Options { effort: 4_000 }
    }
}

impl Options {
    /// Quick and rough, for tests and busy houses.
    pub const QUICK: Options = Options { effort: 500 };
}

/// Is told how many decisions of how many are done.
pub type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// Why a record cannot be reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// Something in it cannot have happened.
    #[error(transparent)]
    Record(#[from] VerifyError),
    /// There is too much in it.
    #[error("the game has {decisions} decisions; at most {MOST_DECISIONS} are reviewed")]
    TooLong {
        /// How many decisions there are.
        decisions: usize,
    },
}

/// No game has more decisions, unless its players hardly ever lose dice.
const MOST_DECISIONS: usize = 5_000;

/// Reviews a record.
///
/// The same record always gives the same review, whatever the number of threads.
///
/// # Errors
/// When something in the record cannot have happened, or it is too long.
pub fn review(
    record: Record,
    options: &Options,
    progress: &Progress<'_>,
) -> Result<Review, ReviewError> {
    review_playback(&Playback::new(record)?, options, progress)
}

/// [`review`] for a record that is played back already.
///
/// # Errors
/// When it is too long.
pub fn review_playback(
    playback: &Playback,
    options: &Options,
    progress: &Progress<'_>,
) -> Result<Review, ReviewError> {
    let decisions = playback.decisions();
    if decisions.len() > MOST_DECISIONS {
        return Err(ReviewError::TooLong { decisions: decisions.len() });
    }
    let judge = judge(playback, &decisions, options);
    let id = &playback.record.header.id;
    let done = AtomicUsize::new(0);
    let findings: Vec<Findings> = decisions
        .par_iter()
        .map(|decision| {
            let findings = judge.judge(decision, &mut luck(id, decision.number));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, decisions.len());
            findings
        })
        .collect();
    Ok(assemble(playback, &decisions, judge.as_ref(), findings))
}

/// What a review says of the bids that decisions of `liars` made or answered, without looking for better acts: as
/// many as there are decisions.
pub fn bid_truths(playback: &Playback) -> Vec<Option<Truth>> {
    let decisions = playback.decisions();
    let judge = LiarsJudge::new(&decisions, 0);
    let id = &playback.record.header.id;
    decisions.iter().map(|of| judge.truth(of, &mut luck(id, of.number))).collect()
}

/// The decision with this number, judged as if `act` had been done, with `worlds` tried for it; and how many could
/// still win.
pub(crate) fn review_decision(
    playback: &Playback,
    number: usize,
    act: Act,
    worlds: u32,
) -> Option<(DecisionReview, usize)> {
    let mut decisions = playback.decisions();
    decisions.truncate(number);
    let last = decisions.last_mut().filter(|last| last.number == number)?;
    last.outcome = Outcome::Act(act);
    let decision = *last;
    let effort = worlds.saturating_mul(u32::try_from(decisions.len()).unwrap_or(u32::MAX));
    let judge = judge(playback, &decisions, &Options { effort });
    let id = &playback.record.header.id;
    let findings = judge.judge(&decision, &mut luck(id, number));
    let (review, stake) = decision_review(playback, &decision, findings, None);
    Some((review, stake.players))
}

fn judge(playback: &Playback, decisions: &[Decision<'_>], options: &Options) -> Box<dyn Judge> {
    match playback.record.header.ruleset.rules() {
        Rules::Liars(_) => Box::new(LiarsJudge::new(decisions, options.effort)),
        Rules::Claims(_) => Box::new(ClaimsJudge),
        Rules::Pairs(_) => Box::new(PairsJudge),
    }
}

fn assemble(
    playback: &Playback,
    decisions: &[Decision<'_>],
    judge: &dyn Judge,
    findings: Vec<Findings>,
) -> Review {
    let header = &playback.record.header;
    let start = &playback.positions[0].game;
    let mut chart = vec![ChartPoint {
        decision: 0,
        at: 0,
        round: start.view(Viewer::Public).round().max(1),
        chances: rounded_chances(&judge.start(start)),
    }];
    let mut reviewed = Vec::with_capacity(decisions.len());
    let mut stakes = Vec::with_capacity(decisions.len());
    let mut substitutes = Substitutes::new(playback);
    for (decision, findings) in decisions.iter().zip(findings) {
        chart.push(ChartPoint {
            decision: decision.number,
            at: decision.at,
            round: decision.before().view(Viewer::Public).round(),
            chances: rounded_chances(&findings.after),
        });
        let by = substitutes.at(decision);
        let (review, stake) = decision_review(playback, decision, findings, by);
        reviewed.push(review);
        stakes.push(stake);
    }
    let mut review = Review {
        id: header.id.clone(),
        game: header.ruleset.game(),
        ruleset: header.ruleset,
        standing: playback.positions.last().and_then(|position| position.game.standing()),
        players: Vec::new(),
        moments: Vec::new(),
        decisions: reviewed,
        chart,
    };
    review.players = Seat::first(header.seats.len())
        .zip(&header.seats)
        .map(|(seat, seated)| player_review(&review.decisions, &stakes, seat, seated.clone()))
        .collect();
    review.moments = moments(&review.decisions, &stakes);
    review
}

/// What was at stake in a decision.
#[derive(Clone, Copy)]
pub(crate) struct Stake {
    /// How many could still win.
    pub players: usize,
    /// What was given away for certain.
    pub sure: f64,
    /// Whether there was something to lose.
    pub matters: bool,
}

fn decision_review(
    playback: &Playback,
    decision: &Decision<'_>,
    findings: Findings,
    by: Option<Bot>,
) -> (DecisionReview, Stake) {
    let Findings { truth, options, chances, .. } = findings;
    // What a reader sees is what is compared, so that the numbers add up.
    let mut options: Vec<Considered> = options.into_iter().map(rounded_option).collect();
    options.sort_by(|one, other| other.win.total_cmp(&one.win));
    let act = decision.outcome.act();
    let players = players_in(decision.before());
    let chosen = options.iter().find(|option| Some(option.act) == act);
    let lost = chosen.map_or_else(Loss::default, |chosen| loss(&options, chosen, players));
    let mut review = DecisionReview {
        number: decision.number,
        at: decision.at,
        line: decision.line(),
        round: decision.before().view(Viewer::Public).round(),
        seat: decision.seat,
        by,
        act,
        fault: match decision.outcome {
            Outcome::Act(_) => None,
            Outcome::Fault(cause) => Some(cause),
        },
        forced: decision.legal().len() == 1,
        truth: truth.map(rounded_truth),
        options,
        loss: rounded(lost.shown),
        mark: mark(lost.sure, players),
        comment: None,
    };
    if review.fault.is_none() && !review.forced {
        review.comment = match playback.record.header.ruleset.game() {
            GameKind::Liars => liars::comment(&review, decision, &chances),
            GameKind::Claims => claims::comment(&review, decision),
            GameKind::Pairs => pairs::comment(&review, decision),
        };
    }
    let matters = review.mark.is_some() || matters(&review.options, players);
    (review, Stake { players, sure: lost.sure, matters })
}

fn player_review(
    decisions: &[DecisionReview],
    stakes: &[Stake],
    seat: Seat,
    seated: Seated,
) -> PlayerReview {
    let own = || decisions.iter().zip(stakes).filter(move |(decision, _)| decision.seat == seat);
    let counting = || own().filter(|(decision, _)| decision.counts());
    let mut marks = MarkCounts::default();
    counting().filter_map(|(decision, _)| decision.mark).for_each(|mark| marks.add(mark));
    let mattered = counting().filter(|(_, stake)| stake.matters).count();
    // Where nothing mattered, all of them say at least that nothing went wrong.
    let accuracy = accuracy(
        counting()
            .filter(|(_, stake)| stake.matters || mattered == 0)
            .map(|(_, stake)| (stake.sure, stake.players)),
    );
    PlayerReview {
        seat,
        seated,
        accuracy: accuracy.map(|accuracy| (accuracy * 10.0).round() / 10.0),
        judged: counting().count() as u32,
        mattered: mattered as u32,
        forced: own().filter(|(decision, _)| decision.forced).count() as u32,
        faults: own().filter(|(decision, _)| decision.fault.is_some()).count() as u32,
        marks,
        loss: rounded(counting().map(|(decision, _)| decision.loss).sum()),
    }
}

/// Which bots have taken over from whom, as the game goes on.
struct Substitutes<'a> {
    playback: &'a Playback,
    /// Positions looked at so far.
    at: usize,
    bots: Vec<Option<Bot>>,
}

impl<'a> Substitutes<'a> {
    fn new(playback: &'a Playback) -> Substitutes<'a> {
        let bots = vec![None; playback.record.header.seats.len()];
        Substitutes { playback, at: 0, bots }
    }

    /// The bot that made `decision` in its seat's place. Decisions are asked for in order.
    fn at(&mut self, decision: &Decision<'_>) -> Option<Bot> {
        let passed = self.playback.positions.get(self.at..=decision.at).unwrap_or_default();
        self.at = decision.at + 1;
        // In a position's entries what happened between decisions stands before the decision.
        for entry in passed.iter().flat_map(|position| &position.entries) {
            let (seat, bot) = match entry {
                Entry::TakenOver { seat, by } => (seat, Some(by.clone())),
                Entry::GivenBack { seat } => (seat, None),
                _ => continue,
            };
            if let Some(slot) = self.bots.get_mut(seat.index()) {
                *slot = bot;
            }
        }
        self.bots.get(decision.seat.index()).cloned().flatten()
    }
}

/// To a hundredth of a percent: what lies beyond is noise. Adding 0 turns −0 into 0.
pub(crate) fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0 + 0.0
}

fn rounded_truth(truth: Truth) -> Truth {
    Truth {
        by_dice: rounded(truth.by_dice),
        believed: rounded(truth.believed),
        exactly: truth.exactly.map(rounded),
        ..truth
    }
}

fn rounded_option(option: Considered) -> Considered {
    Considered {
        win: (option.win * 1_000.0).round() / 1_000.0 + 0.0,
        error: rounded(option.error),
        often: rounded(option.often),
        score: option.score.map(|score| (score * 10.0).round() / 10.0),
        ..option
    }
}

fn rounded_chances(chances: &BySeat<f64>) -> BySeat<f64> {
    BySeat::from_fn(chances.len(), |seat| rounded(chances[seat]))
}
