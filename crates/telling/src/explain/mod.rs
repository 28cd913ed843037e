//! A ruleset in plain words, made from its options.

mod claims;
mod liars;
mod pairs;

use dicehouse_rules::{GameKind, Preset, Rules, Ruleset};
use serde::Serialize;

use crate::language::{Language, Words};

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
    fn new(words: &Words, heading: &str, lines: Vec<String>) -> Section {
        Section { heading: words.text(heading), lines }
    }
}

/// The rules in plain words. An option that is changed changes the text.
pub fn explain(ruleset: &Ruleset, language: Language) -> Explanation {
    let words = language.words();
    let sections = match ruleset.rules() {
        Rules::Liars(rules) => liars::explain(rules, words),
        Rules::Claims(rules) => claims::explain(rules, words),
        Rules::Pairs(rules) => pairs::explain(rules, words),
    };
    let about = about_preset(ruleset.base(), language).to_owned();
    Explanation { title: ruleset.to_string(), about, sections }
}

fn about_preset(preset: &Preset, language: Language) -> &'static str {
    language.words().find(&format!("preset.{}-{}", preset.game(), preset.name))
}

/// What sets a preset apart, in one line of English. It begins in lower case, to follow the name.
pub fn preset_about(preset: &Preset) -> &'static str {
    about_preset(preset, Language::English)
}

/// A game in one line of English. It begins in lower case, to follow the name.
pub fn game_about(game: GameKind) -> &'static str {
    Language::English.game_about(game)
}

impl Language {
    /// What sets a preset apart, in one line. It begins in lower case, to follow the name.
    pub fn preset_about(self, preset: &Preset) -> &'static str {
        about_preset(preset, self)
    }

    /// A game in one line. It begins in lower case, to follow the name.
    pub fn game_about(self, game: GameKind) -> &'static str {
        self.words().find(&format!("game.{game}"))
    }
}
