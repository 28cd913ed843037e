//! JSON Schemas of what is not written as serde would derive it: text forms, lists that hold their items in place, and
//! rulesets, whose options are data.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::act::Act;
use crate::bid::Bid;
use crate::claims::ClaimsRules;
use crate::dice::{Dice, Face, MAX_DICE};
use crate::few::Few;
use crate::liars::LiarsRules;
use crate::pairs::PairsRules;
use crate::ruleset::{Allowed, GameKind, OptionInfo, OptionSet, Ruleset};
use crate::seat::{BySeat, MAX_SEATS, Seat, Seats};
use crate::split::Split;

macro_rules! schema_of {
    ($type:ty, $name:literal, $schema:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

schema_of!(Seat, "Seat", {
    "description": "A seat at the table, counted from 0 clockwise.",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_SEATS - 1,
});
schema_of!(Face, "Face", {
    "description": "The side of a die that shows.",
    "type": "integer",
    "minimum": 1,
    "maximum": Face::MOST,
});
schema_of!(Bid, "Bid", {
    "description": "A bid as text: \"3x5\" says that at least three dice show a five.",
    "type": "string",
    "pattern": "^[1-9][0-9]{0,2}x[1-9]$",
});
schema_of!(Split, "Split", {
    "description": "A split as text: \"4+10-3\" is a pair of 4, a pair of 10 and a 3 removed.",
    "type": "string",
    "pattern": "^[1-9][0-9]?\\+[1-9][0-9]?-[1-6]$",
});
schema_of!(Act, "Act", {
    "description": "An act as text, in its canonical form.",
    "type": "string",
    "pattern": "^([1-9][0-9]{0,2}x[1-9]|call|exact|claim [1-9][0-9]{0,2}|let pass|immunity|no immunity|\
                [1-9][0-9]?\\+[1-9][0-9]?-[1-6])$",
});

impl JsonSchema for Dice {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Dice")
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Dice in the order they fell.",
            "type": "array",
            "items": generator.subschema_for::<Face>(),
            "maxItems": MAX_DICE,
        })
    }
}

impl JsonSchema for Seats {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Seats")
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A set of seats, in ascending order.",
            "type": "array",
            "items": generator.subschema_for::<Seat>(),
            "uniqueItems": true,
            "maxItems": MAX_SEATS,
        })
    }
}

/// Lists are written out where they stand: their names would say nothing.
macro_rules! as_list {
    (($($generics:tt)*) $type:ty, $item:ty, $most:expr) => {
        impl<$($generics)*> JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                Cow::Owned(format!("{}s", <$item>::schema_name()))
            }
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let items = generator.subschema_for::<$item>();
                json_schema!({ "type": "array", "items": items, "maxItems": $most })
            }
        }
    };
}

as_list!((T: JsonSchema, const N: usize) Few<T, N>, T, N);
as_list!((T: JsonSchema) BySeat<T>, T, MAX_SEATS);

/// The values an option takes.
fn values(info: &OptionInfo) -> Value {
    let number = |from: u16, to: u16| json!({ "type": "integer", "minimum": from, "maximum": to });
    let mut schema = match info.allowed {
        Allowed::Number { from, to } => number(from, to),
        Allowed::UpToDice { from } => number(from, MAX_DICE as u16),
        Allowed::Switch => json!({ "type": "boolean" }),
        Allowed::Words { words } => json!({ "enum": words }),
        Allowed::FaceOrNone { faces } => {
            json!({ "anyOf": [{ "const": "none" }, number(1, faces.into())] })
        }
    };
    schema["description"] = info.about.into();
    schema
}

/// The options of a game, and which of them always have a value.
fn options<R: OptionSet>() -> (Map<String, Value>, Vec<&'static str>) {
    let infos = R::table().iter().map(|spec| spec.info);
    let properties = infos.map(|info| (info.name.to_owned(), values(&info))).collect();
    let names = R::table().iter().map(|spec| spec.info.name);
    let always = |name: &&str| {
        let has = |ruleset: Ruleset| ruleset.values().iter().any(|(option, _)| option == name);
        R::GAME.presets().all(|preset| has(preset.ruleset()))
    };
    (properties, names.filter(always).collect())
}

macro_rules! options_as_schema {
    ($($rules:ident),+) => {$(
        impl JsonSchema for $rules {
            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($rules))
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let (properties, required) = options::<$rules>();
                json_schema!({
                    "description": format!("The options of `{}`.", $rules::GAME),
                    "type": "object",
                    "properties": properties,
                    "required": required,
                })
            }
        }
    )+};
}

options_as_schema!(LiarsRules, ClaimsRules, PairsRules);

impl JsonSchema for Ruleset {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Ruleset")
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let of_game = |game: GameKind| {
            let (options, always) = match game {
                GameKind::Liars => options::<LiarsRules>(),
                GameKind::Claims => options::<ClaimsRules>(),
                GameKind::Pairs => options::<PairsRules>(),
            };
            let presets: Vec<&str> = game.presets().map(|preset| preset.name).collect();
            let mut properties = Map::new();
            properties.insert("game".to_owned(), json!({ "const": game.name() }));
            properties.insert("preset".to_owned(), json!({ "enum": presets }));
            properties.extend(options);
            let required: Vec<&str> = ["game", "preset"].into_iter().chain(always).collect();
            json!({ "type": "object", "properties": properties, "required": required })
        };
        json_schema!({
            "description": "The complete rules: the game, the preset and every option that has a meaning.",
            "oneOf": GameKind::ALL.map(of_game),
        })
    }
}
