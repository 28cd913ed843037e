//! One file, several users: threads, processes, and a process that dies.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use common::{block_on, numbered};
use dicehouse_store::Place;
use dicehouse_store::blocking::Store;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

#[test]
fn two_handles_on_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    let start = Barrier::new(2);
    thread::scope(|scope| {
        for writer in 0..2 {
            let (path, start) = (&path, &start);
            scope.spawn(move || {
                start.wait();
                let store = Store::open(Place::file(path)).unwrap();
                for number in 0..40 {
                    let own = numbered(&format!("{writer}-{number}"), number);
                    assert!(store.record_game(&own).unwrap().is_new());
                    // Whoever comes second finds the other's, complete.
                    let shared = numbered(&format!("shared-{number}"), number);
                    let _ = store.record_game(&shared).unwrap();
                    assert_eq!(store.game(&shared.id).unwrap(), Some(shared));
                    assert!(!store.recent(3).unwrap().is_empty());
                }
            });
        }
    });
    assert_eq!(Store::open(Place::file(&path)).unwrap().recent(1000).unwrap().len(), 3 * 40);
}

#[test]
fn one_handle_shared_by_threads() {
    let store = Store::open(Place::memory()).unwrap();
    thread::scope(|scope| {
        for writer in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for number in 0..25 {
                    let game = numbered(&format!("{writer}-{number}"), number);
                    assert!(store.record_game(&game).unwrap().is_new());
                }
            });
        }
    });
    assert_eq!(store.recent(1000).unwrap().len(), 100);
}

#[test]
fn many_open_a_new_file_at_once() {
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.db");
        let start = Barrier::new(8);
        thread::scope(|scope| {
            for opener in 0..8 {
                let (path, start) = (&path, &start);
                scope.spawn(move || {
                    start.wait();
                    let store = Store::open(Place::file(path)).unwrap();
                    let _ = store.record_game(&numbered(&opener.to_string(), opener)).unwrap();
                });
            }
        });
        assert_eq!(Store::open(Place::file(&path)).unwrap().recent(100).unwrap().len(), 8);
    }
}

#[test]
fn a_writer_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    let store = Store::open(Place::file(&path)).unwrap();
    let locked = Barrier::new(2);
    thread::scope(|scope| {
        scope.spawn(|| {
            block_on(async {
                let options = SqliteConnectOptions::new().filename(&path);
                let mut other = options.connect().await.unwrap();
                let tx = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
                locked.wait();
                thread::sleep(Duration::from_millis(500));
                tx.rollback().await.unwrap();
                other.close().await.unwrap();
            });
        });
        locked.wait();
        assert!(store.recent(1).unwrap().is_empty(), "reading goes on meanwhile");
        assert!(store.record_game(&numbered("a", 1)).unwrap().is_new());
    });
}

#[test]
fn processes_share_a_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    let children: Vec<Child> =
        (0..4).map(|child| spawn_child(&path, &child.to_string(), Some(15))).collect();
    let mut new = 0;
    for child in children {
        let (acknowledged, ended_well) = read_to_end(child);
        assert!(ended_well);
        new += acknowledged.iter().filter(|id| id.starts_with("shared")).count();
    }
    assert_eq!(new, 15, "each shared game was new to one process");
    assert_eq!(Store::open(Place::file(&path)).unwrap().recent(1000).unwrap().len(), 5 * 15);
}

/// What was acknowledged before `kill -9` is there; what was not is there whole or not at all.
#[test]
fn an_acknowledged_game_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    let seed = 20_260_101;
    println!("seed {seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut acknowledged = BTreeSet::new();
    for round in 0..6 {
        let mut child = spawn_child(&path, &format!("round{round}"), None);
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        // Killed in the very moment after the first acknowledgement, or somewhere in later work.
        for _ in 0..[1, 1, 2, 7, 20, 50][round] {
            acknowledged.extend(acknowledgement(&lines.next().unwrap().unwrap()));
        }
        thread::sleep(Duration::from_micros(rng.random_range(0..3000)));
        child.kill().unwrap();
        for line in lines.map_while(Result::ok) {
            acknowledged.extend(acknowledgement(&line));
        }
        assert!(!child.wait().unwrap().success());

        let stored = Store::open(Place::file(&path)).unwrap().recent(u32::MAX).unwrap();
        let ids: BTreeSet<String> = stored.iter().map(|game| game.id.clone()).collect();
        assert!(ids.is_superset(&acknowledged), "lost: {:?}", &acknowledged - &ids);
        for game in stored {
            let number = game.id.rsplit('-').next().unwrap().parse().unwrap();
            assert_eq!(game, numbered(&game.id, number));
        }
    }
    assert!(acknowledged.len() >= 6);
}

const CHILD: &str = "DICEHOUSE_STORE_TEST_CHILD";

/// Starts this test program again as the process that records games into `path`.
fn spawn_child(path: &Path, name: &str, games: Option<u32>) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(CHILD, path)
        .env("NAME", name)
        .env("GAMES", games.unwrap_or(u32::MAX).to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What the tests above start as a process of its own; among them it has nothing to do.
#[test]
fn child() {
    let (Ok(path), Ok(name), Ok(games)) =
        (std::env::var(CHILD), std::env::var("NAME"), std::env::var("GAMES"))
    else {
        return;
    };
    let store = Store::open(Place::file(path)).unwrap();
    for number in 0..games.parse().unwrap() {
        for id in [format!("{name}-{number}"), format!("shared-{number}")] {
            if store.record_game(&numbered(&id, number)).unwrap().is_new() {
                eprintln!("stored {id}.");
            }
        }
    }
}

/// The id in a line of [`child`]'s. A line cut off by a kill lacks the full stop and promises nothing.
fn acknowledgement(line: &str) -> Option<String> {
    line.strip_prefix("stored ")?.strip_suffix('.').map(str::to_owned)
}

fn read_to_end(mut child: Child) -> (Vec<String>, bool) {
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let acknowledged = lines.filter_map(|line| acknowledgement(&line.unwrap())).collect();
    (acknowledged, child.wait().unwrap().success())
}
