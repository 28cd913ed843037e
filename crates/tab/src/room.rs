//! A room in a tab: the same room as a server's, under the same driver. It is awake while somebody looks at it. Without
//! anybody it sleeps, and its game waits: leaving is never losing.

use std::collections::VecDeque;
use std::sync::Arc;

use dicehouse_answers::{Commitment, RoomSummary, newcomer, summary};
use dicehouse_room::message::{
    Answer, Come, Notice, Outcome, PROTOCOL, PersonId, Phase, Refusal, RefusalCode, RoomCode,
    RoomEntry, Time, ToClient, ToRoom, Version,
};
use dicehouse_room::{Ask, Deal, Driver, Effect, Finished, Input, Offers, Room, Work};
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::{GameId, Reveal};
use dicehouse_table::{Name, SeatedPlayers, Thinking};
use rand::Rng;
use rand_chacha::ChaCha20Rng;

use crate::call::{Keep, Said};

/// The person whom the lines of a tab belong to.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub person: PersonId,
    pub name: Name,
}

/// What comes from outside while a room does its work.
pub(crate) struct Around<'a> {
    pub now: Time,
    pub luck: &'a mut ChaCha20Rng,
    /// How many games of a kind the person of a seat has won before.
    pub won: &'a dyn Fn(&str, &PersonId) -> u32,
}

/// What follows from a room's work.
#[derive(Default)]
pub(crate) struct Outcomes {
    pub keep: Vec<Keep>,
    pub said: Vec<Said>,
    pub ended: Vec<u32>,
    pub finished: Vec<Finished>,
}

impl Outcomes {
    pub fn say(&mut self, line: u32, message: &ToClient) {
        // Messages are plain data, which JSON can always say.
        let text = serde_json::to_string(message).unwrap_or_default();
        self.said.push(Said { line, text });
    }

    pub fn end(&mut self, line: u32, notice: Notice) {
        self.say(line, &ToClient::Notice(notice));
        self.ended.push(line);
    }
}

/// A room of this house.
pub(crate) struct TabRoom {
    offers: Arc<Offers>,
    /// Everything since the last checkpoint.
    log: Vec<Arc<RoomEntry>>,
    summary: RoomSummary,
    awake: Option<Awake>,
    is_closed: bool,
}

/// A room that somebody looks at.
struct Awake {
    driver: Driver,
    /// The lines that were opened, and whether their person came in by them.
    lines: Vec<(u32, bool)>,
    guest: Guest,
    players: SeatedPlayers,
    /// What bots have been asked. They think one after another, each in a call of its own.
    questions: VecDeque<(Version, Thinking)>,
    wake: Option<Time>,
}

impl TabRoom {
    /// The room of this log, asleep.
    ///
    /// # Errors
    /// When it is not the log of a room that can go on, in words.
    pub fn of_log(
        offers: &Arc<Offers>,
        now: Time,
        entries: Vec<RoomEntry>,
    ) -> Result<TabRoom, String> {
        let start = entries.iter().rposition(RoomEntry::is_checkpoint).unwrap_or(0);
        let log: Vec<_> = entries.into_iter().skip(start).map(Arc::new).collect();
        let room = replay(offers, now, &log)?;
        Ok(TabRoom {
            offers: Arc::clone(offers),
            summary: summary_of(&room),
            is_closed: room.phase() == Phase::Closed,
            log,
            awake: None,
        })
    }

    /// The log as it is kept: the version of its first entry, and the entries.
    pub fn kept_log(&self, code: &RoomCode) -> Option<Keep> {
        let first = self.log.first()?;
        Some(entries(code, first.version, &self.log, true))
    }

    pub fn summary(&self) -> &RoomSummary {
        &self.summary
    }

    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether nobody looks at it, no game goes on in it, and nothing has happened in it since `then`.
    pub fn is_deserted(&self, then: Time) -> bool {
        self.awake.is_none()
            && self.summary.phase != Phase::Playing
            && self.log.last().is_none_or(|entry| entry.at < then)
    }

    /// Opens a line.
    ///
    /// # Errors
    /// When the room cannot be woken up, in words.
    pub fn connect(&mut self, line: u32, guest: Guest, now: Time) -> Result<(), String> {
        if self.awake.is_none() {
            let mut driver = Driver::new(replay(&self.offers, now, &self.log)?);
            driver.push(Input::Woke { alive: self.log.last().map(|entry| entry.at) });
            self.awake = Some(Awake {
                driver,
                lines: Vec::new(),
                guest: guest.clone(),
                players: SeatedPlayers::default(),
                questions: VecDeque::new(),
                wake: None,
            });
        }
        if let Some(awake) = &mut self.awake {
            awake.guest = guest;
            awake.lines.push((line, false));
        }
        Ok(())
    }

    /// Takes a message that came over a line.
    pub fn take(&mut self, line: u32, text: &str, now: Time, out: &mut Outcomes) {
        let Some(awake) = &mut self.awake else { return };
        match ToRoom::read(text) {
            Ok(message) => awake.take(line, message, now, out),
            Err(answer) => out.say(line, &answer),
        }
    }

    /// A line is gone. After the last one the room sleeps.
    pub fn gone(&mut self, line: u32) {
        let Some(awake) = &mut self.awake else { return };
        awake.lines.retain(|(one, _)| *one != line);
        if awake.lines.is_empty() {
            self.awake = None;
        }
    }

    /// When the room has to be called at the latest.
    pub fn wake(&self, now: Time) -> Option<Time> {
        let awake = self.awake.as_ref()?;
        if awake.questions.is_empty() { awake.wake } else { Some(now) }
    }

    /// Lets the bot that was asked first think, if one was asked.
    pub fn think(&mut self) {
        let Some(awake) = &mut self.awake else { return };
        let Some((asked, thinking)) = awake.questions.pop_front() else { return };
        let thought = thinking.think();
        let seat = thought.seat;
        if let Some(answer) = awake.players.take_back(thought) {
            awake.driver.push(Input::Answer { seat, asked, answer });
        }
    }

    /// Does what the room asks for, until it waits for something.
    ///
    /// # Errors
    /// When the room cannot take in what it decided, in words.
    pub fn settle(&mut self, around: &mut Around<'_>, out: &mut Outcomes) -> Result<(), String> {
        let Some(awake) = &mut self.awake else { return Ok(()) };
        if awake.wake.is_some_and(|wake| wake <= around.now) {
            awake.wake = None;
            awake.driver.push(Input::Tick);
        }
        let code = awake.driver.room().summary().code;
        while let Some(work) = awake.driver.next(around.now).map_err(|error| error.to_string())? {
            match work {
                Work::Keep(kept) => {
                    // Whatever follows is told after all of it is kept: see `Reply`.
                    awake.driver.kept(around.now).map_err(|error| error.to_string())?;
                    let begins = kept.iter().rposition(|entry| entry.is_checkpoint());
                    let new = &kept[begins.unwrap_or(0)..];
                    if begins.is_some() {
                        self.log.clear();
                    }
                    self.log.extend(new.iter().cloned());
                    if let Some(first) = new.first() {
                        out.keep.push(entries(&code, first.version, new, begins.is_some()));
                    }
                }
                Work::Do(Effect::Closed) => self.is_closed = true,
                Work::Do(effect) => awake.carry_out(effect, around, out),
            }
        }
        self.summary = summary_of(awake.driver.room());
        if self.is_closed {
            out.keep.push(Keep::RoomGone { room: code.to_string() });
            out.ended.extend(awake.lines.iter().map(|(line, _)| *line));
            self.awake = None;
        }
        Ok(())
    }
}

impl Awake {
    fn take(&mut self, line: u32, message: ToRoom, now: Time, out: &mut Outcomes) {
        let Guest { person, name } = self.guest.clone();
        match message {
            ToRoom::Come(Come { protocol, have }) if protocol == PROTOCOL => {
                self.replace(line, out);
                self.driver.push(Input::Come { person, name, have });
            }
            ToRoom::Come(Come { protocol, .. }) => {
                let text = format!(
                    "This house speaks version {PROTOCOL} of the messages, not {protocol}."
                );
                out.end(line, Notice::Unreadable { text });
            }
            ToRoom::Command(command) if self.lines.contains(&(line, true)) => {
                self.driver.push(Input::Command { person, command });
            }
            ToRoom::Command(command) => {
                let words = "you are not in this room: send `come` first";
                let outcome = Outcome::Refused(Refusal::because(RefusalCode::NotHere, words));
                out.say(line, &ToClient::Answer(Answer { id: command.id, outcome }));
            }
            ToRoom::Ping => out.say(line, &ToClient::Pong { now }),
        }
    }

    /// A person has one line: an older one is told and ended.
    fn replace(&mut self, line: u32, out: &mut Outcomes) {
        for (other, _) in self.lines.extract_if(.., |(one, here)| *here && *one != line) {
            out.end(other, Notice::Replaced);
        }
        for (one, here) in &mut self.lines {
            *here |= *one == line;
        }
    }

    fn carry_out(&mut self, effect: Effect, around: &mut Around<'_>, out: &mut Outcomes) {
        match effect {
            Effect::Send(people, message) => {
                let here = self.lines.iter().filter(|(_, here)| *here);
                for (line, _) in here.filter(|_| people.contains(&self.guest.person)) {
                    out.say(*line, &message);
                }
            }
            Effect::Drop(person) => {
                if person == self.guest.person {
                    let dropped = self.lines.extract_if(.., |(_, here)| *here);
                    out.ended.extend(dropped.map(|(line, _)| line));
                    // Nobody else can ever come: what they leave behind ends here, and its record is kept.
                    self.driver.push(Input::Shut);
                }
            }
            Effect::Ask(ask) => self.ask(*ask),
            Effect::Deal(wanted) => {
                let game = wanted.ruleset.game().name();
                let won = |person: &Option<PersonId>| {
                    person.as_ref().map_or(0, |person| (around.won)(game, person))
                };
                let won = wanted.seats.iter().map(won).collect();
                let (mut seed, mut id) = ([0; 32], [0; 8]);
                around.luck.fill_bytes(&mut seed);
                around.luck.fill_bytes(&mut id);
                self.driver.push(Input::Deal(Deal {
                    id: GameId::unique(around.now.0, id),
                    secret: Reveal::ServerSeed(ServerSeed::from_bytes(seed)),
                    won,
                    one_address: false,
                }));
            }
            Effect::WakeAt(time) => self.wake = time,
            Effect::Over(finished) => out.finished.push(*finished),
            // The room itself sees to that.
            Effect::Closed => {}
        }
    }

    fn ask(&mut self, ask: Ask) {
        let Some((header, entries)) = self.driver.room().game() else { return };
        let Ask { bot, asked, question, luck, .. } = ask;
        let game = header.ruleset.game();
        let sits_down = || newcomer(game, bot.clone(), luck);
        let thinking = self.players.ask(header, entries, &bot, question, sits_down);
        self.questions.push_back((asked, thinking));
    }
}

fn replay(offers: &Arc<Offers>, now: Time, log: &[Arc<RoomEntry>]) -> Result<Room, String> {
    let entries = log.iter().map(|entry| &**entry);
    Room::replay(Arc::clone(offers), now, entries).map_err(|error| error.to_string())
}

fn summary_of(room: &Room) -> RoomSummary {
    let header = room.game().map(|(header, _)| header);
    summary(room, header.and_then(|header| Commitment::of(header, false)))
}

fn entries(code: &RoomCode, version: Version, kept: &[Arc<RoomEntry>], begins: bool) -> Keep {
    // Entries are plain data, which JSON can always say.
    let text = |entry: &Arc<RoomEntry>| serde_json::to_string(&**entry).unwrap_or_default();
    let entries = kept.iter().map(text).collect();
    Keep::Entries { room: code.to_string(), version: version.0, entries, begins }
}
