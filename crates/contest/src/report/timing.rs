//! How long everybody thought: the file `timing.json`.

use serde::Serialize;

use super::Standings;
use crate::runner::Results;

/// How long everybody thought.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// The bots, in the order of the standings.
    pub entrants: Vec<BotTiming>,
}

/// How long one bot thought.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotTiming {
    /// What it is called in the contest.
    pub name: String,
    /// How often it was asked.
    pub moves: u64,
    /// How long it thought in all, in seconds.
    pub seconds: f64,
    /// How long it thought on average, in milliseconds; nothing when it was never asked.
    pub ms_per_move: Option<f64>,
}

impl Timing {
    pub(super) fn new(standings: &Standings, results: &Results) -> Timing {
        let entrants = standings.standings.iter().map(|row| {
            let figures = results.bots.get(row.entrant.0 as usize).copied().unwrap_or_default();
            let nanoseconds = figures.thought as f64;
            BotTiming {
                name: row.name.clone(),
                moves: figures.moves,
                seconds: nanoseconds / 1e9,
                ms_per_move: (figures.moves > 0).then(|| nanoseconds / 1e6 / figures.moves as f64),
            }
        });
        Timing { entrants: entrants.collect() }
    }
}
