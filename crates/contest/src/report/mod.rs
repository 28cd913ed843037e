//! What is shown of a contest: `standings.json`, `report.html` and a table for the terminal.
//!
//! [`Standings`] holds results alone, so it is the same, byte for byte, for the same contest. How
//! long bots thought is never the same twice; that is in [`Timing`].

mod conditions;
mod figures;
mod html;
mod lines;
mod live;
mod over_time;
mod page;
mod standings;
mod svg;
mod text;
mod timing;

pub use conditions::{BotText, ClockText, Conditions};
pub use live::Live;
pub use standings::{About, Part, Row, Standings};
pub use timing::{BotTiming, Timing};

use serde::Serialize;

use crate::runner::{KeptGame, Results};

/// Everything there is to show.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    standings: &'a Standings,
    results: &'a Results,
    records: Vec<RecordLink>,
    /// When it was written, in seconds since 1970; nothing where that does not matter.
    written: Option<u64>,
}

/// A record that a report links to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLink {
    /// The game, by its number, from 1.
    pub game: u64,
    /// Where it lies, as seen from the report.
    pub way: String,
    /// Who sat where.
    pub seats: String,
    /// Who came in where.
    pub order: String,
}

impl RecordLink {
    /// The link to a game that was kept, in the folder of its contest; `names` are those of the bots.
    pub fn new(game: &KeptGame, names: &[String]) -> RecordLink {
        let outcome = &game.outcome;
        let name = |seat: usize| {
            let bot = outcome.seats.get(seat).and_then(|bot| names.get(*bot as usize));
            bot.map_or("?", String::as_str)
        };
        let seats: Vec<&str> = (0..outcome.seats.len()).map(name).collect();
        let places = outcome.order();
        let order = places.iter().map(|shared| {
            shared.iter().map(|seat| name(seat.index())).collect::<Vec<_>>().join(" = ")
        });
        RecordLink {
            game: game.number + 1,
            way: format!("games/{:07}.jsonl", game.number + 1),
            seats: seats.join(", "),
            order: order.collect::<Vec<_>>().join(" > "),
        }
    }
}

impl<'a> Report<'a> {
    /// The report of these standings and of the sums that they come from.
    pub fn new(standings: &'a Standings, results: &'a Results) -> Report<'a> {
        Report { standings, results, records: Vec::new(), written: None }
    }

    /// Links to these records, too.
    #[must_use]
    pub fn with_records(self, records: Vec<RecordLink>) -> Report<'a> {
        Report { records, ..self }
    }

    /// Says when it was written, in seconds since 1970.
    #[must_use]
    pub fn written_at(self, seconds: u64) -> Report<'a> {
        Report { written: Some(seconds), ..self }
    }

    /// How long everybody thought.
    pub fn timing(&self) -> Timing {
        Timing::new(self.standings, self.results)
    }

    /// The report as one HTML page that needs nothing else.
    pub fn html(&self) -> String {
        page::page(self)
    }

    /// The standings as a table for a terminal.
    pub fn text(&self) -> String {
        text::table(self)
    }
}

/// Something as a file of JSON that people can read.
pub(crate) fn as_json(value: &impl Serialize) -> Vec<u8> {
    // Everything in it has a JSON form.
    let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
    text.push(b'\n');
    text
}
