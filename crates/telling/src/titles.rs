//! What games and tables are called when people are told of them.

use dicehouse_rules::{GameKind, Ruleset};

use crate::options::{option_name, option_value};

/// A game's name for people.
pub fn game_title(game: GameKind) -> &'static str {
    match game {
        GameKind::Liars => "Liar's dice",
        GameKind::Claims => "Claims",
        GameKind::Pairs => "Pairs",
    }
}

/// The game and its rules in a few words: "Liar's dice, perudo". A star says that something was
/// changed about them.
pub fn table_title(ruleset: &Ruleset) -> String {
    let changed = if ruleset.changes().is_empty() { "" } else { "*" };
    format!("{}, {}{changed}", game_title(ruleset.game()), ruleset.base().name)
}

/// The game and its rules with everything that was changed about them: "Liar's dice, house (dice
/// per player: 3)".
pub fn table_in_words(ruleset: &Ruleset) -> String {
    let title = format!("{}, {}", game_title(ruleset.game()), ruleset.base().name);
    let changes: Vec<String> = ruleset
        .changes()
        .iter()
        .map(|(option, value)| {
            format!("{}: {}", option_name(option).to_lowercase(), option_value(option, value))
        })
        .collect();
    if changes.is_empty() { title } else { format!("{title} ({})", changes.join(", ")) }
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
