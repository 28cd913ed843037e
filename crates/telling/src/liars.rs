//! Words for `liars`: rounds, showdowns, losses.

use dicehouse_rules::{Bid, Dice, Event, Fact, LossReason, Seat, Showdown};
use dicehouse_table::Entry;

use crate::log::{Line, Tone};
use crate::narrator::Narrator;

/// Whether the bid was true, in a few words: "5: the bid was true".
pub fn outcome(showdown: &Showdown) -> String {
    match (showdown.exact, showdown.right) {
        (false, true) => format!("{}: the bid was a lie", showdown.count),
        (false, false) => format!("{}: the bid was true", showdown.count),
        (true, true) => format!("exactly {}!", showdown.count),
        (true, false) => format!("{}: not exact", showdown.count),
    }
}

/// What a die is lost for: "the bid was a lie".
pub fn because(why: LossReason) -> &'static str {
    match why {
        LossReason::FalseBid => "the bid was a lie",
        LossReason::WrongCall => "the bid was true",
        LossReason::OthersExact => "the exact call was right",
        LossReason::WrongExact => "it was not exact",
        LossReason::NotExact => "the bid was not exact",
        LossReason::Fault => "a fault",
    }
}

/// "There are 5 fives".
pub(crate) fn there_are(showdown: &Showdown) -> String {
    let are = if showdown.count == 1 { "is" } else { "are" };
    format!("There {are} {}", Bid::new(showdown.count, showdown.bid.face).spoken())
}

/// " (3 of them wild)", where a wild face helped.
pub(crate) fn of_them_wild(showdown: &Showdown) -> String {
    let Some(wild) = showdown.wild.filter(|wild| *wild != showdown.bid.face) else {
        return String::new();
    };
    match showdown.hands.values().map(|hand| hand.count(wild)).sum::<u8>() {
        0 => String::new(),
        wilds => format!(" ({wilds} of them wild)"),
    }
}

impl Narrator {
    pub(crate) fn round(&self, round: u16, opener: Seat, palifico: bool) -> String {
        let special = if palifico { " It is a palifico round!" } else { "" };
        format!("Round {round}. {}.{special}", self.says(opener, "open", "opens"))
    }

    pub(crate) fn stacked(&self, seat: Seat, dice: Dice) -> String {
        format!(
            "{} a stack: {dice}. Everyone sees it, and it is rolled again.",
            self.says(seat, "have rolled", "has rolled")
        )
    }

    /// "All cups up: Ann 1 5 5; Bob 1 1 2. There are 5 fives: the bid of 5 fives was true."
    pub fn showdown(&self, showdown: &Showdown) -> String {
        let hands: Vec<String> = showdown
            .hands
            .iter()
            .filter(|(_, hand)| !hand.is_empty())
            .map(|(seat, hand)| format!("{} {}", self.name(seat), hand.sorted()))
            .collect();
        let bid = showdown.bid;
        let verdict = match (showdown.exact, showdown.right) {
            (false, true) => format!("the bid of {} was a lie", bid.spoken()),
            (false, false) => format!("the bid of {} was true", bid.spoken()),
            (true, true) => "exactly as many as were bid".to_owned(),
            (true, false) => format!("not exactly {}", bid.quantity),
        };
        let (found, wild) = (there_are(showdown), of_them_wild(showdown));
        format!("All cups up: {}. {found}{wild}: {verdict}.", hands.join("; "))
    }

    /// What was found, beside a table where everybody's dice can be seen.
    pub fn found(&self, showdown: &Showdown) -> String {
        let quantity = showdown.bid.quantity;
        let verdict = match (showdown.exact, showdown.right) {
            (false, true) => format!("{quantity} was a lie"),
            (false, false) => format!("{quantity} was true"),
            (true, true) => format!("exactly {quantity}"),
            (true, false) => format!("not exactly {quantity}"),
        };
        format!("{}{}: {verdict}.", there_are(showdown), of_them_wild(showdown))
    }

    /// The call before anything is seen: "Bob calls Ann's 5 fives."
    pub fn call(&self, showdown: &Showdown) -> String {
        let says = match showdown.exact {
            true => self.says(showdown.caller, "say exact to", "says exact to"),
            false => self.says(showdown.caller, "call", "calls"),
        };
        format!("{says} {} {}.", self.whose(showdown.bidder), showdown.bid.spoken())
    }

    /// The result of a showdown and everything that follows from it, line by line.
    pub fn settled(&self, showdown: &Showdown, entries: &[Entry]) -> Vec<Line> {
        let (bidder, quantity) = (self.name(showdown.bidder), showdown.bid.quantity);
        let found = format!("{}; {bidder} bid {quantity}.", there_are(showdown));
        let first = Line::new(Tone::Plain, found);
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
        let why = because(why);
        if self.is_one_round() {
            return format!("{} the game: {why}.", self.says(seat, "lose", "loses"));
        }
        format!("{} a die ({why}): {left} left.", self.says(seat, "lose", "loses"))
    }

    pub(crate) fn die_gained(&self, seat: Seat, left: u8) -> String {
        format!("{} a die back: {left} now.", self.says(seat, "get", "gets"))
    }

    pub(crate) fn out(&self, seat: Seat) -> String {
        format!("{} out.", self.says(seat, "are", "is"))
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
