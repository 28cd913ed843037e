//! What there is to say about a decision of `pairs`, as data and in words.

use dicehouse_rules::pairs::Sheet;
use dicehouse_rules::{Act, Split, View};
use dicehouse_table::record::Decision;

use crate::comment::Comment;
use crate::shape::{Considered, DecisionReview};
use crate::words::{capital, doing, precise, verdict};

/// What a decision was about.
pub(crate) fn comment(review: &DecisionReview, decision: &Decision<'_>) -> Option<Comment> {
    let (View::Pairs(view), Act::Split(split)) = (decision.view(), review.act?) else {
        return None;
    };
    Some(Comment::Split { opened: opened(view.sheets.get(review.seat)?, split) })
}

/// The numbers that the split marks for the first time.
fn opened(sheet: &Sheet, split: Split) -> Vec<u8> {
    let mut numbers: Vec<u8> =
        split.pairs().into_iter().filter(|number| sheet.marks(*number) == 0).collect();
    numbers.dedup();
    numbers
}

/// One sentence about a decision.
pub(crate) fn sentence(comment: &Comment, review: &DecisionReview) -> String {
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            let (did, why) = (capital(&doing(chosen.act)), why(comment, chosen));
            format!("{did}: {why}; {} {}.", doing(best.act), promises(best))
        }
        (None, _, Some(chosen)) => {
            let verdict = verdict(review);
            format!("{} {}; {verdict}.", capital(&doing(chosen.act)), promises(chosen))
        }
        _ => format!("{}.", capital(verdict(review))),
    }
}

/// "promised 312 points and a winning chance of 31.2 %".
fn promises(option: &Considered) -> String {
    let score = option.score.unwrap_or(0.0);
    format!("promised {score:.0} points and a winning chance of {}", precise(option.win))
}

/// What is bad about a split, where it can be seen on the sheet.
fn why(comment: &Comment, chosen: &Considered) -> String {
    let opened = match comment {
        Comment::Split { opened } => &opened[..],
        _ => &[],
    };
    let promised = promises(chosen);
    match opened {
        [] => promised,
        [one] => format!(
            "opening the {one} costs 200 points until it has five marks, and this {promised}"
        ),
        [one, two, ..] => format!(
            "opening the {one} and the {two} costs 400 points until they have five marks, and this {promised}"
        ),
    }
}
