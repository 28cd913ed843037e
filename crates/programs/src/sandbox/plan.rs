//! From a command line to everything a keeper has to know to lock up the bot.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::limits::Limits;
use super::paths::{self, Place};
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
    /// Paths and variables travel as text.
    #[error("`{0}` is not UTF-8")]
    NotUtf8(String),
}

impl Sandbox {
    /// The command line as it reads inside of the sandbox, and the plan.
    pub(crate) fn plan(
        &self,
        command: &CommandLine,
        folder: Option<&Path>,
    ) -> Result<(CommandLine, Plan), PlanError> {
        let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let here = folder.map_or_else(|| here.clone(), |folder| here.join(folder));
        let place = Place::of_this_machine(here);
        let found = place.find(command)?;
        let mut read: BTreeSet<PathBuf> = paths::system();
        read.extend(found.read);
        for path in &self.read {
            let path = place.absolute(path);
            if paths::holds_the_system(&path) {
                return Err(PlanError::TooMuch(path));
            }
            if !path.exists() {
                return Err(PlanError::NoPath(path));
            }
            read.insert(path);
        }
        if let Some(path) = read.iter().find(|path| path.to_str().is_none()) {
            return Err(PlanError::NotUtf8(path.to_string_lossy().into_owned()));
        }
        let plan = Plan {
            policy: self.policy,
            limits: self.limits,
            read,
            without: self.without.iter().copied().collect(),
            env: env::vars_os()
                .filter_map(|(name, value)| {
                    Some((name.into_string().ok()?, value.into_string().ok()?))
                })
                .filter(|(name, _)| SHOWN.contains(&name.as_str()) || name.starts_with("LC_"))
                .collect(),
        };
        Ok((found.command, plan))
    }
}
