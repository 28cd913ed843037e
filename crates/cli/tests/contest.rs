//! Contests from the command line: results, resuming, and help for bot authors.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::dicehouse;
use serde_json::Value;

/// A file of the project.
fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn house_bots_meet_and_are_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let run = dicehouse(&format!(
        "contest --bot odds --bot dicey --games 40 --seed 1 --out {}",
        out.display()
    ));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("odds against dicey: Elo +"), "{}", run.stdout);
    for file in ["standings.json", "report.html", "journal.jsonl", "debug.log"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    let record = out.join("games/0000001.jsonl");
    let verified = dicehouse(&format!("verify {}", record.display()));
    assert_eq!(verified.code, 0, "{}", verified.stderr);
    assert!(verified.stdout.contains("the dice are those of the secret"), "{}", verified.stdout);

    // What is proven, and who vouches for the rest.
    let manifest = json(&std::fs::read_to_string(out.join("contest.json")).unwrap());
    let key = manifest["signed_by"].as_str().unwrap();
    let lines: Vec<&str> = verified.stdout.lines().collect();
    let titles =
        ["Proven by mathematics:", "Vouched for by the signature:", "Vouched for by nobody:"];
    let places = titles.map(|title| lines.iter().position(|line| *line == title).unwrap());
    assert!(places.is_sorted(), "{}", verified.stdout);
    assert!(verified.stdout.contains(&format!("Signed by:  {key}\n")), "{}", verified.stdout);
    let data = json(&dicehouse(&format!("verify {} --json", record.display())).stdout);
    assert_eq!((&data["signed_by"], &data["right"]), (&manifest["signed_by"], &true.into()));
    assert_eq!(data["commitment"].as_str().unwrap().len(), 64);
    for part in ["by_mathematics", "by_signature", "by_nobody"] {
        assert!(!data[part].as_array().unwrap().is_empty(), "{part}: {data}");
    }
    let by = |key: &str| dicehouse(&format!("verify {} --signed-by {key}", record.display()));
    assert_eq!(by(key).code, 0);
    let other = by(&"0".repeat(64));
    assert!(other.code == 1 && other.stderr.contains("it is signed by"), "{}", other.stderr);
    assert_eq!(by("hello").code, 2);

    let again = dicehouse(&format!("contest --bot odds --bot dicey --out {}", out.display()));
    assert_eq!(again.code, 1, "a folder with results is not written over");
}

#[test]
fn a_game_is_told_while_it_is_played() {
    let run = dicehouse("contest --bot odds --bot dicey --games 2 --seed 1 --watch");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for words in ["Game 1: odds, dicey", "Round 1", " bids ", " calls!", " wins"] {
        assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
    }
    assert!(!run.stdout.contains("Game 1"), "{}", run.stdout);
}

#[test]
fn threads_do_not_change_results() {
    let standings = |threads: u32| {
        let run = dicehouse(&format!(
            "contest --bot gambler --bot dicey --bot truthful --game liars --rules perudo \
             --format table --games 30 --seed 7 --threads {threads} --json"
        ));
        assert_eq!(run.code, 0, "{}", run.stderr);
        json(&run.stdout)
    };
    let one = standings(1);
    assert_eq!(one, standings(2));
    assert_eq!(one, standings(4));
}

#[test]
fn options_that_make_no_sense_say_why() {
    for (arguments, expected) in [
        ("contest --bot odds", "a contest needs two or more"),
        ("contest --bot odds", "hint: name each with --bot, as in --bot odds --bot gambler"),
        ("contest --bot odds --bot gambbler", "hint: did you mean \"gambler\"?"),
        ("contest --bot odds --bot nobody", "there is no bot \"nobody\""),
        ("contest --bot odds --bot planner", "planner plays pairs, not liars"),
        ("contest --bot odds --bot dicey --seats 11", "it is a whole number from 2 to 10"),
        (
            "contest --bot odds --bot dicey --format cup",
            "[possible values: round-robin, gauntlet, swiss, table]",
        ),
        ("contest --bot odds --bot dicey --sprt elo=1", "it is elo0=0,elo1=10"),
        ("contest --bot odds --bot dicey --keep some", "it is all, faults, none or a number"),
        ("contest --bot odds --bot dicey --move-time soon", "it is a time such as 500ms"),
        ("contest --bot odds --bot dicey --move-time 100", "write 100ms or 100s"),
        ("check --move-time 100 -- true", "write 100ms or 100s"),
        ("exploit odds --move-time 100", "write 100ms or 100s"),
        (
            "contest --bot odds --bot dicey --log loud",
            "[possible values: error, warn, info, debug, trace]",
        ),
        ("contest --bot odds --bot dicey --sandbox lax", "it is strict, best-effort or off"),
        ("contest --bot odds --bot dicey --rules nope", "has no preset \"nope\""),
    ] {
        let run = dicehouse(arguments);
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{arguments}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments}");
    }
    let missing = dicehouse("contest --resume /nonexistent");
    assert_eq!(missing.code, 1, "{}", missing.stderr);
}

/// A contest of house bots that takes a while, as a process.
fn long_contest(out: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
        .args("contest --bot odds --bot gambler --games 4000 --seed 3 --keep none --out".split(' '))
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until some units are written down.
fn wait_for_units(child: &mut Child, out: &Path) {
    let journal = out.join("journal.jsonl");
    while std::fs::metadata(&journal).map_or(0, |file| file.len()) < 2000 {
        assert!(child.try_wait().unwrap().is_none(), "over before it could be interrupted");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn interrupted_contests_end_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    assert!(long_contest(&whole).wait().unwrap().success());
    let expected = std::fs::read(whole.join("standings.json")).unwrap();
    for signal in ["-INT", "-TERM", "-HUP", "-KILL"] {
        let out = folder.path().join(format!("stopped{signal}"));
        let mut child = long_contest(&out);
        wait_for_units(&mut child, &out);
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let status = child.wait().unwrap();
        let expected_code = if signal == "-KILL" { None } else { Some(130) };
        assert_eq!(status.code(), expected_code, "{signal}");
        assert_eq!(out.join("report.html").exists(), signal != "-KILL", "{signal}");
        let resumed = dicehouse(&format!("contest --resume {}", out.display()));
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
        let standings = std::fs::read(out.join("standings.json")).unwrap();
        assert!(standings == expected, "{signal}: the same final result");
    }
    let resume = format!("contest --resume {}", whole.display());
    let logged = dicehouse(&format!("{resume} --log debug --threads 1"));
    assert_eq!(logged.code, 0, "what has no influence on results may change: {}", logged.stderr);
    let other = dicehouse(&format!("{resume} --games 10"));
    assert_eq!(other.code, 2, "{}", other.stderr);
    assert!(
        other.stderr.contains("only its file, --threads, --log and --json"),
        "{}",
        other.stderr
    );
}

#[test]
fn a_program_plays_in_a_sandbox_is_checked_and_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let bot = project("kits/python/bot.py");
    let run = common::program()
        .args(["contest", "--bot", "truthful", "--bot", &format!("python3 {}", bot.display())])
        .args(["--games", "4", "--seed", "2", "--sandbox", "--json", "--out"])
        .arg(&out)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{stderr}");
    json(&String::from_utf8(run.stdout).unwrap());

    let record = out.join("games/0000001.jsonl");
    let turn = format!("replay-turn {} 1 --json -- python3 {}", record.display(), bot.display());
    let asked = dicehouse(&turn);
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    assert!(json(&asked.stdout)["act"].is_string(), "{}", asked.stdout);
    let missing = dicehouse(&turn.replace(" 1 --json", " 9999 --json"));
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("there is no decision 9999"), "{}", missing.stderr);

    let silent = dicehouse("check --move-time 50ms -- true");
    assert_eq!(silent.code, 1, "{}", silent.stdout);
    assert!(silent.stderr.contains("true does not pass"), "{}", silent.stderr);
}

#[test]
fn bots_are_listed_with_their_strength_and_can_be_measured() {
    let listed = json(&dicehouse("bots --json").stdout);
    let bots = listed.as_array().unwrap();
    assert!(bots.len() >= 12, "five of liars, three of claims, four of pairs");
    for bot in bots {
        assert!(bot["strength"]["command"].is_string(), "{bot} is not measured");
    }
    let once = dicehouse("bots --measure claims --games 20 --seed 5 --json");
    assert_eq!(once.code, 0, "{}", once.stderr);
    assert_eq!(once.stdout, dicehouse("bots --measure claims --games 20 --seed 5 --json").stdout);
}

/// A ladder is made, played on and shown; a bot is added to a contest, and contests are merged.
#[test]
fn ladders_additions_and_merging() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let ladder = place("ladder");
    let first = dicehouse(&format!(
        "ladder {ladder} --bot odds --bot gambler --bot dicey --games 10 --sittings 2"
    ));
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stderr.contains("sitting 2: 30 games"), "{}", first.stderr);
    assert!(first.stdout.contains("from 2 contests"), "{}", first.stdout);
    let shown = dicehouse(&format!("ladder {ladder} --show --json"));
    assert_eq!(json(&shown.stdout)["games"], 60);
    let again = dicehouse(&format!("ladder {ladder} --bot truthful"));
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("edit the bots in"), "{}", again.stderr);
    let none = dicehouse(&format!("ladder {} --show", place("none")));
    assert!(none.code == 1 && none.stderr.contains("holds no ladder"), "{}", none.stderr);

    let contest = |name: &str, seed: u32| {
        let out = place(name);
        let run = dicehouse(&format!(
            "contest --bot odds --bot dicey --games 20 --seed {seed} --out {out}"
        ));
        assert_eq!(run.code, 0, "{}", run.stderr);
        out
    };
    let (one, two) = (contest("one", 1), contest("two", 2));
    let added = dicehouse(&format!("contest --add {one} --bot gambler --json"));
    assert_eq!(added.code, 0, "{}", added.stderr);
    let standings = json(&added.stdout);
    assert_eq!((&standings["games"], &standings["entrants"][2]), (&60.into(), &"gambler".into()));
    let merged = dicehouse(&format!("merge {one} {two} --out {}", place("both")));
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    assert!(merged.stdout.contains("40 games in 20 units"), "{}", merged.stdout);
    assert!(folder.path().join("both/report.html").is_file());
    let twice = dicehouse(&format!("merge {one} {one}"));
    assert!(twice.code == 1 && twice.stderr.contains("would count twice"), "{}", twice.stderr);
}

#[test]
fn an_edited_contest_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contest.toml");
    let out = folder.path().join("results").display().to_string();
    std::fs::write(&file, "bots = ['odds', 'dicey']\ngames = 10\n").unwrap();
    let path = file.display();
    assert_eq!(dicehouse(&format!("contest {path} --out {out}")).code, 0);
    let same = dicehouse(&format!("contest {path} --resume {out}"));
    assert_eq!(same.code, 0, "{}", same.stderr);
    std::fs::write(&file, "# more\nbots = ['odds', 'dicey']\ngames = 20\n").unwrap();
    let edited = dicehouse(&format!("contest {path} --resume {out}"));
    assert_eq!(edited.code, 1);
    assert!(edited.stderr.contains("has changed since the contest began"), "{}", edited.stderr);
    let without = dicehouse(&format!("contest --resume {out}"));
    assert_eq!(without.code, 0, "{}", without.stderr);
    assert!(without.stderr.contains("was edited after the contest began"), "{}", without.stderr);
}

/// The rules of `--rules` are the ones that a bot is checked with.
#[test]
fn a_bot_is_checked_with_the_rules_of_a_contest() {
    let bot = project("kits/python/bot.py");
    let run =
        dicehouse(&format!("check --rules perudo -o dice=2 --json -- python3 {}", bot.display()));
    assert_eq!(run.code, 0, "{}", run.stdout);
    let report = json(&run.stdout);
    let steps = report["steps"].as_array().unwrap();
    let names: Vec<&str> = steps.iter().map(|step| step["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"plays liars perudo (dice=2) with 3 players"), "{names:?}");
    assert!(
        !names.iter().any(|name| name.contains("pairs") || name.contains("house")),
        "{names:?}"
    );
}
