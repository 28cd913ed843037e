//! Talking to one running process: messages out, answers in, late ones dropped.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dicehouse_programs::process::{CappedLog, ChildBot, Ending, Fault, Grace};
use dicehouse_protocol::{
    ActClock, Decide, FromBot, Hello, Move, PROTOCOL, Ready, ToBot, Unreadable,
};
use dicehouse_rules::{Acts, View};
use dicehouse_table::Reply;
use serde::Serialize;

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

/// How the house speaks. There is the usual manner, and an odd one that is allowed all the same; a bot must bear both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manners {
    /// The lines that say a message.
    pub(crate) lines: fn(&ToBot<'_>) -> Vec<String>,
    /// The first `id`.
    pub(crate) first_id: u64,
    /// What lies between an `id` and the next.
    pub(crate) id_step: u64,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners { lines: |message| vec![message.line()], first_id: 1, id_step: 1 }
    }
}

/// A running process and where the talk with it stands.
#[derive(Debug)]
pub(crate) struct Conversation {
    bot: ChildBot,
    manners: Manners,
    tap: Tap,
    next_id: u64,
    late: u64,
}

impl Conversation {
    pub(crate) fn new(bot: ChildBot, manners: Manners, tap: Tap) -> Conversation {
        Conversation { bot, manners, tap, next_id: manners.first_id, late: 0 }
    }

    /// How many answers were dropped.
    pub(crate) fn late(&self) -> u64 {
        self.late
    }

    pub(crate) fn log(&self) -> CappedLog {
        self.bot.log()
    }

    pub(crate) fn bot(&self) -> &ChildBot {
        &self.bot
    }

    /// Whether the process has ended, as far as is known without asking it anything.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.bot.exit().is_some()
    }

    /// `hello`, and the bot's `ready`.
    pub(crate) fn greet(&mut self, name: &str, limit: Duration) -> Result<Ready, Trouble> {
        let deadline = after(limit);
        self.send(&ToBot::Hello(Hello::new(name)), deadline)?;
        let line = self.read(deadline)?;
        match FromBot::read(&line)? {
            FromBot::Ready(ready) if ready.protocol != PROTOCOL => {
                Err(Trouble::OtherProtocol { protocol: ready.protocol })
            }
            FromBot::Ready(ready) => Ok(ready),
            FromBot::Move(_) => {
                Err(Unreadable::because("`ready` should be the first message", &line).into())
            }
        }
    }

    /// Says something without waiting for anything: what the bot leaves no room for goes out with the next message.
    pub(crate) fn tell(&mut self, message: &ToBot<'_>) {
        // Why it fails, if it does, the next question finds out again.
        let _ = self.send(message, Instant::now());
    }

    /// `act`, and the bot's `move`.
    pub(crate) fn ask(
        &mut self,
        view: &View<'_>,
        legal: Acts,
        time: Option<Duration>,
    ) -> Result<Reply, Trouble> {
        let deadline = after(time.unwrap_or(FOR_EVER));
        let id = self.next_id;
        self.next_id += self.manners.id_step;
        let clock = time.map(ActClock::new);
        let decide = Decide { id, view: Cow::Borrowed(view), legal, clock };
        self.send(&ToBot::Act(decide), deadline)?;
        loop {
            let line = self.read(deadline)?;
            let answer = match FromBot::read(&line)? {
                FromBot::Move(answer) => answer,
                FromBot::Ready(_) => {
                    return Err(Unreadable::because("expected `move`", &line).into());
                }
            };
            if answer.id < id {
                self.late += 1;
                continue;
            }
            return reply(answer, id, &line);
        }
    }

    /// Ends the process.
    pub(crate) fn end(self, grace: Grace) -> Ending {
        self.bot.shutdown(grace)
    }

    fn send(&mut self, message: &ToBot<'_>, deadline: Instant) -> Result<(), Fault> {
        for line in (self.manners.lines)(message) {
            self.tap.hear(Way::ToBot, &line);
            self.bot.send_line(&line, deadline)?;
        }
        Ok(())
    }

    /// The next line that says something.
    fn read(&mut self, deadline: Instant) -> Result<String, Fault> {
        loop {
            let line = self.bot.read_line(deadline)?;
            self.tap.hear(Way::FromBot, &line);
            if !line.trim().is_empty() {
                return Ok(line);
            }
        }
    }
}

fn reply(answer: Move, id: u64, line: &str) -> Result<Reply, Trouble> {
    if answer.id != id {
        let why = format!("the answer is to question {}, but question {id} was asked", answer.id);
        return Err(Unreadable::because(why, line).into());
    }
    match answer.act.parse() {
        Ok(act) => Ok(Reply { act, talk: answer.talk, info: answer.info }),
        Err(error) => Err(Unreadable::because(format!("no act ({error})"), line).into()),
    }
}

fn after(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or(now + FOR_EVER)
}
