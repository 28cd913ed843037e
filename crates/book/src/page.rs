//! The pages around the documents: table of contents, search, and the way to the next chapter.

use crate::File;
use crate::render::{Rendered, render};
use crate::search;
use crate::sources;
use crate::summary::{self, Chapter, Part};

const HTML: &str = "text/html; charset=utf-8";

/// All files of the book.
pub fn files() -> Vec<File> {
    let parts = summary::parts();
    let chapters = summary::chapters(&parts);
    let mut files = Vec::new();
    let mut index = Vec::new();
    for (at, chapter) in chapters.iter().enumerate() {
        let rendered = render(chapter.source);
        let page = chapter.source.page();
        let before = at.checked_sub(1).and_then(|at| chapters.get(at));
        let html = document(&parts, chapter, &rendered, before, chapters.get(at + 1));
        index.extend(search::entries(&page, chapter.title, &rendered.sections));
        files.push(file(page, HTML, html));
    }
    files.extend(sources::others().map(|other| File {
        path: sources::name(other.path),
        media_type: media_type(other.path),
        content: other.content.to_vec(),
    }));
    let index = format!("[{}]", index.join(",\n"));
    for (path, media_type, text) in [
        ("book.css", "text/css; charset=utf-8", include_str!("book.css").to_owned()),
        ("book.js", "text/javascript; charset=utf-8", include_str!("book.js").to_owned()),
        ("search.json", "application/json", index),
    ] {
        files.push(file(path.to_owned(), media_type, text));
    }
    files
}

fn file(path: String, media_type: &'static str, text: String) -> File {
    File { path, media_type, content: text.into_bytes() }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

/// One page.
fn document(
    parts: &[Part],
    chapter: &Chapter,
    rendered: &Rendered,
    before: Option<&Chapter>,
    after: Option<&Chapter>,
) -> String {
    let turn = |chapter: Option<&Chapter>, rel: &str, sign: &str| {
        chapter.map_or_else(String::new, |chapter| {
            let (page, title) = (chapter.source.page(), as_text(chapter.title));
            format!("<a rel=\"{rel}\" href=\"{page}\">{sign} {title}</a>")
        })
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Dicehouse</title>\n<link rel=\"stylesheet\" href=\"book.css\">\n\
         <script type=\"module\" src=\"book.js\"></script>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#text\">To the text</a>\n\
         <header><a href=\"index.html\"><b>⚄ Dicehouse</b></a>\n\
         <form role=\"search\" hidden><label>Search <input type=\"search\" autocomplete=\"off\"></label></form></header>\n\
         <div class=\"book\">\n<nav aria-label=\"Contents\"><details open><summary>Contents</summary>\n{contents}</details></nav>\n\
         <main id=\"text\" tabindex=\"-1\">\n<div class=\"found\" role=\"status\" hidden></div>\n<article>\n{html}</article>\n\
         <p class=\"turn\">{back} {on}</p>\n</main>\n</div>\n</body>\n</html>\n",
        title = as_text(chapter.title),
        contents = contents(parts, chapter),
        html = rendered.html,
        back = turn(before, "prev", "←"),
        on = turn(after, "next", "→"),
    )
}

/// The table of contents, with this chapter marked.
fn contents(parts: &[Part], here: &Chapter) -> String {
    let item = |chapter: &Chapter| {
        let is_here = chapter.source.path == here.source.path;
        let current = if is_here { " aria-current=\"page\"" } else { "" };
        format!(
            "<li><a href=\"{}\"{current}>{}</a></li>\n",
            chapter.source.page(),
            as_text(chapter.title)
        )
    };
    let part = |part: &Part| {
        let title = match part.title {
            "" => String::new(),
            title => format!("<h2>{}</h2>\n", as_text(title)),
        };
        format!("{title}<ul>\n{}</ul>\n", part.chapters.iter().map(item).collect::<String>())
    };
    parts.iter().map(part).collect()
}

/// Text as HTML has it.
fn as_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every link of every page leads to a page that is there, and to a heading that is there.
    #[test]
    fn no_link_is_dead() {
        let files = files();
        let mut places: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
        let pages = || files.iter().filter(|file| file.media_type == HTML);
        let text = |file: &File| String::from_utf8(file.content.clone()).unwrap();
        for page in pages() {
            let ids = text(page);
            let ids = ids.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
            places.extend(ids.map(|id| format!("{}#{id}", page.path)));
        }
        let mut dead = Vec::new();
        for page in pages() {
            let text = text(page);
            for mark in ["href=\"", "src=\""] {
                let links = text.split(mark).skip(1).map(|rest| rest.split('"').next().unwrap());
                for link in links.filter(|link| !link.contains("://")) {
                    let place = match link.strip_prefix('#') {
                        Some(id) => format!("{}#{id}", page.path),
                        None => link.to_owned(),
                    };
                    if !places.contains(&place) {
                        dead.push(format!("{} -> {link}", page.path));
                    }
                }
            }
        }
        assert_eq!(dead, [""; 0]);
    }

    #[test]
    fn the_first_page_is_the_first_chapter_and_every_page_leads_on() {
        let files = files();
        assert_eq!(files[0].path, "index.html");
        let first = String::from_utf8(files[0].content.clone()).unwrap();
        assert!(first.contains("rel=\"next\"") && !first.contains("rel=\"prev\""), "{first}");
        assert_eq!(first.matches("aria-current").count(), 1);
        let index = files.iter().find(|file| file.path == "search.json").unwrap();
        let index = String::from_utf8(index.content.clone()).unwrap();
        assert!(index.contains("[\"record.html#checks\","), "the search knows sections");
    }

    #[test]
    fn a_page_does_nothing_that_the_policy_of_the_house_forbids() {
        for file in files().iter().filter(|file| file.media_type == HTML) {
            let text = String::from_utf8(file.content.clone()).unwrap();
            for forbidden in ["<style", " style=\"", "<script>", " onclick="] {
                assert!(!text.contains(forbidden), "{}: {forbidden}", file.path);
            }
        }
        assert!(!include_str!("book.js").contains("innerHTML"));
    }
}
