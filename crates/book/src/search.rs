//! What the search looks through: every section of every page, as JSON.

use std::fmt::Write as _;

use crate::render::Section;

/// The sections of a page: its title, where it lies, and what is in it.
pub fn entries(page: &str, title: &str, sections: &[Section]) -> Vec<String> {
    let entry = |section: &Section| {
        let heading = if section.level == 1 {
            section.title.clone()
        } else {
            format!("{title}: {}", section.title)
        };
        let words: Vec<&str> = section.text.split_whitespace().collect();
        let place = format!("{page}#{}", section.slug);
        format!("[{},{},{}]", quoted(&place), quoted(&heading), quoted(&words.join(" ")))
    };
    sections.iter().map(entry).collect()
}

/// Text as JSON has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_found_by_its_place_and_its_words() {
        let section = |level, title: &str| Section {
            level,
            slug: title.to_lowercase(),
            title: title.to_owned(),
            text: " say \"hi\"\n  twice ".to_owned(),
        };
        let found = entries("x.html", "Book", &[section(1, "Book"), section(2, "Part")]);
        assert_eq!(found[0], r#"["x.html#book","Book","say \"hi\" twice"]"#);
        assert_eq!(found[1], r#"["x.html#part","Book: Part","say \"hi\" twice"]"#);
    }
}
