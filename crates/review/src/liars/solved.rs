//! Decisions in rounds that are solved: what the acts are worth is known, not tried out.

use dicehouse_bots::strategy::{RoundOutlook, SolvedAct};
use dicehouse_rules::Act;
use dicehouse_table::record::Decision;

use super::MOST_ACTS;
use crate::engine::worth_looking_at;
use crate::shape::Considered;

/// The acts worth looking at, with what the solution says of them: what it does, calls, what was done, and the best.
pub(super) fn options(solved: &RoundOutlook, decision: &Decision<'_>) -> Vec<Considered> {
    let Some(done) = decision.outcome.act() else { return Vec::new() };
    if !solved.acts.iter().any(|act| act.act == done) {
        return beyond(solved, done);
    }
    let mix: Vec<(Act, f64)> = solved.acts.iter().map(|act| (act.act, act.often)).collect();
    let looked_at = worth_looking_at(&mix, done, MOST_ACTS);
    let best = solved.acts.iter().map(|act| act.win).fold(f64::MIN, f64::max);
    let is_wanted = |act: &&SolvedAct| {
        let is_end = matches!(act.act, Act::Call | Act::Exact);
        is_end || act.win >= best || looked_at.iter().any(|(of, _)| *of == act.act)
    };
    solved.acts.iter().filter(is_wanted).map(|act| considered(act, solved)).collect()
}

/// What was done is a bid of more dice than there are: it is certain to be called, and the round is lost.
fn beyond(solved: &RoundOutlook, done: Act) -> Vec<Considered> {
    let mut options: Vec<Considered> =
        solved.acts.iter().map(|act| considered(act, solved)).collect();
    options.push(Considered { act: done, win: 0.0, error: 0.0, often: 0.0, score: None });
    options
}

fn considered(act: &SolvedAct, solved: &RoundOutlook) -> Considered {
    // Twice the standard error is what a loss has to exceed.
    let error = solved.error / 2.0;
    Considered { act: act.act, win: act.win, error, often: act.often, score: None }
}
