//! What there is to say about a decision of `claims`, as data and in words.

use dicehouse_rules::{Act, View};
use dicehouse_table::record::Decision;

use crate::comment::Comment;
use crate::review::rounded;
use crate::shape::DecisionReview;
use crate::words::{Subject, instead, percent, verdict};

/// What a decision was about; nothing for an act of another game.
pub(crate) fn comment(review: &DecisionReview, decision: &Decision<'_>) -> Option<Comment> {
    let View::Claims(view) = decision.view() else { return None };
    Some(match (review.act?, review.truth, view.claim) {
        (Act::Claim(claim), Some(truth), _) => Comment::Claim { sum: truth.count, claim },
        (Act::Call, Some(truth), Some(claim)) => {
            Comment::ClaimCalled { claim, bluff: rounded(1.0 - truth.believed) }
        }
        (Act::LetPass, Some(truth), Some(claim)) => {
            Comment::ClaimPassed { claim, bluff: rounded(1.0 - truth.believed) }
        }
        (Act::Immunity, ..) => Comment::CardPlayed,
        (Act::NoImmunity, ..) => Comment::CardKept,
        _ => return None,
    })
}

/// One sentence about a decision; empty for a comment on another game.
pub(crate) fn sentence(comment: &Comment, review: &DecisionReview, who: &Subject<'_>) -> String {
    let who = who.who();
    let is_true = review.truth.is_some_and(|truth| truth.is_true);
    let turned_out = if is_true { "it was true" } else { "it was one" };
    let lead = match comment {
        Comment::Claim { sum, claim } => {
            let kind = if is_true { "told the truth" } else { "bluffed" };
            format!("{who} had {sum} and {kind} with {claim}")
        }
        Comment::ClaimCalled { claim, bluff } => {
            let bluff = percent(*bluff);
            format!("A claim of {claim} was a bluff with {bluff}, and {turned_out}")
        }
        Comment::ClaimPassed { claim, bluff } => {
            let bluff = percent(*bluff);
            format!("{who} let a claim of {claim} pass that was a bluff with {bluff}; {turned_out}")
        }
        Comment::CardPlayed => format!("{who} played the card"),
        Comment::CardKept => format!("{who} kept the card and paid"),
        Comment::Bid { .. }
        | Comment::NotCalled { .. }
        | Comment::Call { .. }
        | Comment::Exact { .. }
        | Comment::Split { .. } => return String::new(),
    };
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => format!("{lead}; {}.", instead(best, chosen)),
        _ => format!("{lead}: {}.", verdict(review)),
    }
}
