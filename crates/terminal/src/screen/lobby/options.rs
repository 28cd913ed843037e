//! Changing the options of the rules.

use dicehouse_rules::{OptionInfo, OptionValue, RulesetError};

use super::Lobby;

impl Lobby {
    /// The option chosen, with its value.
    pub(super) fn option_chosen(&self) -> Option<(OptionInfo, OptionValue)> {
        let (name, value) = *self.ruleset.values().get(self.option)?;
        let info = self.ruleset.game().options().into_iter().find(|info| info.name == name)?;
        Some((info, value))
    }

    /// Sets the chosen option to what was typed.
    pub(super) fn set_option(&mut self, text: &str) {
        let Some((info, _)) = self.option_chosen() else { return };
        match self.ruleset.with(&[(info.name, text)]) {
            Ok(ruleset) => self.ruleset = ruleset,
            Err(error) => self.error = Some(error.to_string()),
        }
    }

    /// Turns the chosen option to its next or previous value that goes with the rest; says why when
    /// one is passed over.
    pub(super) fn turn_option(&mut self, on: bool) {
        let Some((info, value)) = self.option_chosen() else { return };
        let values = info.allowed.values();
        let at = values.iter().position(|known| *known == value.to_string()).unwrap_or(0);
        let mut passed = None;
        for step in 1..values.len() {
            let to = if on { at + step } else { at + values.len() - step } % values.len();
            match self.ruleset.with(&[(info.name, &values[to])]) {
                Ok(ruleset) => {
                    self.ruleset = ruleset;
                    break;
                }
                Err(error @ RulesetError::Contradiction { .. }) => {
                    passed = passed.or(Some(error.to_string()));
                }
                Err(_) => {}
            }
        }
        self.error = passed;
        self.option = self.option.min(self.ruleset.values().len().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{GameKind, Ruleset};

    /// Every value an option is turned to is one the rules know, and the one it has is among them.
    #[test]
    fn every_option_can_be_turned() {
        for game in GameKind::ALL {
            for preset in game.presets() {
                let ruleset: Ruleset = preset.ruleset();
                for (name, value) in ruleset.values() {
                    let info = game.options().into_iter().find(|i| i.name == name).unwrap();
                    let values = info.allowed.values();
                    assert!(values.len() >= 2, "{name}: {values:?}");
                    assert!(values.contains(&value.to_string()), "{name}: {values:?}");
                    for value in &values {
                        let set = ruleset.with(&[(name, value)]);
                        let known = !matches!(set, Err(RulesetError::BadValue { .. }));
                        assert!(known, "{name} = {value}");
                    }
                }
            }
        }
    }
}
