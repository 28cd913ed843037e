//! What the terminal says in the page's words is what the page says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::Path;

/// What is taken from the page, as `build.rs` says.
const OF_THE_PAGE: &[&str] = &["against.", "refusal.", "phrase."];

/// The texts are in the package itself, so that it can be built without the page. `cargo xtask bless` does not write them: copy the
/// lines that this names.
#[test]
fn texts_of_the_page_are_the_pages() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for language in ["en", "de", "es"] {
        let read = |path: std::path::PathBuf| -> BTreeMap<String, serde_json::Value> {
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
        };
        let own = read(here.join(format!("text/page/{language}.json")));
        let mut pages = read(here.join(format!("../../web/src/lib/i18n/{language}.json")));
        pages.retain(|name, text| {
            text.is_string() && OF_THE_PAGE.iter().any(|of| name.starts_with(of))
        });
        assert!(pages.len() > 20, "{language}");
        assert_eq!(own, pages, "{language}");
    }
}
