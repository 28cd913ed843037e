//! How likely bids and claims are, line by line.

use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Acts, BidActs, Seat, View, Viewer};

use super::Hangup;
use super::play::PlainTable;
use crate::house::{Advice, BidChances};
use crate::screen::{chance_of_sum, percent};
use crate::session::Session;

impl PlainTable<'_, '_> {
    /// Says how likely it is what can be said now, by plain chance and by what the others have said.
    pub(super) fn odds(
        &mut self,
        session: &Session,
        seat: Seat,
        legal: &Acts,
    ) -> Result<(), Hangup> {
        let view = session.view(Viewer::Seat(seat));
        let advice = self.advisor.and_then(|house| house.advise(&view, legal));
        let lines = match (&view, legal, advice) {
            (View::Liars(view), Acts::Bid(acts), Some(Advice::Bids(believed))) => {
                bids(view, acts, Some(&believed))
            }
            (View::Liars(view), Acts::Bid(acts), _) => bids(view, acts, None),
            (View::Claims(view), Acts::Answer, Some(Advice::Truth(truth))) => {
                self.answer(view, Some(truth))
            }
            (View::Claims(view), Acts::Answer, _) => self.answer(view, None),
            (View::Claims(view), Acts::Claim { min, max }, Some(Advice::Calls(called))) => {
                self.claims(view, (*min, *max), &called)
            }
            (View::Claims(view), Acts::Claim { min, max }, _) => {
                self.claims(view, (*min, *max), &[])
            }
            _ => vec!["There are no odds to give here.".to_owned()],
        };
        lines.iter().try_for_each(|line| self.talk.say(&format!("  {line}")))
    }

    fn answer(&self, view: &ClaimsView<'_>, truth: Option<f64>) -> Vec<String> {
        let claim = view.claim.unwrap_or_default();
        let rolled = percent(chance_of_sum(view.rules.dice, claim));
        let mut lines = vec![format!("{claim} is rolled {rolled} of the time.")];
        if let (Some(truth), Some(claimant)) = (truth, view.claimant) {
            let name = self.narrator.name(claimant);
            let truth = percent(truth);
            lines.push(format!("By how {name} claims, it is true with {truth}."));
        }
        lines
    }

    fn claims(&self, view: &ClaimsView<'_>, (min, max): (u8, u8), called: &[f64]) -> Vec<String> {
        let line = |(n, claim): (usize, u8)| {
            let rolled = percent(chance_of_sum(view.rules.dice, claim));
            let called = called.get(n).map(|chance| format!(", called with {}", percent(*chance)));
            format!("{claim}: rolled {rolled} of the time{}.", called.unwrap_or_default())
        };
        let mut lines: Vec<String> = (min..=max).enumerate().map(line).collect();
        if let Some(caller) = view.caller.filter(|_| !called.is_empty()) {
            lines.push(format!("(Called: by how {} answers.)", self.narrator.name(caller)));
        }
        lines
    }
}

fn bids(view: &LiarsView<'_>, acts: &BidActs, believed: Option<&BidChances>) -> Vec<String> {
    // Before the first bid there is nothing to read from.
    let believed = believed.filter(|_| !view.bids.is_empty());
    let by_bids = |bid| {
        let believed = believed.map(|believed| percent(believed.at_least(bid)));
        believed.map_or(String::new(), |chance| format!(" (by bids {chance})"))
    };
    let mut lines = Vec::new();
    if let Some(bid) = view.standing_bid() {
        let chance = percent(view.chance_at_least(bid));
        let exact = match acts.exact {
            true => format!(", exact with {}", percent(view.chance_exactly(bid))),
            false => String::new(),
        };
        lines.push(format!("{bid} is true with {chance}{}{exact}.", by_bids(bid)));
    }
    lines.extend(acts.lowest_bids().map(|bid| {
        let chance = percent(view.chance_at_least(bid));
        format!("{bid} would be true with {chance}{}.", by_bids(bid))
    }));
    lines.push(match believed {
        Some(_) => "(By plain chance, as if nobody had bid; and by what was bid.)".to_owned(),
        None => "(By plain chance.)".to_owned(),
    });
    lines
}
