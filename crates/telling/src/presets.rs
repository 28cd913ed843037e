//! The presets in a friendly sentence.

use dicehouse_rules::Preset;

use crate::language::Language;

impl Language {
    /// A preset in a friendly sentence, for people who choose a table: "Perudo: wild ones, exact calls,
    /// palifico rounds".
    pub fn preset_sentence(self, preset: &Preset) -> &'static str {
        let name = format!("preset-line.{}-{}", preset.game(), preset.name);
        self.find(&name).unwrap_or(preset.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::PRESETS;

    /// Columns of a line of the list, in the narrowest terminal.
    const ROOM: usize = 54;

    #[test]
    fn every_preset_has_a_name_and_a_sentence_that_fits() {
        for language in Language::ALL {
            for preset in &PRESETS {
                let sentence = language.preset_sentence(preset);
                assert_ne!(sentence, preset.name, "write one");
                assert!(sentence.chars().count() <= ROOM, "{sentence}");
                let name = format!("preset-name.{}-{}", preset.game(), preset.name);
                assert!(language.find(&name).is_some(), "{name}");
            }
        }
        for preset in &PRESETS {
            assert_eq!(Language::English.preset_name(preset), preset.name);
        }
    }
}
