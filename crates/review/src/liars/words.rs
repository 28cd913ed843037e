//! A comment on a decision of `liars` in words.

use dicehouse_rules::Bid;

use crate::comment::{Comment, Held};
use crate::shape::DecisionReview;
use crate::words::{Subject, instead, percent, spelled, verdict};

/// One sentence about a decision; empty for a comment on another game.
pub(crate) fn sentence(comment: &Comment, review: &DecisionReview, who: &Subject<'_>) -> String {
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            format!("{}; {}.", faulty(comment, who), instead(best, chosen))
        }
        _ => fine(comment, review, who),
    }
}

/// The beginning of the sentence about a decision that is marked.
fn faulty(comment: &Comment, who: &Subject<'_>) -> String {
    match comment {
        Comment::Bid { held, bid, chance, better: Some(better) } => format!(
            "{}: “{}” had a chance of {}, “{}” of {}",
            holding(held, who),
            bid.spoken(),
            percent(*chance),
            better.bid.spoken(),
            percent(better.chance)
        ),
        Comment::Bid { held, bid, chance, better: None } => {
            let held = holding(held, who);
            format!("{held}: “{}” had a chance of {}", bid.spoken(), percent(*chance))
        }
        Comment::Exact { held, bid, chance } => {
            let (held, chance) = (holding(held, who), percent(*chance));
            format!("{held}: “{}” was exactly right with a chance of {chance}", bid.spoken())
        }
        Comment::NotCalled { held, bid, chance } | Comment::Call { held, bid, chance } => {
            let (held, chance) = (holding(held, who), percent(*chance));
            format!("{held}: calling “{}” had a chance of {chance}", bid.spoken())
        }
        Comment::Claim { .. }
        | Comment::ClaimCalled { .. }
        | Comment::ClaimPassed { .. }
        | Comment::CardPlayed
        | Comment::CardKept
        | Comment::Split { .. } => String::new(),
    }
}

/// The sentence about a decision that is not marked.
fn fine(comment: &Comment, review: &DecisionReview, who: &Subject<'_>) -> String {
    let verdict = verdict(review);
    let is_true = review.truth.is_some_and(|truth| truth.is_true);
    match comment {
        Comment::Bid { held, bid, chance, .. } | Comment::NotCalled { held, bid, chance } => {
            let turned_out = if is_true { "and it was true" } else { "and it was not true" };
            let (held, chance) = (holding(held, who), percent(*chance));
            format!("{held}: “{}” had a chance of {chance}, {turned_out}; {verdict}.", bid.spoken())
        }
        Comment::Exact { bid, chance, .. } => {
            let chance = percent(*chance);
            format!("“{}” was exactly right with a chance of {chance}; {verdict}.", bid.spoken())
        }
        Comment::Call { bid, chance, .. } => {
            let turned_out = if is_true { "wrong" } else { "right" };
            let (bid, chance) = (bid.spoken(), percent(*chance));
            format!("Calling “{bid}” had a chance of {chance}, and it was {turned_out}; {verdict}.")
        }
        Comment::Claim { .. }
        | Comment::ClaimCalled { .. }
        | Comment::ClaimPassed { .. }
        | Comment::CardPlayed
        | Comment::CardKept
        | Comment::Split { .. } => String::new(),
    }
}

/// "You held three fours", wild dice counted.
fn holding(held: &Held, who: &Subject<'_>) -> String {
    let dice = match held.count {
        1 => format!("one {}", Bid::new(1, held.face).spoken().trim_start_matches("1 ")),
        count => format!("{} {}", spelled(u16::from(count)), held.face.plural()),
    };
    let wilds = if held.wild { ", wild ones counted" } else { "" };
    format!("{} held {dice}{wilds}", who.who())
}
