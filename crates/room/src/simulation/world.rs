//! A world from one seed: a room in a process that dies, a store that loses what was not synced, a network that drops,
//! doubles and reorders, people who want things, and a clock that jumps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use crate::message::{
    Challenge, Day, PersonId, Phase, RoomCode, RoomEntry, Time, ToClient, ToRoom, Version,
};
use crate::{Ask, Deal, Driver, Effect, Input, Offers, Room, Wanted, Work};
use dicehouse_rules::{Cause, GameKind, Ruleset};
use dicehouse_table::dice::{ContestSecret, ServerSeed};
use dicehouse_table::record::Reveal;
use dicehouse_table::{Answer, Failure, Name, Reply};

use super::checks::{self, Ledger};
use super::person::Somebody;
use super::plan::{Plan, WILD, What};
use super::rng::Rng;
use super::settings;

mod clients;

use clients::ToMirror;

/// How long the world goes on after its wild time, in milliseconds: longer than the longest pause.
const CALM: u64 = 6_000_000;

/// The process that runs the room.
struct Process {
    driver: Driver,
    /// Counts the processes: what was meant for an earlier one is lost.
    number: u64,
    /// Whether entries are being written.
    writing: bool,
    dies_after: Option<(u64, u64)>,
}

/// Something that will happen.
enum Coming {
    ToRoom { process: u64, person: usize, line: u64, message: ToRoom },
    ToClient { person: usize, line: u64, message: Arc<ToClient> },
    Input { process: u64, input: Input },
    Synced { process: u64 },
    Tick { process: u64, number: u64 },
    Opens { person: usize, number: u64 },
    ClientTick { person: usize },
    Starts,
    Acts { person: usize },
    Planned(What),
    Dropped { person: usize, line: u64 },
    ComesAgain { person: usize },
}

/// A room, its people, its disk, its network and its clock, all from one seed.
pub struct World {
    plan: Plan,
    house: Arc<Offers>,
    /// When the world begins, by its clock.
    start: u64,
    now: u64,
    skew: i64,
    coming: BinaryHeap<Reverse<(u64, u64)>>,
    later: HashMap<u64, Coming>,
    count: u64,
    /// What is on the disk for sure, and what may be.
    synced: Vec<RoomEntry>,
    unsynced: Vec<RoomEntry>,
    alive_at: u64,
    process: Option<Process>,
    processes: u64,
    ticks: u64,
    people: Vec<Somebody>,
    ledger: Ledger,
    trace: Vec<String>,
    tracing: bool,
}

/// What went wrong.
pub type Wrong = String;

pub fn person_id(person: usize) -> PersonId {
    PersonId::new(&format!("p{person}")).unwrap()
}

impl World {
    pub fn new(plan: Plan, tracing: bool) -> World {
        let house = Arc::new(settings::house());
        let mut rng = Rng::of(&[plan.seed, 2]);
        let (start, first) = opened(&house, &mut rng);
        let people = (0..plan.people).map(|n| Somebody::new(n, plan.seed)).collect();
        let mut world = World {
            house,
            start,
            now: 0,
            skew: 0,
            coming: BinaryHeap::new(),
            later: HashMap::new(),
            count: 0,
            synced: vec![first],
            unsynced: Vec::new(),
            alive_at: 0,
            process: None,
            processes: 0,
            ticks: 0,
            people,
            ledger: Ledger::default(),
            trace: Vec::new(),
            tracing,
            plan,
        };
        world.start_process().unwrap();
        for person in 0..world.people.len() {
            let number = world.people[person].opens_next();
            world.at(world.now + 10 * person as u64, Coming::Opens { person, number });
        }
        // Once the network is good everybody comes again, so that nothing is left that was lost on the way.
        for person in 0..world.people.len() {
            world.at(WILD + 5000 + 100 * person as u64, Coming::ComesAgain { person });
        }
        for action in world.plan.actions.clone() {
            world.at(action.at, Coming::Planned(action.what));
        }
        world
    }

    /// Lets everything happen. Gives what went wrong, and the trace.
    pub fn run(mut self) -> (Result<Figures, Wrong>, Vec<String>) {
        let result = self.play().and_then(|()| self.finish());
        (result, self.trace)
    }

    fn play(&mut self) -> Result<(), Wrong> {
        while let Some(Reverse((at, key))) = self.coming.pop() {
            if at > WILD + CALM {
                break;
            }
            self.now = self.now.max(at);
            let Some(coming) = self.later.remove(&key) else { continue };
            self.happens(coming)?;
            if self.is_calm() && self.is_quiet() {
                break;
            }
        }
        Ok(())
    }

    /// Whether the wild time is over: no more deaths, breaks or losses.
    fn is_calm(&self) -> bool {
        self.now > WILD
    }

    /// Whether nothing more is to be expected: no game, and everybody has heard everything.
    fn is_quiet(&self) -> bool {
        let Some(process) = &self.process else { return false };
        let room = process.driver.room();
        let idle = !process.writing;
        let heard = self.people.iter().filter(|person| !person.sent_away).all(|person| {
            person.mirror.is_live()
                && person.mirror.version() == Some(room.version())
                && !person.mirror.is_waiting()
        });
        idle && heard && room.phase() != Phase::Playing && self.now > WILD + 60_000
    }

    fn at(&mut self, time: u64, coming: Coming) {
        self.count += 1;
        self.later.insert(self.count, coming);
        self.coming.push(Reverse((time.max(self.now), self.count)));
    }

    fn note(&mut self, line: impl FnOnce() -> String) {
        if self.tracing {
            self.trace.push(format!("{:>7} {}", self.now, line()));
        }
    }

    fn clock(&self) -> Time {
        Time(self.start.saturating_add_signed(self.skew).saturating_add(self.now))
    }

    fn happens(&mut self, coming: Coming) -> Result<(), Wrong> {
        match coming {
            Coming::ToRoom { process, person, line, message } => {
                let current = self.people[person].line == line;
                if self.process.as_ref().is_some_and(|p| p.number == process)
                    && current
                    && !self.is_too_much(person)
                {
                    self.note(|| format!("room hears p{person}: {message:?}"));
                    self.hear(person, message)?;
                }
            }
            Coming::ToClient { person, line, message } => {
                if self.people[person].line == line {
                    self.tell_mirror(person, ToMirror::Message(Arc::unwrap_or_clone(message)))?;
                }
            }
            Coming::Input { process, input } => {
                if self.process.as_ref().is_some_and(|p| p.number == process) {
                    self.input(input)?;
                }
            }
            Coming::Synced { process } => {
                if self.process.as_ref().is_some_and(|p| p.number == process) {
                    self.synced()?;
                }
            }
            Coming::Tick { process, number } => {
                let current = number == self.ticks;
                if current && self.process.as_ref().is_some_and(|p| p.number == process) {
                    self.input(Input::Tick)?;
                }
            }
            Coming::Opens { person, number } => {
                if self.people[person].opens_now(number) {
                    self.opens(person)?;
                }
            }
            Coming::ClientTick { person } => self.tell_mirror(person, ToMirror::Tick)?,
            Coming::Starts => self.start_process()?,
            Coming::Acts { person } => self.person_acts(person)?,
            Coming::Planned(what) => self.planned(what)?,
            Coming::Dropped { person, line } => {
                if self.people[person].line == line {
                    self.breaks(person, self.now, true)?;
                }
            }
            Coming::ComesAgain { person } => self.breaks(person, self.now, true)?,
        }
        Ok(())
    }

    fn planned(&mut self, what: What) -> Result<(), Wrong> {
        self.note(|| format!("{what:?}"));
        match what {
            What::Wants { person, number } => {
                let wish = self.people[person].wish(number);
                if let Some(what) = wish {
                    self.tell_mirror(person, ToMirror::Wants(what))?;
                }
            }
            What::Breaks { person, back_after, noticed } => {
                self.breaks(person, self.now + back_after, noticed)?;
            }
            What::Dies { back_after } => self.dies(back_after)?,
            What::DiesSoon { effects, back_after } => {
                if let Some(process) = &mut self.process {
                    process.dies_after = Some((effects, back_after));
                }
            }
            What::Jumps { by } => self.skew = (self.skew + by).max(-(self.start as i64) / 2),
        }
        Ok(())
    }

    // The process.

    fn start_process(&mut self) -> Result<(), Wrong> {
        if self.process.is_some() {
            return Ok(());
        }
        self.processes += 1;
        let alive = Time(self.clock().0.saturating_sub(self.now - self.alive_at));
        let log = checks::from_checkpoint(&self.synced);
        let replayed = Room::replay(Arc::clone(&self.house), self.clock(), log);
        let room = replayed.map_err(|error| format!("the log does not replay: {error}"))?;
        checks::replays_alike(&self.house, self.clock(), &self.synced, &room, self.people.len())?;
        self.note(|| format!("process starts at version {}", room.version()));
        self.process = Some(Process {
            driver: Driver::new(room),
            number: self.processes,
            writing: false,
            dies_after: None,
        });
        self.input(Input::Woke { alive: Some(alive) })
    }

    fn dies(&mut self, back_after: u64) -> Result<(), Wrong> {
        if self.is_calm() || self.process.take().is_none() {
            return Ok(());
        }
        self.alive_at = self.now;
        // What was written but not synced may be on the disk, or not: whole appends only.
        let mut rng = Rng::of(&[self.plan.seed, 3, self.processes]);
        let unsynced = std::mem::take(&mut self.unsynced);
        if rng.chance(50) {
            for entry in &unsynced {
                // Nothing is wrong with an entry that was about to be kept; what is, shows later.
                let _ = self.ledger.kept(entry);
            }
            self.synced.extend(unsynced);
        }
        let log = self.synced.len();
        self.note(|| format!("process dies; the log has {log} entries"));
        self.at(self.now + back_after, Coming::Starts);
        for person in 0..self.people.len() {
            let noticed = rng.chance(80);
            self.breaks(person, self.people[person].cut_off_until, noticed)?;
        }
        Ok(())
    }

    fn hear(&mut self, person: usize, message: ToRoom) -> Result<(), Wrong> {
        let id = person_id(person);
        match message {
            ToRoom::Come(come) => {
                let name = Name::new(["Ann", "Bob", "Cem", "Ann", "Eve"][person % 5]);
                self.input(Input::Come { person: id, name, have: come.have })
            }
            ToRoom::Command(command) => self.input(Input::Command { person: id, command }),
            ToRoom::Ping => {
                let pong = ToClient::Pong { now: self.clock() };
                self.carry_to_client(person, Arc::new(pong));
                Ok(())
            }
        }
    }

    fn input(&mut self, input: Input) -> Result<(), Wrong> {
        if let Some(process) = &mut self.process {
            process.driver.push(input);
        }
        self.work()
    }

    /// Does what the room asks for, one thing after the other; the process may die between any two.
    fn work(&mut self) -> Result<(), Wrong> {
        loop {
            let now = self.clock();
            let Some(process) = &mut self.process else { return Ok(()) };
            let work = process.driver.next(now).map_err(|error| error.to_string())?;
            match work {
                None => return Ok(()),
                Some(Work::Keep(entries)) => self.write(entries),
                Some(Work::Do(effect)) => {
                    if !self.dies_now()? {
                        self.effect(effect)?;
                    }
                }
            }
        }
    }

    /// Writes entries; they are safe a little later.
    fn write(&mut self, entries: Vec<Arc<RoomEntry>>) {
        self.note(|| {
            format!("  entries {:?}", entries.iter().map(|e| &e.what).collect::<Vec<_>>())
        });
        self.unsynced.extend(entries.into_iter().map(Arc::unwrap_or_clone));
        let sync = self.sync_time();
        let Some(process) = &mut self.process else { return };
        process.writing = true;
        let number = process.number;
        self.at(self.now + sync, Coming::Synced { process: number });
    }

    /// Whether the process dies before its next effect.
    fn dies_now(&mut self) -> Result<bool, Wrong> {
        let Some(process) = &mut self.process else { return Ok(true) };
        Ok(match process.dies_after {
            Some((0, back_after)) => {
                self.dies(back_after)?;
                self.process.is_none()
            }
            Some((left, back_after)) => {
                process.dies_after = Some((left - 1, back_after));
                false
            }
            None => false,
        })
    }

    fn sync_time(&self) -> u64 {
        Rng::of(&[self.plan.seed, 4, self.count]).below(30)
    }

    fn synced(&mut self) -> Result<(), Wrong> {
        let entries = std::mem::take(&mut self.unsynced);
        for entry in &entries {
            self.ledger.kept(entry)?;
        }
        self.synced.extend(entries);
        let now = self.clock();
        if let Some(process) = &mut self.process {
            process.writing = false;
            process.driver.kept(now).map_err(|error| error.to_string())?;
        }
        self.work()
    }

    fn effect(&mut self, effect: Effect) -> Result<(), Wrong> {
        let Some(process) = &self.process else { return Ok(()) };
        let number = process.number;
        let mut rng = Rng::of(&[self.plan.seed, 5, self.count]);
        match effect {
            Effect::Send(people, message) => {
                for id in people {
                    let person: usize = id.as_str()[1..].parse().unwrap();
                    self.check_message(person, &message)?;
                    self.carry_to_client(person, Arc::clone(&message));
                }
            }
            Effect::Drop(id) => {
                let person: usize = id.as_str()[1..].parse().unwrap();
                let line = self.people[person].line;
                self.at(self.now + 50, Coming::Dropped { person, line });
            }
            Effect::Ask(ask) => {
                let input = bot_answer(&ask, &mut rng);
                let time = self.now + 5 + rng.below(900);
                self.at(time, Coming::Input { process: number, input });
            }
            Effect::Deal(wanted) => {
                let input = Input::Deal(deal(&wanted, &mut rng));
                self.at(self.now + rng.below(50), Coming::Input { process: number, input });
            }
            Effect::WakeAt(time) => {
                self.ticks += 1;
                let (number_of_tick, clock) = (self.ticks, self.clock());
                if let Some(time) = time {
                    // A shell that waits by the clock looks again now and then, because clocks jump.
                    let wait = time.since(clock).min(30_000);
                    let tick = Coming::Tick { process: number, number: number_of_tick };
                    self.at(self.now + wait.max(1), tick);
                }
            }
            Effect::Over(finished) => self.ledger.finished(&finished)?,
            Effect::Closed => {}
        }
        Ok(())
    }

    /// Checks everything a message says before it goes out.
    fn check_message(&mut self, person: usize, message: &ToClient) -> Result<(), Wrong> {
        let process = self.process.as_ref().ok_or("nobody sends")?;
        let secret = self.ledger.secret();
        checks::no_secret(process.driver.room(), secret.as_deref(), &person_id(person), message)?;
        self.ledger.told(&person_id(person), message)
    }

    // The end.

    /// After the wild time everything is as it should be.
    fn finish(&mut self) -> Result<Figures, Wrong> {
        let process = self.process.as_ref().ok_or("the process never came back")?;
        let room = process.driver.room();
        if room.phase() == Phase::Playing {
            return Err(format!("the game does not end: {:?}", room.summary()));
        }
        for (n, person) in self.people.iter().enumerate() {
            if person.is_here() {
                checks::sees_the_room(room, self.clock(), &person_id(n), person)?;
            }
        }
        checks::replays_alike(&self.house, self.clock(), &self.synced, room, self.people.len())?;
        checks::rated_games_are_fair(&self.synced)?;
        self.ledger.all_in(&self.synced)?;
        Ok(Figures {
            entries: self.synced.len() as u64,
            games: self.ledger.games(),
            commands: self.ledger.commands(),
            processes: self.processes,
        })
    }
}

/// When most worlds begin, by their clock.
const START: u64 = 1_700_000_000_000;

/// The first entry of the log, and when the world begins. Some rooms are a try at the daily challenge, on a day that is
/// soon over.
fn opened(house: &Offers, rng: &mut Rng) -> (u64, RoomEntry) {
    let code = RoomCode::new("SIM").unwrap();
    if !rng.chance(10) {
        let settings = settings::random(rng);
        return (START, Room::open(house, Time(START), code, settings).unwrap());
    }
    let day = Day::of(Time(START));
    let start = day.end().0 - 20_000 - rng.below(400_000);
    let challenge = Challenge { day, player: person_id(0) };
    let ruleset = Ruleset::default_of(GameKind::Pairs);
    (start, Room::open_challenge(Time(start), code, ruleset, challenge))
}

/// How much happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub entries: u64,
    pub games: u64,
    pub commands: u64,
    pub processes: u64,
}

fn bot_answer(ask: &Ask, rng: &mut Rng) -> Input {
    let acts: Vec<_> = ask.question.legal.iter().collect();
    let answer: Answer = match rng.below(50) {
        0 => Err(Failure::fault(Cause::Crashed, "simulated")),
        _ => Ok(Reply::from(*rng.pick(&acts))),
    };
    Input::Answer { seat: ask.seat, asked: ask.asked, answer }
}

fn deal(wanted: &Wanted, rng: &mut Rng) -> Deal {
    let number = rng.next();
    let won = wanted.seats.iter().map(|_| rng.below(3) as u32).collect();
    let id = format!("sim-{number:016x}").parse().unwrap();
    let secret = match &wanted.challenge {
        Some(_) => Reveal::ContestSecret(ContestSecret::from_seed(number)),
        None => Reveal::ServerSeed(ServerSeed::from_number(number)),
    };
    Deal { id, secret, won, one_address: false }
}

/// The last version of a log.
pub fn last(log: &[RoomEntry]) -> Version {
    log.last().map_or(Version(0), |entry| entry.version)
}
