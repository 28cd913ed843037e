//! `dicehouse review`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::dicehouse;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../review/tests/golden/claims.jsonl");

#[test]
fn text_json_and_page() {
    let text = dicehouse(&format!("review {RECORD}"));
    assert_eq!((text.code, text.stderr.as_str()), (0, ""));
    assert!(text.stdout.starts_with("Claims, full: 2 players, 20 decisions, "), "{}", text.stdout);
    assert!(text.stdout.contains("Key moments") && !text.stdout.contains("Every decision"));
    assert!(text.stdout.lines().all(|line| line.chars().count() <= 80), "{}", text.stdout);
    assert!(dicehouse(&format!("review {RECORD} --all")).stdout.contains("Every decision"));

    let json = dicehouse(&format!("review {RECORD} --json"));
    let review: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(review["decisions"].as_array().unwrap().len(), 20);
    assert_eq!(review["chart"].as_array().unwrap().len(), 21);

    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("review.html");
    let run = dicehouse(&format!("review {RECORD} --html {}", page.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    assert_eq!(dicehouse(&format!("review {RECORD} --html -")).stdout, page);
}

#[test]
fn what_cannot_be_reviewed_is_an_error_with_a_hint() {
    let missing = dicehouse("review no-such-file.jsonl");
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("cannot read no-such-file.jsonl"), "{}", missing.stderr);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("changed.jsonl");
    let record = std::fs::read_to_string(RECORD).unwrap();
    std::fs::write(&file, record.replacen("claim 1", "claim 2", 1)).unwrap();
    let changed = dicehouse(&format!("review {}", file.display()));
    assert_eq!(changed.code, 1);
    assert!(changed.stderr.contains("line "), "{}", changed.stderr);

    let unwritable = dicehouse(&format!("review {RECORD} --html /no/such/folder/page.html"));
    assert_eq!(unwritable.code, 1);
    assert!(unwritable.stderr.contains("cannot write /no/such/folder/page.html"));
    assert_eq!(dicehouse(&format!("review {RECORD} --json --all")).code, 2);
    assert_eq!(dicehouse(&format!("review {RECORD} --effort 0")).code, 2);
}
