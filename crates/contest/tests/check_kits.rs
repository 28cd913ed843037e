//! Every starter bot passes the check, as it is. A tool that is missing fails the test, with its name.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use dicehouse_contest::check::{CheckOptions, CheckReport, Marks, Verdict, check_aloud};
use dicehouse_programs::process::{CommandLine, Launch};
use dicehouse_rules::{GameKind, PRESETS};
use table::{Mark, build, workspace};

kept_tests!(python, javascript, java, c, rust,);

/// Far longer than an answer takes, so that a busy machine fails no test.
fn patient() -> CheckOptions {
    let long = Duration::from_secs(60);
    CheckOptions { per_move: long, ready_limit: long, ..CheckOptions::default() }
}

fn check_command(program: &str, args: &[&str]) -> CheckReport {
    let found = Command::new(program).arg("--version").output();
    let compiled = program.contains('/');
    assert!(compiled || found.is_ok(), "this test needs `{program}`, which cannot be started");
    let mark = Mark::new();
    let command = CommandLine::new(program, args.iter().copied()).unwrap();
    let launch = mark.on(Launch::new(command).current_dir(workspace()));
    let mut text = Vec::new();
    let report = check_aloud(&launch, &patient(), Marks::Unicode, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(report.passed, "{text}");
    mark.assert_gone();
    report
}

/// Passed without a word of blame, in every preset of every game.
fn expect_perfect(report: &CheckReport, name: &str) {
    assert_eq!(report.ready.as_ref().unwrap().name.as_deref(), Some(name));
    for step in &report.steps {
        assert_eq!(step.verdict, Verdict::Passed, "{step:?}");
        let blame = step.notes.iter().filter(|note| !note.starts_with("it is ")).count();
        assert_eq!(blame, 0, "{step:?}");
    }
    for preset in &PRESETS {
        let step = format!("plays {} with 2 players", preset.ruleset());
        assert!(report.steps.iter().any(|known| known.name == step), "{step}");
    }
    for game in GameKind::ALL {
        let names = report.steps.iter().map(|step| &step.name);
        let big = names.filter(|name| name.ends_with("with 10 players"));
        assert_eq!(big.filter(|name| name.contains(game.name())).count(), 1);
    }
}

fn build_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kits").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn python() {
    expect_perfect(&check_command("python3", &["kits/python/bot.py"]), "python-starter");
}

fn javascript() {
    expect_perfect(&check_command("node", &["kits/javascript/bot.js"]), "javascript-starter");
}

fn java() {
    expect_perfect(&check_command("java", &["kits/java/Bot.java"]), "java-starter");
}

fn c() {
    let bot = build_folder("c").join("bot");
    let bot = bot.to_str().unwrap();
    build("cc", &["-O2", "-Wall", "-Wextra", "-Werror", "-o", bot, "kits/c/bot.c"]);
    expect_perfect(&check_command(bot, &[]), "c-starter");
}

fn rust() {
    let folder = build_folder("rust");
    let target = folder.to_str().unwrap();
    let manifest = "kits/rust/Cargo.toml";
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let args =
        ["build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", target];
    build(&cargo, &args);
    let bot = folder.join("debug/dicehouse-starter-bot");
    expect_perfect(&check_command(bot.to_str().unwrap(), &[]), "rust-starter");
}
