//! Words for `liars`: rounds, showdowns, losses.

use dicehouse_rules::{Bid, Dice, Event, Fact, LossReason, Seat, Showdown};
use dicehouse_table::Entry;

use crate::language::Language;
use crate::log::{Line, Tone};
use crate::narrator::Narrator;
use crate::{say, tells, text};

impl Language {
    /// Whether the bid was true, in a few words: "5: the bid was true".
    pub fn outcome(self, showdown: &Showdown) -> String {
        let count = showdown.count;
        match (showdown.exact, showdown.right) {
            (false, true) => say!(self, "outcome.lie", count = count),
            (false, false) => say!(self, "outcome.true", count = count),
            (true, true) => say!(self, "outcome.exact", count = count),
            (true, false) => say!(self, "outcome.not-exact", count = count),
        }
    }

    /// What a die is lost for: "the bid was a lie".
    pub fn because(self, why: LossReason) -> &'static str {
        match why {
            LossReason::FalseBid => text!(self, "why.false-bid"),
            LossReason::WrongCall => text!(self, "why.wrong-call"),
            LossReason::OthersExact => text!(self, "why.others-exact"),
            LossReason::WrongExact => text!(self, "why.wrong-exact"),
            LossReason::NotExact => text!(self, "why.not-exact"),
            LossReason::Fault => text!(self, "why.fault"),
        }
    }

    /// "There are 5 fives".
    pub(crate) fn there_are(self, showdown: &Showdown) -> String {
        let found = Bid::new(showdown.count, showdown.bid.face);
        match showdown.count {
            1 => say!(self, "tell.there-is", bid = self.bid(found)),
            _ => say!(self, "tell.there-are", bid = self.bid(found)),
        }
    }

    /// " (3 of them wild)", where a wild face helped.
    pub(crate) fn of_them_wild(self, showdown: &Showdown) -> String {
        let Some(wild) = showdown.wild.filter(|wild| *wild != showdown.bid.face) else {
            return String::new();
        };
        match showdown.hands.values().map(|hand| hand.count(wild)).sum::<u8>() {
            0 => String::new(),
            wilds => format!(" {}", say!(self, "tell.of-them-wild", n = wilds)),
        }
    }
}

impl Narrator {
    pub(crate) fn round(&self, round: u16, opener: Seat, palifico: bool) -> String {
        match palifico {
            true => tells!(self, opener, "tell.palifico", round = round),
            false => tells!(self, opener, "tell.round", round = round),
        }
    }

    pub(crate) fn stacked(&self, seat: Seat, dice: Dice) -> String {
        tells!(self, seat, "tell.stacked", dice = dice)
    }

    /// "All cups up: Ann 1 5 5; Bob 1 1 2. There are 5 fives: the bid of 5 fives was true."
    pub fn showdown(&self, showdown: &Showdown) -> String {
        let language = self.language();
        let hands: Vec<String> = showdown
            .hands
            .iter()
            .filter(|(_, hand)| !hand.is_empty())
            .map(|(seat, hand)| format!("{} {}", self.name(seat), hand.sorted()))
            .collect();
        let bid = language.bid(showdown.bid);
        let verdict = match (showdown.exact, showdown.right) {
            (false, true) => say!(language, "tell.bid-of-lie", bid = bid),
            (false, false) => say!(language, "tell.bid-of-true", bid = bid),
            (true, true) => text!(language, "tell.exactly-as-bid").to_owned(),
            (true, false) => say!(language, "tell.not-exactly", count = showdown.bid.quantity),
        };
        say!(
            language,
            "tell.showdown",
            hands = hands.join("; "),
            found = language.there_are(showdown),
            wild = language.of_them_wild(showdown),
            verdict = verdict,
        )
    }

    /// What was found, beside a table where everybody's dice can be seen.
    pub fn found(&self, showdown: &Showdown) -> String {
        let (language, count) = (self.language(), showdown.bid.quantity);
        let verdict = match (showdown.exact, showdown.right) {
            (false, true) => say!(language, "tell.found-lie", count = count),
            (false, false) => say!(language, "tell.found-true", count = count),
            (true, true) => say!(language, "tell.found-exact", count = count),
            (true, false) => say!(language, "tell.not-exactly", count = count),
        };
        format!("{}{}: {verdict}.", language.there_are(showdown), language.of_them_wild(showdown))
    }

    /// The call before anything is seen: "Bob calls Ann's 5 fives."
    pub fn call(&self, showdown: &Showdown) -> String {
        let language = self.language();
        let (caller, bidder) = (showdown.caller, self.third_person(showdown.bidder));
        let (name, bid) = (self.third_person(caller), language.bid(showdown.bid));
        match (showdown.exact, self.you() == Some(showdown.bidder)) {
            (true, true) => say!(language, "tell.exact-to-yours", name = name, bid = bid),
            (false, true) => say!(language, "tell.call-of-yours", name = name, bid = bid),
            (true, false) => tells!(self, caller, "tell.exact-to", bidder = bidder, bid = bid),
            (false, false) => tells!(self, caller, "tell.call-of", bidder = bidder, bid = bid),
        }
    }

    /// The result of a showdown and everything that follows from it, line by line.
    pub fn settled(&self, showdown: &Showdown, entries: &[Entry]) -> Vec<Line> {
        let (bidder, count) = (showdown.bidder, showdown.bid.quantity);
        let found = self.language().there_are(showdown);
        let settled = tells!(self, bidder, "tell.settled", found = found, count = count);
        let first = Line::new(Tone::Plain, settled);
        let follows = entries.iter().filter_map(|entry| match entry {
            Entry::Event(event) => self.consequence(event),
            _ => None,
        });
        std::iter::once(first).chain(follows).collect()
    }

    fn consequence(&self, event: &Event) -> Option<Line> {
        let text = match event.fact {
            Fact::DieLost { seat, left, why } => self.die_lost(seat, left, why),
            Fact::DieGained { seat, left } => self.die_gained(seat, left),
            Fact::Out { seat } => self.out(seat),
            _ => return None,
        };
        Some(Line::new(Tone::of(&event.fact), text))
    }

    pub(crate) fn die_lost(&self, seat: Seat, left: u8, why: LossReason) -> String {
        let why = self.language().because(why);
        match self.is_one_round() {
            true => tells!(self, seat, "tell.game-lost", why = why),
            false => tells!(self, seat, "tell.die-lost", why = why, left = left),
        }
    }

    pub(crate) fn die_gained(&self, seat: Seat, left: u8) -> String {
        tells!(self, seat, "tell.die-gained", left = left)
    }

    pub(crate) fn out(&self, seat: Seat) -> String {
        tells!(self, seat, "tell.out")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Game, GameKind, Ruleset};
    use dicehouse_table::Seated;

    /// A bidder who is spoken to stands in the middle of a sentence.
    #[test]
    fn the_result_of_a_showdown_names_the_bidder() {
        let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
        let mut game = Game::new(&ruleset, 2).unwrap();
        let hands = [[2, 2, 3, 3, 5], [1, 1, 2, 4, 6]].map(|pips| Dice::from_pips(&pips).unwrap());
        let mut events: Vec<Event> = Vec::new();
        game.roll(&hands, &mut events).unwrap();
        for (seat, act) in [(0, "4x2"), (1, "call")] {
            game.play(Seat::new(seat).unwrap(), act.parse().unwrap(), &mut events).unwrap();
        }
        let showdown = events.iter().find_map(|event| match event.fact {
            Fact::Showdown(showdown) => Some(showdown),
            _ => None,
        });
        let entries: Vec<Entry> = events.into_iter().map(Entry::Event).collect();
        let seats = [Seated::person("Ann"), Seated::person("Bob")];
        let told = |you: usize| {
            let narrator = Narrator::new(&ruleset, &seats, Seat::new(you));
            let lines = narrator.settled(&showdown.unwrap(), &entries);
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        let lost = "a die (the bid was a lie): 4 left.";
        assert_eq!(
            told(0),
            ["There are 3 twos; you bid 4.".to_owned(), format!("You lose {lost}")]
        );
        assert_eq!(
            told(1),
            ["There are 3 twos; Ann bid 4.".to_owned(), format!("Ann loses {lost}")]
        );
    }
}
