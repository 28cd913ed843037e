//! Records and messages as JSON Schema, made from the types.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::dice::{Commitment, ContestSecret, HeaderHash, SeatSeed, ServerSeed};
use crate::entry::Entry;
use crate::record::{End, GameId, Header, PublicKey, Signature};
use crate::text::{Name, Talk, Text};

macro_rules! as_text {
    ($([$($generics:tt)*] $type:ty: $schema:tt;)+) => {$(
        impl<$($generics)*> JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($type))
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )+};
}

as_text! {
    [const LONGEST: usize] Text<LONGEST>: { "type": "string", "maxLength": LONGEST };
    [] Name: { "type": "string", "minLength": 1, "maxLength": Name::LONGEST };
    [] Talk: { "type": "string", "minLength": 1, "maxLength": Talk::LONGEST };
    [] SeatSeed: { "type": "string", "pattern": "^[!-~]{1,64}$" };
    [] Commitment: { "type": "string", "pattern": "^[0-9a-f]{64}$" };
    [] HeaderHash: { "type": "string", "pattern": "^[0-9a-f]{64}$" };
    [] ServerSeed: { "type": "string", "pattern": "^[0-9a-f]{64}$" };
    [] ContestSecret: { "type": "string", "pattern": "^[0-9a-f]{64}$" };
    [] PublicKey: { "type": "string", "pattern": "^[0-9a-f]{64}$" };
    [] Signature: { "type": "string", "pattern": "^[0-9a-f]{128}$" };
    [] GameId: { "type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$" };
}

/// The schema of one line of a record, as `docs/record.schema.json` has it.
pub fn record() -> Value {
    let mut generator = generator();
    let header = generator.subschema_for::<Header>();
    let entry = generator.subschema_for::<Entry>();
    let end = generator.subschema_for::<End>();
    let signature = generator.subschema_for::<Signature>();
    let lines = [
        header.to_value(),
        entry.to_value(),
        json!({
            "description": "The end of the game.",
            "type": "object",
            "properties": { "end": end },
            "required": ["end"],
        }),
        json!({
            "description": "The last line of a record that is signed.",
            "type": "object",
            "properties": { "signature": signature },
            "required": ["signature"],
        }),
    ];
    let check =
        "The first 8 bytes of the SHA-256 of the check before and this line up to its check.";
    let mut schema = json!({
        "$schema": DRAFT,
        "title": "A line of a Dicehouse record, version 1",
        "description": "A record is a header, entries in order, an end, and a signature where the header names a signer, one JSON object to a line.",
        "type": "object",
        "properties": {
            "check": { "description": check, "type": "string", "pattern": "^[0-9a-f]{16}$" },
        },
        "required": ["check"],
        "anyOf": lines,
    });
    schema["$defs"] = definitions(&mut generator);
    schema
}

/// The dialect of the schemas.
pub const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A generator of schemas of what is written.
pub fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// All definitions that the schemas of `generator` refer to. Numbers have bounds in the place of names of their types.
pub fn definitions(generator: &mut SchemaGenerator) -> Value {
    let mut definitions = Value::Object(generator.take_definitions(true).into_iter().collect());
    bound_numbers(&mut definitions);
    definitions
}

/// The largest whole number that JavaScript and others read rightly.
const LARGEST: u64 = (1 << 53) - 1;

fn bound_numbers(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            bound_number(fields);
            fields.values_mut().for_each(bound_numbers);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_numbers),
        _ => {}
    }
}

fn bound_number(fields: &mut Map<String, Value>) {
    let bounds = match fields.get("format").and_then(Value::as_str) {
        Some("uint8" | "uint16") => None,
        Some("int16") => Some((i64::from(i16::MIN), i16::MAX as u64)),
        Some("int32") => Some((i64::from(i32::MIN), i32::MAX as u64)),
        Some("uint32") => Some((0, u64::from(u32::MAX))),
        Some("uint64" | "uint") => Some((0, LARGEST)),
        Some("double") => None,
        _ => return,
    };
    fields.remove("format");
    if let Some((least, most)) = bounds {
        fields.entry("minimum").or_insert(least.into());
        fields.entry("maximum").or_insert(most.into());
    }
}
