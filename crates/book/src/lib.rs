//! The documentation as a book: the Markdown files of `docs/` as HTML pages that link to each other, with a table of
//! contents and a search. A house serves it under `/docs/`, `dicehouse book` writes it as files.
//!
//! The sources are part of the program and are made into pages once, when somebody asks for the first: that takes
//! milliseconds, and a change of a document costs no build step. `docs/SUMMARY.md` says what is in the book and in which order,
//! as mdBook's does.

mod page;
mod render;
mod search;
mod slug;
mod sources;
mod summary;

use std::sync::LazyLock;

/// One file of the book.
#[derive(Debug)]
pub struct File {
    /// Its path in the book: `index.html`, `record.html`, `book.css`.
    pub path: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub content: Vec<u8>,
}

static FILES: LazyLock<Vec<File>> = LazyLock::new(page::files);

/// All files of the book.
pub fn files() -> &'static [File] {
    &FILES
}

/// The file at a path of the book; the empty path is its first page.
pub fn find(path: &str) -> Option<&'static File> {
    let path = if path.is_empty() { "index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}
