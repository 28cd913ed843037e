//! `liars`, line by line.

use dicehouse_rules::liars::{LiarsView, PlacedBid};
use dicehouse_rules::{Acts, Bid, BidActs, Dice, Seat};
use dicehouse_telling::{Narrator, spoken_dice};

use super::game::{GameLines, counted, dice_lines};
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
        lines.extend(self.matter(narrator));
        lines
    }

    fn matter(&self, narrator: &Narrator) -> Vec<String> {
        vec![match self.last_bid() {
            Some(last) => {
                format!("The bid is {} by {}.", last.bid.spoken(), narrator.name(last.seat))
            }
            None => "You open the round.".to_owned(),
        }]
    }

    fn choices(&self, legal: &Acts, _: Option<&Advice>, odds: bool) -> Vec<String> {
        let Acts::Bid(acts) = legal else { return Vec::new() };
        let any = acts.lowest_bids().next().is_some();
        let mut lines = match (any, odds) {
            (false, _) => vec!["No higher bid is possible.".to_owned()],
            (true, false) => vec![in_short(acts)],
            (true, true) => {
                let mut lines = vec![format!("Any bid from these on, up to {} dice:", acts.most)];
                lines.extend(acts.lowest_bids().map(|bid| choice(self, bid)));
                lines
            }
        };
        if odds {
            lines.extend(answers(self, acts));
        }
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
            believed.map_or(String::new(), |chance| format!(", and {chance} by what was bid"))
        };
        let mut lines = Vec::new();
        if let Some(bid) = self.standing_bid() {
            let chance = percent(self.chance_at_least(bid));
            lines.push(format!("The chance of {bid} is {chance}{}.", by_bids(bid)));
            if acts.exact {
                let chance = percent(self.chance_exactly(bid));
                lines.push(format!("The chance that it is exact is {chance}."));
            }
        }
        lines.extend(acts.lowest_bids().map(|bid| {
            let chance = percent(self.chance_at_least(bid));
            format!("{bid}: {chance}{}.", by_bids(bid))
        }));
        lines.push("All that is by plain chance, as if nobody had bid.".to_owned());
        lines
    }

    fn rolled(&self) -> Option<Dice> {
        self.hand.filter(|hand| !hand.is_empty())
    }

    fn hand(&self) -> Vec<String> {
        self.rolled()
            .map(|hand| format!("Your dice: {}.", spoken_dice(&hand.sorted())))
            .into_iter()
            .collect()
    }

    fn bids(&self, narrator: &Narrator) -> Vec<String> {
        if self.bids.is_empty() {
            return vec!["No bids in this round yet.".to_owned()];
        }
        let line = |placed: &PlacedBid| {
            format!("{}: {}.", narrator.name_first(placed.seat), placed.bid.spoken())
        };
        self.bids.iter().map(line).collect()
    }

    fn standings(&self, narrator: &Narrator) -> Vec<String> {
        let line = |(seat, count): (Seat, &u8)| match count {
            0 => format!("{} out.", narrator.says(seat, "are", "is")),
            count => format!("{}: {}.", narrator.name_first(seat), counted(*count, "die", "dice")),
        };
        let mut lines: Vec<String> = self.dice.iter().map(line).collect();
        lines.push(format!("{} in play.", counted(self.in_play(), "die", "dice")));
        lines.extend(self.wild.map(|wild| format!("The {} are wild.", wild.plural())));
        lines
    }

    fn order(&self, narrator: &Narrator) -> Option<String> {
        let first = self.to_act.filter(|_| self.bids.is_empty())?;
        let mut order = vec![narrator.name(first)];
        let seats = self.seats_in();
        if seats.len() < 3 {
            return None;
        }
        let mut next = seats.next_after(first);
        while let Some(seat) = next.filter(|seat| *seat != first) {
            order.push(narrator.name(seat));
            next = seats.next_after(seat);
        }
        Some(format!("The order: {}.", order.join(", ")))
    }
}

/// What can be done, in one line.
fn in_short(acts: &BidActs) -> String {
    let bids: Vec<String> = acts.lowest_bids().map(|bid| bid.to_string()).collect();
    let call = match (acts.call, acts.exact) {
        (true, true) => "; or call, or exact",
        (true, false) => "; or call",
        _ => "",
    };
    format!("You can bid {} or more{call}.", bids.join(", "))
}

/// A bid, chosen by its face, and how likely it is.
fn choice(view: &LiarsView<'_>, bid: Bid) -> String {
    format!("({}) {bid}: {} likely", bid.face, percent(view.chance_at_least(bid)))
}

/// What can be done besides bidding.
fn answers(view: &LiarsView<'_>, acts: &BidActs) -> Vec<String> {
    let Some(last) = view.standing_bid() else { return Vec::new() };
    let call = acts.call.then(|| {
        let chance = percent(1.0 - view.chance_at_least(last));
        format!("(c) call: you do not believe the bid; {chance} likely to be right")
    });
    let exact = acts.exact.then(|| {
        let chance = percent(view.chance_exactly(last));
        format!("(e) exact: there are exactly as many as were bid; {chance} likely to be right")
    });
    call.into_iter().chain(exact).collect()
}
