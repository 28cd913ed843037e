//! The options of the rules in words, for people who choose house rules.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dicehouse_rules::OptionValue;
use serde::Deserialize;

static WORDS: LazyLock<BTreeMap<String, Words>> =
    LazyLock::new(|| toml::from_str(include_str!("../text/options.toml")).unwrap_or_default());

#[derive(Deserialize)]
struct Words {
    name: String,
    #[serde(default)]
    values: BTreeMap<String, String>,
}

/// What an option is called: "Who opens the game". One without words keeps its own name.
pub fn option_name(option: &str) -> &str {
    WORDS.get(option).map_or(option, |words| words.name.as_str())
}

/// A value of an option in words: "the lowest roll". Numbers stay as they are.
pub fn option_value(option: &str, value: &OptionValue) -> String {
    let value = value.to_string();
    let said = WORDS.get(option).and_then(|words| words.values.get(&value)).cloned();
    said.unwrap_or_else(|| match value.as_str() {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        _ => value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::GameKind;

    #[test]
    fn every_option_has_a_name_in_words_and_no_value_is_an_identifier() {
        for game in GameKind::ALL {
            for preset in game.presets() {
                for (name, value) in preset.ruleset().values() {
                    assert_ne!(option_name(name), name, "{game}: {name}");
                    let value = option_value(name, &value);
                    assert!(!value.contains('-') && !value.contains('_'), "{name}: {value}");
                    // A line of the smallest screen.
                    let line = format!("{} {value}", option_name(name));
                    assert!(line.chars().count() <= 31, "{line}");
                }
            }
        }
    }
}
