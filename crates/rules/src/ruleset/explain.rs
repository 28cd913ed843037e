//! A ruleset in plain words, made from its options.

use serde::Serialize;

use super::language::{Language, Words};
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
    pub heading: String,
    /// Its sentences, one or more to a line.
    pub lines: Vec<String>,
}

impl Section {
    pub(crate) fn new(words: &Words, heading: &str, lines: Vec<String>) -> Section {
        Section { heading: words.text(heading), lines }
    }
}

impl Ruleset {
    /// The rules in plain English. An option that is changed changes the text.
    pub fn explain(&self) -> Explanation {
        self.explain_in(Language::English)
    }

    /// The rules in plain words of a language.
    pub fn explain_in(&self, language: Language) -> Explanation {
        let words = language.words();
        let sections = match self.rules() {
            Rules::Liars(rules) => crate::liars::explain(rules, words),
            Rules::Claims(rules) => crate::claims::explain(rules, words),
            Rules::Pairs(rules) => crate::pairs::explain(rules, words),
        };
        let preset = format!("preset.{}-{}", self.game(), self.base().name);
        Explanation { title: self.to_string(), about: words.text(&preset), sections }
    }
}
