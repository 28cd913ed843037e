//! The result of a game as something to show to friends: a few lines of text, or a picture.

use std::fmt::Write as _;

use dicehouse_rules::{Seat, Viewer};
use dicehouse_table::Escaped;
use dicehouse_table::record::Playback;

use crate::language::Language;
use crate::say;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCard {
    language: Language,
    title: String,
    /// The players, the winner first.
    rows: Vec<Row>,
    rounds: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    place: u8,
    name: String,
    points: Option<i32>,
}

impl ResultCard {
    /// The card of a game in English; `None` when it has no result.
    pub fn of(playback: &Playback) -> Option<ResultCard> {
        ResultCard::told(playback, Language::English)
    }

    /// The card of a game; `None` when it has no result.
    pub fn told(playback: &Playback, language: Language) -> Option<ResultCard> {
        let record = &playback.record;
        let standing = record.end.as_ref()?.standing?;
        let last = &playback.positions.last()?.game;
        let row = |seat: Seat| Row {
            place: standing.places[seat],
            name: record
                .header
                .seats
                .get(seat.index())
                .map_or(String::new(), |s| s.name.to_string()),
            points: standing.scores.as_ref().map(|scores| scores[seat]),
        };
        Some(ResultCard {
            language,
            title: language.table_title(&record.header.ruleset),
            rows: standing.order().into_iter().map(row).collect(),
            rounds: last.view(Viewer::Public).round(),
        })
    }

    /// The card as text.
    pub fn text(&self) -> String {
        let mut text = format!("Dicehouse: {}\n", self.title);
        for row in &self.rows {
            let _ = writeln!(text, "{}", self.line(row));
        }
        let _ = writeln!(text, "{}", self.length());
        text
    }

    fn line(&self, row: &Row) -> String {
        let Row { place, name, points } = row;
        let name = match points {
            Some(points) => say!(self.language, "card.points", name = name, n = points),
            None => name.clone(),
        };
        // Alone there is nobody to win against.
        match self.rows.len() {
            1 => name,
            _ => format!("{place}. {name}{}", if *place == 1 { " ★" } else { "" }),
        }
    }

    fn length(&self) -> String {
        say!(self.language, "card.rounds", n = self.rounds)
    }

    /// The card as a picture (SVG).
    pub fn svg(&self) -> String {
        const ROW: usize = 34;
        let height = 132 + ROW * self.rows.len();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480\" height=\"{height}\" viewBox=\"0 0 480 {height}\" \
             font-family=\"system-ui, sans-serif\">\n\
             <rect width=\"480\" height=\"{height}\" rx=\"16\" fill=\"#14342b\"/>\n\
             <text x=\"32\" y=\"48\" font-size=\"16\" fill=\"#d9b44a\">Dicehouse</text>\n\
             <text x=\"32\" y=\"78\" font-size=\"24\" font-weight=\"700\" fill=\"#ffffff\">{}</text>\n",
            Escaped(&self.title)
        );
        for (n, row) in self.rows.iter().enumerate() {
            let y = 118 + ROW * n;
            let fill = if row.place == 1 { "#ffd76a" } else { "#d8e6df" };
            let _ = writeln!(
                svg,
                "<text x=\"32\" y=\"{y}\" font-size=\"20\" fill=\"{fill}\">{}</text>",
                Escaped(&self.line(row))
            );
        }
        let y = height - 22;
        let _ = writeln!(
            svg,
            "<text x=\"32\" y=\"{y}\" font-size=\"14\" fill=\"#9fb8ad\">{}</text>\n</svg>",
            self.length()
        );
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_says_who_came_where_and_escapes_names() {
        let row = |place, name: &str, points| Row { place, name: name.to_owned(), points };
        let title = "Claims, full".to_owned();
        let rows = vec![row(1, "Ann <3", Some(40)), row(2, "Bo", Some(-5))];
        let card = ResultCard { language: Language::English, title, rows, rounds: 5 };
        assert_eq!(
            card.text(),
            "Dicehouse: Claims, full\n1. Ann <3, 40 points ★\n2. Bo, -5 points\n5 rounds\n"
        );
        let svg = card.svg();
        assert!(svg.contains("Ann &lt;3") && !svg.contains("<3"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
        let alone = ResultCard { rows: vec![row(1, "Ann", Some(-2000))], ..card };
        assert!(alone.text().contains("Ann, -2000 points\n"), "nobody wins alone");
    }
}
