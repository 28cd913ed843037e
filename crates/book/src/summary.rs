//! `docs/SUMMARY.md`, as mdBook writes it: headings are parts, items of lists are chapters.

use crate::sources::{self, Source};

/// A part of the book with its chapters.
pub struct Part {
    /// Its name; empty for what comes before the first.
    pub title: &'static str,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Copy)]
pub struct Chapter {
    /// What it is called in the table of contents.
    pub title: &'static str,
    /// Its text.
    pub source: &'static Source,
}

/// The parts of the book. What names no document is left out; a test sees to it that nothing is. A document that is not named
/// comes last.
pub fn parts() -> Vec<Part> {
    let mut parts = vec![Part { title: "", chapters: Vec::new() }];
    for line in sources::SUMMARY.lines().skip(1) {
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(Part { title, chapters: Vec::new() });
        } else if let (Some((title, path)), Some(part)) = (link(line), parts.last_mut())
            && let Some(source) = sources::chapter(&resolved(path))
        {
            part.chapters.push(Chapter { title, source });
        }
    }
    let named: Vec<&str> = chapters(&parts).iter().map(|chapter| chapter.source.path).collect();
    let rest = sources::chapters().iter().filter(|source| !named.contains(&source.path));
    let rest = rest.map(|source| Chapter { title: source.title(), source }).collect();
    parts.push(Part { title: "More", chapters: rest });
    parts.retain(|part| !part.chapters.is_empty());
    parts
}

/// All chapters in order.
pub fn chapters(parts: &[Part]) -> Vec<Chapter> {
    parts.iter().flat_map(|part| part.chapters.iter().copied()).collect()
}

/// The title and the path in `- [Title](path)` or `[Title](path)`.
fn link(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().trim_start_matches("- ").strip_prefix('[')?;
    line.strip_suffix(')')?.split_once("](")
}

/// A path of `docs/` as a path of the project.
fn resolved(path: &str) -> String {
    path.strip_prefix("../").map_or_else(|| format!("docs/{path}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_document_is_a_chapter_once_and_in_the_order_of_the_summary() {
        let named: Vec<&str> =
            chapters(&parts()).iter().map(|chapter| chapter.source.path).collect();
        let known: BTreeSet<&str> = sources::chapters().iter().map(|source| source.path).collect();
        assert_eq!(named.iter().copied().collect::<BTreeSet<_>>(), known);
        assert_eq!(named.len(), known.len(), "a chapter is named twice");
        let links: Vec<&str> =
            sources::SUMMARY.lines().filter_map(|line| Some(link(line)?.1)).collect();
        for (link, path) in links.iter().zip(&named) {
            assert_eq!(resolved(link), *path, "docs/SUMMARY.md names a file that is not there");
        }
        assert_eq!(named[0], "docs/index.md", "the book begins with its first page");
    }
}
