//! What there is to say about a decision of `claims`.

use dicehouse_rules::{Act, View};
use dicehouse_table::record::Decision;

use crate::shape::DecisionReview;
use crate::words::{Subject, instead, not_decided, percent, praise};

/// One sentence about a decision.
pub(crate) fn lesson(
    review: &DecisionReview,
    decision: &Decision<'_>,
    who: &Subject<'_>,
) -> String {
    if let Some(nothing) = not_decided(review, who) {
        return nothing;
    }
    let View::Claims(view) = decision.view() else { return String::new() };
    let who = who.who();
    let lead = match (review.act, review.truth, view.claim) {
        (Some(Act::Claim(claim)), Some(truth), _) => {
            let sum = truth.count;
            let kind = if truth.is_true { "told the truth" } else { "bluffed" };
            format!("{who} had {sum} and {kind} with {claim}")
        }
        (Some(Act::Call), Some(truth), Some(claim)) => {
            let bluff = percent(1.0 - truth.believed);
            let turned_out = if truth.is_true { "it was true" } else { "it was one" };
            format!("A claim of {claim} was a bluff with {bluff}, and {turned_out}")
        }
        (Some(_), Some(truth), Some(claim)) => {
            let bluff = percent(1.0 - truth.believed);
            let turned_out = if truth.is_true { "it was true" } else { "it was one" };
            format!("{who} let a claim of {claim} pass that was a bluff with {bluff}; {turned_out}")
        }
        (Some(Act::Immunity), ..) => format!("{who} played the card"),
        _ => format!("{who} kept the card and paid"),
    };
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            format!("{lead}; {}.", instead(best, chosen))
        }
        _ => format!("{lead}: {}.", praise(review)),
    }
}
