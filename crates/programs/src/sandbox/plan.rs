//! From a command line to everything a keeper has to know to lock up the bot.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::find::Place;
use super::limits::Limits;
use super::paths;
use super::report::Mechanism;
use super::{Policy, Sandbox};
use crate::process::CommandLine;

/// Variables of our environment that a bot gets to see; those that begin with `LC_` as well.
const SHOWN: &[&str] =
    &["PATH", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "PYENV_ROOT", "PYENV_VERSION", "VIRTUAL_ENV"];

/// What a sandbox is made of. Travels to the keeper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) policy: Policy,
    pub(crate) limits: Limits,
    /// What may be read, symbolic links unresolved.
    pub(crate) read: BTreeSet<PathBuf>,
    /// Where the bot starts, if not in its scratch folder.
    pub(crate) run_in: Option<PathBuf>,
    /// What may not be read, wherever it lies; without symbolic links.
    pub(crate) hide: BTreeSet<PathBuf>,
    pub(crate) without: BTreeSet<Mechanism>,
    pub(crate) env: Vec<(String, String)>,
}

impl Plan {
    /// Whether a mechanism is to be tried.
    pub(crate) fn wants(&self, mechanism: Mechanism) -> Result<(), &'static str> {
        if self.without.contains(&mechanism) { Err("left out on request") } else { Ok(()) }
    }
}

/// What is asked for that a sandbox cannot give.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlanError {
    /// The program does not exist.
    #[error(
        "cannot start `{0}`: no such program (is it installed, on PATH or spelled with its folder?)"
    )]
    NoProgram(String),
    /// Opening this to a bot would open everything.
    #[error("`{}` cannot be opened to a sandboxed bot: it holds the whole system", .0.display())]
    TooMuch(PathBuf),
    /// The path is not there.
    #[error("`{}` cannot be opened to a sandboxed bot: it does not exist", .0.display())]
    NoPath(PathBuf),
    /// A link leads from a name on the command line to a place that is not open.
    #[error(
        "`{}` is a link to `{}`, which is not open to this bot: name the bot by where it really lies, or open the \
         place with `read`", link.display(), end.display()
    )]
    LeadsOut {
        /// The link by which the bot is named.
        link: PathBuf,
        /// Where it leads.
        end: PathBuf,
    },
    /// What the bot needs is in a place that is hidden from bots.
    #[error("`{}` is in `{}`, which no bot may see: move the bot elsewhere", path.display(), hidden.display())]
    Hidden {
        /// What the bot needs.
        path: PathBuf,
        /// The folder that nothing may show.
        hidden: PathBuf,
    },
    /// Paths and variables travel as text.
    #[error("`{0}` is not UTF-8")]
    NotUtf8(String),
}

/// Where command lines are read.
fn place(folder: Option<&Path>) -> Place {
    let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    Place::of_this_machine(folder.map_or_else(|| here.clone(), |folder| here.join(folder)))
}

impl Sandbox {
    /// The files and folders that are the bot of this command line, without the interpreters that run it: what other
    /// bots are not to see.
    ///
    /// # Errors
    /// When the bot cannot be started in a sandbox.
    pub fn own_paths(
        &self,
        command: &CommandLine,
        folder: Option<&Path>,
    ) -> Result<BTreeSet<PathBuf>, PlanError> {
        let place = place(folder);
        let opened = self.opened(&place)?;
        let found = place.find(command, &opened)?;
        Ok(found.own.iter().chain(&opened).map(|path| paths::follow(path).1).collect())
    }

    /// Everything that the bot of this command line may read besides the system's programs and libraries, symbolic links
    /// followed.
    ///
    /// # Errors
    /// When the bot cannot be started in a sandbox.
    pub fn readable(
        &self,
        command: &CommandLine,
        folder: Option<&Path>,
    ) -> Result<BTreeSet<PathBuf>, PlanError> {
        let place = place(folder);
        let opened = self.opened(&place)?;
        let found = place.find(command, &opened)?;
        let all = found.own.iter().chain(&found.runtimes).chain(&opened);
        Ok(all.map(|path| paths::follow(path).1).filter(|path| !paths::is_system(path)).collect())
    }

    /// What the host opened besides.
    fn opened(&self, place: &Place) -> Result<BTreeSet<PathBuf>, PlanError> {
        let mut opened = BTreeSet::new();
        for path in &self.read {
            let path = place.absolute(path);
            if paths::holds_the_system(&path) {
                return Err(PlanError::TooMuch(path));
            }
            if !path.exists() {
                return Err(PlanError::NoPath(path));
            }
            opened.insert(path);
        }
        Ok(opened)
    }

    /// The command line as it reads inside of the sandbox, and the plan.
    pub(crate) fn plan(
        &self,
        command: &CommandLine,
        folder: Option<&Path>,
    ) -> Result<(CommandLine, Plan), PlanError> {
        let place = place(folder);
        let opened = self.opened(&place)?;
        let found = place.find(command, &opened)?;
        let hide: BTreeSet<PathBuf> = self
            .hide
            .iter()
            .filter_map(|path| fs::canonicalize(place.absolute(path)).ok())
            .collect();
        for path in found.own.iter().chain(&opened) {
            let real = paths::follow(path).1;
            if let Some(hidden) = hide.iter().find(|hidden| real.starts_with(hidden)) {
                return Err(PlanError::Hidden { path: path.clone(), hidden: hidden.clone() });
            }
        }
        let mut read: BTreeSet<PathBuf> = paths::system();
        read.extend(found.own);
        read.extend(found.runtimes);
        read.extend(opened);
        if let Some(path) = read.iter().chain(&hide).find(|path| path.to_str().is_none()) {
            return Err(PlanError::NotUtf8(path.to_string_lossy().into_owned()));
        }
        let mut env: Vec<(String, String)> = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| SHOWN.contains(&name.as_str()) || name.starts_with("LC_"))
            .collect();
        env.push(("JAVA_TOOL_OPTIONS".to_owned(), self.limits.java_options()));
        let run_in = self.run_in.as_ref().map(|folder| place.absolute(folder));
        env.extend(run_in.iter().map(|path| ("PWD".to_owned(), path.display().to_string())));
        let plan = Plan {
            policy: self.policy,
            limits: self.limits,
            read,
            run_in,
            hide,
            without: self.without.iter().copied().collect(),
            env,
        };
        Ok((found.command, plan))
    }
}
