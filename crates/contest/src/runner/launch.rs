//! How the programs of a contest are started, and what is hidden from them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use dicehouse_programs::process::{CommandLine, Launch};
use dicehouse_programs::sandbox::Sandbox;

use super::closed::results_in;
use super::contest::{ContestError, Setup};
use crate::config::{BotKind, BotSpec, Config, Confinement};

/// How the program `bot` is started.
///
/// # Errors
/// When it cannot be started in a sandbox.
pub(super) fn launch(
    config: &Config,
    setup: &Setup,
    bot: &BotSpec,
    command: &CommandLine,
) -> Result<Launch, ContestError> {
    let setting = &bot.setting;
    let mut launch = Launch::new(command.clone()).keeper(setup.keeper.clone());
    for (name, value) in &setting.env {
        launch = launch.env(name, value);
    }
    if let Some(folder) = &setting.cwd {
        launch = launch.current_dir(folder);
    }
    if !config.ponder {
        launch = launch.enforce_rests();
    }
    let Confinement::Sandbox(policy) = config.sandbox else { return Ok(launch) };
    let limits = setting.limits.over(config.limits);
    let sandbox = sandbox(bot).policy(policy).limits(limits);
    let hidden = hidden(config, setup, bot)?;
    Ok(launch.sandbox(hidden.into_iter().fold(sandbox, Sandbox::hide)))
}

/// What is open to a bot because its host says so.
fn sandbox(bot: &BotSpec) -> Sandbox {
    let sandbox = bot.setting.read.iter().fold(Sandbox::new(), |sandbox, path| sandbox.read(path));
    match &bot.setting.cwd {
        Some(folder) => {
            sandbox.run_in(std::path::absolute(folder).unwrap_or_else(|_| folder.clone()))
        }
        None => sandbox,
    }
}

/// What is hidden from a bot: what the contest says, the secrets of all contests, the results of any contest that lie in what
/// it may read, and the other bots, except for what it shares with them.
fn hidden(
    config: &Config,
    setup: &Setup,
    bot: &BotSpec,
) -> Result<BTreeSet<PathBuf>, ContestError> {
    let mine = own_paths(bot)?;
    let mut hidden: BTreeSet<PathBuf> = setup.hide.iter().cloned().collect();
    hidden.extend(setup.secrets.iter().map(|secrets| secrets.folder().to_owned()));
    hidden.extend(results_in(&readable(bot)?).map_err(|folder| {
        let folder = folder.display();
        let why = format!(
            "`{folder}` has too many files to look through for results that a bot may not see: put the bot into a folder \
             of its own"
        );
        ContestError::Bot { name: bot.name.clone(), why }
    })?);
    for other in config.bots.iter().filter(|other| other.name != bot.name) {
        let theirs = own_paths(other)?;
        hidden.extend(
            theirs.into_iter().filter(|path| !mine.iter().any(|own| own.starts_with(path))),
        );
    }
    Ok(hidden)
}

/// Everything that is open to a program besides the system.
fn readable(bot: &BotSpec) -> Result<BTreeSet<PathBuf>, ContestError> {
    let BotKind::Run(command) = &bot.kind else { return Ok(BTreeSet::new()) };
    sandbox(bot)
        .readable(command, bot.setting.cwd.as_deref())
        .map_err(|error| ContestError::Bot { name: bot.name.clone(), why: error.to_string() })
}

/// The files and folders that a program is made of.
fn own_paths(bot: &BotSpec) -> Result<BTreeSet<PathBuf>, ContestError> {
    let BotKind::Run(command) = &bot.kind else { return Ok(BTreeSet::new()) };
    sandbox(bot)
        .own_paths(command, bot.setting.cwd.as_deref())
        .map_err(|error| ContestError::Bot { name: bot.name.clone(), why: error.to_string() })
}
