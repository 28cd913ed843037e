//! The client's side of a room, without a socket and without a clock.
//!
//! Everything that follows a room from Rust is a shell around a [`Mirror`]: it opens lines, carries messages and says
//! what time it is. What to send, when to send it again, when a line is dead and when to give up is decided here.
//! The page has its counterpart in `web/src/lib/connection/mirror.ts`; `web/fixtures/client-cases.json` holds both to
//! the same behaviour.

mod follow;
mod output;
mod pending;

use std::collections::VecDeque;
use std::time::Duration;

use crate::message::{
    Answer, Come, Do, Notice, PROTOCOL, Snapshot, Time, ToClient, ToRoom, Update, Version,
};
#[cfg(test)]
use crate::planted::{self, Bug};

pub use output::{Output, WhyGaveUp};
use pending::Pending;
pub use pending::Ticket;

/// A command that waits longer than this is worth a word to the person, in milliseconds.
const SLOW: u64 = 1000;
/// How long the room may take to greet somebody who has come.
const GREETING: u64 = 10_000;
/// How long the room may take to answer a command before it is asked again.
const ANSWER: u64 = 6000;
/// How often the room is asked again for answers that do not come, before that is the end.
const ASKED_AGAIN: u32 = 8;
/// After this long without a word from the room, it is asked whether it is there.
const PING: u64 = 15_000;
/// How long it may take to answer that.
const PONG: u64 = 12_000;
/// How long to wait before a new line is opened, first and at most; it doubles in between.
const FIRST_WAIT: u64 = 200;
const LONGEST_WAIT: u64 = 5000;
/// How often in a row a line may fail before the room has greeted anybody on it.
const TRIES: u32 = 60;

/// A room as one person sees it, and their line to it.
///
/// Tell it what happens ([`connected`](Mirror::connected), [`take`](Mirror::take), [`want`](Mirror::want),
/// [`lost`](Mirror::lost)), and that time goes by ([`tick`](Mirror::tick), at the latest at
/// [`wake_at`](Mirror::wake_at)). After each of these, do what [`poll`](Mirror::poll) says until it says nothing more.
///
/// `now` is read from any clock of the client that does not jump; it need not be that of the room.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    shown: Option<Snapshot>,
    /// When the room said what time it is, by the client's clock.
    greeted_at: Time,
    line: Line,
    /// How many lines in a row failed before the room greeted us.
    tries: u32,
    /// How often in a row the room was asked again for answers.
    asked_again: u32,
    pending: Pending,
    /// Whether the person was told that a command takes long.
    slow: bool,
    outputs: VecDeque<Output>,
}

/// The line to the room.
#[derive(Clone, Debug, Default)]
enum Line {
    /// There has been none yet.
    #[default]
    None,
    /// It is gone; the next one is opened at this time.
    Lost(Time),
    Up(Up),
    /// It was given up.
    Over {
        for_good: bool,
    },
}

/// A line that is there, as far as anybody knows.
#[derive(Clone, Debug)]
struct Up {
    /// Whether the room has greeted us on it. Commands are sent from then on.
    greeted: bool,
    /// By when the room has to greet us; `None` when no greeting is due.
    greeting_by: Option<Time>,
    /// When something was heard last.
    heard: Time,
    /// When the room was asked whether it is there.
    pinged: Option<Time>,
    /// Nothing is sent before this time: it was too much at once.
    held_until: Option<Time>,
    /// Since when no command was answered although one waits.
    quiet_since: Time,
}

/// What the client is told.
impl Mirror {
    /// A client that knows nothing of the room yet, and has no line to it.
    #[must_use]
    pub fn new() -> Mirror {
        Mirror::default()
    }

    /// There is a line to the room now, in place of any before.
    pub fn connected(&mut self, now: Time) {
        if matches!(self.line, Line::Over { .. }) {
            return;
        }
        self.line = Line::Up(Up {
            greeted: false,
            greeting_by: None,
            heard: now,
            pinged: None,
            held_until: None,
            quiet_since: now,
        });
        #[cfg(test)]
        if planted::has(Bug::RestartsNumbers) {
            self.pending.restart_numbers();
        }
        self.come(now);
    }

    /// The line is gone, or could not be opened.
    pub fn lost(&mut self, now: Time) {
        match self.line {
            Line::Over { .. } => {}
            // Told twice: the line that was asked for is still to be opened.
            Line::Lost(until) if now < until => self.reconnect(until.since(now)),
            Line::None | Line::Lost(_) | Line::Up(_) => self.try_again(now),
        }
    }

    /// The house does not let this person in, in its own words. There is nothing to try again.
    pub fn turned_away(&mut self, why: impl Into<String>) {
        self.give_up(WhyGaveUp::TurnedAway(why.into()));
    }

    /// A message of the room came.
    pub fn take(&mut self, now: Time, message: ToClient) {
        let Line::Up(up) = &mut self.line else { return };
        up.heard = now;
        up.pinged = None;
        match message {
            ToClient::Welcome(all) => {
                // It may show less than was known: somebody who leaves a game and watches it with a delay sees it as it
                // was before.
                self.pending.continue_at(all.you.next_command);
                self.shown = Some(*all);
                self.outputs.push_back(Output::Shown);
                self.greeted(now);
            }
            ToClient::Resumed(resumed) => {
                self.pending.continue_at(resumed.you.next_command);
                if let Some(shown) = &mut self.shown {
                    shown.now = resumed.now;
                    shown.you = resumed.you;
                }
                self.greeted(now);
                self.update(now, resumed.update);
                let people = self.shown.iter_mut().flat_map(|shown| &mut shown.room.people);
                for person in people {
                    person.here = resumed.here.contains(&person.person);
                }
                self.outputs.push_back(Output::Changed);
            }
            ToClient::Update(update) => self.update(now, update),
            ToClient::Answer(answer) => self.answered(now, answer),
            ToClient::Presence(presence) => {
                let people = self.shown.iter_mut().flat_map(|shown| &mut shown.room.people);
                for person in people.filter(|person| person.person == presence.person) {
                    person.here = presence.here;
                }
                self.outputs.push_back(Output::Changed);
            }
            ToClient::Notice(notice) => self.noticed(now, notice),
            ToClient::Pong { .. } => {}
        }
    }

    /// The person wants something. It gets its number when it is sent for the first time, and is sent until it is
    /// answered.
    pub fn want(&mut self, now: Time, what: Do) -> Ticket {
        let ticket = self.pending.add(now, what);
        self.send_new(now);
        ticket
    }

    /// Time goes by.
    pub fn tick(&mut self, now: Time) {
        self.say_whether_slow(now);
        let Line::Up(up) = &mut self.line else { return };
        if let Some(until) = up.held_until {
            if now < until {
                return;
            }
            up.held_until = None;
            match up.greeting_by {
                Some(_) => self.come(now),
                None => self.send_again(now),
            }
            return;
        }
        let due = |since: Time, limit: u64| now >= since.plus(limit);
        if up.greeting_by.is_some_and(|by| now >= by) || up.pinged.is_some_and(|at| due(at, PONG)) {
            return self.try_again(now);
        }
        let owed = self.pending.is_any_sent() && up.greeting_by.is_none();
        #[cfg(test)]
        let owed = owed && !planted::has(Bug::NeverAsksAgain);
        if owed && due(up.quiet_since, ANSWER) {
            return self.ask_again(now);
        }
        #[cfg(test)]
        if planted::has(Bug::NeverPings) {
            up.heard = now;
        }
        if up.pinged.is_none() && due(up.heard, PING) {
            up.pinged = Some(now);
            self.send(ToRoom::Ping);
        }
    }

    /// There is reason to think that a line can be opened again: the person asks for it, or the network is back. It is
    /// tried at once, also after it was given up because the room could not be reached.
    pub fn hurry(&mut self, now: Time) {
        if matches!(self.line, Line::Lost(_) | Line::Over { for_good: false }) {
            (self.tries, self.asked_again) = (0, 0);
            self.line = Line::Lost(now);
            self.reconnect(0);
        }
    }
}

/// What the client asks.
impl Mirror {
    /// The next thing to do; `None` when there is nothing left.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When to [`tick`](Mirror::tick) at the latest; `None` when time changes nothing.
    #[must_use]
    pub fn wake_at(&self) -> Option<Time> {
        let slow = self.pending.oldest().filter(|_| !self.slow && !self.is_over());
        slow.map(|since| since.plus(SLOW)).into_iter().chain(self.line_wakes_at()).min()
    }

    /// What is shown; `None` before the welcome.
    #[must_use]
    pub fn shown(&self) -> Option<&Snapshot> {
        self.shown.as_ref()
    }

    /// The version that is shown.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.shown.as_ref().map(|shown| shown.version)
    }

    /// The commands that have no answer, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = (Ticket, &Do)> {
        self.pending.waiting()
    }

    /// Whether a command has no answer yet.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.waiting().next().is_some()
    }

    /// Whether there is a line on which the room has greeted us.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(&self.line, Line::Up(up) if up.greeted)
    }

    /// Whether it was given up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.line, Line::Over { .. })
    }

    /// What time it is by the room's clock, to compare its deadlines with; `None` before the welcome.
    #[must_use]
    pub fn room_time(&self, now: Time) -> Option<Time> {
        self.shown.as_ref().map(|shown| shown.now.plus(now.since(self.greeted_at)))
    }
}

/// The line.
impl Mirror {
    fn send(&mut self, message: ToRoom) {
        self.outputs.push_back(Output::Send(message));
    }

    /// Asks for what follows the version that is shown.
    fn come(&mut self, now: Time) {
        let Line::Up(up) = &mut self.line else { return };
        up.greeting_by = Some(now.plus(GREETING));
        let have = self.version();
        self.send(ToRoom::Come(Come { protocol: PROTOCOL, have }));
    }

    /// The room has shown everything, or what was missed.
    fn greeted(&mut self, now: Time) {
        self.greeted_at = now;
        let Line::Up(up) = &mut self.line else { return };
        up.greeted = true;
        self.tries = 0;
        // A welcome comes unasked when a game starts: the commands are still on their way then.
        if up.greeting_by.take().is_some() {
            self.send_again(now);
        }
    }

    /// Opens another line after a while, unless it was tried often enough.
    fn try_again(&mut self, now: Time) {
        let doubled = FIRST_WAIT << self.tries.min(10);
        self.try_again_after(now, doubled.min(LONGEST_WAIT));
    }

    fn try_again_after(&mut self, now: Time, wait: u64) {
        self.tries += 1;
        let tries = TRIES;
        #[cfg(test)]
        let tries = if planted::has(Bug::GivesUpEarly) { 3 } else { tries };
        if self.tries > tries {
            return self.give_up(WhyGaveUp::Unreachable);
        }
        self.line = Line::Lost(now.plus(wait));
        self.reconnect(wait);
    }

    fn reconnect(&mut self, wait: u64) {
        self.outputs.push_back(Output::Reconnect { after: Duration::from_millis(wait) });
    }

    fn give_up(&mut self, why: WhyGaveUp) {
        if !self.is_over() {
            self.line = Line::Over { for_good: !why.may_pass() };
            self.outputs.push_back(Output::GaveUp(why));
        }
    }

    fn noticed(&mut self, now: Time, notice: Notice) {
        self.outputs.push_back(Output::Noticed(notice.clone()));
        match notice {
            Notice::Replaced => self.give_up(WhyGaveUp::Replaced),
            Notice::Closed => self.give_up(WhyGaveUp::Closed),
            Notice::Refused { refusal } => self.give_up(WhyGaveUp::Refused(refusal)),
            Notice::Restart { wait } => self.try_again_after(now, wait.into()),
            Notice::TooSlow => self.try_again(now),
            Notice::TooFast { wait } => {
                // Something was not read. Which, nobody knows: it is all sent again after the wait.
                if let Line::Up(up) = &mut self.line {
                    up.held_until = Some(now.plus(wait.into()));
                }
            }
            // A command that was not understood is never answered, and that is said in time.
            Notice::Unreadable { .. } | Notice::Announcement { .. } => {}
        }
    }

    fn line_wakes_at(&self) -> Option<Time> {
        let Line::Up(up) = &self.line else { return None };
        if up.held_until.is_some() {
            return up.held_until;
        }
        let answer = self.pending.is_any_sent() && up.greeting_by.is_none();
        let answer = answer.then(|| up.quiet_since.plus(ANSWER));
        let alive = up.pinged.map_or(up.heard.plus(PING), |at| at.plus(PONG));
        [up.greeting_by, answer, Some(alive)].into_iter().flatten().min()
    }
}

/// What is shown.
impl Mirror {
    fn update(&mut self, now: Time, update: Update) {
        let Some(shown) = &mut self.shown else { return self.missed(now) };
        // What is known already may come again, or late.
        let old = update.version <= shown.version;
        #[cfg(test)]
        let old = old && !planted::has(Bug::AppliesOldUpdates);
        if old {
            return;
        }
        let gap = update.from != shown.version;
        #[cfg(test)]
        let gap = gap && !planted::has(Bug::IgnoresGaps) && !planted::has(Bug::AppliesOldUpdates);
        if gap {
            return self.missed(now);
        }
        self.outputs.push_back(Output::Happened(follow::update(shown, update)));
    }

    /// Something was missed: it is asked for, once.
    fn missed(&mut self, now: Time) {
        if matches!(&self.line, Line::Up(up) if up.greeting_by.is_none()) {
            self.come(now);
        }
    }
}

/// The commands.
impl Mirror {
    /// Whether commands can be sent now.
    fn is_open(&self) -> bool {
        matches!(&self.line, Line::Up(up) if up.greeted && up.held_until.is_none())
    }

    /// Sends what was not sent before.
    fn send_new(&mut self, now: Time) {
        if !self.is_open() {
            return;
        }
        if !self.pending.is_any_sent()
            && let Line::Up(up) = &mut self.line
        {
            up.quiet_since = now;
        }
        let new = self.pending.number_new();
        self.outputs.extend(new.into_iter().map(Output::Send));
    }

    /// Sends everything that has no answer: first, with its number, what was sent before.
    fn send_again(&mut self, now: Time) {
        if !self.is_open() {
            return;
        }
        if let Line::Up(up) = &mut self.line {
            up.quiet_since = now;
        }
        let again: Vec<ToRoom> = self.pending.again().collect();
        #[cfg(test)]
        let again = match () {
            () if planted::has(Bug::NeverResends) => Vec::new(),
            () if planted::has(Bug::ResendsAsNew) => self.pending.as_new(),
            () => again,
        };
        self.outputs.extend(again.into_iter().map(Output::Send));
        self.send_new(now);
    }

    fn answered(&mut self, now: Time, answer: Answer) {
        let Some(ticket) = self.pending.answered(&answer) else { return };
        self.asked_again = 0;
        if let Line::Up(up) = &mut self.line {
            up.quiet_since = now;
        }
        self.outputs.push_back(Output::Answered(ticket, answer));
        self.say_whether_slow(now);
    }

    /// The room owes an answer. Coming again shows whether it is there, and sends the commands again.
    fn ask_again(&mut self, now: Time) {
        self.asked_again += 1;
        match self.asked_again > ASKED_AGAIN {
            true => self.give_up(WhyGaveUp::NoAnswer),
            false => self.come(now),
        }
    }

    fn say_whether_slow(&mut self, now: Time) {
        let slow = self.pending.oldest().is_some_and(|since| now >= since.plus(SLOW));
        #[cfg(test)]
        let slow = slow && !planted::has(Bug::NeverSaysSlow);
        if slow != self.slow && !self.is_over() {
            self.slow = slow;
            self.outputs.push_back(Output::Slow(slow));
        }
    }
}
