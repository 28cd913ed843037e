//! The page's types are made from these: `web/src/lib/wire/messages.ts` is compared with what the code says now.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::path::Path;

use dicehouse_room::message::{Emote, Phrase, ToClient, ToRoom};
use dicehouse_table::ts::declarations;

const FILE: &str = "../../web/src/lib/wire/messages.ts";

/// The words a page shows for phrases and emotes, in the order they are offered.
fn words<T: serde::Serialize + Copy>(name: &str, all: &[T], text: fn(T) -> &'static str) -> String {
    let mut lines = format!("export const {name} = {{\n");
    for item in all {
        let word = serde_json::to_string(item).unwrap();
        lines.push_str(&format!("  {word}: {},\n", serde_json::to_string(text(*item)).unwrap()));
    }
    lines + "} as const;\n"
}

fn generated() -> String {
    let all = declarations::<(ToRoom, ToClient)>();
    let mut text = String::from(
        "// Made from crates/room by `cargo xtask bless`; a test compares it. Do not edit.\n\n",
    );
    for declaration in all.values() {
        text.push_str(declaration);
        text.push('\n');
    }
    text.push_str(&words("PHRASES", Phrase::ALL, Phrase::text));
    text.push('\n');
    text.push_str(&words("EMOTES", Emote::ALL, Emote::text));
    text
}

#[test]
fn the_page_has_the_types_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let now = generated();
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &now).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        before == now,
        "{FILE} is not what the code says: run `cargo xtask bless` and read the diff"
    );
}
