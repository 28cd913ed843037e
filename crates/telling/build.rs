//! Makes one table of all messages in all languages, so that a text that is asked for and missing, in any language or
//! with other blanks, does not compile. Texts are in `text/messages/LANGUAGE/*.toml`; what the rules and rooms refuse
//! and what people say in a room is the page's: `text/page` has these lines of its files, and a test holds them together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The languages in the order of `Language::ALL`.
const LANGUAGES: [&str; 3] = ["en", "de", "es"];

/// What is taken from the page.
const OF_THE_PAGE: [&str; 3] = ["against.", "refusal.", "phrase."];

/// A text; with a form of its own for one thing where it counts something.
#[derive(Default)]
struct Text {
    one: Option<String>,
    other: String,
}

type Texts = BTreeMap<String, Text>;

fn main() {
    let all = LANGUAGES.map(texts);
    for (language, texts) in LANGUAGES.iter().zip(&all) {
        compare(language, texts, &all[0]);
    }
    let out = env::var("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("messages.rs"), table(&all)).expect("the folder is there");
}

/// All texts of a language, by section and name.
fn texts(language: &str) -> Texts {
    let mut texts = Texts::new();
    let folder = format!("text/messages/{language}");
    println!("cargo::rerun-if-changed={folder}");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{folder}: {error}"))
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        read(&file, &mut texts);
    }
    let page = format!("text/page/{language}.json");
    println!("cargo::rerun-if-changed={page}");
    read_page(&page, &mut texts);
    texts
}

/// Reads a message file: sections, and a text in quotes for each name. `name.one` and `name.other` are the forms of one text.
fn read(file: &Path, texts: &mut Texts) {
    let content = fs::read_to_string(file).expect("the file is there");
    let mut section = String::new();
    for (n, line) in content.lines().enumerate() {
        let wrong = |what: &str| -> ! { panic!("{}:{}: {what}", file.display(), n + 1) };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            name.clone_into(&mut section);
            continue;
        }
        let Some((name, text)) = line.split_once(" = ") else { wrong("a name and a text") };
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let Some(text) = quoted.map(unescaped) else { wrong("a text in quotes") };
        if !add(texts, &format!("{section}.{name}"), text) {
            wrong("there is such a text already");
        }
    }
}

/// Reads what is taken from a message file of the page. A message with forms stands on several lines there; none of those taken has any.
fn read_page(file: &str, texts: &mut Texts) {
    let content = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    for line in content.lines() {
        let Some((name, text)) = line.trim().split_once(": ") else { continue };
        let name = name.trim_matches('"');
        let text = text.trim_end_matches(',');
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some(text) = quoted.filter(|_| OF_THE_PAGE.iter().any(|of| name.starts_with(of))) {
            assert!(add(texts, name, unescaped(text)), "{file}: {name} is there twice");
        }
    }
}

fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Adds a text or a form of one. Says whether it was new.
fn add(texts: &mut Texts, name: &str, text: String) -> bool {
    if let Some(name) = name.strip_suffix(".one") {
        return texts.entry(name.to_owned()).or_default().one.replace(text).is_none();
    }
    let name = name.strip_suffix(".other").unwrap_or(name);
    let entry = texts.entry(name.to_owned()).or_default();
    let new = entry.other.is_empty();
    entry.other = text;
    new
}

/// A language has every text of English and no other, with the same blanks.
fn compare(language: &str, texts: &Texts, english: &Texts) {
    for (name, text) in english {
        let Some(own) = texts.get(name) else { panic!("{language}: {name} is missing") };
        assert!(!own.other.is_empty(), "{language}: {name} is empty");
        assert_eq!(
            blanks(own),
            blanks(text),
            "{language}: {name} has other blanks than in English"
        );
    }
    for name in texts.keys() {
        assert!(english.contains_key(name), "{language}: {name} is not in English");
    }
}

/// The names of what is filled in. The form for one thing may leave out the number.
fn blanks(text: &Text) -> BTreeSet<&str> {
    text.other.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

/// The table as a piece of Rust.
fn table(all: &[Texts; LANGUAGES.len()]) -> String {
    let mut code = String::new();
    let count = all[0].len();
    // The compiler looks keys up, which it does in a constant alone.
    code.push_str("#[allow(clippy::large_const_arrays)]\n");
    let _ = writeln!(code, "pub(crate) const KEYS: [(&str, &[&str]); {count}] = [");
    for (name, text) in &all[0] {
        let blanks: Vec<&str> = blanks(text).into_iter().collect();
        let _ = writeln!(code, "    ({name:?}, &{blanks:?}),");
    }
    let languages = LANGUAGES.len();
    let _ = writeln!(
        code,
        "];\npub(crate) static TEXTS: [[(Option<&str>, &str); {count}]; {languages}] = ["
    );
    for texts in all {
        code.push_str("[\n");
        for Text { one, other } in texts.values() {
            let _ = writeln!(code, "    ({one:?}, {other:?}),");
        }
        code.push_str("],\n");
    }
    code.push_str("];\n");
    code
}
