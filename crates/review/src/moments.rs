//! The decisions that taught most.

use crate::review::Stake;
use crate::shape::{DecisionReview, Moment};

/// The most moments that cost something, and the most that were good.
const MOST_BAD: usize = 6;
const MOST_GOOD: usize = 2;
/// How much better than every other act a good one was, in fair shares.
const CLEARLY: f64 = 0.15;

/// The key moments, in the order of the game. `stakes` is what was at stake in each decision.
pub(crate) fn moments(decisions: &[DecisionReview], stakes: &[Stake]) -> Vec<Moment> {
    let counting = || decisions.iter().zip(stakes).filter(|(decision, _)| decision.counts());
    let bad = counting().filter(|(decision, _)| decision.mark.is_some());
    let bad = bad.map(|(decision, stake)| (decision, stake.sure * stake.players as f64));
    let good = counting().filter_map(|(decision, stake)| {
        let lead = lead(decision)? * stake.players as f64;
        (lead >= CLEARLY).then_some((decision, lead))
    });
    let mut chosen: Vec<&DecisionReview> = highest(bad, MOST_BAD);
    chosen.extend(highest(good, MOST_GOOD));
    chosen.sort_by_key(|decision| decision.number);
    chosen
        .into_iter()
        .map(|decision| Moment {
            decision: decision.number,
            seat: decision.seat,
            mark: decision.mark,
        })
        .collect()
}

/// How much better than every other act the chosen one was, the margin of error taken off.
fn lead(decision: &DecisionReview) -> Option<f64> {
    let (best, next) = (decision.options.first()?, decision.options.get(1)?);
    (Some(best.act) == decision.act).then_some(best.win - next.win - 2.0 * next.error)
}

fn highest<'a>(
    decisions: impl Iterator<Item = (&'a DecisionReview, f64)>,
    most: usize,
) -> Vec<&'a DecisionReview> {
    let mut sorted: Vec<_> = decisions.collect();
    sorted.sort_by(|one, other| other.1.total_cmp(&one.1));
    sorted.into_iter().take(most).map(|(decision, _)| decision).collect()
}
