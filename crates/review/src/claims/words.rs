//! What there is to say about a decision of `claims`, as data and in words.

use dicehouse_rules::{Act, View};
use dicehouse_table::record::Decision;
use dicehouse_telling::say;

use crate::comment::Comment;
use crate::review::rounded;
use crate::shape::DecisionReview;
use crate::words::{Subject, about, instead, percent, verdict};

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
    let language = who.language;
    let is_true = review.truth.is_some_and(|truth| truth.is_true);
    let lead = match comment {
        Comment::Claim { sum, claim } if is_true => {
            about!(who, "review.told-truth", sum = sum, claim = claim)
        }
        Comment::Claim { sum, claim } => about!(who, "review.bluffed", sum = sum, claim = claim),
        Comment::ClaimCalled { claim, bluff } => {
            let bluff = percent(*bluff, language);
            match is_true {
                true => say!(language, "review.called-true", claim = claim, bluff = bluff),
                false => say!(language, "review.called-bluff", claim = claim, bluff = bluff),
            }
        }
        Comment::ClaimPassed { claim, bluff } => {
            let bluff = percent(*bluff, language);
            match is_true {
                true => about!(who, "review.passed-true", claim = claim, bluff = bluff),
                false => about!(who, "review.passed-bluff", claim = claim, bluff = bluff),
            }
        }
        Comment::CardPlayed => about!(who, "review.card-played"),
        Comment::CardKept => about!(who, "review.card-kept"),
        Comment::Bid { .. }
        | Comment::NotCalled { .. }
        | Comment::Call { .. }
        | Comment::Exact { .. }
        | Comment::Split { .. } => return String::new(),
    };
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            format!("{lead}; {}.", instead(best, chosen, language))
        }
        _ => format!("{lead}: {}.", verdict(review, language)),
    }
}
