//! The results so far: units added up strictly in their order.

use std::collections::BTreeMap;

use dicehouse_rules::{Few, MAX_SEATS};
use dicehouse_stats::{Entrant, ResultError, Sprt, SprtDecision, SprtStatus, Tally, Unit, WengLin};

use super::faults::Faults;
use super::history::History;
use super::outcome::{FaultNote, GameOutcome, UnitOutcome};
use crate::config::{Config, Keep};
use crate::schedule::{Lineup, Schedule, UnitPlan};

/// The most faults of one bot that are kept with their particulars.
const NOTES: usize = 5;

/// The most kept games that are listed.
const LISTED: usize = 100;

/// What the units played so far add up to.
#[derive(Clone, Debug)]
pub struct Results {
    /// Games, scores, seats and pairs.
    pub tally: Tally,
    /// Ratings that depend on the order of units.
    pub weng_lin: WengLin,
    /// Figures of each bot.
    pub bots: Vec<BotFigures>,
    /// The first faults of each bot.
    pub notes: Vec<FaultNote>,
    /// Where the test stands, when there is one.
    pub sprt: Option<SprtStatus>,
    /// How it came about.
    pub history: History,
    /// The first games on record.
    pub kept: Vec<KeptGame>,
}

/// A game that was kept as a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// The game, by its number in the contest, from 0.
    pub number: u64,
    /// What came of it.
    pub outcome: GameOutcome,
}

/// What else is counted for a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotFigures {
    /// How often it failed, by cause.
    pub faults: Faults,
    /// Games forfeited.
    pub forfeits: u64,
    /// How often it was asked.
    pub moves: u64,
    /// How long it thought in all, in nanoseconds.
    pub thought: u64,
}

impl BotFigures {
    /// Faults of any cause.
    pub fn all_faults(&self) -> u64 {
        self.faults.total()
    }
}

/// How many faults each bot of a lineup may still make.
pub(super) type Left = Few<u32, MAX_SEATS>;

/// Adds units up, and decides what follows from them for later ones.
#[derive(Debug)]
pub(super) struct Fold {
    pub(super) results: Results,
    sprt: Option<Sprt>,
    /// Faults by match, of the bots in the order of its lineup; matches without faults are not here.
    faults: BTreeMap<u64, [u32; MAX_SEATS]>,
    limit: u32,
    keep: Keep,
    units: u64,
}

impl Results {
    /// Nothing yet, of so many bots.
    pub fn new(bots: usize) -> Results {
        Results {
            tally: Tally::new(),
            weng_lin: WengLin::new(),
            bots: vec![BotFigures::default(); bots],
            notes: Vec::new(),
            sprt: None,
            history: History::default(),
            kept: Vec::new(),
        }
    }

    /// Adds a unit, and gives its result.
    ///
    /// # Errors
    /// When it is not the result of a unit; nothing was added then.
    pub fn add(&mut self, unit: &UnitOutcome) -> Result<Unit, ResultError> {
        let result = unit.result()?;
        self.tally.add(&result);
        self.weng_lin.update(&result);
        for game in &unit.games {
            self.add_figures(game);
        }
        for note in &unit.notes {
            let known = self.notes.iter().filter(|known| known.bot == note.bot).count();
            if known < NOTES {
                self.notes.push(note.clone());
            }
        }
        Ok(result)
    }

    fn add_figures(&mut self, game: &GameOutcome) {
        let bots = &mut self.bots;
        for (at, &bot) in game.seats.iter().enumerate() {
            let Some(figures) = bots.get_mut(bot as usize) else { continue };
            figures.moves += u64::from(game.moves.get(at).copied().unwrap_or(0));
            figures.thought += game.thought.get(at).copied().unwrap_or(0);
        }
        for seat in game.forfeits {
            let bot = game.seats.get(seat.index()).and_then(|bot| bots.get_mut(*bot as usize));
            if let Some(figures) = bot {
                figures.forfeits += 1;
            }
        }
        for fault in &game.faults {
            let bot = game.seats.get(fault.seat.index());
            if let Some(figures) = bot.and_then(|bot| bots.get_mut(*bot as usize)) {
                figures.faults += &fault.faults;
            }
        }
    }

    /// The log-likelihood ratio of the test, when there is one.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|status| status.llr)
    }
}

impl Fold {
    pub(super) fn new(config: &Config, sprt: Option<Sprt>) -> Fold {
        Fold {
            results: Results::new(config.bots.len()),
            keep: config.keep,
            sprt,
            faults: BTreeMap::new(),
            limit: config.faults,
            units: 0,
        }
    }

    /// How many units have been added.
    pub(super) fn units(&self) -> u64 {
        self.units
    }

    /// How many faults each bot of the lineup may still make in the match before it forfeits; 0 for
    /// those who have.
    pub(super) fn left(&self, plan: &UnitPlan) -> Left {
        let faults = self.faults.get(&plan.of_match);
        let left =
            |place: usize| self.limit - faults.map_or(0, |faults| faults[place].min(self.limit));
        Few::try_collect((0..plan.lineup.len()).map(left)).unwrap_or_default()
    }

    /// Whether a unit that was played with `left` faults to make would have gone the same way with
    /// what is known now.
    pub(super) fn stands(&self, plan: &UnitPlan, left: &Left, unit: &UnitOutcome) -> bool {
        let now = self.left(plan);
        plan.lineup
            .iter()
            .zip(left.iter().zip(now.iter()))
            .all(|(&bot, (&then, &now))| then == now || unit.faults_of(bot) < then.min(now))
    }

    /// Whether the test has come to a decision.
    pub(super) fn is_decided(&self) -> bool {
        self.results.sprt.is_some_and(|status| status.decision != SprtDecision::Continue)
    }

    /// Adds the next unit.
    pub(super) fn add(
        &mut self,
        plan: &UnitPlan,
        unit: &UnitOutcome,
        schedule: &mut Schedule,
    ) -> Result<(), ResultError> {
        let result = self.results.add(unit)?;
        schedule.record(plan, |entrant| result.score(entrant).unwrap_or(0.0));
        self.list_kept(unit);
        self.add_faults(plan.of_match, &plan.lineup, unit);
        self.units += 1;
        if let Some(sprt) = &self.sprt {
            let scores = self.results.tally.scores(Entrant(0), Entrant(1));
            self.results.sprt = Some(sprt.status(&scores));
        }
        let Results { tally, history, bots, sprt, .. } = &mut self.results;
        history.note(tally, bots.len(), sprt.map(|status| status.llr));
        Ok(())
    }

    /// Notes which games have records, as far as a report lists them.
    fn list_kept(&mut self, unit: &UnitOutcome) {
        for (at, game) in unit.games.iter().enumerate() {
            if self.results.kept.len() == LISTED {
                return;
            }
            let number = unit.unit * unit.games.len() as u64 + at as u64;
            let kept = match self.keep {
                Keep::All => true,
                Keep::Faults => !game.faults.is_empty(),
                Keep::None => false,
                Keep::First(games) => number < games,
            };
            if kept {
                self.results.kept.push(KeptGame { number, outcome: game.clone() });
            }
        }
    }

    fn add_faults(&mut self, of_match: u64, lineup: &Lineup, unit: &UnitOutcome) {
        if unit.games.iter().all(|game| game.faults.is_empty() && game.forfeits.is_empty()) {
            return;
        }
        let faults = self.faults.entry(of_match).or_default();
        for (place, &bot) in lineup.iter().enumerate() {
            faults[place] = faults[place].saturating_add(unit.faults_of(bot));
            // A bot that forfeited in this unit, because it did not show up for instance, has forfeited the match.
            let forfeited = unit.games.iter().any(|game| {
                game.forfeits.iter().any(|seat| game.seats.get(seat.index()) == Some(&bot))
            });
            if forfeited {
                faults[place] = faults[place].max(self.limit);
            }
        }
    }
}
