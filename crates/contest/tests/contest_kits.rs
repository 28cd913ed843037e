//! All starter bots play a thousand games in the sandbox, with the default limits, at one table.
//!
//! Has its own `main`, because a keeper is the test program itself, started again.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Setup, Where};
use dicehouse_table::dice::ContestSecret;
use table::{build, workspace};

kept_tests!(a_thousand_games_in_the_sandbox);

/// The commands of the kits; those that are compiled are compiled first.
fn kits() -> Vec<(&'static str, String)> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sandboxed kits");
    std::fs::create_dir_all(&folder).unwrap();
    let kits = workspace().join("kits");
    let path = |kit: &str| kits.join(kit).to_str().unwrap().to_owned();
    let c = folder.join("c-bot").to_str().unwrap().to_owned();
    build("cc", &["-O2", "-o", &c, &path("c/bot.c")]);
    let rust = folder.join("rust").to_str().unwrap().to_owned();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let manifest = path("rust/Cargo.toml");
    build(
        &cargo,
        &["build", "--quiet", "--locked", "--manifest-path", &manifest, "--target-dir", &rust],
    );
    vec![
        ("python", format!("python3 '{}'", path("python/bot.py"))),
        ("javascript", format!("node '{}'", path("javascript/bot.js"))),
        ("java", format!("java '{}'", path("java/Bot.java"))),
        ("c", format!("'{c}'")),
        ("rust", format!("'{rust}/debug/dicehouse-starter-bot'")),
    ]
}

fn a_thousand_games_in_the_sandbox() {
    let bots: Vec<String> = kits()
        .iter()
        .map(|(name, run)| format!("{{ name = \"{name}\", run = \"{run}\" }}"))
        .collect();
    // Far more time than an answer takes, so that a busy machine fails no test.
    let toml = format!(
        "bots = [{}]\nformat = 'table'\ngames = 1000\nsandbox = 'strict'\nthreads = 2\n\
         clock = {{ move = '60s', start = '120s' }}\nrules = {{ preset = 'contest', dice = 2 }}",
        bots.join(", ")
    );
    let config = Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &Setup::default()).unwrap();
    let outcome = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!(outcome.standings.games, 1000);
    for row in &outcome.standings.standings {
        assert_eq!(row.games, 1000);
        assert!(
            row.faults.is_empty(),
            "{}: {:?} {:?}",
            row.name,
            row.faults,
            outcome.results.notes
        );
        assert_eq!(row.forfeits, 0, "{}", row.name);
    }
}
