//! The engine as WebAssembly does the same as here, call by call and byte by byte: the same seeds, the same acts.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use common::{Page, Witness};
use dicehouse_bots::Roster;
use dicehouse_rules::GameKind;
use serde_json::json;

const TARGET: &str = "wasm32-unknown-unknown";

/// The engine in a program that runs WebAssembly.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let (engine, weights) = built();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine.mjs");
        let mut child = Command::new("node")
            .args([script, engine, weights])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs the engine: install Node 20 or later");
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        Engine { child, to, from }
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.to, "{line}").unwrap();
        let mut answer = String::new();
        self.from.read_line(&mut answer).unwrap();
        answer.trim_end_matches('\n').to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The one that this test has started, by its own handle.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The engine and the weights of its bots, as the page gets them: built where the page's build has them.
fn built() -> (PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("tab");
    let cargo = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "dicehouse-tab", "--lib", "--profile", "tab"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&folder)
        .current_dir(&root)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status();
    assert!(cargo.unwrap().success(), "the engine is built: rustup target add {TARGET}");
    let weights = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bots.bin");
    std::fs::write(&weights, pack(&root.join("crates/bots/src"))).unwrap();
    (folder.join(TARGET).join("tab/dicehouse_tab.wasm"), weights)
}

fn pack(sources: &Path) -> Vec<u8> {
    let part = |bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), bytes].concat();
    let names = [
        "claims/full.values",
        "claims/simple.values",
        "liars/master/policies.weights",
        "liars/master/worth.weights",
        "pairs/planner.weights",
    ];
    let file = |name: &str| {
        [part(name.as_bytes()), part(&std::fs::read(sources.join(name)).unwrap())].concat()
    };
    names.into_iter().flat_map(file).collect()
}

#[test]
fn the_engine_in_a_browser_does_the_same_call_by_call() {
    let engine = Rc::new(RefCell::new(Engine::start()));
    let mut record = None;
    for game in GameKind::ALL {
        let bots: Vec<&str> = Roster::of(game).map(|bot| bot.name).collect();
        for (n, preset) in game.presets().enumerate() {
            for seats in [2, 4] {
                let asked = Rc::clone(&engine);
                let witness: Witness = Box::new(move |call| asked.borrow_mut().ask(call));
                let mut page = Page::new(n as u64 + 100, Some(witness));
                let settings = json!({ "seats": seats });
                page.open_room(
                    json!({ "game": game.name(), "preset": preset.name, "settings": settings }),
                );
                page.wanted(json!({ "do": "sit", "seat": 0 }));
                for seat in 1..seats {
                    let bot = bots[(3 * n + seats + seat) % bots.len()];
                    page.wanted(json!({ "do": "seat-bot", "seat": seat, "bot": bot }));
                }
                page.wanted(json!({ "do": "start" }));
                page.play(|acts| acts.len() / 3);
                record = page.browser.games.first().map(|(_, record)| record.clone());
            }
        }
    }
    // And so does a review.
    let record = record.unwrap();
    let line = format!("review {}", serde_json::to_string(&record).unwrap());
    let expected = serde_json::to_string(&dicehouse_tab::review(&record, &|_, _| {})).unwrap();
    assert_eq!(engine.borrow_mut().ask(&line), expected);
}

/// The way in takes any bytes, and says what is wrong with them.
#[test]
fn the_way_in_refuses_nonsense() {
    let mut engine = Engine::start();
    for line in [
        "",
        "\u{0}",
        "{",
        "[1,2,3]",
        "review \"no record\"",
        "{\"now\":1,\"luck\":\"\",\"call\":\"tick\"}",
    ] {
        let answer: serde_json::Value = serde_json::from_str(&engine.ask(line)).unwrap();
        assert!(answer["refused"].is_string(), "{line:?}: {answer}");
    }
    let tick = format!("{{\"now\":1,\"luck\":\"{}\",\"call\":\"tick\"}}", "0".repeat(64));
    assert!(engine.ask(&tick).starts_with("{\"reply\":"), "and goes on");
}
