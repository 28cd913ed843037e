//! Files that are not what they should be: a clear error, and the file left alone.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{block_on, numbered, sql};
use dicehouse_store::blocking::Store;
use dicehouse_store::{Error, Place};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    (folder, path)
}

fn filled(path: &Path, games: u32) {
    let store = Store::open(Place::file(path)).unwrap();
    for number in 0..games {
        assert!(store.record_game(&numbered(&number.to_string(), number)).unwrap().is_new());
    }
}

/// Opening fails, the message names the file and says what to do, and no byte has changed.
fn refused(path: &Path, advice: &str) -> Error {
    let before = fs::read(path).unwrap();
    let error = Store::open(Place::file(path)).unwrap_err();
    let message = error.to_string();
    assert!(message.contains(path.to_str().unwrap()), "{message}");
    assert!(message.contains(advice), "{message}");
    assert!(!message.contains('\n'), "{message}");
    assert!(fs::read(path).unwrap() == before, "the file was changed");
    let files = fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(files, 1, "files were left behind");
    error
}

/// Whatever the mask of the process and whoever made the file: only its owner may read it, and what lies beside it.
#[test]
#[cfg(unix)]
fn a_store_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (folder, path) = folder();
    let all_private = |folder: &Path| {
        fs::read_dir(folder).unwrap().all(|file| rights(&file.unwrap().path()) == 0o600)
    };
    assert!(!Place::file(&path).is_open_to_others());
    let store = Store::open(Place::file(&path)).unwrap();
    assert!(store.record_game(&numbered("1", 1)).unwrap().is_new());
    assert!(all_private(folder.path()), "also while it is written");
    drop(store);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(Place::file(&path).is_open_to_others());
    let store = Store::open(Place::file(&path)).unwrap();
    assert!(store.record_game(&numbered("2", 2)).unwrap().is_new());
    assert!(all_private(folder.path()));
}

#[test]
fn not_a_database() {
    let long = b"not a database at all, but a long letter. ".repeat(500);
    for content in [&b"xy"[..], b"SQLite format 2\0", b"{\"game\":\"liars\"}\n", &[0; 4096], &long]
    {
        let (_folder, path) = folder();
        fs::write(&path, content).unwrap();
        let error = refused(&path, "Name another file, or move this one away");
        assert!(matches!(error, Error::NotADatabase { .. }), "{error:?}");
    }
}

#[test]
fn an_empty_file_becomes_a_store() {
    let (_folder, path) = folder();
    fs::write(&path, b"").unwrap();
    filled(&path, 1);
    assert_eq!(Store::open(Place::file(&path)).unwrap().recent(9).unwrap().len(), 1);
}

#[test]
fn a_database_of_another_program() {
    for content in
        ["CREATE TABLE bookmarks (url TEXT);", "PRAGMA application_id = 77; CREATE TABLE t (x);"]
    {
        let (_folder, path) = folder();
        sql(&path, content);
        let error = refused(&path, "this one was left as it is");
        assert!(matches!(error, Error::OtherProgram { .. }), "{error:?}");
    }
}

#[test]
fn closing_leaves_one_file() {
    let (folder, path) = folder();
    let store = Store::open(Place::file(&path)).unwrap();
    let _ = store.record_game(&numbered("a", 1)).unwrap();
    assert_eq!(store.recent(9).unwrap().len(), 1);
    drop(store);
    let files: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, ["results.db"]);
}

#[test]
fn a_backup_is_a_store_of_its_own() {
    let (folder, path) = folder();
    let backup = folder.path().join("backup.db");
    block_on(async {
        let store = dicehouse_store::Store::open(Place::file(&path)).await.unwrap();
        assert!(store.record_game(&numbered("a", 1)).await.unwrap().is_new());
        store.backup(&backup).await.unwrap();
        assert!(store.record_game(&numbered("b", 1)).await.unwrap().is_new());
        assert!(store.backup(&backup).await.is_err(), "a file that is there stays as it is");
        store.vacuum().await.unwrap();
        assert_eq!(store.damage().await.unwrap(), Vec::<String>::new());
        assert_eq!(store.counts().await.unwrap().games, 2);
        let copy = dicehouse_store::Store::open(Place::file(&backup)).await.unwrap();
        assert_eq!(copy.counts().await.unwrap().games, 1);
        assert!(!Place::file(&backup).is_open_to_others());
        let memory = dicehouse_store::Store::open(Place::memory()).await.unwrap();
        let error = memory.backup(&folder.path().join("other.db")).await.unwrap_err();
        assert!(matches!(error, Error::NotInAFile { .. }), "{error:?}");
        store.close().await;
        copy.close().await;
    });
}

/// SQLite would go on writing to a file that nobody finds any more.
#[cfg(unix)]
#[test]
fn a_file_that_is_deleted_or_replaced_takes_nothing_more() {
    for replaced in [false, true] {
        let (folder, path) = folder();
        let store = Store::open(Place::file(&path)).unwrap();
        assert!(store.record_game(&numbered("a", 1)).unwrap().is_new());
        let moved = folder.path().join("moved.db");
        fs::rename(&path, &moved).unwrap();
        if replaced {
            fs::write(&path, b"").unwrap();
        }
        let error = store.record_game(&numbered("b", 1)).unwrap_err();
        assert!(matches!(error, Error::Lost { .. }), "{error:?}");
        let what = if replaced { "replaced" } else { "deleted or moved" };
        assert!(error.to_string().contains(what), "{error}");
        assert!(error.to_string().contains("put the file back"), "{error}");
        // Back in its place it goes on.
        fs::rename(&moved, &path).unwrap();
        assert!(store.record_game(&numbered("b", 1)).unwrap().is_new());
    }
}

/// The released versions, with how many games their results have, and an account of their house.
const RELEASED: &[(&str, usize, &str)] = &[("0.2.0", 4, "D7K0GYVVFHN6ZG3C")];

/// A store of each released version (`released/`) opens with everything that was in it, whatever came to the schema since, and
/// goes on.
#[test]
fn stores_of_released_versions_are_brought_up_to_date() {
    let released = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released");
    let of = |version: &str, name: &str| {
        let (folder, path) = folder();
        sql(&path, &fs::read_to_string(released.join(format!("{version}-{name}.sql"))).unwrap());
        (folder, path)
    };
    for &(version, games, account) in RELEASED {
        let (_folder, path) = of(version, "results");
        let store = Store::open(Place::file(&path)).unwrap();
        let kept = store.recent(100).unwrap();
        assert_eq!(kept.len(), games, "{version}");
        assert!(kept.iter().all(|game| game.seats.len() >= 2), "{version}");
        assert!(store.record_game(&numbered("new", 1)).unwrap().is_new(), "{version}");
        drop(store);
        let (_folder, path) = of(version, "house");
        let found = block_on(async {
            let store = dicehouse_store::Store::open(Place::file(&path)).await.unwrap();
            let found = store.account(account).await.unwrap();
            store.close().await;
            found
        });
        assert_eq!(found.map(|account| account.name).as_deref(), Some("Ann"), "{version}");
    }
}

#[test]
fn a_newer_schema() {
    let (_folder, path) = folder();
    filled(&path, 3);
    sql(
        &path,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (7000, 'from the future', TRUE, x'00', 1);",
    );
    // Looking at it must not leave a -wal file either.
    let error = refused(&path, "Update Dicehouse");
    let migrations = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    let newest = fs::read_dir(migrations)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|is| is == "sql"))
        .count();
    let Error::Newer { found: 7000, known, .. } = error else { panic!("{error:?}") };
    assert_eq!(usize::try_from(known), Ok(newest));
}

#[test]
fn another_text_of_a_known_schema() {
    let (_folder, path) = folder();
    filled(&path, 3);
    sql(&path, "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1;");
    let error = refused(&path, "Use the Dicehouse that made it");
    assert!(matches!(error, Error::OtherSchema { version: 1, .. }), "{error:?}");
}

#[test]
fn no_place_for_a_file() {
    let (folder, path) = folder();
    for bad in [folder.path().to_owned(), path.join("deeper.db"), PathBuf::new(), "\0".into()] {
        let error = Store::open(Place::file(&bad)).unwrap_err();
        assert!(matches!(error, Error::CannotOpen { .. }), "{error:?}");
        assert!(error.to_string().contains("Check that its folder exists"), "{error}");
    }
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_unicode() {
    use std::os::unix::ffi::OsStrExt;

    let (folder, _) = folder();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9.db"));
    let error = Store::open(Place::file(&path)).unwrap_err();
    assert!(matches!(error, Error::CannotOpen { .. }), "{error:?}");
}

#[test]
fn odd_paths_are_files_like_any_other() {
    for name in [":memory:", "file:x?mode=memory", "a%20b?c#d&e=f.db", "sqlite:x", "ü 猫.db", "-rf"]
    {
        let (folder, _) = folder();
        let path = folder.path().join(name);
        filled(&path, 1);
        let files: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(files, [name]);
        assert_eq!(Store::open(Place::file(&path)).unwrap().recent(9).unwrap().len(), 1);
    }
}

/// Rows that only somebody else can have written.
#[test]
fn impossible_rows_are_damage() {
    for change in [
        "UPDATE results SET place = 99999999999",
        "UPDATE results SET place = 'first'",
        "UPDATE results SET faults = 1.5",
        "UPDATE results SET name = x'ff00'",
        "UPDATE results SET name = CAST(x'ff' AS TEXT)",
        "PRAGMA ignore_check_constraints = ON; UPDATE results SET kind = 'cat'",
        "PRAGMA ignore_check_constraints = ON; UPDATE results SET place = -1",
        "UPDATE games SET finished_at = 'yesterday'",
    ] {
        let (_folder, path) = folder();
        filled(&path, 2);
        sql(&path, change);
        let store = Store::open(Place::file(&path)).unwrap();
        let error = store.recent(9).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{change}: {error:?}");
        assert!(error.to_string().contains("is damaged"), "{error}");
        let _ = store.results_of("bot 0", 9);
        let _ = store.games_won("claims", &["bot 0"]);
        let _ = store.leaderboard(&dicehouse_store::LeaderboardQuery::of("claims"));
        let _ = store.record_game(&numbered("0", 0));
    }
}

/// Bytes changed at random and files cut short: everything either works or gives an error.
#[test]
fn random_damage_never_panics() {
    let (_folder, path) = folder();
    filled(&path, 60);
    let whole = fs::read(&path).unwrap();
    let mut errors = 0;
    for seed in 0..60 {
        println!("seed {seed}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = whole.clone();
        if rng.random_bool(0.3) {
            bytes.truncate(rng.random_range(1..whole.len()));
        }
        for _ in 0..rng.random_range(1..400) {
            let at = rng.random_range(0..bytes.len());
            bytes[at] = rng.random();
        }
        let (_folder, path) = folder();
        fs::write(&path, &bytes).unwrap();
        if let Err(error) = use_all(&path) {
            errors += 1;
            // A panic in the database's own thread would look like this.
            assert!(!format!("{error:?}").contains("WorkerCrashed"), "{error:?}");
        }
    }
    println!("{errors} of 60 damaged files gave an error");
    assert!(errors > 30);
}

fn use_all(path: &Path) -> Result<(), Error> {
    let store = Store::open(Place::file(path))?;
    let results = [
        store.recent(1000).map(drop),
        store.results_of("bot 1", 1000).map(drop),
        store.games_won("claims", &["bot 0", "bot 1"]).map(drop),
        store.leaderboard(&dicehouse_store::LeaderboardQuery::of("claims")).map(drop),
        store.record_game(&numbered("new", 5)).map(drop),
    ];
    results.into_iter().collect()
}
