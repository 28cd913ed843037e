//! How a sensible beginner does at each level.

use dicehouse_bots::{Difficulty, Roster};
use dicehouse_rules::{GameKind, Ruleset};
use serde::Serialize;

use crate::error::MeasureError;
use crate::strangers::{NOVICES, Stranger, among_bots};
use crate::tenths;

/// The presets of `liars` that people choose first, and the tables they sit at.
const PRESETS: [&str; 2] = ["house", "perudo"];
const TABLES: [usize; 3] = [2, 4, 6];

/// How often beginners win at a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelShare {
    /// The preset.
    pub rules: String,
    /// Players at the table.
    pub players: usize,
    /// The level that was asked for.
    pub level: Difficulty,
    /// Who sat down.
    pub company: Vec<String>,
    /// The percentage of games that each of [`NOVICES`] won.
    pub won: Vec<(String, f64)>,
    /// The mean of that.
    pub mean: f64,
}

/// How many results [`levels`] has.
pub fn levels_of(game: GameKind) -> usize {
    match game {
        GameKind::Liars => PRESETS.len() * TABLES.len() * Difficulty::ALL.len(),
        GameKind::Claims | GameKind::Pairs => 0,
    }
}

/// Lets every one of [`NOVICES`] play so many games at each level, at tables of two, four and six. `progress` hears of
/// each result.
///
/// # Errors
/// When there are no beginners who play the game, or somebody makes a fault.
pub fn levels(
    game: GameKind,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(&LevelShare),
) -> Result<(), MeasureError> {
    if game != GameKind::Liars {
        return Err(MeasureError::NoStrangers(game));
    }
    for preset in PRESETS {
        for players in TABLES {
            for level in Difficulty::ALL {
                progress(&level_share(preset, players, level, games, seed)?);
            }
        }
    }
    Ok(())
}

/// How beginners do at one table of `liars`.
///
/// # Errors
/// When there is no such preset or table, or somebody makes a fault.
pub fn level_share(
    preset: &str,
    players: usize,
    level: Difficulty,
    games: u64,
    seed: u64,
) -> Result<LevelShare, MeasureError> {
    let ruleset = Ruleset::preset(GameKind::Liars, preset)?;
    let company = Roster::company(GameKind::Liars, level, players.saturating_sub(1));
    let share = |novice: &Stranger| -> Result<(String, f64), MeasureError> {
        let found = among_bots(ruleset, novice, &company, games, seed)?;
        Ok((novice.name.to_owned(), tenths(100.0 * found.share.mean.unwrap_or(0.0))))
    };
    let won = NOVICES.iter().map(share).collect::<Result<Vec<_>, _>>()?;
    Ok(LevelShare {
        rules: preset.to_owned(),
        players,
        level,
        company: company.iter().map(|bot| bot.name().to_owned()).collect(),
        mean: tenths(won.iter().map(|(_, won)| won).sum::<f64>() / won.len() as f64),
        won,
    })
}
