//! `liars`, line by line.

use dicehouse_rules::liars::{LiarsView, PlacedBid};
use dicehouse_rules::{Acts, Bid, BidActs, Dice, Seat};
use dicehouse_telling::{Language, Narrator, say, spoken_dice, tells, text};

use super::game::{GameLines, dice_lines};
use crate::screen::percent;
use dicehouse_home::{Advice, BidChances};

impl GameLines for LiarsView<'_> {
    fn position(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let mut lines = Vec::new();
        if let Some(hand) = self.hand {
            lines.push(text!(language, "line.your-dice").to_owned());
            lines.extend(dice_lines(&hand.sorted()));
        }
        let count = |(seat, count)| format!("{} {count}", narrator.name(seat));
        let counts: Vec<String> = self.dice.iter().map(count).collect();
        let (count, counts) = (self.in_play(), counts.join(", "));
        lines.push(say!(language, "line.dice-in-play", count = count, counts = counts));
        lines.extend(wild(self, language));
        lines.extend(self.matter(narrator));
        lines
    }

    fn matter(&self, narrator: &Narrator) -> Vec<String> {
        vec![match self.last_bid() {
            Some(last) => {
                let bid = narrator.language().bid(last.bid);
                tells!(narrator, last.seat, "line.bid-by", bid = bid)
            }
            None => text!(narrator.language(), "line.you-open").to_owned(),
        }]
    }

    fn choices(
        &self,
        legal: &Acts,
        _: Option<&Advice>,
        odds: bool,
        language: Language,
    ) -> Vec<String> {
        let Acts::Bid(acts) = legal else { return Vec::new() };
        let any = acts.lowest_bids().next().is_some();
        let mut lines = match (any, odds) {
            (false, _) => vec![text!(language, "line.no-higher").to_owned()],
            (true, false) => vec![in_short(acts, language)],
            (true, true) => {
                let mut lines = vec![say!(language, "line.any-bid", most = acts.most)];
                lines.extend(acts.lowest_bids().map(|bid| choice(self, bid, language)));
                lines
            }
        };
        if odds {
            lines.extend(answers(self, acts, language));
        }
        lines
    }

    fn odds(&self, legal: &Acts, advice: Option<&Advice>, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let Acts::Bid(acts) = legal else { return Vec::new() };
        // Before the first bid there is nothing to read from.
        let believed = match advice {
            Some(Advice::Bids(believed)) if !self.bids.is_empty() => Some(believed),
            _ => None,
        };
        let by_bids = |bid| {
            let believed = believed.map(|believed: &BidChances| percent(believed.at_least(bid)));
            believed.map_or(String::new(), |chance| say!(language, "line.by-bids", chance = chance))
        };
        let mut lines = Vec::new();
        if let Some(bid) = self.standing_bid() {
            let chance = percent(self.chance_at_least(bid));
            let more = by_bids(bid);
            lines.push(say!(language, "line.chance-of", bid = bid, chance = chance, more = more));
            if acts.exact {
                let chance = percent(self.chance_exactly(bid));
                lines.push(say!(language, "line.chance-exact", chance = chance));
            }
        }
        lines.extend(acts.lowest_bids().map(|bid| {
            let chance = percent(self.chance_at_least(bid));
            format!("{bid}: {chance}{}.", by_bids(bid))
        }));
        lines.push(text!(language, "line.plain-chance").to_owned());
        lines
    }

    fn rolled(&self) -> Option<Dice> {
        self.hand.filter(|hand| !hand.is_empty())
    }

    fn hand(&self, language: Language) -> Vec<String> {
        let line =
            |hand: Dice| say!(language, "line.your-dice-are", dice = spoken_dice(&hand.sorted()));
        self.rolled().map(line).into_iter().collect()
    }

    fn bids(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        if self.bids.is_empty() {
            return vec![text!(language, "line.no-bids").to_owned()];
        }
        let line = |placed: &PlacedBid| {
            format!("{}: {}.", narrator.name_first(placed.seat), language.bid(placed.bid))
        };
        self.bids.iter().map(line).collect()
    }

    fn standings(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let line = |(seat, count): (Seat, &u8)| match count {
            0 => tells!(narrator, seat, "tell.out"),
            count => format!("{}: {}.", narrator.name_first(seat), language.dice(*count)),
        };
        let mut lines: Vec<String> = self.dice.iter().map(line).collect();
        lines.push(say!(language, "line.in-play", n = self.in_play()));
        lines.extend(wild(self, language));
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
        Some(say!(narrator.language(), "line.order", names = order.join(", ")))
    }
}

/// Which dice are wild.
fn wild(view: &LiarsView<'_>, language: Language) -> Option<String> {
    view.wild.map(|wild| say!(language, "line.are-wild", faces = language.faces(wild)))
}

/// What can be done, in one line.
fn in_short(acts: &BidActs, language: Language) -> String {
    let bids: Vec<String> = acts.lowest_bids().map(|bid| bid.to_string()).collect();
    let bids = bids.join(", ");
    match (acts.call, acts.exact) {
        (true, true) => say!(language, "line.can-bid-exact", bids = bids),
        (true, false) => say!(language, "line.can-bid-call", bids = bids),
        _ => say!(language, "line.can-bid", bids = bids),
    }
}

/// A bid, chosen by its face, and how likely it is.
fn choice(view: &LiarsView<'_>, bid: Bid, language: Language) -> String {
    let chance = percent(view.chance_at_least(bid));
    say!(language, "line.likely", face = bid.face, bid = bid, chance = chance)
}

/// What can be done besides bidding.
fn answers(view: &LiarsView<'_>, acts: &BidActs, language: Language) -> Vec<String> {
    let Some(last) = view.standing_bid() else { return Vec::new() };
    let call = acts.call.then(|| {
        let chance = percent(1.0 - view.chance_at_least(last));
        say!(language, "line.call-odds", chance = chance)
    });
    let exact = acts.exact.then(|| {
        let chance = percent(view.chance_exactly(last));
        say!(language, "line.exact-odds", chance = chance)
    });
    call.into_iter().chain(exact).collect()
}
