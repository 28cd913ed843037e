//! One game: the bots sit down, the table plays, and what came of it is noted.

use dicehouse_protocol::BotSeed;
use std::io;

use dicehouse_rules::{Cause, Fact, Few, MAX_SEATS, Ruleset, Seat, Seats, Standing};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{Entry, Keep, Player, Seated, Table, run};

use super::entrant::{Bot, GameStart, NoShow};
use super::outcome::{FaultNote, GameOutcome, SeatFaults};
use super::seat::{SeatFigures, SeatPlayer};
use super::stopwatch::Stopwatch;
use super::watched::Watched;
use crate::config::TimeControl;
use crate::schedule::Lineup;

/// What is played.
pub(super) struct GamePlan<'a> {
    /// The game's number in the contest, from 0.
    pub(super) number: u64,
    /// The number of its deal.
    pub(super) deal: u64,
    /// What the dice follow from.
    pub(super) secret: ContestSecret,
    /// What the bots' own seeds follow from.
    pub(super) bot_seed: u64,
    pub(super) ruleset: &'a Ruleset,
    /// The bots by number, in seat order.
    pub(super) lineup: Lineup,
    /// How they sit at the table, in seat order.
    pub(super) seats: Vec<Seated>,
    /// Those who are held to their time, in seat order.
    pub(super) clocks: Few<Option<TimeControl>, MAX_SEATS>,
    /// How many faults each may still make before it forfeits, in seat order; 0 for those who have.
    pub(super) left: Few<u32, MAX_SEATS>,
    /// Whether everything that happens is wanted for a record.
    pub(super) recorded: bool,
    /// Whether the bots hear what the others say.
    pub(super) talk: bool,
}

/// What came of it.
pub(super) struct GamePlayed {
    pub(super) outcome: GameOutcome,
    pub(super) notes: Vec<FaultNote>,
    pub(super) standing: Option<Standing>,
}

/// Hears everything: keeps the events if they are wanted, and what went wrong in any case.
#[derive(Debug, Default)]
pub(super) struct Notes<'a> {
    pub(super) entries: Vec<Entry>,
    /// Who is shown the game while it is played.
    pub(super) watched: Option<&'a Watched>,
    recorded: bool,
    detail: String,
    faults: Vec<(Seat, Cause, String)>,
}

/// The most faults of a game that are noted with their particulars.
const NOTED: usize = 3;

impl Keep for Notes<'_> {
    fn keep(&mut self, entries: &[Entry]) -> io::Result<()> {
        for entry in entries {
            if let Entry::Detail { detail, .. } = entry {
                self.detail = detail.to_string();
            } else if let Some(Fact::Fault { seat, cause }) = entry.fact() {
                let detail = std::mem::take(&mut self.detail);
                if !detail.is_empty() && self.faults.len() < NOTED {
                    self.faults.push((*seat, *cause, detail));
                }
            }
        }
        if self.recorded {
            self.entries.extend_from_slice(entries);
        }
        if let Some(watched) = self.watched {
            watched.happens(entries);
        }
        Ok(())
    }
}

/// Plays a game with `bots` in seat order. `notes` is taken over from the game before, to be filled
/// anew.
pub(super) fn play(
    plan: GamePlan<'_>,
    bots: &mut [&mut dyn Bot],
    notes: &mut Notes<'_>,
) -> GamePlayed {
    notes.entries.clear();
    notes.faults.clear();
    notes.recorded = plan.recorded;
    let GamePlan { number, deal, secret, bot_seed, ruleset, lineup, seats, clocks, left, .. } =
        plan;
    let mut watch = Stopwatch::new();
    let mut figures = [SeatFigures::default(); MAX_SEATS];
    let mut players: Vec<Box<dyn Player + '_>> = Vec::with_capacity(bots.len());
    let mut missing: Vec<FaultNote> = Vec::new();
    let places = Seat::first(lineup.len()).zip(bots.iter_mut()).zip(figures.iter_mut());
    for ((seat, bot), figures) in places {
        let left = left[seat.index()];
        figures.forfeited = left == 0;
        let mut player = None;
        if !figures.forfeited {
            let seed = BotSeed::derive(bot_seed, number, seat);
            let start = GameStart { number: number + 1, ruleset, seat, seats: &seats, seed };
            match bot.sit(&start) {
                Ok(at_table) => player = Some(at_table),
                Err(NoShow { cause, detail }) => {
                    figures.forfeited = true;
                    figures.faults.add(cause, 1);
                    let bot = lineup[seat.index()];
                    missing.push(FaultNote { bot, game: number, cause, detail });
                }
            }
        }
        if let Some(control) = &clocks[seat.index()] {
            watch.limit(seat, control);
        }
        players.push(Box::new(SeatPlayer::new(seat, player, left, figures, plan.talk)));
    }
    let standing = match Table::new(*ruleset, seats, DealStream::new(&secret, deal)) {
        // Notes are kept in memory, which does not fail.
        Ok(mut table) => run(&mut table, &mut players, &mut watch, notes).ok().flatten(),
        // A contest is not held with rules that its tables cannot be played by.
        Err(_) => None,
    };
    drop(players);
    bots.iter_mut().for_each(|bot| bot.over(standing));

    let figures = &figures[..lineup.len()];
    let by_seat = || Seat::first(lineup.len()).zip(figures);
    let forfeits: Seats =
        by_seat().filter(|(_, figures)| figures.forfeited).map(|(seat, _)| seat).collect();
    let faulty = by_seat().filter(|(_, figures)| !figures.faults.is_empty());
    let faults = faulty.map(|(seat, figures)| SeatFaults { seat, faults: figures.faults });
    let noted = notes.faults.drain(..).map(|(seat, cause, detail)| FaultNote {
        bot: lineup[seat.index()],
        game: number,
        cause,
        detail,
    });
    missing.extend(noted);
    let thought = |seat| u64::try_from(watch.thought(seat).as_nanos()).unwrap_or(u64::MAX);
    GamePlayed {
        outcome: GameOutcome {
            seats: lineup,
            places: match &standing {
                Some(standing) => GameOutcome::places(standing, forfeits),
                None => GameOutcome::places_unplayed(lineup.len(), forfeits),
            },
            moves: Few::try_collect(figures.iter().map(|f| f.moves)).unwrap_or_default(),
            thought: Few::try_collect(Seat::first(lineup.len()).map(thought)).unwrap_or_default(),
            faults: faults.collect(),
            forfeits,
        },
        notes: missing,
        standing,
    }
}

/// The game that nobody has to play, because at most one bot has not forfeited it.
pub(super) fn unplayed(lineup: Lineup, forfeits: Seats) -> GameOutcome {
    let zeroes = |_| 0;
    GameOutcome {
        seats: lineup,
        places: GameOutcome::places_unplayed(lineup.len(), forfeits),
        moves: Few::try_collect(lineup.iter().map(zeroes)).unwrap_or_default(),
        thought: Few::try_collect(lineup.iter().map(|_| 0)).unwrap_or_default(),
        faults: Vec::new(),
        forfeits,
    }
}
