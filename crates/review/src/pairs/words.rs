//! What there is to say about a decision of `pairs`.

use dicehouse_rules::View;
use dicehouse_rules::pairs::{PairsView, Sheet};
use dicehouse_rules::{Act, Split};
use dicehouse_table::record::Decision;

use crate::shape::{Considered, DecisionReview};
use crate::words::{Subject, capital, doing, not_decided, percent, praise};

/// One sentence about a decision.
pub(crate) fn lesson(
    review: &DecisionReview,
    decision: &Decision<'_>,
    who: &Subject<'_>,
) -> String {
    if let Some(nothing) = not_decided(review, who) {
        return nothing;
    }
    let View::Pairs(view) = decision.view() else { return String::new() };
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            let better = promises(best);
            let why = why(&view, review, chosen).unwrap_or_else(|| promises(chosen));
            format!("{}: {why}; {} {better}.", capital(&doing(chosen.act)), doing(best.act))
        }
        (None, _, Some(chosen)) => {
            let praise = praise(review);
            format!("{} {}; {praise}.", capital(&doing(chosen.act)), promises(chosen))
        }
        _ => format!("{}.", capital(praise(review))),
    }
}

/// "promised 312 points and a winning chance of 31 %".
fn promises(option: &Considered) -> String {
    let score = option.score.unwrap_or(0.0);
    format!("promised {score:.0} points and a winning chance of {}", percent(option.win))
}

/// What is bad about a split, where it can be seen on the sheet.
fn why(view: &PairsView<'_>, review: &DecisionReview, chosen: &Considered) -> Option<String> {
    let (Act::Split(split), sheet) = (chosen.act, view.sheets.get(review.seat)?) else {
        return None;
    };
    let opened = opened(sheet, split);
    let promised = promises(chosen);
    match opened[..] {
        [] => None,
        [one] => Some(format!(
            "opening the {one} costs 200 points until it has five marks, and this {promised}"
        )),
        [one, two, ..] => Some(format!(
            "opening the {one} and the {two} costs 400 points until they have five marks, and this {promised}"
        )),
    }
}

/// The numbers that the split marks for the first time.
fn opened(sheet: &Sheet, split: Split) -> Vec<u8> {
    let mut numbers: Vec<u8> =
        split.pairs().into_iter().filter(|number| sheet.marks(*number) == 0).collect();
    numbers.dedup();
    numbers
}
