//! A worker plays units with bots of its own.
//!
//! Where games share their dice, a deal is played once in each rotation, and a bot that remembers the dice it saw would
//! know hidden dice in the next rotation. So the bot that sits down in rotation `r` of a deal plays rotation `r` of every deal and nothing else: a
//! worker opens each bot once for each rotation. A unit that has to be played again gets bots that are opened for it.
//! Hence **no bot that was opened sees a deal twice**, whatever it keeps in its memory, its scratch folder or its children.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use dicehouse_rules::{Few, Seat, Seats};
use dicehouse_table::Seated;

use super::Shared;
use super::entrant::Bot;
use super::fold::Left;
use super::game::{self, GamePlan, Notes};
use super::outcome::UnitOutcome;
use super::record::{RecordPlan, wall_clock, write_record};
use crate::config::Keep;
use crate::schedule::UnitPlan;

/// A unit to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) plan: UnitPlan,
    /// How many faults each bot of the lineup may make before it forfeits; 0 for those who have.
    pub(super) left: Left,
    /// Whether it was played before, when less was known of faults in earlier units.
    pub(super) again: bool,
}

/// A unit that was played.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) job: Job,
    pub(super) outcome: UnitOutcome,
}

/// The most programs that a worker keeps running, unless the table at which it plays needs more.
const KEPT: usize = 32;

/// Plays units, with a set of bots of its own that lasts from one unit to the next.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// The bots that are open and do not sit at the table, by number and rotation.
    bots: BTreeMap<(u32, usize), Open>,
    /// Games played so far.
    played: u64,
    notes: Notes<'a>,
}

struct Open {
    bot: Box<dyn Bot>,
    of_match: u64,
    /// The last game in which it played, as the worker counts them.
    used: u64,
    /// Whether it made a fault in this match: for the next match it is started anew.
    faulty: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Worker<'a> {
        Worker { shared, bots: BTreeMap::new(), played: 0, notes: Notes::default() }
    }

    /// Plays a unit: its deal in every rotation.
    pub(super) fn play(&mut self, job: Job) -> Done {
        let plan = &job.plan;
        let mut unit = UnitOutcome { unit: plan.number, games: Vec::new(), notes: Vec::new() };
        unit.games.reserve_exact(plan.games());
        let mut left = job.left;
        if job.again {
            self.forget_records(plan);
            self.close_lineup(plan, |_| true);
        }
        // Only with the first game of a match is there anything to close.
        self.close_lineup(plan, |open| open.faulty && open.of_match != plan.of_match);
        for at in 0..plan.games() {
            let mut table = self.take_bots(plan, at);
            self.play_game(plan, at, &mut left, &mut table, &mut unit);
            self.put_back(plan, at, table);
        }
        self.mark_faulty(plan, &unit);
        Done { job, outcome: unit }
    }

    fn play_game(
        &mut self,
        plan: &UnitPlan,
        at: usize,
        left: &mut Left,
        table: &mut [Open],
        unit: &mut UnitOutcome,
    ) {
        let Shared { config, entrants, .. } = self.shared;
        let number = plan.number * config.seats as u64 + at as u64;
        let deal = config.deal_of(plan.number, at);
        let lineup = plan.seats(at);
        // From seats to places in the lineup.
        let place_of = |bot: &u32| plan.lineup.iter().position(|known| known == bot).unwrap_or(0);
        let left_here = Few::try_collect(lineup.iter().map(|bot| left[place_of(bot)]));
        let left_here = left_here.unwrap_or_default();
        let forfeits: Seats = Seat::first(lineup.len())
            .zip(left_here.iter())
            .filter(|(_, left)| **left == 0)
            .map(|(seat, _)| seat)
            .collect();
        if lineup.len() - forfeits.len() <= 1 {
            unit.games.push(game::unplayed(lineup, forfeits));
            return;
        }
        let seats: Vec<Seated> =
            lineup.iter().map(|bot| self.shared.seated[*bot as usize].clone()).collect();
        let folder = self.shared.folder;
        let keeping = match config.keep {
            Keep::All => true,
            Keep::Faults => true,
            Keep::None => false,
            Keep::First(games) => number < games,
        };
        let recorded = keeping && folder.is_some();
        let clocks = Few::try_collect(lineup.iter().map(|bot| entrants[*bot as usize].clock()));
        let started = if recorded { wall_clock() } else { 0 };
        let game = GamePlan {
            number,
            deal,
            secret: self.shared.secret,
            bot_seed: self.shared.bot_seed,
            ruleset: config.ruleset_of(plan.turn),
            lineup,
            seats,
            clocks: clocks.unwrap_or_default(),
            left: left_here,
            recorded,
            talk: config.talk,
        };
        let mut by_place: Vec<Option<&mut dyn Bot>> =
            table.iter_mut().map(|open| Some(open.bot.as_mut() as &mut dyn Bot)).collect();
        let mut bots: Vec<&mut dyn Bot> =
            lineup.iter().filter_map(|bot| by_place[place_of(bot)].take()).collect();
        let watched = self.shared.watched.as_ref();
        self.notes.watched =
            watched.filter(|watched| watched.begin(number + 1, game.ruleset, &game.seats));
        let played = game::play(game, &mut bots, &mut self.notes);
        self.notes.watched.take().inspect(|watched| watched.end());

        for fault in &played.outcome.faults {
            let place = place_of(&lineup[fault.seat.index()]);
            let times = u32::try_from(fault.faults.total()).unwrap_or(u32::MAX);
            left[place] = left[place].saturating_sub(times);
        }
        for seat in played.outcome.forfeits {
            left[place_of(&lineup[seat.index()])] = 0;
        }
        let wanted = config.keep != Keep::Faults || !played.outcome.faults.is_empty();
        if let Some(folder) = folder.filter(|_| recorded && wanted) {
            let seats: Vec<Seated> =
                lineup.iter().map(|bot| self.shared.seated[*bot as usize].clone()).collect();
            let record = RecordPlan {
                number,
                deal,
                secret: self.shared.secret,
                open: self.shared.open,
                signs: self.shared.signs,
                contest: self.shared.contest,
                started,
                ruleset: config.ruleset_of(plan.turn),
                seats: &seats,
            };
            let path = folder.game(number);
            if let Err(error) = write_record(&path, &record, &self.notes.entries, played.standing) {
                self.shared.fail(crate::journal::FolderError::at(&path)(error));
            }
        }
        self.tell(number, &played);
        unit.games.push(played.outcome);
        unit.notes.extend(played.notes);
    }

    /// Takes away the records of games that do not count.
    fn forget_records(&self, plan: &UnitPlan) {
        if let Some(folder) = self.shared.folder {
            let first = plan.number * self.shared.config.seats as u64;
            for number in first..first + plan.games() as u64 {
                // Most games have none.
                let _ = std::fs::remove_file(folder.game(number));
            }
        }
    }

    /// Writes what there is to say about a game to the debug log.
    fn tell(&self, number: u64, played: &game::GamePlayed) {
        let entrants = self.shared.entrants;
        for note in &played.notes {
            let name = entrants[note.bot as usize].name();
            let (game, cause, detail) = (number + 1, note.cause.sentence(), &note.detail);
            tracing::warn!("game {game}: {name} {cause}: {detail}");
        }
        if tracing::enabled!(tracing::Level::TRACE) {
            let outcome = &played.outcome;
            let names: Vec<&str> =
                outcome.seats.iter().map(|bot| entrants[*bot as usize].name()).collect();
            let (game, places) = (number + 1, &outcome.places);
            tracing::trace!("game {game}: {names:?} came in {places:?}");
        }
    }

    /// The bots of the lineup that play the rotation `at`, opened if they are not.
    fn take_bots(&mut self, plan: &UnitPlan, at: usize) -> Vec<Open> {
        self.played += 1;
        let mut table = Vec::with_capacity(plan.lineup.len());
        for &bot in &plan.lineup {
            let mut open = self.bots.remove(&(bot, at)).unwrap_or_else(|| Open {
                bot: self.shared.entrants[bot as usize].open(),
                of_match: plan.of_match,
                used: 0,
                faulty: false,
            });
            (open.of_match, open.used) = (plan.of_match, self.played);
            table.push(open);
        }
        table
    }

    /// Puts the bots back that played the rotation `at`, and ends the programs that were not used for longest when too
    /// many run.
    fn put_back(&mut self, plan: &UnitPlan, at: usize, table: Vec<Open>) {
        let entrants = self.shared.entrants;
        let is_program = |bot: u32| entrants[bot as usize].is_program();
        self.bots.extend(plan.lineup.iter().map(|bot| (*bot, at)).zip(table));
        let at_table = plan.lineup.iter().filter(|bot| is_program(**bot)).count();
        let most = KEPT.max(at_table * plan.games());
        while at_table > 0 && self.bots.keys().filter(|(bot, _)| is_program(*bot)).count() > most {
            let programs = self.bots.iter().filter(|((bot, _), _)| is_program(*bot));
            let oldest = programs.min_by_key(|(_, open)| open.used).map(|(slot, _)| *slot);
            let Some(((bot, _), open)) = oldest.and_then(|slot| self.bots.remove_entry(&slot))
            else {
                return;
            };
            self.close(bot, open);
        }
    }

    /// Notes which bots made faults in a unit.
    fn mark_faulty(&mut self, plan: &UnitPlan, unit: &UnitOutcome) {
        for &bot in plan.lineup.iter().filter(|bot| unit.faults_of(**bot) > 0) {
            self.bots.range_mut(rotations(bot)).for_each(|(_, open)| open.faulty = true);
        }
    }

    /// Ends those bots of the lineup for which `is_due` holds.
    fn close_lineup(&mut self, plan: &UnitPlan, is_due: impl Fn(&Open) -> bool) {
        for &bot in &plan.lineup {
            let open = self.bots.range(rotations(bot));
            let due: Vec<_> =
                open.filter(|(_, open)| is_due(open)).map(|(slot, _)| *slot).collect();
            for slot in due {
                if let Some(open) = self.bots.remove(&slot) {
                    self.close(bot, open);
                }
            }
        }
    }

    fn close(&self, bot: u32, open: Open) {
        let name = self.shared.entrants[bot as usize].name();
        let closed = open.bot.close();
        if let Some(logs) = &self.shared.bot_logs {
            logs.add(name, &closed.log, &closed.ending);
        }
        if !closed.ending.is_empty() {
            let ending = closed.ending;
            tracing::info!("a process of {name} ended: {ending}");
        }
    }
}

impl Drop for Worker<'_> {
    /// Ends its bots, politely.
    fn drop(&mut self) {
        for ((bot, _), open) in std::mem::take(&mut self.bots) {
            self.close(bot, open);
        }
    }
}

/// The places of a bot in all rotations.
fn rotations(bot: u32) -> RangeInclusive<(u32, usize)> {
    (bot, 0)..=(bot, usize::MAX)
}
