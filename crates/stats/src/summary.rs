//! What a tally says, ready to be shown or written to a file.

use serde::Serialize;

use crate::elo::EloEstimate;
use crate::interval::{Estimate, Sample};
use crate::sums::Sums;
use crate::tally::{RecordSums, Tally};
use crate::unit::Entrant;

/// One entrant over the whole contest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EntrantSummary {
    /// Whose figures these are.
    pub entrant: Entrant,
    /// Games played.
    pub games: u64,
    /// Games won alone.
    pub wins: u64,
    /// Games in which the first place was shared.
    pub shared: u64,
    /// Mean score per unit: points against each opponent at the table (1, ½, 0), as a part of all.
    pub score: Estimate,
    /// Mean win share per unit: 1/k of a game for each of k entrants in first place.
    pub share: Estimate,
}

/// One entrant at tables of one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlayersSummary {
    /// How many sat at the table.
    pub players: u8,
    /// The entrant's results there.
    #[serde(flatten)]
    pub summary: EntrantSummary,
}

/// One seat at tables of one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// How many sat at the table.
    pub players: u8,
    /// The seat, from 0.
    pub seat: u8,
    /// Games played there.
    pub games: u64,
    /// Mean win share in the seat, per unit.
    pub share: Estimate,
}

/// Two entrants, from the side of the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairSummary {
    /// Whose side this is.
    pub entrant: Entrant,
    /// Against whom.
    pub opponent: Entrant,
    /// Games at the same table.
    pub games: u64,
    /// Games in which the entrant came in before the opponent.
    pub wins: u64,
    /// Games in which they shared a place.
    pub ties: u64,
    /// Games in which the opponent came in before the entrant.
    pub losses: u64,
    /// How many pairs of games were worth 0, ½, 1, 1½ and 2 points; nothing at tables of more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pentanomial: Option<[u64; 5]>,
    /// Mean score per unit.
    pub score: Estimate,
    /// The score as an Elo difference.
    pub elo: EloEstimate,
}

impl Tally {
    /// One entrant over the whole contest. An entrant that has not played has zeroes and intervals
    /// of everything.
    pub fn summary(&self, entrant: Entrant) -> EntrantSummary {
        let mut sums = RecordSums::default();
        for (_, record) in self.records.range((entrant, 0)..=(entrant, u8::MAX)) {
            sums += record;
        }
        EntrantSummary::of(entrant, &sums, self.samples(entrant, 0..=u8::MAX))
    }

    /// All entrants that have played, best mean score first; equal ones in ascending order.
    pub fn summaries(&self) -> Vec<EntrantSummary> {
        let mut all: Vec<EntrantSummary> =
            self.entrants().into_iter().map(|e| self.summary(e)).collect();
        let mean = |summary: &EntrantSummary| summary.score.mean.unwrap_or(0.0);
        all.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.entrant.cmp(&b.entrant)));
        all
    }

    /// One entrant by number of players, ascending.
    pub fn by_players(&self, entrant: Entrant) -> Vec<PlayersSummary> {
        let records = self.records.range((entrant, 0)..=(entrant, u8::MAX));
        let summary = |(&(_, players), sums)| {
            let samples = self.samples(entrant, players..=players);
            PlayersSummary { players, summary: EntrantSummary::of(entrant, sums, samples) }
        };
        records.map(summary).collect()
    }

    /// One entrant's win share by number of players and seat, ascending.
    pub fn by_seat(&self, entrant: Entrant) -> Vec<SeatSummary> {
        let seats = self.seats.range((entrant, 0, 0)..=(entrant, u8::MAX, u8::MAX));
        seats.map(|(&(_, players, seat), sums)| SeatSummary::of(players, seat, sums)).collect()
    }

    /// The win share of each seat whoever sat there, by number of players and seat: what the rules
    /// give away.
    pub fn seats(&self) -> Vec<SeatSummary> {
        self.house
            .iter()
            .map(|(&(players, seat), sums)| SeatSummary::of(players, seat, sums))
            .collect()
    }

    /// How `entrant` did against `opponent`; none when they have not met.
    pub fn pair(&self, entrant: Entrant, opponent: Entrant) -> Option<PairSummary> {
        let pair = self.pairs.get(&(entrant.min(opponent), entrant.max(opponent)))?;
        let scores = self.scores(entrant, opponent);
        let (wins, losses) =
            if entrant < opponent { (pair.wins, pair.losses) } else { (pair.losses, pair.wins) };
        Some(PairSummary {
            entrant,
            opponent,
            games: wins + pair.ties + losses,
            wins,
            ties: pair.ties,
            losses,
            pentanomial: scores.pentanomial(),
            score: scores.estimate(),
            elo: scores.elo(),
        })
    }

    /// All pairs that have met, each from both sides: the cross table, row by row.
    pub fn cross_table(&self) -> Vec<PairSummary> {
        let entrants = self.entrants();
        let rows = entrants.iter().flat_map(|&a| entrants.iter().map(move |&b| (a, b)));
        rows.filter_map(|(a, b)| self.pair(a, b)).collect()
    }
}

impl EntrantSummary {
    fn of(entrant: Entrant, sums: &RecordSums, (score, share): (Sample, Sample)) -> Self {
        Self {
            entrant,
            games: sums.games,
            wins: sums.wins,
            shared: sums.shared,
            score: Estimate::of(&score),
            share: Estimate::of(&share),
        }
    }
}

impl SeatSummary {
    fn of(players: u8, seat: u8, sums: &Sums) -> Self {
        Self { players, seat, games: sums.games, share: Estimate::of(&Sample::from(sums)) }
    }
}
