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
        "practise",
        "scores",
        "share",
        "host",
        "join",
        "serve",
        "connect",
        "doctor",
        "replay-turn",
        "contest",
        "merge",
        "ladder",
        "check",
        "solve",
        "exploit",
        "page",
        "book",
        "completions",
        "man",
        "licences",
    ] {
        let run = dicehouse(&format!("{command} --help"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let (before, examples) = run.stdout.split_once("\nExamples:\n").unwrap();
        let examples = examples.lines().take_while(|line| line.starts_with("  ")).count();
        assert!(examples >= 2, "{command}: {}", run.stdout);
        let first = command.is_empty() || !before.contains("Usage:");
        assert!(first, "what it is for and examples come first: {}", run.stdout);
    }
}

#[test]
fn examples_in_the_help_work() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["", "play", "rules", "bots", "practise", "scores", "solve", "exploit"] {
        let help = dicehouse(&format!("{command} --help")).stdout;
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for example in examples.lines().take_while(|line| line.starts_with("  ")) {
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
    let bash = dicehouse("completions bash").stdout;
    for name in ["perudo", "liars", "gambler"] {
        assert!(bash.contains(name), "{name} can be completed");
    }
    let unknown = dicehouse("man ruels");
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.starts_with("error: there is no command \"ruels\": there are play, "));
    assert!(unknown.stderr.ends_with("hint: did you mean \"rules\"?\n"), "{}", unknown.stderr);
}

#[test]
fn the_version_and_the_licences_of_everything_in_the_program() {
    let version = dicehouse("--version").stdout;
    let version = version.strip_prefix("dicehouse ").unwrap().trim();
    assert!(version.starts_with(env!("CARGO_PKG_VERSION")), "{version}");
    let list = dicehouse("licences");
    assert_eq!(list.code, 0);
    for part in ["MIT or Apache-2.0, at your choice", "tokio", "svelte", "CDLA-Permissive-2.0"] {
        assert!(list.stdout.contains(part), "{part}: {}", list.stdout);
    }
    let packages: Vec<serde_json::Value> =
        serde_json::from_str(&dicehouse("licences --json").stdout).unwrap();
    let sqlx = packages.iter().find(|package| package["name"] == "sqlx").unwrap();
    assert_eq!(sqlx["licence"], "MIT OR Apache-2.0");
}

#[test]
fn the_book_is_written_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book");
    for _ in 0..2 {
        let run = dicehouse(&format!("book --out {}", out.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let first = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(first.contains("<a href=\"rules.html\">"), "{first}");
    assert!(out.join("search.json").is_file() && out.join("record.html").is_file());
    std::fs::write(folder.path().join("mine.txt"), "mine").unwrap();
    let refused = dicehouse(&format!("book --out {}", folder.path().display()));
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("is not empty"), "{}", refused.stderr);
}

/// A game and its rules are named in the same way everywhere; what was possible before still is.
#[test]
fn one_grammar_for_games_and_rules() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut program = common::program();
        let program = program.env("XDG_DATA_HOME", folder.path()).args(arguments.split(' '));
        let output = program.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    for arguments in [
        "play liars perudo --players 3 --plain",
        "play liars --rules perudo --seats 3 --plain",
        "play --game liars --rules perudo --plain",
        "scores liars perudo",
        "scores --game liars --rules perudo",
        "solve liars openspiel --json",
        "solve liars --rules openspiel --json",
    ] {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!(code, 0, "{arguments}: {stderr}");
        if arguments.starts_with("play") {
            assert!(stdout.contains("Liar's dice, perudo"), "{arguments}: {stdout}");
        }
    }
    for (arguments, says) in [
        (
            "play liars --players two",
            "\"two\" is not a value for --players <N>: it is a whole number",
        ),
        ("play liars --seed=-1", "is not a value for --seed <N>: it is a whole number"),
        ("play liars --players 99999999999999999999", "too large"),
        ("solve liars --target x", "it is a number, as in 0.5"),
        ("scores liars perduo", "did you mean \"perudo\"?"),
        ("scores --rules nothing", "no game has a preset \"nothing\""),
        ("play liars perudo --rules house", "cannot be used with"),
        ("review last", "no game has been played here"),
        ("solve", "name a game"),
    ] {
        let (code, _, stderr) = run(arguments);
        assert!(code == 2 && stderr.contains(says), "{arguments}: {stderr}");
    }
}
