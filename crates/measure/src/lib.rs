//! How strong the house bots are.
//!
//! The bots of a game are entered in contests against each other, one for each preset and table size in [`SETTINGS`];
//! their games are played by `dicehouse-contest` and reckoned by `dicehouse-stats`, like anybody's. Only `pairs` played
//! alone is not a contest: its figure is the mean score over many games.
//!
//! [`measure`] makes the table that the program ships with (`dicehouse bots --measure GAME --toml`).
//!
//! ```
//! use dicehouse_measure::measure;
//! use dicehouse_rules::GameKind;
//!
//! let measured = measure(GameKind::Claims, 20, 1, &mut |_| ())?;
//! assert!(measured.iter().all(|strengths| strengths.seed == 1));
//! # Ok::<(), dicehouse_measure::MeasureError>(())
//! ```
#![forbid(unsafe_code)]

mod contests;
mod duels;
mod error;
pub mod exploit;
mod faults;
mod levels;
mod progress;
mod settings;
mod solo;
mod strangers;
mod times;

pub use contests::{bot_contest, copies};
pub use duels::{Duel, duels, duels_of};
pub use error::MeasureError;
pub use levels::{LevelShare, level_share, levels, levels_of};
pub use progress::Progress;
pub use settings::{SETTINGS, Setting};
pub use solo::{SoloScore, solo_score};
pub use strangers::{
    NOVICES, STRANGERS, Stranger, against_stranger, among_bots, strangers, strangers_of,
};
pub use times::{DecisionTimes, decision_times};

use dicehouse_bots::{Roster, Strengths};
use dicehouse_rules::GameKind;

use progress::Count;

/// Measures the bots of `game` under each of its [`SETTINGS`], over `games` seeded games of each bot that
/// plays alone, or in which each pair of bots meets. The same seed gives the same figures, on any number
/// of threads.
///
/// # Errors
/// When a contest cannot be held, or a bot makes a fault: figures with faults in them are worth nothing.
pub fn measure(
    game: GameKind,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Strengths>, MeasureError> {
    let names: Vec<&str> = Roster::of(game).map(|info| info.name).collect();
    measure_among(game, &names, games, seed, progress)
}

/// Measures these bots of `game` as [`measure`] does all of them. They are named as everywhere, options
/// included.
///
/// # Errors
/// As [`measure`], and when there is no such bot.
pub fn measure_among(
    game: GameKind,
    names: &[&str],
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Strengths>, MeasureError> {
    let settings: Vec<Setting> = SETTINGS.into_iter().filter(|one| one.game == game).collect();
    let all = settings.iter().map(|setting| setting.games(names.len(), games)).sum();
    let mut count = Count::new(all, progress);
    let mut measured = Vec::new();
    for setting in settings {
        count.begin(setting);
        let bots = if setting.players == 1 {
            solo::strengths(&setting, names, games, seed, &mut count)?
        } else {
            contests::strengths(&setting, names, games, seed, &mut count)?
        };
        count.end(setting.games(names.len(), games));
        measured.push(Strengths {
            game,
            rules: setting.preset.to_owned(),
            players: setting.players,
            games,
            seed,
            command: format!("dicehouse bots --measure {game} --games {games} --seed {seed}"),
            bots,
        });
    }
    Ok(measured)
}

/// Rounded to one decimal: more would say nothing.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
