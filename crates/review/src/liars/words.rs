//! A comment on a decision of `liars` in words.

use dicehouse_rules::Bid;
use dicehouse_telling::{Language, say};

use crate::comment::{Comment, Held};
use crate::shape::DecisionReview;
use crate::words::{Subject, about, instead, percent, spelled, verdict};

/// One sentence about a decision; empty for a comment on another game.
pub(crate) fn sentence(comment: &Comment, review: &DecisionReview, who: &Subject<'_>) -> String {
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => {
            format!("{}; {}.", faulty(comment, who), instead(best, chosen, who.language))
        }
        _ => fine(comment, review, who),
    }
}

/// The beginning of the sentence about a decision that is marked.
fn faulty(comment: &Comment, who: &Subject<'_>) -> String {
    let language = who.language;
    let chance_of = |chance: &f64| percent(*chance, language);
    match comment {
        Comment::Bid { held, bid, chance, better: Some(better) } => say!(
            language,
            "review.bid-better",
            held = holding(held, who),
            bid = language.bid(*bid),
            chance = chance_of(chance),
            better = language.bid(better.bid),
            other = chance_of(&better.chance),
        ),
        Comment::Bid { held, bid, chance, better: None } => say!(
            language,
            "review.bid",
            held = holding(held, who),
            bid = language.bid(*bid),
            chance = chance_of(chance),
        ),
        Comment::Exact { held, bid, chance } => say!(
            language,
            "review.exact-held",
            held = holding(held, who),
            bid = language.bid(*bid),
            chance = chance_of(chance),
        ),
        Comment::NotCalled { held, bid, chance } | Comment::Call { held, bid, chance } => say!(
            language,
            "review.call-held",
            held = holding(held, who),
            bid = language.bid(*bid),
            chance = chance_of(chance),
        ),
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
    let language = who.language;
    let verdict = verdict(review, language);
    let is_true = review.truth.is_some_and(|truth| truth.is_true);
    match comment {
        Comment::Bid { held, bid, chance, .. } | Comment::NotCalled { held, bid, chance } => {
            let (held, bid) = (holding(held, who), language.bid(*bid));
            let chance = percent(*chance, language);
            match is_true {
                true => say!(
                    language,
                    "review.bid-true",
                    held = held,
                    bid = bid,
                    chance = chance,
                    verdict = verdict
                ),
                false => say!(
                    language,
                    "review.bid-false",
                    held = held,
                    bid = bid,
                    chance = chance,
                    verdict = verdict
                ),
            }
        }
        Comment::Exact { bid, chance, .. } => {
            let (bid, chance) = (language.bid(*bid), percent(*chance, language));
            say!(language, "review.exact", bid = bid, chance = chance, verdict = verdict)
        }
        Comment::Call { bid, chance, .. } => {
            let (bid, chance) = (language.bid(*bid), percent(*chance, language));
            match is_true {
                true => {
                    say!(
                        language,
                        "review.call-wrong",
                        bid = bid,
                        chance = chance,
                        verdict = verdict
                    )
                }
                false => {
                    say!(
                        language,
                        "review.call-right",
                        bid = bid,
                        chance = chance,
                        verdict = verdict
                    )
                }
            }
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
    let language = who.language;
    let bid = language.bid(Bid::new(held.count, held.face));
    let dice = match (held.count, language) {
        (0, _) => say!(language, "review.none-of", faces = language.faces(held.face)),
        // English spells small numbers out.
        (count, Language::English) => {
            let digits = count.to_string();
            format!("{}{}", spelled(u16::from(count)), bid.trim_start_matches(&digits))
        }
        (_, Language::German | Language::Spanish) => bid,
    };
    let holds = about!(who, "review.held", dice = dice);
    if held.wild { say!(language, "review.wild-counted", held = holds) } else { holds }
}
