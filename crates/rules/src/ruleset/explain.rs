//! A ruleset in plain words, made from its options.

use serde::Serialize;

use super::{Rules, Ruleset};

/// A ruleset in plain words a newcomer understands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The ruleset's name.
    pub title: String,
    /// What sets it apart, in one line.
    pub about: String,
    /// The rules, in the order one needs them.
    pub sections: Vec<Section>,
}

/// A part of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What it is about.
    pub heading: &'static str,
    /// Its sentences, one or more to a line.
    pub lines: Vec<String>,
}

impl Section {
    pub(crate) fn new(heading: &'static str, lines: Vec<String>) -> Section {
        Section { heading, lines }
    }
}

impl Ruleset {
    /// The rules in plain words. An option that is changed changes the text.
    pub fn explain(&self) -> Explanation {
        let sections = match self.rules() {
            Rules::Liars(rules) => crate::liars::explain(rules),
            Rules::Claims(rules) => crate::claims::explain(rules),
            Rules::Pairs(rules) => crate::pairs::explain(rules),
        };
        Explanation { title: self.to_string(), about: self.base().about.to_owned(), sections }
    }
}

/// What happens to an act that is not allowed, where that is no fault by itself.
pub(crate) const REFUSED: &str = "What is not allowed is refused with the reason, and you try \
    again; a bot gets no second try and pays as if it had not answered.";

/// "1 die", "5 dice".
pub(crate) fn dice(count: impl Into<u16>) -> String {
    match count.into() {
        1 => "1 die".to_owned(),
        many => format!("{many} dice"),
    }
}
