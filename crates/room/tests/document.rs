//! The messages shown in `docs/room.md` are messages, and every code and field value it must name is named.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::fs;
use std::path::Path;

use dicehouse_room::message::{ToClient, ToRoom};
use serde_json::Value;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/room.md");
    fs::read_to_string(path).unwrap()
}

/// A message reads, and says the same when it is written again.
fn check<T: serde::de::DeserializeOwned + serde::Serialize>(value: &Value) -> Result<(), String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let written = serde_json::to_value(&read).map_err(|error| error.to_string())?;
    if written == *value { Ok(()) } else { Err(format!("reads as {written}")) }
}

#[test]
fn the_examples_are_messages() {
    let text = document();
    let examples: Vec<&str> =
        text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 7, "{} examples", examples.len());
    for example in examples {
        let value: Value = serde_json::from_str(example).unwrap();
        let results = [check::<ToRoom>(&value), check::<ToClient>(&value)];
        assert!(results.iter().any(Result::is_ok), "{example}: {results:?}");
    }
}

/// Every word of the wire that a client has to know stands in the document.
#[test]
fn the_document_names_every_word() {
    let text = document();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire/messages.ts");
    let types = fs::read_to_string(path).unwrap();
    let union = |name: &str| -> Vec<String> {
        let start = types.find(&format!("export type {name} = ")).unwrap();
        let end = types[start..].find("\nexport ").map_or(types.len(), |end| start + end);
        types[start..end].to_owned().lines().map(str::to_owned).collect()
    };
    for (name, key) in [
        ("Command", Some("\"do\": \"")),
        ("RoomEntry", Some("\"what\": \"")),
        ("Notice", Some("\"notice\": \"")),
        ("RefusalCode", None),
        ("WhyOver", None),
        ("WhyLeft", None),
        ("TalkRule", None),
        ("Phase", None),
    ] {
        let body = union(name).join("\n");
        let words: Vec<&str> = match key {
            Some(key) => {
                body.split(key).skip(1).filter_map(|rest| rest.split('"').next()).collect()
            }
            None => body.split('"').skip(1).step_by(2).collect(),
        };
        assert!(words.len() >= 3, "{name}: {words:?}");
        for word in words {
            assert!(text.contains(&format!("`{word}`")), "{name}: {word} is not in docs/room.md");
        }
    }
}
