//! Help, completions and manual pages.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::dicehouse;

const KITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits/");

#[test]
fn help_has_examples() {
    for command in [
        "",
        "play",
        "rules",
        "bots",
        "watch",
        "verify",
        "review",
        "scores",
        "contest",
        "merge",
        "ladder",
        "check",
        "solve",
        "exploit",
        "page",
        "completions",
        "man",
    ] {
        let run = dicehouse(&format!("{command} --help"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("\nExamples:\n  dicehouse "), "{command}: {}", run.stdout);
    }
}

#[test]
fn examples_in_the_help_work() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["", "play", "rules", "bots", "scores", "solve", "exploit"] {
        let help = dicehouse(&format!("{command} --help")).stdout;
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for example in examples.lines() {
            // Two spaces, the command, then perhaps more spaces and what it does.
            let typed = example.trim().split("  ").next().unwrap();
            let (arguments, into) = typed.split_once(" > ").unwrap_or((typed, "/dev/null"));
            // A measurement for real takes minutes, and one of all games nearly one; the kits lie in the
            // repository.
            let arguments = arguments.replace("--games 1000", "--games 20");
            let arguments = arguments.replace("--measure all", "--measure claims");
            let arguments = arguments.replace("kits/", KITS);
            let output = common::program()
                .current_dir(folder.path())
                .env("XDG_DATA_HOME", folder.path())
                .args(shell_words::split(&arguments).unwrap().into_iter().skip(1))
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // No game was interrupted in this folder, and the program says so.
            let nothing_to_resume = typed.ends_with("--resume") && said.contains("interrupted");
            assert!(output.status.success() || nothing_to_resume, "{example}: {said}");
            std::fs::write(folder.path().join(into), output.stdout).unwrap();
        }
    }
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = dicehouse(&format!("completions {shell}"));
        assert_eq!(run.code, 0);
        assert!(run.stdout.contains("dicehouse") && run.stdout.contains("rules"), "{shell}");
    }
    for (arguments, title) in [("man", ".TH dicehouse 1"), ("man rules", ".TH dicehouse-rules 1")] {
        let run = dicehouse(arguments);
        assert_eq!(run.code, 0);
        assert!(run.stdout.contains(title), "{}", run.stdout);
    }
    let unknown = dicehouse("man ruels");
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.starts_with("error: there is no command \"ruels\": there are play, "));
    assert!(unknown.stderr.ends_with("hint: did you mean \"rules\"?\n"), "{}", unknown.stderr);
}
