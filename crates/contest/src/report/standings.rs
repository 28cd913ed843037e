//! The standings: everything that follows from the results.

use dicehouse_rules::{Cause, Ruleset};
use dicehouse_stats::{
    EloEstimate, Entrant, Estimate, FitRating, PairSummary, PlayersSummary, SeatSummary,
    SprtStatus, WengLinRating,
};
use serde::Serialize;

use crate::config::{Config, DiceFrom};
use crate::runner::{Ended, Results};
use crate::schedule::Format;

/// The standings of a contest: the file `standings.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The version of the format.
    pub dicehouse: u32,
    /// Why the contest is over.
    pub ended: Ended,
    /// What was played.
    pub ruleset: Ruleset,
    /// Who met whom.
    pub format: Format,
    /// How many sat at a table.
    pub seats: usize,
    /// Binds the contest to what its dice follow from.
    pub commitment: String,
    /// What the dice follow from; nothing while the contest can still go on.
    pub dice: Option<DiceFrom>,
    /// Games played.
    pub games: u64,
    /// Units played: deals with all their rotations.
    pub units: u64,
    /// The names of the bots; where a bot is a number below, it is the place in this list.
    pub bots: Vec<String>,
    /// The bots, best first.
    pub standings: Vec<Row>,
    /// Each against each, from both sides.
    pub pairs: Vec<PairSummary>,
    /// The win share of each seat, whoever sat there.
    pub seat_shares: Vec<SeatSummary>,
    /// By how much the first of two bots is stronger; nothing when there are more than two.
    pub difference: Option<EloEstimate>,
    /// What the test says, when there was one.
    pub sprt: Option<SprtStatus>,
}

/// One bot's line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Its number in the contest.
    pub bot: Entrant,
    /// Games played.
    pub games: u64,
    /// Games won alone.
    pub wins: u64,
    /// Games in which the first place was shared.
    pub shared: u64,
    /// Mean score per unit: points against each opponent at the table (1, ½, 0), as a part of all.
    pub score: Estimate,
    /// Mean win share per unit: 1/k of a game for each of k bots in first place.
    pub share: Estimate,
    /// The rating fitted to all results at once; nothing when it has not played.
    pub elo: Option<FitRating>,
    /// The Weng–Lin rating, from one unit after the other.
    pub weng_lin: WengLinRating,
    /// Its results by number of players.
    pub by_players: Vec<PlayersSummary>,
    /// Its win share by number of players and seat.
    pub by_seat: Vec<SeatSummary>,
    /// Its faults by cause; causes that did not occur are left out.
    pub faults: Vec<FaultCount>,
    /// Games it forfeited.
    pub forfeits: u64,
}

/// How often a bot failed in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// How.
    pub cause: Cause,
    /// How often.
    pub times: u64,
}

impl Standings {
    /// The standings that follow from `results`.
    pub fn new(config: &Config, results: &Results, ended: Ended) -> Standings {
        let tally = &results.tally;
        let fit = tally.fit();
        let bots: Vec<String> = config.bots.iter().map(|bot| bot.name.clone()).collect();
        let mut rows: Vec<Row> = (0u32..)
            .zip(&bots)
            .zip(&results.bots)
            .map(|((number, name), figures)| {
                let bot = Entrant(number);
                let summary = tally.summary(bot);
                let faults = Cause::ALL.into_iter().zip(figures.faults);
                Row {
                    rank: 0,
                    name: name.clone(),
                    bot,
                    games: summary.games,
                    wins: summary.wins,
                    shared: summary.shared,
                    score: summary.score,
                    share: summary.share,
                    elo: fit.rating(bot).copied(),
                    weng_lin: results.weng_lin.rating(bot),
                    by_players: tally.by_players(bot),
                    by_seat: tally.by_seat(bot),
                    faults: faults
                        .filter(|(_, times)| *times > 0)
                        .map(|(cause, times)| FaultCount { cause, times })
                        .collect(),
                    forfeits: figures.forfeits,
                }
            })
            .collect();
        let elo = |row: &Row| row.elo.map_or(f64::NEG_INFINITY, |rating| rating.elo);
        rows.sort_by(|a, b| elo(b).total_cmp(&elo(a)).then(a.bot.cmp(&b.bot)));
        for (place, row) in rows.iter_mut().enumerate() {
            row.rank = place + 1;
        }
        let pair = tally.pair(Entrant(0), Entrant(1)).filter(|_| bots.len() == 2);
        Standings {
            dicehouse: 1,
            ended,
            ruleset: config.ruleset,
            format: config.format,
            seats: config.seats,
            commitment: config.dice.commitment(),
            dice: Some(config.dice).filter(|_| ended != Ended::Stopped),
            games: tally.games(),
            units: tally.units(),
            standings: rows,
            pairs: tally.cross_table(),
            seat_shares: tally.seats(),
            difference: pair.map(|pair| pair.elo),
            sprt: results.sprt,
            bots,
        }
    }

    /// The pair of two bots, from the side of the first.
    pub(super) fn pair(&self, bot: Entrant, opponent: Entrant) -> Option<&PairSummary> {
        self.pairs.iter().find(|pair| pair.entrant == bot && pair.opponent == opponent)
    }

    /// The name of a bot.
    pub fn name(&self, bot: Entrant) -> &str {
        self.bots.get(bot.0 as usize).map_or("?", String::as_str)
    }
}
