//! `docs/protocol.md` and `docs/protocol.schema.json` are what the program says. `cargo xtask bless` writes the schema and
//! the examples, which come from real games.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod games;
mod layout;

use std::path::PathBuf;

use dicehouse_protocol::{FromBot, PROTOCOL, ToBot, schema};
use dicehouse_rules::GameKind;
use jsonschema::Validator;
use layout::{Node, layout};
use serde_json::{Value, json};

fn docs(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs")).join(file)
}

fn blessing() -> bool {
    std::env::var_os("DICEHOUSE_BLESS").is_some()
}

#[test]
fn the_schema_is_that_of_the_types() {
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    let path = docs("protocol.schema.json");
    if blessing() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "docs/protocol.schema.json is not up to date: cargo xtask bless");
    jsonschema::draft202012::meta::validate(&schema()).unwrap();
}

/// A validator of one of the definitions.
fn validator(definition: &str) -> Validator {
    let mut schema = schema();
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = json!(format!("#/$defs/{definition}"));
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn the_schema_has_room_for_what_comes_and_for_nothing_wrong() {
    let (to_bot, from_bot) = (validator("ToBot"), validator("FromBot"));
    let fits = |validator: &Validator, line: &str| {
        validator.is_valid(&serde_json::from_str::<Value>(line).unwrap())
    };
    assert!(fits(&to_bot, r#"{"type":"bye","why":{"a":[1]}}"#));
    assert!(fits(&from_bot, r#"{"type":"move","id":1,"act":"call","mood":"good"}"#));
    assert!(fits(&from_bot, r#"{"type":"move","id":1,"act":"three fives","talk":"hm"}"#));
    for wrong in [
        r#"{"type":"move","id":"1","act":"call"}"#,
        r#"{"type":"move","act":"call"}"#,
        r#"{"type":"move","id":1}"#,
        r#"{"type":"move","id":-1,"act":"call"}"#,
        r#"{"type":"move","id":1,"act":7}"#,
        r#"{"type":"ready","protocol":2}"#,
        r#"{"type":"guess"}"#,
        "[]",
        "7",
    ] {
        assert!(!fits(&from_bot, wrong), "{wrong}");
    }
    let lines = games::game(GameKind::Liars, "perudo", 1);
    let act = lines.iter().find(|line| line.starts_with(r#"{"type":"act""#)).unwrap();
    assert!(fits(&to_bot, act), "{act}");
    for (from, to) in [
        (r#""game":"liars""#, r#""game":"claims""#),
        (r#""decide":"bid""#, r#""decide":"bet""#),
        (r#""seat":1"#, r#""seat":10"#),
        (r#""round":1"#, r#""round":"1""#),
        (r#""raise":"perudo""#, r#""raise":"low""#),
        (r#""hand":["#, r#""hand":[0,"#),
        (r#""least":["#, r#""least":[0,"#),
        (r#""view":"#, r#""sight":"#),
    ] {
        assert!(act.contains(from), "{from} is not in {act}");
        let broken = act.replacen(from, to, 1);
        assert!(!fits(&to_bot, &broken), "{broken}");
    }
}

/// Every line of games under many seeds is what the schema says, in both directions.
#[test]
fn games_fit_the_schema() {
    let (to_bot, from_bot) = (validator("ToBot"), validator("FromBot"));
    for preset in &dicehouse_rules::PRESETS {
        for seed in 0..3 {
            for line in games::game(preset.game(), preset.name, seed) {
                let value: Value = serde_json::from_str(&line).unwrap();
                let read_back = match serde_json::from_str::<ToBot<'_>>(&line) {
                    Ok(message) => message.line(),
                    Err(_) => serde_json::to_string(&FromBot::read(&line).unwrap()).unwrap(),
                };
                assert_eq!(read_back, line, "what is read is what was written");
                let side = if FromBot::read(&line).is_ok() { &from_bot } else { &to_bot };
                let errors: Vec<String> = side.iter_errors(&value).map(|e| e.to_string()).collect();
                assert!(errors.is_empty(), "{line}\n{}", errors.join("\n"));
            }
        }
    }
}

/// The first line of games with this preset, from seed 1 on, that has all these parts.
fn line_with(game: GameKind, preset: &str, parts: &[&str]) -> String {
    let lines = (1..500).flat_map(|seed| games::game(game, preset, seed));
    let mut found = lines.filter(|line| parts.iter().all(|part| line.contains(part)));
    found.next().unwrap_or_else(|| panic!("no game of {preset} has {parts:?}"))
}

/// The examples by name.
fn example(name: &str) -> String {
    let liars = games::game(GameKind::Liars, "contest", 2);
    let first = |kind: &str| {
        let start = format!("{{\"type\":\"{kind}\"");
        liars.iter().find(|line| line.starts_with(&start)).unwrap().clone()
    };
    let legal =
        |game, preset, parts: &[&str]| Node::at(&line_with(game, preset, parts), &["legal"]);
    match name {
        "hello" | "ready" | "start" | "events" | "act" | "over" | "bye" => layout(&first(name)),
        "move" => {
            let mut answer = serde_json::from_str(&first("move")).unwrap();
            let FromBot::Move(answer) = &mut answer else { panic!("not a move") };
            answer.talk = dicehouse_table::Talk::new("Catch me.");
            answer.info = Some(
                serde_json::from_str(
                    r#"{"win_chance":0.55,"note":"bluffing","numbers":{"depth":3.5}}"#,
                )
                .unwrap(),
            );
            layout(&serde_json::to_string(&FromBot::Move(answer.clone())).unwrap())
        }
        "showdown" => {
            let parts = [r#"{"type":"events""#, r#""event":"showdown""#];
            layout(liars.iter().find(|line| parts.iter().all(|part| line.contains(part))).unwrap())
        }
        "legal bid" => {
            let parts = [r#""least":[null,"#, r#""call":true"#, r#""exact":true"#];
            legal(GameKind::Liars, "perudo", &parts)
        }
        "legal claim" => legal(GameKind::Claims, "full", &[r#""decide":"claim""#]),
        "legal answer" => legal(GameKind::Claims, "full", &[r#""decide":"answer""#]),
        "legal immunity" => legal(GameKind::Claims, "full", &[r#""decide":"immunity""#]),
        "legal split" => legal(GameKind::Pairs, "standard", &[r#""decide":"split""#, "8+8-1"]),
        "view claims" => {
            let parts =
                [r#""decide":"answer""#, r#""round":2"#, r#""end":"caught""#, r#""end":"passed""#];
            Node::at(&line_with(GameKind::Claims, "full", &parts), &["view"])
        }
        "view pairs" => {
            let parts = [r#""decide":"split""#, r#""round":2"#];
            Node::at(&line_with(GameKind::Pairs, "standard", &parts), &["view"])
        }
        other => panic!("docs/protocol.md wants an example of \"{other}\", which there is none of"),
    }
}

/// In the document each example stands in a block after a comment that names it.
#[test]
fn the_examples_of_the_document_are_real() {
    const MARK: &str = "<!-- example: ";
    let path = docs("protocol.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let mut parts = document.split(MARK);
    let mut made = parts.next().unwrap_or_default().to_owned();
    assert!(!made.contains("```json"), "an example before the first mark");
    let mut names = Vec::new();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n```json\n").expect("a mark before a json block");
        let (_, rest) = rest.split_once("\n```\n").expect("the end of the block");
        assert!(!rest.contains("```json"), "a second example after {name}");
        made.push_str(&format!("{MARK}{name} -->\n```json\n{}\n```\n{rest}", example(name)));
        names.push(name.to_owned());
    }
    for needed in ["hello", "ready", "start", "events", "showdown", "act", "move", "over", "bye"]
        .into_iter()
        .chain(["legal bid", "legal claim", "legal answer", "legal immunity", "legal split"])
        .chain(["view claims", "view pairs"])
    {
        assert!(names.iter().any(|name| name == needed), "there is no example of {needed}");
    }
    if blessing() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(
        blessing() || document == made,
        "docs/protocol.md is not up to date: cargo xtask bless"
    );
    assert!(made.contains(&format!("| `protocol` | the version the bot speaks: {PROTOCOL} |")));
}
