//! The page's types of a review are made from these: `web/src/lib/wire/review.ts` is compared with what the code says
//! now. What reviews share with rooms is imported from the messages' own file.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::path::{Path, PathBuf};

use dicehouse_review::Review;
use dicehouse_table::ts::declarations;

fn wire(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire").join(file)
}

fn generated() -> String {
    let messages = std::fs::read_to_string(wire("messages.ts")).unwrap();
    // A shared type reads the same in both files; two types may have one name, as a moment of a game and of a review.
    let (shared, own): (Vec<_>, Vec<_>) = declarations::<Review>()
        .into_iter()
        .partition(|(_, declaration)| messages.contains(declaration));
    let names: Vec<&str> = shared.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"Act") && names.contains(&"Seat"), "{names:?}");
    let mut file = String::from(
        "// Made from crates/review by `cargo xtask bless`; a test compares it. Do not edit.\n\n",
    );
    file.push_str(&format!("import type {{ {} }} from './messages';\n", names.join(", ")));
    for (_, declaration) in own {
        file.push_str(&format!("\n{declaration}"));
    }
    file
}

#[test]
fn the_page_has_the_types_of_a_review() {
    let path = wire("review.ts");
    let now = generated();
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        before == now,
        "web/src/lib/wire/review.ts is not what the code says: run `cargo xtask bless` and read the diff"
    );
}
