//! Words and paths that do not belong in the project, and English that nobody speaks in texts that people see.

use std::fs;

use crate::root::Root;

/// Something a line must not hold.
struct Rule {
    /// Whether a line breaks it. The second argument is the root folder as text.
    breaks: fn(&str, &str) -> bool,
    /// Why it must not be there.
    why: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        breaks: |line, _| UNDONE.iter().any(|word| has_word(line, word)),
        why: "work left undone belongs in an issue",
    },
    Rule {
        breaks: |line, _| REGISTRIES.iter().any(|host| line.contains(host)) || other_index(line),
        why: "the place packages come from is the developer's own affair",
    },
    Rule {
        breaks: |line, root| line.contains(root) || HOMES.iter().any(|home| has_path(line, home)),
        why: "a path of one machine means nothing on another",
    },
];

// Spelt in two parts, so that these lines do not break the rules themselves.
const UNDONE: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX")];
const REGISTRIES: &[&str] = &[
    concat!("registry", ".npmjs.org"),
    concat!("index", ".crates.io"),
    concat!("static", ".crates.io"),
    concat!("files", ".pythonhosted.org"),
];
const HOMES: &[&str] = &[concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/")];
const OTHER_INDEX: &str = concat!("registry", "+http");
/// The name every Cargo.lock has for the public index, wherever packages really come from.
const PUBLIC_INDEX: &str = "https://github.com/rust-lang/crates.io-index";

/// Checks every line of every text file that git keeps.
///
/// # Errors
/// When a line breaks a rule: which, where and why.
pub fn run(root: &Root) -> Result<(), String> {
    let root_path = root.path().display().to_string();
    let mut found = Vec::new();
    let files = root.tracked_files()?;
    for file in &files {
        // What is not text has no lines to check.
        let Ok(text) = fs::read_to_string(root.join(file)) else { continue };
        for (number, line) in text.lines().enumerate() {
            let broken = RULES.iter().filter(|rule| (rule.breaks)(line, &root_path));
            found.extend(broken.map(|rule| format!("{file}:{}: {}", number + 1, rule.why)));
        }
        found.extend(unspoken(file, &text).map(|(number, words)| {
            format!("{file}:{number}: \"{words}\" is not spoken English; say it as to a person")
        }));
    }
    eprintln!("{} files read", files.len());
    if found.is_empty() { Ok(()) } else { Err(format!("\n{}", found.join("\n"))) }
}

/// Phrases translated word by word, and an accident of renaming that ran through a sentence.
const UNSPOKEN: &[&str] = &["whoever", "those who", "so many", "retelling"];

/// The lines of a file with texts that people see, and what in them is not spoken English.
fn unspoken<'t>(file: &str, text: &'t str) -> impl Iterator<Item = (usize, &'static str)> + 't {
    let is_message_file =
        file.ends_with("i18n/en.json") || file.starts_with("crates/telling/text/");
    let is_source = file.starts_with("crates/")
        && file.contains("/src/")
        && file.ends_with(".rs")
        && !file.ends_with("tests.rs");
    let shown: fn(&str) -> String = match () {
        () if is_message_file => str::to_owned,
        () if is_source => quoted,
        () => |_| String::new(),
    };
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]").enumerate();
    lines.flat_map(move |(number, line)| {
        let shown = shown(line).to_lowercase();
        let phrases = UNSPOKEN.iter().copied().filter(|phrase| has_word(&shown, phrase));
        let found: Vec<&str> = phrases.chain(is_no(&shown).then_some("is no")).collect();
        found.into_iter().map(move |words| (number + 1, words))
    })
}

/// What stands between quotation marks in a line of Rust.
fn quoted(line: &str) -> String {
    if line.trim_start().starts_with("//") {
        return String::new();
    }
    let parts = line.split('"').skip(1).step_by(2);
    parts.collect::<Vec<_>>().join(" ")
}

/// "This is no bid" for "this is not a bid". "There is no bid" is English.
fn is_no(text: &str) -> bool {
    text.match_indices(" is no ").any(|(at, phrase)| {
        let after = &text[at + phrase.len()..];
        !text[..at].ends_with("there")
            && !["longer", "more"].iter().any(|word| after.starts_with(word))
            && after.starts_with(char::is_alphabetic)
    })
}

/// A package source other than the public index.
fn other_index(line: &str) -> bool {
    line.contains(OTHER_INDEX) && !line.contains(PUBLIC_INDEX)
        || line.contains(concat!("\"resolved\": \"", "http"))
}

/// Whether a word stands alone in a line.
fn has_word(line: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(part_of_word) && !line[at + word.len()..].starts_with(part_of_word)
    })
}

/// Whether a line names something below a folder, given from the root of the file system.
fn has_path(line: &str, folder: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    line.match_indices(folder).any(|(at, _)| {
        !line[..at].ends_with(part_of_name) && line[at + folder.len()..].starts_with(part_of_name)
    })
}

#[cfg(test)]
mod tests {
    use super::{PUBLIC_INDEX, RULES, unspoken};

    #[test]
    fn english_that_nobody_speaks_is_found_in_texts_people_see() {
        let source = "crates/cli/src/join.rs";
        let words = "web/src/lib/i18n/en.json";
        for (file, line, found) in [
            (source, "say(\"Retelling at it again\")", Some("retelling")),
            (source, "look: Retelling,", None),
            (source, "// whoever reads comments", None),
            (source, "say(\"\\\"x\\\" is no bot\")", Some("is no")),
            (source, "say(\"there is no bot x\")", None),
            (source, "say(\"it is no longer here\")", None),
            ("crates/cli/tests/join.rs", "say(\"whoever\")", None),
            (words, "\"a\": \"Whoever comes first\"", Some("whoever")),
            (words, "\"a\": \"for so many players\"", Some("so many")),
            (
                "crates/telling/text/messages/en/game.toml",
                "text = \"those who tie\"",
                Some("those who"),
            ),
        ] {
            assert_eq!(unspoken(file, line).next().map(|(_, words)| words), found, "{line}");
        }
        let tests = "fn a() {}\n#[cfg(test)]\nsay(\"whoever\")";
        assert_eq!(unspoken(source, tests).next(), None);
    }

    #[test]
    fn lines_that_do_not_belong_are_found() {
        let todo = concat!("// TO", "DO: later");
        let home = concat!("see /ho", "me/ann/notes");
        let lock = concat!("source = \"registry", "+");
        let public = format!("{lock}{PUBLIC_INDEX}\"");
        let other = format!("{lock}https://packages.example/index\"");
        for (line, broken) in [
            (todo, true),
            ("mastodon and TODOS are words", false),
            (home, true),
            ("/home is where homes are", false),
            ("crates/home/src", false),
            ("built in /build/here/target", true),
            (public.as_str(), false),
            (other.as_str(), true),
        ] {
            let found = RULES.iter().any(|rule| (rule.breaks)(line, "/build/here"));
            assert_eq!(found, broken, "{line}");
        }
    }
}
