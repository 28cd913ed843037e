//! `dicehouse doctor`: what works here, what does not, and what to do.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

/// What the doctor says with this data folder, and its exit code.
fn doctor(data: &Path, arguments: &[&str]) -> (i32, Vec<Value>) {
    let output = common::program()
        .env("XDG_DATA_HOME", data)
        .arg("doctor")
        .arg("--json")
        .args(arguments)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let code = output.status.code().unwrap();
    assert_eq!(report["healthy"], code == 0, "{report}");
    (code, report["findings"].as_array().unwrap().clone())
}

/// How the thing of this name is, what was found, and what to do.
fn finding(findings: &[Value], name: &str) -> [String; 3] {
    let found = findings.iter().find(|finding| finding["name"] == name);
    let found = found.unwrap_or_else(|| panic!("nothing about {name}: {findings:?}"));
    ["state", "found", "todo"].map(|key| found[key].as_str().unwrap_or_default().to_owned())
}

/// A port that nobody listens on, taken for as long as the listener is there.
fn taken() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

#[test]
fn a_computer_on_which_nothing_was_played_is_well_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (code, findings) = doctor(folder.path(), &["--listen", "127.0.0.1:0"]);
    assert_eq!(code, 0, "{findings:?}");
    for (name, says) in [
        ("data folder", "is made when it is needed"),
        ("results", "is made when it is needed"),
        ("house", "is made when it is needed"),
        ("port", "is free"),
    ] {
        let [state, found, _] = finding(&findings, name);
        assert!(state == "good" && found.contains(says), "{name}: {state}, {found}");
    }
    for name in ["screen", "colours", "characters", "page", "browser", "Python", "sandbox"] {
        finding(&findings, name);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "it only looks");
}

#[test]
fn what_is_broken_is_told_with_what_to_do_and_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("dicehouse");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(
        data.join("results.sqlite"),
        "not a database at all, but long enough to be read as one",
    )
    .unwrap();
    let missing = folder.path().join("nowhere/house.sqlite").display().to_string();
    let (_listener, address) = taken();
    let (code, findings) = doctor(folder.path(), &["--db", &missing, "--listen", &address]);
    assert_eq!(code, 1);
    for (name, state, says, todo) in [
        ("data folder", "limited", "can be looked into by others", "chmod 700"),
        ("results", "broken", "is not a database file", "move this one away"),
        ("house", "broken", "its folder is not either", "mkdir -p"),
        ("port", "limited", "cannot listen on", "--listen 127.0.0.1:8081"),
    ] {
        let [is, found, what] = finding(&findings, name);
        assert_eq!(is, state, "{name}: {found}");
        assert!(found.contains(says) && what.contains(todo), "{name}: {found} -> {what}");
    }
}

#[test]
fn a_store_that_is_there_is_opened_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let play = "play liars --watch-bots --bots odds,gambler --seed 7 --plain";
    let played =
        common::program().env("XDG_DATA_HOME", folder.path()).args(play.split(' ')).output();
    assert!(played.unwrap().status.success());
    let (code, findings) = doctor(folder.path(), &["--listen", "127.0.0.1:0"]);
    assert_eq!(code, 0, "{findings:?}");
    let [state, found, _] = finding(&findings, "results");
    assert!(state == "good" && found.ends_with("can be written"), "{found}");
    let [state, found, _] = finding(&findings, "data folder");
    assert!(state == "good" && found.contains("free"), "{found}");
}

#[test]
fn people_read_one_line_for_each_thing() {
    let folder = tempfile::tempdir().unwrap();
    let output = common::program()
        .env("XDG_DATA_HOME", folder.path())
        .env("LC_ALL", "C")
        .args(["doctor", "--listen", "127.0.0.1:0"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["Terminal\n  !  screen: ", "\nData\n  ok ", "\nHouse\n  ok port: ", "\nBots\n"] {
        assert!(text.contains(part), "{part:?}: {text}");
    }
    assert!(text.trim_end().ends_with(", 0 broken."), "{text}");
}
