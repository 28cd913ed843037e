//! What a decision of `liars` was about.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, View};
use dicehouse_table::record::Decision;

use crate::comment::{Better, Comment, Held};
use crate::review::rounded;
use crate::shape::DecisionReview;

/// What there is to say; nothing about a fault and where there was no choice. `chances` is how likely each act was
/// to come right for what the actor knew, which is the only kind of chance that is told.
pub(crate) fn comment(
    review: &DecisionReview,
    decision: &Decision<'_>,
    chances: &[(Act, f64)],
) -> Option<Comment> {
    let chance_of =
        |act| chances.iter().find(|(of, _)| *of == act).map(|(_, chance)| rounded(*chance));
    let (View::Liars(view), Some(truth)) = (decision.view(), review.truth) else { return None };
    let better = review.mark.and(review.best()).map(|best| best.act);
    let last = view.standing_bid();
    Some(match (review.act?, better, last) {
        (Act::Bid(_), Some(Act::Call), Some(last)) => {
            Comment::NotCalled { held: held(&view, last), bid: last, chance: chance_of(Act::Call)? }
        }
        (Act::Bid(bid), better, _) => {
            let better = match better {
                Some(act @ Act::Bid(bid)) => chance_of(act).map(|chance| Better { bid, chance }),
                _ => None,
            };
            Comment::Bid { held: held(&view, bid), bid, chance: truth.believed, better }
        }
        (Act::Exact, _, Some(last)) => Comment::Exact {
            held: held(&view, last),
            bid: last,
            chance: truth.exactly.unwrap_or(0.0),
        },
        (_, _, last) => {
            let bid = last?;
            Comment::Call { held: held(&view, bid), bid, chance: rounded(1.0 - truth.believed) }
        }
    })
}

fn held(view: &LiarsView<'_>, bid: Bid) -> Held {
    let hand = view.hand.unwrap_or_default();
    let count = hand.count_for(bid.face, view.wild);
    Held { face: bid.face, count, wild: count > hand.count(bid.face) }
}
