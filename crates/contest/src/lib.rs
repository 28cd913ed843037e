//! Bots in any language play each other here, and are measured.
//!
//! Programs are run by `dicehouse-programs`, spoken to in the messages of `dicehouse-protocol`, and what results say is
//! reckoned by `dicehouse-stats`. Each row of this table uses the rows above it and none below.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`program`] | a process that speaks the protocol, as a [`Player`](dicehouse_table::Player) |
//! | [`check`] | for bot authors: does my program speak the protocol, and what would it do here? |
//! | [`schedule`] | who meets whom, with which deal, in which seats |
//! | [`config`] | what a contest is, from flags or a TOML file |
//! | [`runner`], [`journal`], [`report`] | playing it on several threads, writing it down so that a killed contest goes on, and showing it |
//! | [`pool`] | several contests taken together, and bots that are added later |
//! | [`ladder`] | a contest that never ends: bots come and go, and the next games are those that tell most |
//!
//! # What holds
//! - The statistical unit is the deal, played in every rotation of the seats; nothing counts single games.
//! - Results follow from the seed and the bots alone. Threads, the order in which units are finished, and interruptions
//!   change nothing: all that depends on results is decided on the units in their order.
//! - Nothing from which unseen dice follow goes to a bot, and a bot hears only what its seat may know.
//! - A bot can fail in any way; the contest ends all the same, names the bot and the cause, and leaves no process.
//! - Nothing is kept of a game but its line in the journal and its part in the sums.
//!
//! `docs/contest.md`, `docs/protocol.md` and `docs/write-a-bot.md` are the pages for those who use it.

pub mod check;
pub mod config;
pub mod journal;
pub mod ladder;
pub mod pool;
pub mod program;
pub mod report;
pub mod runner;
pub mod schedule;
