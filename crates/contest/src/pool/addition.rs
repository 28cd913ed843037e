//! Adding bots to a contest that is over.
//!
//! The secret of a finished contest is open, so new games need a new one. An addition is a contest of its own inside the
//! folder of the first (`added/1`, `added/2` …): the newcomers at every table that has one of them. Afterwards the
//! results of the whole are written anew.

use std::path::{Path, PathBuf};

use dicehouse_table::dice::ContestSecret;

use super::{Pool, PoolError};
use crate::config::{BotKind, BotSetting, Config, DiceFrom};
use crate::journal::{Folder, FolderError, Manifest, numbered};
use crate::schedule::{Format, Lineup, tables};

/// Bots that are to be added.
#[derive(Clone, Debug)]
pub struct Addition {
    /// The contest of the newcomers with everybody.
    pub config: Config,
    /// Where it is to be written.
    pub folder: PathBuf,
    /// What tells the bots that were there before from ones that play differently.
    pub identities: Vec<String>,
}

impl Addition {
    /// Looks whether the bots that were there before are still the same, given what all bots are now.
    ///
    /// # Errors
    /// When one was changed: its old results would be another bot's.
    pub fn check(&self, now: &[String]) -> Result<(), PoolError> {
        let known = self.config.bots.iter().zip(&self.identities).zip(now);
        match known.into_iter().find(|((_, was), is)| was != is) {
            None => Ok(()),
            Some(((bot, was), is)) => {
                Err(PoolError::Changed { name: bot.name.clone(), was: was.clone(), is: is.clone() })
            }
        }
    }
}

/// The folder that additions to a contest are in.
const ADDED: &str = "added";

/// The contest that adds `newcomers` to the one in `folder`, with dice dealt from the secret `fresh`.
///
/// # Errors
/// When that one is not over, or a newcomer makes no sense.
pub fn addition(
    folder: &Path,
    newcomers: &[BotSetting],
    fresh: ContestSecret,
) -> Result<Addition, PoolError> {
    let (_, manifest) = finished(folder)?;
    let mut config = manifest.config;
    let mut identities = manifest.identities;
    let earlier = parts(folder)?;
    for part in &earlier {
        let (_, added) = finished(part)?;
        config.bots = added.config.bots;
        config.duplicate &= added.config.duplicate;
        identities = added.identities;
    }
    let before = config.bots.len();
    for newcomer in newcomers {
        let bot = newcomer.spec(config.ruleset.game())?;
        if config.bots.iter().any(|known| known.name == bot.name) {
            return Err(PoolError::Known(bot.name));
        }
        // Dice that are dealt again are not for programs, unless that was asked for when programs played already.
        let programs = config.bots.iter().any(|known| matches!(known.kind, BotKind::Run(_)));
        config.duplicate &= programs || matches!(bot.kind, BotKind::House(_));
        config.bots.push(bot);
    }
    let all = tables(0, config.bots.len(), config.seats).unwrap_or_default();
    let is_new = |table: &Lineup| table.iter().any(|bot| *bot as usize >= before);
    config.tables = all.into_iter().filter(is_new).collect();
    config.format = Format::Chosen;
    config.sprt = None;
    config.dice = DiceFrom::Secret(fresh);
    let number = earlier.len() + 1;
    Ok(Addition { config, folder: folder.join(ADDED).join(number.to_string()), identities })
}

/// The contest that `folder` was added to, if it was: its folder, and everything in it taken together.
///
/// # Errors
/// When a part cannot be read.
pub fn whole_of(folder: &Path) -> Result<Option<(PathBuf, Pool)>, PoolError> {
    let inside = folder.parent().filter(|parent| parent.file_name().is_some_and(|n| n == ADDED));
    let Some(whole) = inside.and_then(Path::parent) else { return Ok(None) };
    // An addition that was interrupted counts once it is finished.
    let done: Vec<PathBuf> =
        parts(whole)?.into_iter().filter(|part| finished(part).is_ok()).collect();
    let pool = Pool::read(whole, done.iter().map(PathBuf::as_path))?;
    Ok(Some((whole.to_owned(), pool)))
}

/// A contest that is over.
fn finished(folder: &Path) -> Result<(Folder, Manifest), PoolError> {
    let (place, manifest) = Folder::open(folder)?;
    if manifest.over {
        Ok((place, manifest))
    } else {
        Err(PoolError::NotFinished(folder.to_owned()))
    }
}

/// The additions to a contest so far, in order.
fn parts(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    numbered(&folder.join(ADDED))
}
