//! The standings: everything that follows from the results.

use std::collections::BTreeSet;

use dicehouse_rules::Ruleset;
use dicehouse_stats::{
    EloEstimate, Entrant, Estimate, FitRating, PairSummary, PlayersSummary, SeatSummary,
    SprtStatus, WengLinRating,
};
use serde::Serialize;

use super::Conditions;
use crate::config::{Config, DiceFrom};
use crate::runner::{Ended, Faults, Moment, Results};
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
    /// Further rules by which deals were played in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Ruleset>,
    /// Who met whom; nothing when the results are of several contests.
    pub format: Option<Format>,
    /// How many sat at a table.
    pub seats: usize,
    /// The contests that were taken together; nothing when there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Binds the contest to what its dice follow from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// What the dice follow from; nothing while the contest can still go on.
    pub dice: Option<DiceFrom>,
    /// Games played.
    pub games: u64,
    /// Units played: deals with all their rotations.
    pub units: u64,
    /// How it was held; nothing when the results are of several contests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    /// The bot whose rating is 0; nothing when the mean of all is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Entrant>,
    /// The names of the bots; an `entrant` below is a place in this list, from 0.
    pub entrants: Vec<String>,
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
    /// Where everybody stood in between.
    pub history: Vec<Moment>,
}

/// A contest whose results are taken together with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its folder, as seen from where the standings are.
    pub folder: String,
    /// Games played.
    pub games: u64,
    /// Binds it to what its dice follow from.
    pub commitment: String,
}

/// What standings are of, apart from results.
#[derive(Clone, Debug)]
pub struct About {
    /// Why it is over.
    pub ended: Ended,
    /// What was played.
    pub ruleset: Ruleset,
    /// Further rules by which deals were played in turn.
    pub further: Vec<Ruleset>,
    /// Who met whom.
    pub format: Option<Format>,
    /// How many sat at a table.
    pub seats: usize,
    /// The contests that were taken together.
    pub parts: Vec<Part>,
    /// What the dice follow from, and whether it may be told.
    pub dice: Option<(DiceFrom, bool)>,
    /// The names of the bots.
    pub entrants: Vec<String>,
    /// Those that do not play any more.
    pub gone: BTreeSet<Entrant>,
    /// How it was held.
    pub conditions: Option<Conditions>,
    /// The bot whose rating is 0.
    pub anchor: Option<Entrant>,
}

/// One bot's line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its rank, from 1.
    pub rank: usize,
    /// What it is called in the contest.
    pub name: String,
    /// Its place in the list of entrants.
    pub entrant: Entrant,
    /// Whether it does not play any more.
    #[serde(skip_serializing_if = "is_false")]
    pub gone: bool,
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
    /// How likely it is stronger than the bot on the next rank; nothing for the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stronger_than_next: Option<f64>,
    /// The Weng–Lin rating, from one unit after the other.
    pub weng_lin: WengLinRating,
    /// Its results by number of players.
    pub by_players: Vec<PlayersSummary>,
    /// Its win share by number of players and seat.
    pub by_seat: Vec<SeatSummary>,
    /// Its faults by cause; causes that did not occur are left out.
    pub faults: Faults,
    /// Games it forfeited.
    pub forfeits: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Standings {
    /// The standings of a contest.
    pub fn new(config: &Config, results: &Results, ended: Ended) -> Standings {
        let about = About {
            ended,
            ruleset: config.ruleset,
            further: config.further.clone(),
            format: Some(config.format),
            seats: config.seats,
            parts: Vec::new(),
            dice: Some((config.dice, ended != Ended::Stopped)),
            entrants: config.bots.iter().map(|bot| bot.name.clone()).collect(),
            gone: BTreeSet::new(),
            conditions: Some(Conditions::of(config)),
            anchor: config.anchor.map(Entrant),
        };
        Standings::of(about, results)
    }

    /// The standings that follow from `results`.
    pub fn of(about: About, results: &Results) -> Standings {
        let About { ended, ruleset, format, seats, parts, dice, entrants, gone, .. } = about;
        let About { conditions, anchor, further, .. } = about;
        let tally = &results.tally;
        let fit = tally.fit();
        let mut rows: Vec<Row> = (0u32..)
            .zip(&entrants)
            .zip(&results.bots)
            .map(|((number, name), figures)| {
                let entrant = Entrant(number);
                let summary = tally.summary(entrant);
                Row {
                    rank: 0,
                    name: name.clone(),
                    entrant,
                    gone: gone.contains(&entrant),
                    games: summary.games,
                    wins: summary.wins,
                    shared: summary.shared,
                    score: summary.score,
                    share: summary.share,
                    elo: match anchor {
                        Some(anchor) => fit.rating_against(entrant, anchor),
                        None => fit.rating(entrant).copied(),
                    },
                    stronger_than_next: None,
                    weng_lin: results.weng_lin.rating(entrant),
                    by_players: tally.by_players(entrant),
                    by_seat: tally.by_seat(entrant),
                    faults: figures.faults,
                    forfeits: figures.forfeits,
                }
            })
            .collect();
        let elo = |row: &Row| row.elo.map_or(f64::NEG_INFINITY, |rating| rating.elo);
        rows.sort_by(|a, b| elo(b).total_cmp(&elo(a)).then(a.entrant.cmp(&b.entrant)));
        for (place, row) in rows.iter_mut().enumerate() {
            row.rank = place + 1;
        }
        for place in 1..rows.len() {
            let difference = fit.difference(rows[place - 1].entrant, rows[place].entrant);
            rows[place - 1].stronger_than_next = difference.map(|difference| difference.los);
        }
        let pair = tally.pair(Entrant(0), Entrant(1)).filter(|_| entrants.len() == 2);
        Standings {
            dicehouse: 1,
            ended,
            ruleset,
            further,
            format,
            seats,
            parts,
            commitment: dice.map(|(dice, _)| dice.commitment()),
            dice: dice.filter(|(_, open)| *open).map(|(dice, _)| dice),
            games: tally.games(),
            units: tally.units(),
            conditions,
            anchor,
            standings: rows,
            pairs: tally.cross_table(),
            seat_shares: tally.seats(),
            difference: pair.map(|pair| pair.elo),
            sprt: results.sprt,
            history: results.history.moments(tally, entrants.len(), results.llr()),
            entrants,
        }
    }

    /// What was played, in words.
    pub(super) fn rules(&self) -> String {
        let all: Vec<String> =
            std::iter::once(&self.ruleset).chain(&self.further).map(Ruleset::to_string).collect();
        all.join(" and ")
    }

    /// The pair of two bots, from the side of the first.
    pub(super) fn pair(&self, entrant: Entrant, opponent: Entrant) -> Option<&PairSummary> {
        self.pairs.iter().find(|pair| pair.entrant == entrant && pair.opponent == opponent)
    }

    /// The name of a bot.
    pub fn name(&self, entrant: Entrant) -> &str {
        self.entrants.get(entrant.0 as usize).map_or("?", String::as_str)
    }
}
