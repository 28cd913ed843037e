//! What games and tables are called when people are told of them.

use dicehouse_rules::{GameKind, Preset, Ruleset};

use crate::language::Language;
use crate::text;

/// A game's name for people, in English.
pub fn game_title(game: GameKind) -> &'static str {
    Language::English.game_title(game)
}

/// The game and its rules in a few words, in English: "Liar's dice, perudo". A star says that something was changed about them.
pub fn table_title(ruleset: &Ruleset) -> String {
    Language::English.table_title(ruleset)
}

/// The game and its rules with everything that was changed about them, in English: "Liar's dice, house (dice per player: 3)".
pub fn table_in_words(ruleset: &Ruleset) -> String {
    Language::English.table_in_words(ruleset)
}

impl Language {
    /// A game's name for people.
    pub fn game_title(self, game: GameKind) -> &'static str {
        match game {
            GameKind::Liars => text!(self, "title.liars"),
            GameKind::Claims => text!(self, "title.claims"),
            GameKind::Pairs => text!(self, "title.pairs"),
        }
    }

    /// What a preset is called.
    pub fn preset_name(self, preset: &Preset) -> &'static str {
        let name = format!("preset-name.{}-{}", preset.game(), preset.name);
        self.find(&name).unwrap_or(preset.name)
    }

    /// The game and its rules in a few words: "Liar's dice, perudo". A star says that something was
    /// changed about them.
    pub fn table_title(self, ruleset: &Ruleset) -> String {
        let changed = if ruleset.changes().is_empty() { "" } else { "*" };
        format!(
            "{}, {}{changed}",
            self.game_title(ruleset.game()),
            self.preset_name(ruleset.base())
        )
    }

    /// The game and its rules with everything that was changed about them: "Liar's dice, house (dice
    /// per player: 3)".
    pub fn table_in_words(self, ruleset: &Ruleset) -> String {
        let preset = self.preset_name(ruleset.base());
        let title = format!("{}, {preset}", self.game_title(ruleset.game()));
        let changes: Vec<String> = ruleset
            .changes()
            .iter()
            .map(|(option, value)| {
                let name = self.option_name(option);
                // German writes nouns large wherever they stand.
                let name = match self {
                    Language::German => name.to_owned(),
                    Language::English | Language::Spanish => name.to_lowercase(),
                };
                format!("{name}: {}", self.option_value(option, value))
            })
            .collect();
        if changes.is_empty() { title } else { format!("{title} ({})", changes.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_named_in_words() {
        let plain = Ruleset::preset(GameKind::Liars, "house").unwrap();
        assert_eq!(table_title(&plain), "Liar's dice, house");
        assert_eq!(table_in_words(&plain), "Liar's dice, house");
        let changed = plain.with(&[("dice", "3"), ("first_opener", "seat-0")]).unwrap();
        assert_eq!(table_title(&changed), "Liar's dice, house*");
        let words = table_in_words(&changed);
        assert!(words.starts_with("Liar's dice, house (") && words.ends_with(')'), "{words}");
        assert!(
            !words.contains('=') && !words.contains('_') && !words.contains("seat-0"),
            "{words}"
        );
    }
}
