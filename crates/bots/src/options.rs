//! The options of a bot: `NAME:key=value,...`.

use dicehouse_rules::{Allowed, OptionValue};
use serde::Serialize;

use crate::bot::BotInfo;
use crate::roster::BotError;

/// Something about a bot that can be set, as in `gambler:best=3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BotOption {
    /// The key, as in `dicey:call=30`.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub about: &'static str,
    /// The values it takes.
    pub allowed: Allowed,
    /// The value it has when nothing is said.
    pub default: OptionValue,
}

/// The values of a bot's options, all of them set and allowed.
#[derive(Clone, Debug)]
pub(crate) struct Values(Vec<(&'static BotOption, OptionValue)>);

impl Values {
    /// Every option at its default.
    pub fn defaults(bot: &'static BotInfo) -> Values {
        Values(bot.options.iter().map(|option| (option, option.default)).collect())
    }

    /// Reads `key=value,...`; what is not named has its default.
    pub fn read(bot: &'static BotInfo, text: &str) -> Result<Values, BotError> {
        let mut values = Values::defaults(bot);
        let mut named = Vec::new();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (key, value) = pair
                .split_once('=')
                .map(|(key, value)| (key.trim(), value.trim()))
                .ok_or_else(|| BotError::NoValue { bot: bot.name, text: pair.to_owned() })?;
            let (option, slot) = values
                .0
                .iter_mut()
                .find(|(option, _)| option.name == key)
                .ok_or_else(|| BotError::unknown_option(bot, key))?;
            if named.contains(&option.name) {
                return Err(BotError::Twice { bot: bot.name, option: option.name });
            }
            named.push(option.name);
            *slot = option.allowed.read(value).ok_or_else(|| BotError::BadValue {
                bot: bot.name,
                option: option.name,
                value: value.to_owned(),
                allowed: option.allowed,
            })?;
        }
        Ok(values)
    }

    /// The value of the option that is a number.
    ///
    /// A bot asks only for options of its own table; that it has the right kind is checked by the
    /// roster's tests, which make every bot.
    pub fn number(&self, name: &str) -> u16 {
        let found = self.0.iter().find(|(option, _)| option.name == name);
        match found {
            Some((_, OptionValue::Number(number))) => *number,
            _ => {
                debug_assert!(false, "no bot option {name} that is a number");
                0
            }
        }
    }

    /// What differs from the defaults, in the order of the table.
    pub fn changed(&self) -> String {
        let changed = self.0.iter().filter(|(option, value)| option.default != *value);
        changed
            .map(|(option, value)| format!("{}={value}", option.name))
            .collect::<Vec<_>>()
            .join(",")
    }
}
