//! Acts in words.

use dicehouse_rules::Act;

use crate::language::Language;
use crate::{say, text};

/// What an act is called in English: "call", "bid 3 fives".
pub fn label(act: Act) -> String {
    Language::English.label(act)
}

impl Language {
    /// What an act is called on a button or in a question: "call", "bid 3 fives".
    pub fn label(self, act: Act) -> String {
        match act {
            Act::Bid(bid) => say!(self, "act.bid", bid = self.bid(bid)),
            Act::Call => text!(self, "act.call").to_owned(),
            Act::Exact => text!(self, "act.exact").to_owned(),
            Act::Claim(sum) => say!(self, "act.claim", sum = sum),
            Act::LetPass => text!(self, "act.pass").to_owned(),
            Act::Immunity => text!(self, "act.immunity").to_owned(),
            Act::NoImmunity => text!(self, "act.no-immunity").to_owned(),
            Act::Split(split) => {
                let ([low, high], removed) = (split.pairs(), split.removed());
                say!(self, "act.split", low = low, high = high, removed = removed)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an act is called can be typed: people and programs answer in the words they were asked in.
    #[test]
    fn labels_are_read_as_the_acts_they_name() {
        for text in [
            "3x5",
            "1x6",
            "call",
            "exact",
            "claim 9",
            "let pass",
            "immunity",
            "no immunity",
            "4+10-3",
        ] {
            let act: Act = text.parse().unwrap();
            assert_eq!(label(act).parse(), Ok(act), "{}", label(act));
        }
    }
}
