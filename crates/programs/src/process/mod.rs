//! Bots as child processes.
//!
//! This layer moves lines. It knows nothing about games or about the protocol; it knows everything that can go wrong
//! with a process: it is silent, slow, dead, deaf, garrulous, or leaves children behind.
//!
//! - [`Launch`] says what to start, [`ChildBot`] is what was started.
//! - Every wait has a deadline, every buffer a limit, and every failure is a [`Fault`].
//! - When a [`ChildBot`] is shut down or dropped, nothing of it is left. Its [`Keeper`] sees to that, also for children
//!   that hide, and when this process is killed with SIGKILL.
//!
//! One thread talks to a bot at a time, and waits in `poll(2)`: no runtime, no thread switch on the way of a line. Only
//! the log has a thread of its own.
//!
//! A bot that dies must not take this process along: SIGPIPE has to be ignored, which is how a Rust program starts.

mod account;
mod bot;
mod command_line;
mod control;
mod fault;
mod fork;
mod hold;
mod keeper;
mod kept;
mod launch;
mod lines;
mod log;
mod orphans;
mod pipe;
mod processors;
mod rest;
pub(crate) mod table;

use std::time::Duration;

pub use account::Account;
pub use bot::{ChildBot, Ending, Grace, Manner};
pub use command_line::{CommandLine, CommandLineError};
pub use fault::{Doing, Exit, Fault};
pub use keeper::{Keeper, keep_if_asked, keeper_main};
pub use launch::{Launch, SpawnError};
pub use log::CappedLog;
pub use processors::{Processor, waited_here};

/// How long killed processes may take to be gone. They are out of our hands then: only the system can hold them up.
const PATIENCE: Duration = Duration::from_secs(5);
