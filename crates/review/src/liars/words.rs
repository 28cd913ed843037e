//! What there is to say about a decision of `liars`.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, View};
use dicehouse_table::record::Decision;

use crate::shape::{Considered, DecisionReview, Truth};
use crate::words::{Subject, capital, doing, instead, not_decided, percent, praise, spelled};

/// One sentence about a decision.
pub(crate) fn lesson(
    review: &DecisionReview,
    decision: &Decision<'_>,
    who: &Subject<'_>,
) -> String {
    if let Some(nothing) = not_decided(review, who) {
        return nothing;
    }
    let (View::Liars(view), Some(truth)) = (decision.view(), review.truth) else {
        return String::new();
    };
    match (review.mark, review.best(), review.chosen()) {
        (Some(_), Some(best), Some(chosen)) => faulty(&view, &truth, best, chosen, who),
        _ => fine(review, &view, &truth, who),
    }
}

fn faulty(
    view: &LiarsView<'_>,
    truth: &Truth,
    best: &Considered,
    chosen: &Considered,
    who: &Subject<'_>,
) -> String {
    let chance = percent(truth.believed);
    let lead = match (chosen.act, best.act, view.standing_bid()) {
        (Act::Bid(_), Act::Call, Some(last)) => {
            let right = percent(1.0 - view.chance_at_least(last));
            format!(
                "{}: calling “{}” had a chance of {right}",
                held(view, last, who),
                last.spoken()
            )
        }
        (Act::Bid(bid), Act::Bid(other), _) => {
            let other_chance = percent(view.chance_at_least(other));
            let held = held(view, bid, who);
            let (bid, other) = (bid.spoken(), other.spoken());
            format!("{held}: “{bid}” had a chance of {chance}, “{other}” of {other_chance}")
        }
        (Act::Bid(bid), ..) => {
            format!("{}: “{}” had a chance of {chance}", held(view, bid, who), bid.spoken())
        }
        (Act::Exact, _, Some(last)) => {
            let exactly = percent(truth.exactly.unwrap_or(0.0));
            let held = held(view, last, who);
            format!("{held}: “{}” was exactly right with a chance of {exactly}", last.spoken())
        }
        (_, _, Some(last)) => {
            let right = percent(1.0 - truth.believed);
            format!(
                "{}: calling “{}” had a chance of {right}",
                held(view, last, who),
                last.spoken()
            )
        }
        (_, _, None) => capital(&doing(chosen.act)),
    };
    format!("{lead}; {}.", instead(best, chosen))
}

fn fine(review: &DecisionReview, view: &LiarsView<'_>, truth: &Truth, who: &Subject<'_>) -> String {
    let (chance, praise) = (percent(truth.believed), praise(review));
    match (review.act, view.standing_bid()) {
        (Some(Act::Bid(bid)), _) => {
            let turned_out = if truth.is_true { "and it was true" } else { "and it was not true" };
            let held = held(view, bid, who);
            let bid = bid.spoken();
            format!("{held}: “{bid}” had a chance of {chance}, {turned_out}; {praise}.")
        }
        (Some(Act::Exact), Some(last)) => {
            let exactly = percent(truth.exactly.unwrap_or(0.0));
            let bid = last.spoken();
            format!("“{bid}” was exactly right with a chance of {exactly}; {praise}.")
        }
        (Some(_), Some(last)) => {
            let right = percent(1.0 - truth.believed);
            let turned_out = if truth.is_true { "wrong" } else { "right" };
            let bid = last.spoken();
            format!("Calling “{bid}” had a chance of {right}, and it was {turned_out}; {praise}.")
        }
        _ => format!("{}.", capital(praise)),
    }
}

/// "You held three fours", wild dice counted.
fn held(view: &LiarsView<'_>, bid: Bid, who: &Subject<'_>) -> String {
    let hand = view.hand.unwrap_or_default();
    let count = u16::from(hand.count_for(bid.face, view.wild));
    let plain = u16::from(hand.count(bid.face));
    let dice = match count {
        1 => format!("one {}", Bid::new(1, bid.face).spoken().trim_start_matches("1 ")),
        _ => format!("{} {}", spelled(count), bid.face.plural()),
    };
    let wilds = if count > plain { ", wild ones counted" } else { "" };
    format!("{} held {dice}{wilds}", who.who())
}
