//! What is shown of a contest: `standings.json`, `report.html` and a table for the terminal.
//!
//! [`Standings`] holds results alone, so it is the same, byte for byte, for the same contest. How
//! long bots thought is never the same twice; that is in [`Timing`].

mod figures;
mod html;
mod page;
mod standings;
mod svg;
mod text;
mod timing;

pub use standings::{FaultCount, Row, Standings};
pub use timing::{BotTiming, Timing};

use crate::runner::Results;

/// Everything there is to show.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The standings.
    pub standings: &'a Standings,
    /// The sums they come from.
    pub results: &'a Results,
}

impl Report<'_> {
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
