//! `liars`, line by line.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts};
use dicehouse_telling::Narrator;

use super::game::{GameLines, dice_lines, numbered};
use crate::screen::percent;
use dicehouse_home::{Advice, BidChances};

impl GameLines for LiarsView<'_> {
    fn position(&self, narrator: &Narrator) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(hand) = self.hand {
            lines.push("Your dice:".to_owned());
            lines.extend(dice_lines(&hand.sorted()));
        }
        let count = |(seat, count)| format!("{} {count}", narrator.name(seat));
        let counts: Vec<String> = self.dice.iter().map(count).collect();
        lines.push(format!("Dice in play: {} ({}).", self.in_play(), counts.join(", ")));
        lines.extend(self.wild.map(|wild| format!("The {} are wild.", wild.plural())));
        lines.push(match self.last_bid() {
            Some(last) => {
                format!("The bid is {} by {}.", last.bid.spoken(), narrator.name(last.seat))
            }
            None => "You open the round.".to_owned(),
        });
        lines
    }

    fn choices(&self, legal: &Acts, _: Option<&Advice>) -> Vec<String> {
        let Acts::Bid(acts) = legal else { return Vec::new() };
        let mut lines = Vec::new();
        if acts.lowest_bids().next().is_none() {
            lines.push("No higher bid is possible.".to_owned());
        } else {
            lines.push(format!("Any bid from these on, up to {} dice:", acts.most));
        }
        let standing = self.standing_bid();
        let line = |(n, act): (usize, &Act)| {
            let about = match (act, standing) {
                (Act::Bid(bid), _) => format!("true with {}", percent(self.chance_at_least(*bid))),
                (Act::Call, Some(last)) => {
                    let chance = percent(1.0 - self.chance_at_least(last));
                    format!("you do not believe the bid, right with {chance}")
                }
                (Act::Exact, Some(last)) => {
                    let chance = percent(self.chance_exactly(last));
                    format!("there are exactly as many as were bid, right with {chance}")
                }
                _ => String::new(),
            };
            format!("({}) {act}: {about}", n + 1)
        };
        lines.extend(numbered(legal).iter().enumerate().map(line));
        lines
    }

    fn odds(&self, legal: &Acts, advice: Option<&Advice>, _: &Narrator) -> Vec<String> {
        let Acts::Bid(acts) = legal else { return Vec::new() };
        // Before the first bid there is nothing to read from.
        let believed = match advice {
            Some(Advice::Bids(believed)) if !self.bids.is_empty() => Some(believed),
            _ => None,
        };
        let by_bids = |bid| {
            let believed = believed.map(|believed: &BidChances| percent(believed.at_least(bid)));
            believed.map_or(String::new(), |chance| format!(" (by bids {chance})"))
        };
        let mut lines = Vec::new();
        if let Some(bid) = self.standing_bid() {
            let chance = percent(self.chance_at_least(bid));
            let exact = match acts.exact {
                true => format!(", exact with {}", percent(self.chance_exactly(bid))),
                false => String::new(),
            };
            lines.push(format!("{bid} is true with {chance}{}{exact}.", by_bids(bid)));
        }
        lines.extend(acts.lowest_bids().map(|bid| {
            let chance = percent(self.chance_at_least(bid));
            format!("{bid} would be true with {chance}{}.", by_bids(bid))
        }));
        lines.push(match believed {
            Some(_) => "(By plain chance, as if nobody had bid; and by what was bid.)".to_owned(),
            None => "(By plain chance.)".to_owned(),
        });
        lines
    }
}
