//! What there is to say about a decision of `pairs`, as data and in words.

use dicehouse_rules::pairs::Sheet;
use dicehouse_rules::{Act, Split, View};
use dicehouse_table::record::Decision;
use dicehouse_telling::{Language, say};

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
pub(crate) fn sentence(comment: &Comment, review: &DecisionReview, language: Language) -> String {
    let does = |option: &Considered| doing(option.act, language);
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            let (did, why) = (capital(&does(chosen)), why(comment, chosen, language));
            format!("{did}: {why}; {} {}.", does(best), promises(best, language))
        }
        (None, _, Some(chosen)) => {
            let verdict = verdict(review, language);
            format!("{} {}; {verdict}.", capital(&does(chosen)), promises(chosen, language))
        }
        _ => format!("{}.", capital(verdict(review, language))),
    }
}

/// "promised 312 points and a winning chance of 31.2 %".
fn promises(option: &Considered, language: Language) -> String {
    let score = format!("{:.0}", option.score.unwrap_or(0.0));
    say!(language, "review.promised", score = score, win = precise(option.win))
}

/// What is bad about a split, where it can be seen on the sheet.
fn why(comment: &Comment, chosen: &Considered, language: Language) -> String {
    let opened = match comment {
        Comment::Split { opened } => &opened[..],
        _ => &[],
    };
    let promised = promises(chosen, language);
    match opened {
        [] => promised,
        [one] => say!(language, "review.opens-one", one = one, promised = promised),
        [one, two, ..] => {
            say!(language, "review.opens-two", one = one, two = two, promised = promised)
        }
    }
}
