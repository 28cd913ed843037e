//! `docs/record.md` shows a real record and real figures, and names every kind of line; `docs/record.schema.json` is made from
//! the types. `cargo xtask bless` rewrites them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Random, random_record, recorded, ruleset};
use dicehouse_rules::{GameKind, PRESETS};
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::RecordWriter;
use dicehouse_table::record::{DiceProof, Record, verify};
use dicehouse_table::{Keep as _, NoClock, Player, Seated, Table, run, schema};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(parts.concat()).into()
}

/// The table of known answers, computed from the recipe of the page rather than by the program.
fn known_answers(record: &str) -> String {
    let header = sha256(&[record.split(",\"dice\":{").next().unwrap().as_bytes()]);
    let seed = record.split("\"server_seed\":\"").nth(1).unwrap().split('"').next().unwrap();
    let mut first = <Hmac<Sha256>>::new_from_slice(&hex::decode(seed).unwrap()).unwrap();
    first.update(b"dicehouse dice 1");
    first.update(&header);
    first.update(&[1, 0, 5]);
    first.update(b"ann's");
    first.update(&[0; 16]);
    let secret = sha256(&[b"dicehouse contest seed 1", &1u64.to_le_bytes()]);
    let key = sha256(&[b"dicehouse deal 1", &secret, &0u64.to_le_bytes()]);
    let mut cipher = ChaCha8Rng::from_seed(key);
    cipher.set_stream(256);
    let words: Vec<u8> = (0..4).flat_map(|_| cipher.next_u32().to_le_bytes()).collect();
    let rows = [
        ("header hash of the example above", header.to_vec()),
        ("bytes of its throw 0, block 0", first.finalize().into_bytes().to_vec()),
        ("contest secret of the seed 1", secret.to_vec()),
        ("key of its deal 0", key.to_vec()),
        ("first four words of round 1, seat 0, as bytes", words),
    ];
    let row = |(what, bytes): &(&str, Vec<u8>)| format!("| {what} | `{}` |\n", hex::encode(bytes));
    rows.iter().map(row).collect()
}

/// Holds the text between `from` and `to` in the page against what it should be.
fn check(from: &str, to: &str, expected: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.md");
    let document = std::fs::read_to_string(path).unwrap();
    let start = document.find(from).unwrap() + from.len();
    let end = start + document[start..].find(to).unwrap();
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        let blessed = format!("{}{expected}{}", &document[..start], &document[end..]);
        std::fs::write(path, blessed).unwrap();
        return;
    }
    assert_eq!(&document[start..end], expected, "cargo xtask bless rewrites it");
}

#[test]
fn the_example_and_the_known_answers_are_real() {
    let seats = vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")];
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(Random::new(8)), Box::new(Random::new(9))];
    let (text, _) = recorded(ruleset(GameKind::Liars, "openspiel"), seats, &mut players, 1);
    assert_eq!(verify(&Record::read(&text).unwrap()), Ok(DiceProof::Trusted));
    check("```jsonl\n", "```", &text);
    let signed = signed();
    assert_eq!(verify(&Record::read(&signed).unwrap()), Ok(DiceProof::Trusted));
    check(
        "### A signed record\n\nThe example again, signed with the key whose 32 secret bytes are all 1:\n\n```jsonl\n",
        "```",
        &signed,
    );
    check("### Known answers\n\n| what | value |\n| --- | --- |\n", "\n## ", &known_answers(&text));
}

/// The example with a signer, whose signature is made by the recipe of the page rather than by the program.
fn signed() -> String {
    use ed25519_dalek::Signer as _;
    let key = ed25519_dalek::SigningKey::from_bytes(&[1; 32]);
    let public = hex::encode(key.verifying_key().to_bytes());
    let seats = vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")];
    let rules = ruleset(GameKind::Liars, "openspiel");
    let opening = common::opening(rules, seats, 1).signed_by(Some(public.parse().unwrap()));
    let (header, dice) = opening.trusted(&ServerSeed::from_number(1));
    let mut table = Table::new(rules, header.seats.as_slice(), dice).unwrap();
    let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
    writer.keep(&table.add_seat_seed(common::seat(0), "ann's".parse().unwrap()).unwrap()).unwrap();
    let mut players: [Box<dyn Player>; 2] = [Box::new(Random::new(8)), Box::new(Random::new(9))];
    run(&mut table, &mut players, &mut NoClock, &mut writer).unwrap();
    writer.end(&table.end()).unwrap();
    let text = String::from_utf8(writer.into_inner()).unwrap();
    let head = text.lines().fold([0; 32], |head, line| {
        sha256(&[&head, line.rsplit_once(",\"check\"").unwrap().0.as_bytes()])
    });
    let signature = key.sign(&[&b"dicehouse record 1"[..], &head].concat());
    let line =
        format!("{{\"signature\":\"{}\",\"check\":\"\"}}\n", hex::encode(signature.to_bytes()));
    common::mended(&(text + &line))
}

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.schema.json");

#[test]
fn the_schema_is_that_of_the_types() {
    let made = serde_json::to_string_pretty(&schema::record()).unwrap() + "\n";
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        std::fs::write(SCHEMA, &made).unwrap();
    }
    let kept = std::fs::read_to_string(SCHEMA).unwrap_or_default();
    assert!(kept == made, "docs/record.schema.json is not up to date: cargo xtask bless");
    jsonschema::draft202012::meta::validate(&schema::record()).unwrap();
}

#[test]
fn every_line_of_real_records_fits_the_schema() {
    let schema = jsonschema::draft202012::new(&schema::record()).unwrap();
    for preset in &PRESETS {
        for (players, seed) in [(2, 31), (5, 32)] {
            for line in random_record(preset.ruleset(), players, seed).lines() {
                let value: Value = serde_json::from_str(line).unwrap();
                let errors: Vec<String> =
                    schema.iter_errors(&value).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{line}\n{}", errors.join("\n"));
            }
        }
    }
}

#[test]
fn broken_lines_do_not_fit_the_schema() {
    let schema = jsonschema::draft202012::new(&schema::record()).unwrap();
    let text = random_record(ruleset(GameKind::Liars, "perudo"), 3, 31) + &signed();
    let line_with = |part: &str| {
        text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part}"))
    };
    for (part, from, to) in [
        (r#""dicehouse":1"#, r#""dicehouse":1,"#, ""),
        (r#""dicehouse":1"#, r#""id":"test-31""#, r#""id":"../31""#),
        (r#""dicehouse":1"#, r#""preset":"perudo""#, r#""preset":"poker""#),
        (r#""dicehouse":1"#, r#""dice":5"#, r#""dice":11"#),
        (r#""dicehouse":1"#, r#""source":"trusted""#, r#""source":"lucky""#),
        (r#""event":"acted""#, r#""event":"acted""#, r#""event":"danced""#),
        (r#""event":"acted""#, r#""seat":"#, r#""seat":1"#),
        (r#""event":"acted""#, r#""act":""#, r#""act":"please "#),
        (r#""what":"hand""#, r#""what":"hand""#, r#""what":"foot""#),
        (r#""what":"hand""#, r#""dice":["#, r#""dice":[0,"#),
        (r#""event":"showdown""#, r#""hands":"#, r#""hand":"#),
        (r#""event":"die-lost""#, r#""why":""#, r#""why":"no-"#),
        (r#"{"end":"#, r#""places":["#, r#""places":["first","#),
        (r#"{"end":"#, r#""check":""#, r#""check":"g"#),
        (r#"{"signature":"#, r#""signature":""#, r#""signature":"g"#),
        (r#""signed_by""#, r#""signed_by":""#, r#""signed_by":"0"#),
    ] {
        let line = line_with(part);
        assert!(schema.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
        assert!(line.contains(from), "{from} is not in {line}");
        let broken = line.replacen(from, to, 1);
        let value: Value = serde_json::from_str(&broken).unwrap();
        assert!(!schema.is_valid(&value), "{broken}");
    }
}

/// Every kind of entry with its fields, as the schema has them.
fn kinds() -> BTreeMap<String, BTreeSet<String>> {
    let schema = schema::record();
    let mut kinds = BTreeMap::new();
    collect(&schema["$defs"], &schema["$defs"]["Entry"], &mut kinds);
    collect(&schema["$defs"], &schema["$defs"]["Event"], &mut kinds);
    kinds
}

fn collect(definitions: &Value, schema: &Value, kinds: &mut BTreeMap<String, BTreeSet<String>>) {
    if let Some(kind) = schema["properties"]["event"]["const"].as_str() {
        let fields = kinds.entry(kind.to_owned()).or_default();
        collect_fields(definitions, schema, fields);
        fields.remove("event");
    }
    for branch in ["oneOf", "anyOf"].iter().filter_map(|of| schema[*of].as_array()).flatten() {
        collect(definitions, branch, kinds);
    }
}

/// The fields of a schema and of those it refers to.
fn collect_fields(definitions: &Value, schema: &Value, fields: &mut BTreeSet<String>) {
    fields.extend(
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()),
    );
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        collect_fields(definitions, &definitions[name], fields);
    }
}

/// The tables of the page name each kind of line with all its fields, and nothing else.
#[test]
fn the_tables_name_every_kind_of_line() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.md");
    let document = std::fs::read_to_string(path).unwrap();
    let tables = document.split("| `event` | ").skip(1);
    let rows =
        tables.flat_map(|table| table.lines().skip(2).take_while(|line| line.starts_with('|')));
    let mut named = BTreeMap::new();
    for row in rows {
        let mut cells = row.trim_matches('|').split(" | ");
        let kind = cells.next().unwrap().trim().trim_matches('`').to_owned();
        // Remarks in brackets name values, not fields.
        let mut depth = 0;
        let fields: String = cells
            .next()
            .unwrap()
            .chars()
            .filter(|c| {
                depth += i32::from(*c == '(') - i32::from(*c == ')');
                depth == 0
            })
            .collect();
        let fields: BTreeSet<String> =
            fields.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        named.insert(kind, fields);
    }
    assert_eq!(named, kinds(), "docs/record.md does not name what there is");
}
