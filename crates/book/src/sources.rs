//! The documents, and what they show or link to.

use std::sync::LazyLock;

/// A document.
pub struct Source {
    /// Where it lies in the project, which is what links name it by.
    pub path: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// A file of `docs/` that is not a document: a picture, a schema.
pub struct Other {
    /// Where it lies in the project.
    pub path: &'static str,
    /// What is in it.
    pub content: &'static [u8],
}

/// What is in the book and in which order.
pub const SUMMARY: &str = include_str!("../../../docs/SUMMARY.md");

/// Everything in `docs/`, and the documents at the root: the path of each, and what is in it. `build.rs` lists them.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/documents.rs"));

static CHAPTERS: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let documents = FILES.iter().filter(|(path, _)| path.ends_with(".md"));
    let text = |content| std::str::from_utf8(content).unwrap_or_default();
    documents.map(|(path, content)| Source { path, text: text(content) }).collect()
});

/// The documents, in no order of meaning.
pub fn chapters() -> &'static [Source] {
    &CHAPTERS
}

/// Files that chapters link to or show.
pub fn others() -> impl Iterator<Item = Other> {
    let others = FILES.iter().filter(|(path, _)| !path.ends_with(".md"));
    others.map(|(path, content)| Other { path, content })
}

/// The document at a path of the project.
pub fn chapter(path: &str) -> Option<&'static Source> {
    CHAPTERS.iter().find(|source| source.path == path)
}

/// What the file at a path of the project is called in the book, if it is in it.
pub fn page(path: &str) -> Option<String> {
    FILES.iter().find(|(known, _)| *known == path).map(|(path, _)| name(path))
}

/// `docs/record.md` is `record.html`, `SECURITY.md` is `security.html`; other files keep their name.
pub fn name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.strip_suffix(".md") {
        Some(name) => format!("{}.html", name.to_lowercase()),
        None => name.to_owned(),
    }
}

impl Source {
    /// What it is called in the book.
    pub fn page(&self) -> String {
        name(self.path)
    }

    /// The folder it lies in, which its links begin at.
    pub fn folder(&self) -> &'static str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Its first heading.
    pub fn title(&self) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(self.path)
    }
}
