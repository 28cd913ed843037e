//! One bot against players it has never met.
//!
//! House bots are made knowing each other. Strangers are not in the roster, and no bot is made with them in mind:
//! each has a plain habit that a person or somebody's first program might have, and one of them changes it in the
//! middle of the game.

mod habits;

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_rules::{GameKind, Ruleset, Seat, Standing};
use dicehouse_stats::{Entrant, EntrantSummary, Game, Place, Tally, Unit};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{NoClock, Player, Seated, Table, run};
use rayon::prelude::*;

use crate::duels::{Duel, FEW, games_at, presets};
use crate::error::MeasureError;
use crate::faults::Faults;

pub use habits::{NOVICES, STRANGERS, Stranger};

/// How many results [`strangers`] has.
pub fn strangers_of(game: GameKind) -> usize {
    match game {
        GameKind::Liars => presets(game).len() * STRANGERS.len() * FEW.len(),
        GameKind::Claims | GameKind::Pairs => 0,
    }
}

/// Lets `bot` play against one and against three of each of [`STRANGERS`], under the presets that count. There are
/// so many games of two, and a quarter of that at each larger table. `progress` hears of each result.
///
/// # Errors
/// When there is no such bot, there are no strangers who play its game, or somebody makes a fault.
pub fn strangers(
    game: GameKind,
    bot: &str,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(&Duel),
) -> Result<(), MeasureError> {
    if game != GameKind::Liars {
        return Err(MeasureError::NoStrangers(game));
    }
    let bot = Roster::find_for(game, bot)?;
    for preset in presets(game) {
        let ruleset = Ruleset::preset(game, preset)?;
        for stranger in &STRANGERS {
            for players in FEW {
                let games = games_at(players, games);
                let found = against_stranger(ruleset, &bot, stranger, players, games, seed)?;
                progress(&Duel::new(preset, players, stranger.name, &found));
            }
        }
    }
    Ok(())
}

/// How `bot` does at a table where everybody else is the same stranger. Each deal is played in every seat.
///
/// # Errors
/// When there is no such table, or somebody makes a fault.
pub fn against_stranger(
    ruleset: Ruleset,
    bot: &HouseBot,
    stranger: &Stranger,
    players: usize,
    games: u64,
    seed: u64,
) -> Result<EntrantSummary, MeasureError> {
    let others = vec![Guest::Stranger(stranger); players.saturating_sub(1)];
    MixedTable { ruleset, one: Guest::House(bot), others, seed }.play(games)
}

/// How `stranger` does at a table with these bots. Each deal is played in every seat.
///
/// # Errors
/// When there is no such table, or somebody makes a fault.
pub fn among_bots(
    ruleset: Ruleset,
    stranger: &Stranger,
    bots: &[HouseBot],
    games: u64,
    seed: u64,
) -> Result<EntrantSummary, MeasureError> {
    let others = bots.iter().map(Guest::House).collect();
    MixedTable { ruleset, one: Guest::Stranger(stranger), others, seed }.play(games)
}

/// Somebody at a table of house bots and strangers.
#[derive(Clone, Copy)]
enum Guest<'a> {
    House(&'a HouseBot),
    Stranger(&'a Stranger),
}

impl Guest<'_> {
    fn name(&self) -> &str {
        match self {
            Guest::House(bot) => bot.name(),
            Guest::Stranger(stranger) => stranger.name,
        }
    }

    fn seated(&self) -> Seated {
        match self {
            Guest::House(bot) => bot.seated(bot.name()),
            Guest::Stranger(stranger) => Seated::bot(stranger.name, stranger.name, ""),
        }
    }

    fn player(&self, luck: u64) -> Box<dyn Player> {
        match self {
            Guest::House(bot) => bot.player(luck),
            Guest::Stranger(stranger) => stranger.player(luck),
        }
    }
}

/// A table at which it is counted how one guest does among the others.
struct MixedTable<'a> {
    ruleset: Ruleset,
    one: Guest<'a>,
    others: Vec<Guest<'a>>,
    seed: u64,
}

impl MixedTable<'_> {
    /// So many games, or a few more: each deal is played once from every seat.
    fn play(&self, games: u64) -> Result<EntrantSummary, MeasureError> {
        let deals = games.div_ceil(self.players() as u64);
        let units: Result<Vec<Option<Unit>>, MeasureError> =
            (0..deals).into_par_iter().map(|deal| self.unit(deal)).collect();
        let mut tally = Tally::new();
        units?.iter().flatten().for_each(|unit| tally.add(unit));
        Ok(tally.summary(Entrant(0)))
    }

    fn players(&self) -> usize {
        self.others.len() + 1
    }

    /// Who has a seat when the one has `first`, and the others follow in their order.
    fn guest(&self, seat: usize, first: usize) -> Guest<'_> {
        let place = (seat + self.players() - first) % self.players();
        place.checked_sub(1).map_or(self.one, |other| self.others[other])
    }

    /// The games of one deal, one for each seat that the one can have.
    fn unit(&self, deal: u64) -> Result<Option<Unit>, MeasureError> {
        let players = self.players();
        let mut games = Vec::with_capacity(players);
        for first in 0..players {
            let Some(standing) = self.game(deal, first)? else { return Ok(None) };
            let entrant = |seat: Seat| (seat.index() + players - first) % players;
            let seats = standing.places.iter();
            let finish = seats.map(|(seat, place)| (Entrant(entrant(seat) as u32), Place(*place)));
            games.extend(Game::new(finish).ok());
        }
        Ok(Unit::new(games).ok())
    }

    fn game(&self, deal: u64, first: usize) -> Result<Option<Standing>, MeasureError> {
        let dice = DealStream::new(&ContestSecret::from_seed(self.seed), deal);
        let seats = 0..self.players();
        let seated: Vec<Seated> =
            seats.clone().map(|seat| self.guest(seat, first).seated()).collect();
        let mut table = Table::new(self.ruleset, seated, dice)?;
        let mut players: Vec<Box<dyn Player>> = seats
            .map(|seat| {
                // Everybody's luck is another, in every game, and not that of the dice.
                let number = (deal << 16) | ((first as u64) << 8) | seat as u64;
                let luck = self.seed.rotate_left(32) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                self.guest(seat, first).player(luck)
            })
            .collect();
        let mut faults = Faults::default();
        // Faults are counted in memory, which does not fail.
        let standing = run(&mut table, &mut players, &mut NoClock, &mut faults).ok().flatten();
        faults.none_of(self.one.name())?;
        Ok(standing)
    }
}
