//! Invariant 7 for flags and files: whatever is asked of the program, it ends with a code and words, never with a panic.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::Duration;

use common::program;

/// Commands that end by themselves, with a place (`@`) for anything.
const COMMANDS: [&str; 28] = [
    "rules @",
    "rules liars @",
    "rules liars contest -o dice=@",
    "bots @",
    "scores @",
    "play @ --plain",
    "play liars --plain -o @",
    "play liars --plain --players @",
    "play liars --plain --bots @",
    "play liars --plain --seed @",
    "watch @ --json",
    "verify @",
    "review @ --json",
    "contest @",
    "contest --bot odds --bot @ --games 2",
    "contest --bot odds --bot gambler --games 2 --seats @",
    "contest --bot odds --bot gambler --games 2 --secret @",
    "contest --resume @",
    "merge @ @",
    "check -- @",
    "replay-turn @ 1 -- true",
    "solve liars --dice @",
    "solve liars --dice 1,1 --target @",
    "exploit @",
    "join ABCDE --server @",
    "man @",
    "doctor --listen @",
    "doctor --db @",
];

/// What nobody should say: no number, no name, no text, and files that hold something else.
const VALUES: [&[u8]; 9] = [
    b"",
    b"-1",
    b"99999999999999999999",
    b"NaN",
    b"\xf0\x9f\x92\xa5=:\x1b[31m",
    b"\xff\xfe",
    b"nested",
    b"half a record",
    b"a table",
];

fn write_files(folder: &Path) {
    std::fs::write(folder.join("nested"), "[".repeat(100_000)).unwrap();
    std::fs::write(folder.join("half a record"), "{\"dicehouse\":1,").unwrap();
    std::fs::write(folder.join("a table"), "bots = 7\n[[ruleset]]\ngame = []\n").unwrap();
}

/// The command with `value` in its place.
fn arguments(command: &str, value: &[u8]) -> Vec<OsString> {
    let word = |word: &str| match word.split_once('@') {
        Some((before, _)) => OsStr::from_bytes(&[before.as_bytes(), value].concat()).to_owned(),
        None => word.into(),
    };
    command.split(' ').map(word).collect()
}

fn ends_in_words(folder: &Path, command: &str, value: &[u8]) {
    let arguments = arguments(command, value);
    let output = program()
        .args(&arguments)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .timeout(Duration::from_secs(60))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    let code = output.status.code();
    assert!(code.is_some_and(|code| code < 100), "{arguments:?}: {code:?}, {said}");
    assert!(code == Some(0) || !said.trim().is_empty(), "{arguments:?} fails without a word");
    assert!(!said.contains('\x1b'), "{arguments:?} writes to the terminal: {said:?}");
}

#[test]
fn nonsense_is_answered_in_words() {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path());
    std::thread::scope(|threads| {
        for part in COMMANDS.chunks(COMMANDS.len().div_ceil(4)) {
            let folder = folder.path();
            threads.spawn(move || {
                for command in part {
                    VALUES.iter().for_each(|value| ends_in_words(folder, command, value));
                }
            });
        }
    });
}
