//! What happens, for somebody who listens: one fact a line, and short.

use dicehouse_rules::{Dice, Fact, Seat, Showdown, Standing, ThrowKind};
use dicehouse_table::Entry;

use crate::language::Language;
use crate::narrator::Narrator;
use crate::{say, tells, text};

/// Dice as one says them: "1, 5, 5".
pub fn spoken_dice(dice: &Dice) -> String {
    let faces: Vec<String> = dice.faces().iter().map(ToString::to_string).collect();
    faces.join(", ")
}

impl Language {
    /// A number as one says it: "minus 200". Many screen readers leave out a sign.
    pub fn spoken_number(self, number: i32) -> String {
        match number {
            0.. => number.to_string(),
            _ => say!(self, "ear.minus", n = number.unsigned_abs()),
        }
    }
}

impl Narrator {
    /// The entry line by line. What the listener rolls is not among them: their dice are told when they are looked at.
    pub fn by_ear(&self, entry: &Entry) -> Vec<String> {
        match entry.fact() {
            Some(Fact::Rolled { what: ThrowKind::Hand, .. }) => Vec::new(),
            Some(Fact::Showdown(showdown)) => self.showdown_by_ear(showdown),
            Some(Fact::DieLost { seat, left, .. }) if !self.is_one_round() => {
                vec![tells!(self, *seat, "ear.die-lost", left = left)]
            }
            Some(Fact::Marked { seat, split, free_ride, total }) => {
                let [low, high] = split.pairs();
                let marks = match free_ride {
                    true => tells!(self, *seat, "ear.marks-free", low = low, high = high),
                    false => tells!(self, *seat, "ear.marks", low = low, high = high),
                };
                let total = self.language().spoken_number(*total);
                vec![marks, tells!(self, *seat, "ear.has", total = total)]
            }
            Some(Fact::Finished { seat, .. }) => vec![tells!(self, *seat, "ear.done")],
            Some(Fact::Over { standing }) => self.over_by_ear(standing),
            Some(Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::Stacked { .. }) => {
                self.tell(entry).map_or(Vec::new(), |line| in_sentences(&line))
            }
            _ => self.tell(entry).into_iter().collect(),
        }
    }

    fn showdown_by_ear(&self, showdown: &Showdown) -> Vec<String> {
        let hands = showdown.hands.iter().filter(|(_, hand)| !hand.is_empty());
        let hand = |(seat, hand): (Seat, &Dice)| {
            format!("{}: {}.", self.name_first(seat), spoken_dice(&hand.sorted()))
        };
        let language = self.language();
        let mut lines: Vec<String> = hands.map(hand).collect();
        lines.push(format!("{}{}.", language.there_are(showdown), language.of_them_wild(showdown)));
        let verdict = match (showdown.exact, showdown.right) {
            (false, true) => text!(language, "ear.bid-lie"),
            (false, false) => text!(language, "ear.bid-true"),
            (true, true) => text!(language, "ear.exact"),
            (true, false) => text!(language, "ear.not-exact"),
        };
        lines.push(verdict.to_owned());
        lines
    }

    fn over_by_ear(&self, standing: &Standing) -> Vec<String> {
        let mut lines = vec![self.winning(standing)];
        if let Some(scores) = standing.scores.as_ref().filter(|scores| scores.len() > 1) {
            let score = |seat: &Seat| {
                let score = self.language().spoken_number(scores[*seat]);
                format!("{}: {score}.", self.name_first(*seat))
            };
            lines.extend(standing.order().iter().map(score));
        }
        lines
    }
}

/// The sentences of a line.
fn in_sentences(line: &str) -> Vec<String> {
    let mut sentences: Vec<String> = line.split(". ").map(|one| format!("{one}.")).collect();
    if let Some(last) = sentences.last_mut() {
        // The last one has its own end.
        last.pop();
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Act, Bid, BySeat, Face, GameKind, Ruleset, Seats};
    use dicehouse_table::Seated;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn heard(fact: Fact) -> Vec<String> {
        let seats = [Seated::person("Ann"), Seated::bot("Bob", "dicey", "1")];
        let ruleset = Ruleset::default_of(GameKind::Liars);
        let narrator = Narrator::new(&ruleset, &seats, Some(seat(0)));
        narrator.by_ear(&Entry::Event(fact.into()))
    }

    #[test]
    fn one_fact_is_one_line() {
        let hands = [[5, 1, 5], [1, 1, 2]].map(|pips| Dice::from_pips(&pips).unwrap());
        let showdown = Showdown {
            round: 1,
            bid: Bid::new(5, Face::new(5).unwrap()),
            bidder: seat(0),
            caller: seat(1),
            exact: false,
            right: false,
            count: 5,
            wild: Some(Face::ONE),
            hands: BySeat::from_fn(2, |s| hands[s.index()]),
            losers: Seats::only(seat(1)),
        };
        assert_eq!(
            heard(Fact::Showdown(showdown)),
            [
                "You: 1, 5, 5.",
                "Bob: 1, 1, 2.",
                "There are 5 fives (3 of them wild).",
                "The bid was true."
            ]
        );
        assert_eq!(
            heard(Fact::Round { round: 2, opener: seat(1), palifico: true }),
            ["Round 2.", "Bob opens.", "It is a palifico round!"]
        );
        assert_eq!(heard(Fact::Acted { seat: seat(1), act: Act::Call }), ["Bob calls!"]);
    }

    #[test]
    fn a_minus_is_said() {
        assert_eq!(
            [-200, 40].map(|number| Language::English.spoken_number(number)),
            ["minus 200", "40"]
        );
        assert_eq!(Language::Spanish.spoken_number(-5), "menos 5");
    }
}
