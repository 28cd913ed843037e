//! A running process and the talk with it: lines out, lines in, each with a deadline.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dicehouse_programs::process::{CappedLog, ChildBot, Ending, Fault, Grace};
use dicehouse_programs::sandbox::SandboxReport;
use dicehouse_protocol::{Conversation, Heard, Ready, ToBot};
use dicehouse_rules::{Acts, View};
use dicehouse_table::Reply;
use serde::Serialize;

use super::thinking::Thinking;
use super::trouble::Trouble;

/// As long as a bot likes.
const FOR_EVER: Duration = Duration::from_secs(1 << 30);

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// From the house to the bot.
    ToBot,
    /// From the bot to the house.
    FromBot,
}

/// Somebody who listens to the lines of a conversation.
#[derive(Clone, Default)]
pub struct Tap(Option<Arc<Listen>>);

type Listen = dyn Fn(Way, &str) + Send + Sync;

impl Tap {
    /// Calls `listen` with every line.
    pub fn new(listen: impl Fn(Way, &str) + Send + Sync + 'static) -> Tap {
        Tap(Some(Arc::new(listen)))
    }

    fn hear(&self, way: Way, line: &str) {
        if let Some(listen) = &self.0 {
            listen(way, line);
        }
    }
}

impl fmt::Debug for Tap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Tap(..)" } else { "Tap(nobody)" })
    }
}

/// What became of an answer that did not come in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Afterwards {
    /// It came later.
    Slow,
    /// It came when the bot's input was closed: the bot had not flushed it.
    HeldBack,
    /// It came without a line end when the bot's input was closed.
    NoLineEnd,
    /// It never came.
    Silent,
}

/// A running process and where the talk with it stands.
#[derive(Debug)]
pub(super) struct Wire {
    bot: ChildBot,
    talk: Conversation,
    tap: Tap,
    thought: Duration,
    /// For how long it has given quick answers since its processor time was last accounted for.
    unaccounted: Duration,
}

impl Wire {
    pub(super) fn new(bot: ChildBot, talk: Conversation, tap: Tap) -> Wire {
        Wire { bot, talk, tap, thought: Duration::ZERO, unaccounted: Duration::ZERO }
    }

    /// The question of the last answer that was dropped.
    pub(super) fn last_late(&self) -> Option<u64> {
        self.talk.last_late()
    }

    /// How many answers were dropped.
    pub(super) fn late(&self) -> u64 {
        self.talk.late()
    }

    pub(super) fn log(&self) -> CappedLog {
        self.bot.log()
    }

    pub(super) fn sandbox_report(&self) -> Option<&SandboxReport> {
        self.bot.sandbox_report()
    }

    /// Begins a new account of processor time.
    pub(super) fn renew(&mut self) {
        self.bot.renew();
    }

    /// Whether the process has ended, as far as is known without asking it anything.
    pub(super) fn has_ended(&mut self) -> bool {
        self.bot.exit().is_some()
    }

    /// `hello`, and the bot's `ready`.
    pub(super) fn greet(&mut self, name: &str, limit: Duration) -> Result<Ready, Trouble> {
        let deadline = after(limit);
        self.send(&self.talk.hello(name), deadline)?;
        loop {
            if let Heard::Ready(ready) = self.hear(deadline)? {
                // What it took to start is not part of its first answer.
                self.bot.account();
                self.bot.begin_rest();
                return Ok(ready);
            }
        }
    }

    /// Says something without waiting for anything: what the bot leaves no room for goes out with the next message.
    pub(super) fn tell(&mut self, message: &ToBot<'_>) {
        // Why it fails, if it does, the next question finds out again.
        let _ = self.send(&self.talk.say(message), Instant::now());
    }

    /// `act`, and the bot's `move`.
    pub(super) fn ask(
        &mut self,
        view: &View<'_>,
        legal: Acts,
        time: Option<Duration>,
    ) -> Result<Reply, Trouble> {
        self.hear_what_came()?;
        let question = self.talk.ask(view, legal, time);
        self.bot.end_rest();
        let mut thinking = Thinking::begin(time.unwrap_or(FOR_EVER), self.unaccounted);
        let answer = self
            .send(&question, thinking.deadline())
            .map_err(Trouble::from)
            .and_then(|()| self.wait_for_answer(&mut thinking));
        (self.thought, self.unaccounted) = thinking.end(&mut self.bot);
        self.bot.begin_rest();
        self.talk.give_up();
        answer
    }

    fn wait_for_answer(&mut self, thinking: &mut Thinking) -> Result<Reply, Trouble> {
        loop {
            match self.hear(thinking.deadline()) {
                Ok(Heard::Reply(reply)) => return Ok(reply),
                Ok(_) => {}
                Err(Trouble::Fault(Fault::Timeout { doing, .. })) => {
                    if !thinking.goes_on(&mut self.bot) {
                        return Err(Fault::Timeout { doing, waited: thinking.elapsed() }.into());
                    }
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// How long the bot thought about the last question, as its clock counts it.
    pub(super) fn thought(&self) -> Duration {
        self.thought
    }

    /// What becomes of an answer that did not come in time. Its input is closed then, unless it was only slow.
    pub(super) fn afterwards(&mut self, patience: Duration) -> Afterwards {
        self.bot.end_rest();
        if self.bot.read_line(after(patience)).is_ok() {
            return Afterwards::Slow;
        }
        self.bot.close_input();
        match self.bot.read_line(after(patience)) {
            Ok(_) => Afterwards::HeldBack,
            Err(Fault::HalfLine { .. }) => Afterwards::NoLineEnd,
            Err(_) => Afterwards::Silent,
        }
    }

    /// Ends the process.
    pub(super) fn end(self, grace: Grace) -> Ending {
        self.bot.shutdown(grace)
    }

    /// Takes the lines that have come since the last answer: late answers, and what nobody asked for.
    fn hear_what_came(&mut self) -> Result<(), Trouble> {
        while let Some(line) = self.bot.try_line()? {
            self.tap.hear(Way::FromBot, &line);
            self.talk.hear(&line)?;
        }
        Ok(())
    }

    fn send(&mut self, lines: &[String], deadline: Instant) -> Result<(), Fault> {
        for line in lines {
            self.tap.hear(Way::ToBot, line);
            self.bot.send_line(line, deadline)?;
        }
        Ok(())
    }

    /// The next line, and what it says.
    fn hear(&mut self, deadline: Instant) -> Result<Heard, Trouble> {
        let line = self.bot.read_line(deadline)?;
        self.tap.hear(Way::FromBot, &line);
        Ok(self.talk.hear(&line)?)
    }
}

fn after(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or(now + FOR_EVER)
}
