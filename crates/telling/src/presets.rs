//! The presets in a friendly sentence.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dicehouse_rules::Preset;

static TEXTS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> = LazyLock::new(|| {
    // A test reads the file, so it is what it should be.
    toml::from_str(include_str!("../text/presets.toml")).unwrap_or_default()
});

/// A preset in a friendly sentence, for people who choose a table: "Perudo: wild ones, exact calls,
/// palifico rounds".
pub fn preset_sentence(preset: &Preset) -> &'static str {
    let of_game = TEXTS.get(preset.game().name());
    of_game.and_then(|texts| texts.get(preset.name)).map_or(preset.name, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::PRESETS;

    /// Columns of a line of the list, in the narrowest terminal.
    const ROOM: usize = 54;

    #[test]
    fn every_preset_has_a_sentence_that_fits() {
        for preset in &PRESETS {
            let sentence = preset_sentence(preset);
            assert_ne!(sentence, preset.name, "write one");
            assert!(sentence.chars().count() <= ROOM, "{sentence}");
        }
        let written: usize = TEXTS.values().map(BTreeMap::len).sum();
        assert_eq!(written, PRESETS.len(), "no sentence is about a preset that is gone");
    }
}
