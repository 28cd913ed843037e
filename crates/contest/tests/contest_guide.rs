//! The bot that a reader of `docs/write-a-bot.md` ends up with: as strong as the document says, and the same as the kit's.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Where};
use dicehouse_table::dice::ContestSecret;
use table::{setup, workspace};

kept_tests!(the_bot_of_a_reader_is_as_strong_as_promised);

/// The pieces of Python in the document.
fn blocks() -> Vec<String> {
    let guide = std::fs::read_to_string(workspace().join("docs/write-a-bot.md")).unwrap();
    let blocks = guide.split("```python\n").skip(1);
    blocks.map(|block| block[..block.find("```").unwrap()].to_owned()).collect()
}

/// The bot of the first step, and the one that the fourth makes of it.
fn bots() -> [String; 2] {
    let blocks = blocks();
    let with = |words: &str| blocks.iter().find(|block| block.contains(words)).unwrap();
    let first = with("sys.stdin");
    let branch = "if legal[\"decide\"] == \"bid\":\n";
    let (before, after) = first.split_once(branch).unwrap();
    let rest = &after[after.find("        else:").unwrap()..];
    let act = with("act = decide(").trim_end();
    let (imports, looped) = before.split_once("\n\n").unwrap();
    let better = [
        imports,
        with("def chance("),
        with("def decide("),
        &format!("{looped}{branch}            {act}\n{rest}"),
    ];
    [first.clone(), better.join("\n\n")]
}

/// The share of games that the first bot wins.
fn share(bot: &str, other: &str) -> f64 {
    let toml = format!(
        "bots = [{{ name = 'one', run = '{bot}' }}, {{ name = 'two', run = '{other}' }}]\ngames = 1000\nseed = 5\nthreads = 2\n\
         clock = '60s'"
    );
    let config = Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &setup()).unwrap();
    let outcome = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!(outcome.results.bots[0].all_faults(), 0, "{:?}", outcome.results.notes);
    let rows = &outcome.standings.standings;
    rows.iter().find(|row| row.name == "one").unwrap().share.mean.unwrap()
}

fn the_bot_of_a_reader_is_as_strong_as_promised() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [first, reader] = bots().map(|code| {
        let file = folder.join(format!("reader-{}.py", code.len()));
        std::fs::write(&file, code).unwrap();
        format!("python3 {}", file.display())
    });
    let kit = format!("python3 {}", workspace().join("kits/python/bot.py").display());
    let against_odds = share(&reader, "odds");
    let against_first = share(&reader, &first);
    println!(
        "{:.1} % against odds, {:.1} % against the first step",
        100.0 * against_odds,
        100.0 * against_first
    );
    assert_eq!(against_odds, share(&kit, "odds"), "the kit's bot is another one");
    assert!((0.15..0.35).contains(&against_odds), "{against_odds}");
    assert!(against_first > 0.75, "{against_first}");
}
