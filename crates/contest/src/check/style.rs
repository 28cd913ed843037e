//! Ways to speak that are odd but allowed. A bot must bear them: the next version of the house may speak so.

use dicehouse_protocol::{ToBot, WireStyle};
use serde_json::{Value, json};

/// Something no bot knows, in every object of every message.
pub(super) fn unknown_fields() -> WireStyle {
    WireStyle {
        lines: |message| vec![add_unknown(value(message)).to_string()],
        ..WireStyle::default()
    }
}

/// A message no bot knows before each one it does.
pub(super) fn unknown_messages() -> WireStyle {
    WireStyle {
        lines: |message| match message {
            // Nothing comes before the greeting.
            ToBot::Hello(_) => vec![message.line()],
            _ => {
                let unknown = json!({"type": "weather", "sky": ["blue", null], "id": 1});
                vec![unknown.to_string(), message.line()]
            }
        },
        ..WireStyle::default()
    }
}

/// The fields of each object in another order, and spaces between them.
pub(super) fn other_order() -> WireStyle {
    WireStyle {
        lines: |message| {
            let pretty = serde_json::to_string_pretty(&value(message)).unwrap_or_default();
            // Line ends inside texts are written as \n, so these are all between fields.
            vec![pretty.replace('\n', " ")]
        },
        ..WireStyle::default()
    }
}

/// Question numbers beyond 32 bits that jump.
pub(super) fn jumping_ids() -> WireStyle {
    WireStyle { first_id: (1 << 52) + 11, next_id: |id| id + 1_000_003, ..WireStyle::default() }
}

/// The message with its fields in alphabetical order.
fn value(message: &ToBot<'_>) -> Value {
    serde_json::to_value(message).unwrap_or_default()
}

/// Unknown fields are objects at the top of a message, and words further down, among options and events.
fn add_unknown(value: Value) -> Value {
    const NAME: &str = "a_field_of_tomorrow";
    match value {
        Value::Object(fields) => {
            let top = fields.contains_key("type");
            let news = if top { json!({"ü\"": [1.5, -2, null, {}]}) } else { json!("ü\"{") };
            let known = fields.into_iter().map(|(name, value)| (name, add_unknown(value)));
            Value::Object(known.chain([(NAME.to_owned(), news)]).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(add_unknown).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_protocol::Hello;

    #[test]
    fn every_object_gets_a_field_and_the_message_stays_what_it_is() {
        let hello = ToBot::Hello(Hello::new("x"));
        let lines = (unknown_fields().lines)(&hello);
        assert!(lines[0].contains("a_field_of_tomorrow"));
        for style in [unknown_fields(), unknown_messages(), other_order(), jumping_ids()] {
            let lines = (style.lines)(&hello);
            assert_eq!(serde_json::from_str::<ToBot<'_>>(lines.last().unwrap()).unwrap(), hello);
        }
    }
}
