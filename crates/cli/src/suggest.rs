//! "Did you mean …?"

use dicehouse_bots::{BotError, Roster};
use dicehouse_contest::config::ConfigError;

/// A hint that names the word closest to what was typed, when one is close.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(typed, known).map(|word| format!("did you mean \"{word}\"?"))
}

/// The same for the name of a bot, where that is what is wrong.
pub fn bot_meant(error: &ConfigError) -> Option<String> {
    let ConfigError::Bot(BotError::UnknownBot(typed)) = error else { return None };
    did_you_mean(typed, Roster::all().map(|bot| bot.name))
}

/// The same for a key of a contest file.
pub fn key_meant(error: &ConfigError) -> Option<String> {
    let ConfigError::UnknownKey { key, known, .. } = error else { return None };
    did_you_mean(key, known.iter().map(String::as_str))
}

/// The known word that a slip of the finger turns into what was typed.
fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    // Two slips in a longer word, one in a short one; "ten" is not a misspelt "one".
    let slips = if typed.chars().count() < 5 { 1 } else { 2 };
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&typed, word), word))
        .filter(|(distance, _)| *distance <= slips)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn names_only_what_is_close() {
        let games = ["liars", "claims", "pairs"];
        for (typed, expected) in [
            ("lairs", Some("liars")),
            ("liar", Some("liars")),
            ("Claims", Some("claims")),
            ("pair", Some("pairs")),
            ("poker", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, games), expected, "{typed:?}");
        }
    }
}
