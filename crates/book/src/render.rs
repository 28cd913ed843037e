//! A document as HTML: headings with names, links that lead to other pages of the book.

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::slug::Slugs;
use crate::sources::{self, Source};

/// A document as HTML, and what is in it.
pub struct Rendered {
    /// The body of the page.
    pub html: String,
    /// Its sections, the first with the title of the page.
    pub sections: Vec<Section>,
}

/// A heading with the text below it.
#[derive(Debug)]
pub struct Section {
    /// How deep it lies: 1 for the title of the page.
    pub level: usize,
    /// The name it is linked to by.
    pub slug: String,
    /// The heading.
    pub title: String,
    /// The words below it, up to the next heading.
    pub text: String,
}

/// Renders a document.
pub fn render(source: &Source) -> Rendered {
    let mut slugs = Slugs::default();
    let mut sections: Vec<Section> = Vec::new();
    let mut events = Vec::new();
    let mut heading: Option<(HeadingLevel, usize, String)> = None;
    // Whether each of the links that are open leads out of the book.
    let mut closed = Vec::new();
    for event in
        Parser::new_ext(source.text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
    {
        match &event {
            Event::Text(text) | Event::Code(text) => note(&mut heading, &mut sections, text),
            Event::SoftBreak | Event::HardBreak => note(&mut heading, &mut sections, " "),
            Event::End(
                TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell | TagEnd::CodeBlock,
            ) => {
                note(&mut heading, &mut sections, " ");
            }
            _ => {}
        }
        match event {
            // Notes for the tests, such as "not run".
            Event::Html(text) | Event::InlineHtml(text)
                if text.trim_start().starts_with("<!--") => {}
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((level, events.len(), String::new()));
                // Replaced when the heading ends and its name is known.
                events.push(Event::Html(CowStr::Borrowed("")));
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((_, at, title)) = heading.take() {
                    let slug = slugs.next(&title);
                    events[at] = Event::Html(CowStr::from(format!(
                        "<{level} id=\"{slug}\"><a class=\"here\" href=\"#{slug}\">"
                    )));
                    events.push(Event::Html(CowStr::from(format!("</a></{level}>\n"))));
                    let level = level as usize;
                    sections.push(Section { level, slug, title, text: String::new() });
                }
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let to = target(source, &dest_url);
                closed.push(to.is_none());
                events.push(match to {
                    Some(to) => {
                        Event::Start(Tag::Link { link_type, dest_url: to.into(), title, id })
                    }
                    None => Event::Html(CowStr::from("<span class=\"file\">")),
                });
            }
            Event::End(TagEnd::Link) => events.push(match closed.pop() {
                Some(true) => Event::Html(CowStr::from("</span>")),
                _ => Event::End(TagEnd::Link),
            }),
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = target(source, &dest_url).unwrap_or_default().into();
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Table(columns)) => {
                // How a column is aligned would be said by a style in the page, which the policy of a house forbids.
                let columns = vec![Alignment::None; columns.len()];
                events.push(Event::Html(CowStr::from("<div class=\"wide\" tabindex=\"0\">")));
                events.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html(CowStr::from("</div>\n")));
            }
            event => events.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    Rendered { html: text, sections }
}

/// Words of a heading, or of the section they stand in.
fn note(heading: &mut Option<(HeadingLevel, usize, String)>, sections: &mut [Section], text: &str) {
    match (heading, sections.last_mut()) {
        (Some((_, _, title)), _) => title.push_str(text),
        (None, Some(section)) => section.text.push_str(text),
        (None, None) => {}
    }
}

/// Where a link of a document leads in the book; `None` for a file of the project that is not in it.
fn target(from: &Source, link: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').map_or((link, ""), |(path, anchor)| (path, anchor));
    let page = sources::page(&resolved(from.folder(), path))?;
    Some(if anchor.is_empty() { page } else { format!("{page}#{anchor}") })
}

/// A path beginning at a folder, as a path of the project.
fn resolved(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &'static str) -> String {
        render(&Source { path: "docs/x.md", text }).html
    }

    #[test]
    fn links_lead_to_pages_of_the_book() {
        for (link, expected) in [
            ("[r](record.md#checks)", "<a href=\"record.html#checks\">r</a>"),
            ("[s](../SECURITY.md)", "<a href=\"security.html\">s</a>"),
            ("[v](verify_dice.py)", "<a href=\"verify_dice.py\">v</a>"),
            ("[h](#here)", "<a href=\"#here\">h</a>"),
            ("[w](https://example.org/a)", "<a href=\"https://example.org/a\">w</a>"),
            ("[`k`](../kits/README.md)", "<span class=\"file\"><code>k</code></span>"),
            ("![c](convergence.svg)", "<img src=\"convergence.svg\" alt=\"c\" />"),
        ] {
            assert_eq!(html(link).trim(), format!("<p>{expected}</p>"));
        }
    }

    #[test]
    fn headings_have_names_and_sections_their_words() {
        let rendered = render(&Source {
            path: "docs/x.md",
            text: "# The *title*\nOne `two`\nthree.\n\n## Part, 1\n| a | b |\n| --- | --- |\n| c | <d> |\n<!-- not run: x -->\n",
        });
        assert!(rendered.html.starts_with(
            "<h1 id=\"the-title\"><a class=\"here\" href=\"#the-title\">The <em>title</em></a></h1>"
        ));
        assert!(rendered.html.contains("<h2 id=\"part-1\">"), "{}", rendered.html);
        assert!(!rendered.html.contains("<!--"), "{}", rendered.html);
        let sections = rendered.sections;
        assert_eq!((sections[0].title.as_str(), sections[0].level), ("The title", 1));
        assert_eq!(sections[0].text.trim(), "One two three.");
        assert!(sections[1].text.starts_with("a b c "), "{:?}", sections[1]);
    }
}
