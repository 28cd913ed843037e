//! The messages as JSON Schema.

use dicehouse_table::schema::{DRAFT, definitions, generator};
use serde_json::{Value, json};

use crate::{FromBot, PROTOCOL, ToBot};

/// The schema of one line between house and bot, as `docs/protocol.schema.json` has it. `ToBot` and `FromBot` among its
/// definitions are the lines of one side.
#[must_use]
pub fn schema() -> Value {
    let mut generator = generator();
    let sides = [generator.subschema_for::<ToBot<'_>>(), generator.subschema_for::<FromBot>()];
    let mut schema = json!({
        "$schema": DRAFT,
        "title": format!("The Dicehouse bot protocol, version {PROTOCOL}"),
        "description": "One line is one message. Fields that are not named here may appear in any object and are to be \
                        ignored, as are messages of an unknown type.",
        "anyOf": sides,
    });
    schema["$defs"] = definitions(&mut generator);
    schema
}
