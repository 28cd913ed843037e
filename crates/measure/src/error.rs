//! What can go wrong.

use dicehouse_bots::BotError;
use dicehouse_contest::config::ConfigError;
use dicehouse_contest::runner::ContestError;
use dicehouse_rules::{GameKind, RulesetError};
use thiserror::Error;

/// Why there are no figures.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// There is no such preset, or it does not seat so many.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The contest makes no sense, as with no games at all.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The contest could not be held.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// Nobody but house bots plays this game here.
    #[error("the strangers play liars, not {0}")]
    NoStrangers(GameKind),
    /// A bot that plays by the rules makes no faults.
    #[error("{bot} made {faults} faults, so its figures would mean nothing")]
    Faults {
        /// The bot that made them.
        bot: String,
        /// How many.
        faults: u64,
    },
}
