//! `dicehouse rules`, as a user runs it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use common::{dicehouse, dicehouse_reading, program};
use dicehouse_rules::{GameKind, PRESETS, Ruleset};

/// What is printed for arguments that make sense: nothing on standard error, exit code 0.
fn printed(arguments: &str) -> String {
    let run = dicehouse(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments}");
    run.stdout
}

#[test]
fn lists_games_and_presets() {
    insta::assert_snapshot!("games", printed("rules"));
    insta::assert_snapshot!("games_json", printed("rules --json"));
}

#[test]
fn shows_one_game() {
    for game in GameKind::ALL {
        insta::assert_snapshot!(format!("game_{game}"), printed(&format!("rules {game}")));
    }
    insta::assert_snapshot!("game_claims_json", printed("rules claims --json"));
}

#[test]
fn explains_every_preset() {
    for preset in &PRESETS {
        let (game, name) = (preset.game(), preset.name);
        let text = printed(&format!("rules {game} {name}"));
        insta::assert_snapshot!(format!("explain_{game}_{name}"), text);
    }
}

#[test]
fn an_override_changes_the_text() {
    let text = printed("rules liars perudo -o palifico=false --option wild=6 -o dice=3");
    insta::assert_snapshot!("explain_changed", text);
    assert_eq!(
        printed("rules liars -o dice=2 -o dice=3"),
        printed("rules liars house -o dice=3"),
        "without a preset the default is meant, and the last word counts"
    );
}

#[test]
fn lines_fit_a_pipe() {
    for arguments in ["rules", "rules liars", "rules liars house -o exact=true", "rules pairs"] {
        for line in printed(arguments).lines() {
            assert!(line.chars().count() <= 80, "{arguments}: {line}");
        }
    }
}

/// Rulesets that between them touch every kind of value.
fn rulesets() -> impl Iterator<Item = (String, Ruleset)> {
    let presets = PRESETS
        .iter()
        .map(|preset| (format!("rules {} {}", preset.game(), preset.name), preset.ruleset()));
    let changed = [
        ("perudo", "wild", "none", "raise", "quantity"),
        ("markovok", "exact", "false", "max_bids", "7"),
        ("house", "exact", "true", "right", "caller-gains"),
    ];
    let changed = changed.into_iter().map(|(preset, a, to, b, other)| {
        let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap();
        let arguments = format!("rules liars {preset} -o {a}={to} -o {b}={other}");
        (arguments, ruleset.with(&[(a, to), (b, other)]).unwrap())
    });
    presets.chain(changed)
}

#[test]
fn data_can_be_fed_back() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, ruleset) in rulesets() {
        for format in ["json", "toml"] {
            let data = printed(&format!("{arguments} --{format}"));
            let file = folder.path().join(format!("rules.{format}"));
            fs::write(&file, &data).unwrap();
            let file = file.display();
            let game = ruleset.game();
            for again in [
                format!("rules {file} --{format}"),
                format!("rules {game} {file} --{format}"),
                format!("rules --file {file} --{format}"),
            ] {
                assert_eq!(printed(&again), data, "{arguments}, {again}");
            }
            for pipe in ["rules -", "rules --file -"] {
                let again = dicehouse_reading(&format!("{pipe} --{format}"), &data);
                assert_eq!(again.stdout, data, "{arguments}, {pipe}");
            }
            assert_eq!(printed(&format!("rules {file}")), printed(&arguments));
        }
    }
}

#[test]
fn data_is_the_ruleset() {
    for (arguments, ruleset) in rulesets() {
        let json = printed(&format!("{arguments} --json"));
        assert_eq!(Ruleset::from_json(&json), Ok(ruleset), "{arguments}");
        let toml = printed(&format!("{arguments} --toml"));
        assert_eq!(Ruleset::from_toml(&toml), Ok(ruleset), "{arguments}");
    }
}

#[test]
fn the_listing_holds_every_ruleset() {
    let listing: serde_json::Value = serde_json::from_str(&printed("rules --json")).unwrap();
    let games = listing.as_array().unwrap().iter();
    let presets = games.flat_map(|game| game["presets"].as_array().unwrap().clone());
    let rulesets: Vec<Ruleset> =
        presets.map(|preset| serde_json::from_value(preset["ruleset"].clone()).unwrap()).collect();
    assert_eq!(rulesets, PRESETS.iter().map(|preset| preset.ruleset()).collect::<Vec<_>>());
}

#[test]
fn a_file_may_leave_out_what_the_preset_has() {
    let run = dicehouse_reading("rules - --json", "game = \"liars\"\ndice = 2\n");
    let expected = Ruleset::default_of(GameKind::Liars).with(&[("dice", "2")]);
    assert_eq!(Ruleset::from_json(&run.stdout), expected);
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("unknown.toml", "game = \"liars\"\nwilds = 1\n");
    file("value.json", r#"{"game": "pairs", "last_count": 99}"#);
    file("game.toml", "game = \"poker\"\n");
    file("nogame.toml", "dice = 3\n");
    file("broken.json", "{");
    file("list.json", "[1, 2]");
    file("empty.toml", "");
    file("good.toml", "game = \"liars\"\n");
    file("long.toml", &"# nothing\n".repeat(10_000));
    fs::write(folder.path().join("binary.toml"), [0xff, 0xfe, 0x00]).unwrap();

    let mut all = String::new();
    for arguments in [
        "rules lairs",
        "rules poker",
        "rules perudo",
        "rules liars perdo",
        "rules claims perudo",
        "rules liars dice=3",
        "rules liars house extra",
        "rules liars -o wilds=1",
        "rules liars -o wild=7",
        "rules liars -o wild=x",
        "rules liars -o dice=0",
        "rules liars -o dice=-1",
        "rules liars -o dice=11",
        "rules liars -o dice=99999999999999999999",
        "rules liars -o raise=perudo",
        "rules liars -o right=others-lose",
        "rules liars openspiel -o exact=true -o right=caller-gains",
        "rules claims -o claim_min=3",
        "rules liars -o wild",
        "rules liars -o =3",
        "rules -o dice=3",
        "rules --toml",
        "rules claims --toml",
        "rules liars house --toml --json",
        "rules liars --file good.toml",
        "rules nowhere.toml",
        "rules unknown.toml",
        "rules value.json",
        "rules game.toml",
        "rules nogame.toml",
        "rules broken.json",
        "rules list.json",
        "rules empty.toml",
        "rules long.toml",
        "rules binary.toml",
        "rules good.toml house",
        "rules good.toml -o dice=x",
        "rules claims good.toml",
    ] {
        let output = program()
            .current_dir(folder.path())
            .args(arguments.split_whitespace())
            .output()
            .unwrap();
        assert!(output.stdout.is_empty(), "{arguments} prints nothing a pipe would not want");
        let code = output.status.code().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        all.push_str(&format!("$ dicehouse {arguments}\n{stderr}[{code}]\n\n"));
    }
    insta::assert_snapshot!("errors", all);
}

#[test]
fn colours_are_for_those_who_want_them() {
    let coloured = |variables: &[(&str, &str)]| {
        let output = program().arg("rules").envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\x1b')
    };
    assert!(!coloured(&[]), "not in a pipe");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]), "unless it is asked for");
    assert!(!coloured(&[("NO_COLOR", "1")]));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in ["rules liars", "rules --json", "completions bash", "man", "--help", ""] {
        let errors = folder.path().join("errors");
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let status = child.wait().unwrap();
        let mut stderr = String::new();
        fs::File::open(&errors).unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "{arguments}");
    }
}
