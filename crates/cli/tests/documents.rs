//! The tables in docs/rules.md say what the code does. `cargo xtask bless` rewrites them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::{env, fs};

use dicehouse_rules::{GameKind, Preset, Ruleset};
use dicehouse_telling::preset_about;

#[test]
fn tables_in_the_rules_match_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let before = fs::read_to_string(&path).unwrap();
    let mut after = before.clone();
    for game in GameKind::ALL {
        after = with_table(&after, &format!("presets of {game}"), &presets(game));
        after = with_table(&after, &format!("options of {game}"), &options(game));
        after = with_table(&after, &format!("values of {game}"), &values(game));
    }
    if env::var_os("DICEHOUSE_BLESS").is_some() {
        fs::write(&path, after).unwrap();
    } else {
        for (should, is) in after.lines().zip(before.lines()) {
            assert_eq!(is, should, "a table in docs/rules.md is old: cargo xtask bless");
        }
        assert_eq!(after.len(), before.len(), "docs/rules.md is old: cargo xtask bless");
    }
}

/// The text with what stands between two marks replaced.
fn with_table(text: &str, name: &str, table: &str) -> String {
    let mark = format!("<!-- {name}, from the code -->\n");
    let (before, rest) =
        text.split_once(&mark).unwrap_or_else(|| panic!("docs/rules.md lacks {mark}"));
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}{mark}{table}<!-- end -->{after}")
}

fn presets(game: GameKind) -> String {
    let rows =
        game.presets().map(|preset| vec![code(preset.name), preset_about(preset).to_owned()]);
    table(&["preset", "what sets it apart"], rows)
}

fn options(game: GameKind) -> String {
    let rows = game.options().into_iter().map(|option| {
        let takes = option.allowed.to_string();
        vec![
            code(option.name),
            option.about.to_owned(),
            takes.trim_start_matches("it is ").to_owned(),
        ]
    });
    table(&["option", "what it decides", "what it can be"], rows)
}

fn values(game: GameKind) -> String {
    let rulesets: Vec<Ruleset> = game.presets().map(Preset::ruleset).collect();
    let rows = game.options().into_iter().map(|option| {
        let value = |ruleset: &Ruleset| {
            let value = ruleset.values().into_iter().find(|(name, _)| *name == option.name);
            value.map_or("–".to_owned(), |(_, value)| value.to_string())
        };
        [code(option.name)].into_iter().chain(rulesets.iter().map(value)).collect()
    });
    let names = game.presets().map(|preset| code(preset.name));
    let head: Vec<String> = ["option".to_owned()].into_iter().chain(names).collect();
    table(&head.iter().map(String::as_str).collect::<Vec<_>>(), rows)
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let head =
        [head.iter().map(|cell| (*cell).to_owned()).collect(), vec!["---".to_owned(); head.len()]];
    head.into_iter().chain(rows).map(line).collect()
}

fn code(text: &str) -> String {
    format!("`{text}`")
}
