//! The few pieces of HTML that a report is made of.

use std::fmt::Write as _;

use dicehouse_table::Escaped;

/// Text as it may stand anywhere in a page, attributes included.
pub(super) fn escape(text: &str) -> String {
    Escaped(text).to_string()
}

/// A way in the file system as it may stand in a link.
fn encoded(way: &str) -> String {
    let mut link = String::with_capacity(way.len());
    // A name with a colon would be taken for the name of a protocol.
    if !way.starts_with(['.', '/']) {
        link.push_str("./");
    }
    for byte in way.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                link.push(char::from(byte));
            }
            other => {
                let _ = write!(link, "%{other:02X}");
            }
        }
    }
    link
}

/// A cell of a table. Its content is HTML already.
pub(super) struct Cell {
    content: String,
    kind: Kind,
    style: String,
    title: String,
    value: Option<f64>,
}

enum Kind {
    Name,
    Number,
    Text,
}

impl Cell {
    /// The head of a row.
    pub(super) fn name(name: &str) -> Cell {
        Cell {
            content: escape(name),
            kind: Kind::Name,
            style: String::new(),
            title: String::new(),
            value: None,
        }
    }

    /// A cell that is set to the right and sorted by value.
    pub(super) fn number(number: impl AsRef<str>) -> Cell {
        Cell {
            content: escape(number.as_ref()),
            kind: Kind::Number,
            style: String::new(),
            title: String::new(),
            value: None,
        }
    }

    /// A number with its interval below.
    pub(super) fn with_interval((number, interval): (String, String)) -> Cell {
        Cell::with_lines(&number, &[interval])
    }

    /// A number with lines of small print below; those without text are left out.
    pub(super) fn with_lines(number: &str, lines: &[String]) -> Cell {
        let mut content = escape(number);
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let _ = write!(content, "<small>{}</small>", escape(line));
        }
        Cell {
            content,
            kind: Kind::Number,
            style: String::new(),
            title: String::new(),
            value: None,
        }
    }

    /// Some text.
    pub(super) fn text(text: &str) -> Cell {
        Cell {
            content: escape(text),
            kind: Kind::Text,
            style: String::new(),
            title: String::new(),
            value: None,
        }
    }

    /// Text that leads somewhere.
    pub(super) fn link(text: &str, way: &str) -> Cell {
        let content = format!("<a href=\"{}\">{}</a>", escape(&encoded(way)), escape(text));
        Cell { content, kind: Kind::Text, style: String::new(), title: String::new(), value: None }
    }

    /// The head of its row.
    pub(super) fn into_head(mut self) -> Cell {
        self.kind = Kind::Name;
        self
    }

    /// Sorted by this value rather than by what stands in it.
    pub(super) fn sorted_by(mut self, value: f64) -> Cell {
        self.value = Some(value);
        self
    }

    /// With text that is shown when one points at it.
    pub(super) fn titled(mut self, title: &str) -> Cell {
        self.title = escape(title);
        self
    }

    /// Coloured by a share: above a half one colour, below the other.
    pub(super) fn tinted(mut self, share: f64) -> Cell {
        let strength = ((share - 0.5).abs() * 2.0).clamp(0.0, 1.0) * 60.0;
        let colour = if share >= 0.5 { "--good" } else { "--bad" };
        self.style =
            format!("background:color-mix(in srgb,var({colour}) {strength:.0}%,transparent)");
        self
    }

    fn html(&self) -> String {
        let mut style = match self.style.as_str() {
            "" => String::new(),
            style => format!(" style=\"{style}\""),
        };
        if !self.title.is_empty() {
            let _ = write!(style, " title=\"{}\"", self.title);
        }
        if let Some(value) = self.value {
            let _ = write!(style, " data-v=\"{value}\"");
        }
        let content = &self.content;
        match self.kind {
            Kind::Name => format!("<th scope=\"row\"{style}>{content}</th>"),
            Kind::Number => format!("<td class=\"n\"{style}>{content}</td>"),
            Kind::Text => format!("<td{style}>{content}</td>"),
        }
    }
}

/// A table with a caption for those who cannot see where it stands. Every row starts with its head.
pub(super) fn table(caption: &str, header: &[String], rows: &[Vec<Cell>]) -> String {
    let mut html = format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\"><table>\
         <caption>{0}</caption>\n<thead><tr>",
        escape(caption)
    );
    for (column, head) in header.iter().enumerate() {
        // Above numbers a head stands right, as they do.
        let cell = rows.first().and_then(|row| row.get(column));
        let number = cell.is_some_and(|cell| matches!(cell.kind, Kind::Number));
        let class = if number { " class=\"n\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", escape(head));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        html.push_str("<tr>");
        row.iter().for_each(|cell| html.push_str(&cell.html()));
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// A part of the page.
pub(super) fn section(id: &str, title: &str, intro: &str, content: &str) -> String {
    let intro =
        if intro.is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(intro)) };
    format!(
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>\n{intro}{content}</section>\n",
        escape(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_links_whatever_folders_are_called() {
        for (way, link) in [
            ("games/0000001.jsonl", "./games/0000001.jsonl"),
            ("../a b/\"x\"", "../a%20b/%22x%22"),
            ("javascript:alert(1)", "./javascript%3Aalert%281%29"),
        ] {
            assert_eq!(Cell::link("x", way).html(), format!("<td><a href=\"{link}\">x</a></td>"));
        }
    }

    #[test]
    fn nothing_in_a_name_is_html() {
        let cell = Cell::name("<script>alert('x')</script> & \"co\"").html();
        assert_eq!(
            cell,
            "<th scope=\"row\">&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;</th>"
        );
    }
}
