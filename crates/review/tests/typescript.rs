//! The page's types of a review are made from these: `web/src/lib/wire/review.ts` is compared with what the code says
//! now. What reviews share with rooms is imported from the messages' own file.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use dicehouse_review::Review;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type that is declared, by name.
struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            let before = self.found.insert(T::ident(&self.config), declaration.clone());
            assert!(
                before.is_none_or(|before| before == declaration),
                "two types have one name: {declaration}"
            );
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn wire(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire").join(file)
}

fn generated() -> String {
    let messages = std::fs::read_to_string(wire("messages.ts")).unwrap();
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, seen: HashSet::new(), found: BTreeMap::new() };
    declarations.visit::<Review>();
    // A shared type reads the same in both files; two types may have one name, as a moment of a game and of a review.
    let text = |declaration: &str| -> String {
        declaration.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    };
    let (shared, own): (Vec<_>, Vec<_>) = declarations
        .found
        .iter()
        .partition(|(_, declaration)| messages.contains(&text(declaration)));
    let names: Vec<&str> = shared.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"Act") && names.contains(&"Seat"), "{names:?}");
    let mut file = String::from(
        "// Made from crates/review by `cargo xtask bless`; a test compares it. Do not edit.\n\n",
    );
    file.push_str(&format!("import type {{ {} }} from './messages';\n", names.join(", ")));
    for (_, declaration) in own {
        file.push_str(&format!("\n{}", text(declaration)));
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
