//! What a process and the keepers it started say to each other, over a socket that only they hold.
//!
//! The first line goes to the keeper: the [`Job`]. Then single bytes go to the keeper and lines come back. A closed
//! socket is a message too, and the only one that cannot get lost: the keeper ends everything, also when its master
//! was killed.

use serde::{Deserialize, Serialize};

use super::account::Account;
use super::fault::Exit;
use crate::sandbox::{Plan, SandboxReport};

/// Asks the keeper to send SIGTERM to the bot's process group.
pub(super) const TERMINATE: u8 = b'T';

/// Tells the keeper that a new account of processor time begins.
pub(super) const RENEW: u8 = b'R';

/// Tells the keeper to stop everything that the bot runs.
pub(super) const STOP: u8 = b'S';

/// Tells the keeper to let it go on.
pub(super) const GO_ON: u8 = b'G';

/// Asks the keeper what the bot used since it was last asked about, or stopped in a sandbox. A new account begins.
pub(super) const ACCOUNT: u8 = b'A';

/// What a keeper is to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) program: String,
    pub(super) args: Vec<String>,
    /// Added to the environment, or all of it in a sandbox.
    pub(super) env: Vec<(String, String)>,
    pub(super) sandbox: Option<Plan>,
}

/// What a keeper has to say.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum News {
    /// The bot's program runs.
    Started { report: Option<SandboxReport> },
    /// The sandbox is incomplete and was not to be used then.
    Refused { report: SandboxReport },
    /// The bot's program could not be started.
    NoProgram { errno: i32 },
    /// Something before that failed.
    Failed { step: String },
    /// What the bot used; nothing when that cannot be found out.
    Account(Option<Account>),
    /// The bot's program ended.
    Ended(Exit),
    /// Everything is killed; so many processes were there beside the bot.
    Gone { leftovers: usize },
}
