//! Swiss rounds: bots with about the same score meet.

use dicehouse_stats::Entrant;

use super::{Lineup, Place};

/// Rounds of matches, paired by score.
///
/// Before each round the bots are ranked by score, equal ones in the order they were listed; then
/// each table takes the best bot left and the next ones it has not met, as far as there are any. A
/// match is worth its mean score, 0 to 1. Bots for whom no table is left sit out: the lowest ranked
/// of those who sat out least, with one point (as for a match won), which counts for pairing alone.
#[derive(Clone, Debug)]
pub(super) struct Swiss {
    seats: usize,
    /// Units of each match.
    units: u64,
    rounds: u32,
    /// Rounds paired so far.
    round: u32,
    bots: Vec<Ranked>,
    /// Who has met whom.
    met: Vec<Vec<bool>>,
    tables: Vec<Lineup>,
    at_table: usize,
    turn: u64,
    /// Units of this round whose results are in.
    recorded: u64,
}

/// How long a round without rematches is looked for, in choices. It is found at once while there
/// are few rounds for many bots; when none is found by then, looking longer would not help.
const SEARCH: u32 = 10_000;

#[derive(Clone, Copy, Debug, Default)]
struct Ranked {
    score: f64,
    sat_out: u32,
}

/// The round is not over.
pub(super) struct ResultsMissing;

impl Swiss {
    pub(super) fn new(bots: usize, seats: usize, units: u64, rounds: u32) -> Swiss {
        let mut swiss = Swiss {
            seats,
            units,
            rounds,
            round: 0,
            bots: vec![Ranked::default(); bots],
            met: vec![vec![false; bots]; bots],
            tables: Vec::new(),
            at_table: 0,
            turn: 0,
            recorded: 0,
        };
        swiss.pair();
        swiss
    }

    fn tables_per_round(&self) -> u64 {
        (self.bots.len() / self.seats) as u64
    }

    pub(super) fn matches(&self) -> u64 {
        self.tables_per_round() * u64::from(self.rounds)
    }

    pub(super) fn units(&self) -> u64 {
        self.matches() * self.units
    }

    pub(super) fn next(&mut self) -> Result<Option<Place>, ResultsMissing> {
        if self.at_table == self.tables.len() {
            if self.round >= self.rounds {
                return Ok(None);
            }
            if self.recorded < self.tables_per_round() * self.units {
                return Err(ResultsMissing);
            }
            self.pair();
        }
        let before = u64::from(self.round - 1) * self.tables_per_round();
        let place = Place {
            of_match: before + self.at_table as u64,
            lineup: self.tables[self.at_table],
            turn: self.turn,
        };
        self.turn += 1;
        if self.turn == self.units {
            self.turn = 0;
            self.at_table += 1;
        }
        Ok(Some(place))
    }

    pub(super) fn record(&mut self, lineup: &Lineup, score: impl Fn(Entrant) -> f64) {
        for &bot in lineup {
            // In unit order, so the sum of fractions is the same whoever played the units.
            self.bots[bot as usize].score += score(Entrant(bot)) / self.units as f64;
        }
        self.recorded += 1;
    }

    /// Makes the tables of the next round.
    fn pair(&mut self) {
        let mut ranked: Vec<usize> = (0..self.bots.len()).collect();
        ranked.sort_by(|a, b| self.bots[*b].score.total_cmp(&self.bots[*a].score).then(a.cmp(b)));
        for _ in 0..ranked.len() % self.seats {
            let least = ranked.iter().map(|bot| self.bots[*bot].sat_out).min();
            let last = ranked.iter().rposition(|bot| Some(self.bots[*bot].sat_out) == least);
            if let Some(place) = last {
                let bot = ranked.remove(place);
                self.bots[bot].sat_out += 1;
                self.bots[bot].score += 1.0;
            }
        }
        let (mut tables, mut steps) = (Vec::new(), SEARCH);
        if !self.without_rematch(&mut ranked, &mut tables, &mut steps) {
            tables = self.with_rematches(ranked);
        }
        self.tables.clear();
        for mut table in tables {
            for (a, b) in table.iter().flat_map(|a| table.iter().map(move |b| (*a, *b))) {
                self.met[a][b] = true;
            }
            table.sort_unstable();
            // A table has `seats` bots, which a lineup holds.
            self.tables.extend(Lineup::try_collect(table.iter().map(|bot| *bot as u32)));
        }
        self.round += 1;
        (self.at_table, self.turn, self.recorded) = (0, 0, 0);
    }

    /// Fills tables with bots that have not met, the best first; says whether all found a place. It
    /// goes back on choices that leave no place for somebody, so often as `steps` allow.
    fn without_rematch(
        &self,
        ranked: &mut Vec<usize>,
        tables: &mut Vec<Vec<usize>>,
        steps: &mut u32,
    ) -> bool {
        let full = tables.last().is_none_or(|table| table.len() == self.seats);
        if full {
            if ranked.is_empty() {
                return true;
            }
            tables.push(vec![ranked.remove(0)]);
        }
        let at = tables.len() - 1;
        for place in 0..ranked.len() {
            if tables[at].iter().any(|other| self.met[ranked[place]][*other]) {
                continue;
            }
            if *steps == 0 {
                break;
            }
            *steps -= 1;
            let bot = ranked.remove(place);
            tables[at].push(bot);
            if self.without_rematch(ranked, tables, steps) {
                return true;
            }
            tables[at].pop();
            ranked.insert(place, bot);
        }
        if full && let Some(table) = tables.pop() {
            ranked.splice(0..0, table);
        }
        false
    }

    /// Fills tables with the best bot left and the next ones it has not met, as far as there are any.
    fn with_rematches(&self, mut ranked: Vec<usize>) -> Vec<Vec<usize>> {
        let mut tables = Vec::new();
        while !ranked.is_empty() {
            let mut table = vec![ranked.remove(0)];
            while table.len() < self.seats && !ranked.is_empty() {
                let unmet = |bot: &usize| table.iter().all(|other| !self.met[*bot][*other]);
                // Everyone left has met somebody here: then it is the next best.
                let place = ranked.iter().position(unmet).unwrap_or(0);
                table.push(ranked.remove(place));
            }
            tables.push(table);
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays all rounds; the bot with the higher number wins.
    fn rounds(bots: usize, seats: usize, rounds: u32) -> Vec<Vec<Vec<u32>>> {
        let mut swiss = Swiss::new(bots, seats, 1, rounds);
        let mut all = Vec::new();
        for _ in 0..rounds {
            let mut round = Vec::new();
            while let Ok(Some(place)) = swiss.next() {
                round.push(place.lineup);
                if round.len() == bots / seats {
                    break;
                }
            }
            for lineup in &round {
                let best = lineup.iter().max().copied();
                swiss.record(lineup, |entrant| f64::from(u8::from(Some(entrant.0) == best)));
            }
            all.push(round.iter().map(|lineup| lineup.to_vec()).collect());
        }
        assert!(matches!(swiss.next(), Ok(None)));
        all
    }

    #[test]
    fn winners_meet_winners() {
        let rounds = rounds(8, 2, 3);
        assert_eq!(rounds[0], [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(rounds[1], [[1, 3], [5, 7], [0, 2], [4, 6]]);
        assert_eq!(rounds[2][0], [3, 7]);
    }

    #[test]
    fn nobody_meets_twice_while_that_is_possible_and_all_sit_out_in_turn() {
        let rounds = rounds(7, 2, 3);
        let mut seen = std::collections::BTreeSet::new();
        let mut played = [0; 7];
        for pair in rounds.iter().flatten() {
            assert!(seen.insert(pair.clone()), "{pair:?} met twice: {rounds:?}");
            pair.iter().for_each(|bot| played[*bot as usize] += 1);
        }
        assert!(played.iter().all(|n| *n >= 2), "{played:?}");
    }

    #[test]
    fn tables_of_several_are_full() {
        for round in rounds(11, 4, 4) {
            assert_eq!(round.len(), 2);
            assert!(round.iter().all(|table| table.len() == 4));
        }
    }
}
