//! The results so far: units added up strictly in their order.

use std::collections::BTreeMap;

use dicehouse_rules::{Cause, Few, MAX_SEATS};
use dicehouse_stats::{Entrant, ResultError, Sprt, SprtDecision, SprtStatus, Tally, WengLin};

use super::outcome::{FaultNote, UnitOutcome};
use super::seat::place_of;
use crate::config::Config;
use crate::schedule::{Lineup, Schedule, UnitPlan};

/// The most faults of one bot that are kept with their particulars.
const NOTES: usize = 5;

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
}

/// What else is counted for a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotFigures {
    /// Faults by cause, in the order of [`Cause::ALL`].
    pub faults: [u64; Cause::ALL.len()],
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
        self.faults.iter().sum()
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
    units: u64,
}

impl Fold {
    pub(super) fn new(config: &Config, sprt: Option<Sprt>) -> Fold {
        Fold {
            results: Results {
                tally: Tally::new(),
                weng_lin: WengLin::new(),
                bots: vec![BotFigures::default(); config.bots.len()],
                notes: Vec::new(),
                sprt: None,
            },
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
        let result = unit.result()?;
        self.results.tally.add(&result);
        self.results.weng_lin.update(&result);
        schedule.record(plan, |entrant| result.score(entrant).unwrap_or(0.0));
        self.add_figures(unit);
        self.add_faults(plan.of_match, &plan.lineup, unit);
        self.units += 1;
        if let Some(sprt) = &self.sprt {
            let scores = self.results.tally.scores(Entrant(0), Entrant(1));
            self.results.sprt = Some(sprt.status(&scores));
        }
        Ok(())
    }

    fn add_figures(&mut self, unit: &UnitOutcome) {
        let bots = &mut self.results.bots;
        for game in &unit.games {
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
                    figures.faults[place_of(fault.cause)] += u64::from(fault.times);
                }
            }
        }
        for note in &unit.notes {
            let known = self.results.notes.iter().filter(|known| known.bot == note.bot).count();
            if known < NOTES {
                self.results.notes.push(note.clone());
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
            // Who forfeited in this unit (it did not show up, say) has forfeited the match.
            let forfeited = unit.games.iter().any(|game| {
                game.forfeits.iter().any(|seat| game.seats.get(seat.index()) == Some(&bot))
            });
            if forfeited {
                faults[place] = faults[place].max(self.limit);
            }
        }
    }
}
