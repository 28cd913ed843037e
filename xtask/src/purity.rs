//! Crates that promise in ARCHITECTURE.md to leave the world alone: no file, clock, socket, process or luck of their own.

use std::fs;
use std::path::Path;

use crate::root::Root;

/// What no crate of [`PURE`] may name.
const WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "Instant",
    "SystemTime",
    "tokio",
    "async fn",
    "println!",
    "rand::rng()",
    "thread_rng",
    "OsRng",
    "SysRng",
    "getrandom",
];

/// The crates without contact to the world. `rules` has a stricter test of its own.
const PURE: &[&str] = &[
    "answers", "bots", "learning", "protocol", "review", "room", "rules", "stats", "tab", "table",
    "telling",
];

/// What the solver may not name: it keeps its tables in files, but has no clock and no luck.
const NOT_IN_SOLVER: &[&str] = &[
    "std::net",
    "std::env",
    "std::process",
    "Instant",
    "SystemTime",
    "tokio",
    "rand::",
    "println!",
];

/// What only tests run, although it lies in `src`: worlds in which rooms are tried out.
const ONLY_TESTS: &[&str] = &["crates/room/src/simulation/"];

/// Holds every source of the crates against the words that they may not use.
fn check(root: &Root) -> Result<(), String> {
    let rules = PURE.iter().map(|name| (*name, WORLD)).chain([("solver", NOT_IN_SOLVER)]);
    let files = root.tracked_files()?;
    let mut found = Vec::new();
    for (name, words) in rules {
        let folder = format!("crates/{name}/src/");
        let sources = files.iter().filter(|path| {
            path.starts_with(&folder)
                && path.ends_with(".rs")
                && !ONLY_TESTS.iter().any(|part| path.starts_with(part))
        });
        let mut read = 0;
        for path in sources {
            let text =
                fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
            found.extend(named(Path::new(path), &text, words));
            read += 1;
        }
        if read == 0 {
            found.push(format!("crates/{name}/src has no sources"));
        }
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// The lines of code that name one of the words.
fn named(path: &Path, text: &str, words: &[&str]) -> Vec<String> {
    let code = (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
    let bad = code.filter_map(|(number, line)| {
        let word = words.iter().find(|word| line.contains(**word))?;
        Some(format!("{}:{number} names {word}", path.display()))
    });
    bad.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_crates_leave_the_world_alone() {
        assert_eq!(check(&Root::find()), Ok(()));
    }

    #[test]
    fn code_counts_and_comments_do_not() {
        let text = "// std::fs\nlet now = Instant::now();\n    /// async fn\nuse std::fs;\nlet dice = 5;\n";
        let found = named(Path::new("x.rs"), text, WORLD);
        assert_eq!(found, ["x.rs:2 names Instant", "x.rs:4 names std::fs"]);
    }
}
