//! The options of the rules in words, for people who choose house rules.

use dicehouse_rules::OptionValue;

use crate::language::Language;

impl Language {
    /// What an option is called: "Who opens the game". One without words keeps its own name.
    pub fn option_name(self, option: &str) -> &str {
        self.find(&format!("option.{option}")).unwrap_or(option)
    }

    /// A value of an option in words: "the lowest roll". Numbers stay as they are.
    pub fn option_value(self, option: &str, value: &OptionValue) -> String {
        let value = value.to_string();
        let own = self.find(&format!("option.{option}-{value}"));
        // "yes" and "no" are the values of many.
        let said = own.or_else(|| self.find(&format!("option.{value}")));
        said.map_or(value, str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::GameKind;

    #[test]
    fn every_option_has_a_name_in_words_and_no_value_is_an_identifier() {
        for language in Language::ALL {
            for game in GameKind::ALL {
                for preset in game.presets() {
                    for (name, value) in preset.ruleset().values() {
                        assert_ne!(language.option_name(name), name, "{game}: {name}");
                        let value = language.option_value(name, &value);
                        assert!(!value.contains('-') && !value.contains('_'), "{name}: {value}");
                        // A line of the smallest screen.
                        let line = format!("{} {value}", language.option_name(name));
                        assert!(line.chars().count() <= 31, "{line}");
                    }
                }
            }
        }
    }
}
