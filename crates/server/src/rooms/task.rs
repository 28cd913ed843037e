//! The one task of a room: it owns the room and carries out what it asks for. Keep first, then tell.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use dicehouse_answers::{Commitment, RoomSummary, newcomer, summary};
use dicehouse_room::message::Time;
use dicehouse_room::message::{
    Answer, Come, Command, Do, Happened, Notice, Outcome, PROTOCOL, PersonId, Phase, Refusal,
    RefusalCode, RoomCode, RoomEntry, ToClient, ToRoom,
};
use dicehouse_room::{Ask, Deal, Driver, Effect, Input, Room, Wanted, Work};
use dicehouse_rules::Fact;
use dicehouse_store::{Epoch, Said};
use dicehouse_table::record::{Header, Reveal};
use dicehouse_table::{Entry, Name, SeatKind, SeatedPlayers};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};

use super::handle::{RoomHandle, ToTask};
use super::log;
use super::outbox::{Outbox, Outgoing, SharedMessage};
use crate::bots;
use crate::daily;
use crate::error::ApiError;
use crate::finish;
use crate::house::House;
use crate::limit::{Bucket, Rate};
#[cfg(test)]
use crate::planted::{self, Bug};

/// After how many milliseconds the first clients come back when the house restarts.
const RESTART_WAIT: u32 = 1000;
/// Within how many milliseconds after those all others do: not everybody at once.
const RESTART_SPREAD: u32 = 2000;
/// How often a person is greeted: a few times at once, as a bad line may need it, and then once a second.
const GREETINGS: Rate = Rate { burst: 5, per_second: 1.0 };
/// How many people's greetings are counted before those of people who are gone are forgotten.
const MOST_PEOPLE: usize = 300;
/// How long it may take to find what a game needs to start.
const LONGEST_DEAL: Duration = Duration::from_secs(10);

/// Opens a new room with the first entry of its log, and starts its task.
///
/// # Errors
/// When the store cannot be written.
pub async fn open(
    house: &House,
    code: &RoomCode,
    epoch: Epoch,
    first: RoomEntry,
) -> Result<RoomHandle, ApiError> {
    let room = replay(house, std::slice::from_ref(&first))?;
    log::keep(house, code, epoch, Phase::Lobby, &[Arc::new(first)], false).await?;
    Ok(start(house, code, epoch, room, None))
}

/// Wakes a room from its log and starts its task.
///
/// # Errors
/// When there is no such room, it is closed, or its log cannot be used.
pub async fn wake(house: &House, code: &RoomCode) -> Result<RoomHandle, ApiError> {
    let epoch = house.store.take_room(code.as_str()).await?;
    let epoch = epoch.ok_or_else(|| ApiError::not_found("room"))?;
    let (room, alive) = read(house, code).await?;
    Ok(start(house, code, epoch, room, Some(alive)))
}

/// What everybody may know about a room that is asleep, from its log.
///
/// # Errors
/// When there is no such room, it is closed, or its log cannot be used.
pub async fn look(house: &House, code: &RoomCode) -> Result<RoomSummary, ApiError> {
    let (room, _) = read(house, code).await?;
    Ok(summary(&room, None))
}

/// An open room as its log has it, and when something last happened there.
async fn read(house: &House, code: &RoomCode) -> Result<(Room, Time), ApiError> {
    let found = log::read(house, code).await.map_err(|error| {
        tracing::error!(error, "a room cannot be read");
        ApiError::unavailable()
    })?;
    let found =
        found.filter(|found| !found.is_closed).ok_or_else(|| ApiError::not_found("room"))?;
    Ok((replay(house, &found.entries)?, found.alive))
}

fn replay(house: &House, entries: &[RoomEntry]) -> Result<Room, ApiError> {
    Room::replay(Arc::clone(&house.offers), house.now(), entries).map_err(|error| {
        tracing::error!(%error, "a room cannot be replayed");
        ApiError::unavailable()
    })
}

fn start(
    house: &House,
    code: &RoomCode,
    epoch: Epoch,
    room: Room,
    alive: Option<Time>,
) -> RoomHandle {
    let (handle, inbox) = RoomHandle::new(code.clone());
    let is_playing = room.phase() == Phase::Playing;
    let header = room.record().filter(|_| is_playing).map(|(header, ..)| header);
    let listed = room.summary().settings.listed;
    let mut driver = Driver::new(room);
    driver.push(Input::Woke { alive });
    let task = Task {
        house: house.clone(),
        handle: handle.clone(),
        epoch,
        driver,
        connections: HashMap::new(),
        present: HashMap::new(),
        is_asked: false,
        greetings: HashMap::new(),
        players: SeatedPlayers::default(),
        wake: None,
        commitment: header.and_then(|header| Commitment::of(&header, listed)),
        is_shown: true,
        is_unkept: false,
        folded: Instant::now(),
        forgetting: None,
        is_over: false,
    };
    task.show();
    house.metrics.room(1);
    tokio::spawn(task.run(inbox));
    handle
}

struct Task {
    house: House,
    handle: RoomHandle,
    epoch: Epoch,
    driver: Driver,
    connections: HashMap<u64, Connected>,
    /// The connection by which each person is here.
    present: HashMap<PersonId, u64>,
    /// Whether somebody came since it was last looked whether the room is still ours.
    is_asked: bool,
    /// How often each person may still be greeted.
    greetings: HashMap<PersonId, Bucket>,
    /// The bots at the table, who remember the game.
    players: SeatedPlayers,
    wake: Option<Time>,
    commitment: Option<Commitment>,
    /// Whether what everybody may know is up to date.
    is_shown: bool,
    /// Whether the result of a game could not be kept: the log stays until it is.
    is_unkept: bool,
    /// When the log was last folded, or the room woke up.
    folded: Instant,
    /// Somebody who is to be taken out of the room, and who waits for it.
    forgetting: Option<(PersonId, oneshot::Sender<()>)>,
    is_over: bool,
}

struct Connected {
    person: PersonId,
    name: Name,
    client: IpAddr,
    outbox: Outbox,
    /// A `come` that came too soon.
    waiting: Option<Come>,
}

/// The room cannot go on: its entries could not be kept, or somebody else owns it.
struct Broken(String);

fn broken(error: impl std::fmt::Display) -> Broken {
    Broken(error.to_string())
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<ToTask>) {
        let stopped = loop {
            let settled = match self.settle().await {
                Ok(()) => self.forget().await,
                broken => broken,
            };
            match settled {
                Ok(()) if self.is_over => break None,
                Ok(()) => {}
                Err(Broken(why)) => {
                    // Not which: anybody who knows its code can come in.
                    tracing::error!(why, "a room broke off");
                    break None;
                }
            }
            let idle = Instant::now() + self.house.config.idle;
            tokio::select! {
                input = inbox.recv() => match input {
                    Some(ToTask::Stop(done)) => break Some(done),
                    Some(input) => self.take(input),
                    None => break None,
                },
                () = until(self.wake, &self.house) => self.driver.push(Input::Tick),
                () = sleep_until(idle), if self.may_sleep() => break None,
            }
        };
        self.end(inbox, stopped).await;
    }

    /// A room in which nobody is and no game goes on need not be awake. If it is to close meanwhile, it does so when
    /// somebody asks for it.
    fn may_sleep(&self) -> bool {
        self.connections.is_empty() && self.driver.room().phase() != Phase::Playing
    }

    async fn end(self, mut inbox: mpsc::Receiver<ToTask>, stopped: Option<oneshot::Sender<()>>) {
        inbox.close();
        if !self.is_over {
            for client in self.connections.values() {
                let spread = self.house.luck(|luck| rand::Rng::next_u32(luck) % RESTART_SPREAD);
                let restart = Notice::Restart { wait: RESTART_WAIT + spread };
                let restart = SharedMessage::new(ToClient::Notice(restart));
                let _ = client.outbox.put(Outgoing::Message(restart));
            }
        }
        for client in self.connections.values() {
            // A client that cannot be told any more goes by itself.
            let _ = client.outbox.put(Outgoing::End);
        }
        // Nothing that still waits in the inbox was acknowledged to anybody.
        drop(inbox);
        self.house.metrics.room(-1);
        self.house.rooms.asleep(self.handle.code());
        if let Some(stopped) = stopped {
            let _ = stopped.send(());
        }
    }

    fn take(&mut self, input: ToTask) {
        match input {
            ToTask::Connected { connection, person, name, client, outbox } => {
                let name = Name::new(&name);
                let connected = Connected { person, name, client, outbox, waiting: None };
                self.connections.insert(connection, connected);
            }
            ToTask::Said { connection, message } => self.said(connection, message),
            ToTask::ComeNow { connection } => {
                let waiting = self.connections.get_mut(&connection);
                if let Some(come) = waiting.and_then(|client| client.waiting.take()) {
                    self.come(connection, come);
                }
            }
            ToTask::Gone { connection } => self.gone(connection),
            ToTask::Answered { asked, thought } => {
                self.house.metrics.bot_answer();
                let seat = thought.seat;
                if let Some(answer) = self.players.take_back(*thought) {
                    self.driver.push(Input::Answer { seat, asked, answer });
                }
            }
            #[cfg(test)]
            ToTask::Forget { .. } if planted::has(Bug::LetsTheDeletedStay) => {}
            ToTask::Forget { person, done } => {
                self.driver.push(Input::Forget { person: person.clone() });
                self.forgetting = Some((person, done));
            }
            ToTask::Announce { text } => self.announce(text),
            ToTask::Shut { text } => {
                if !text.is_empty() {
                    self.announce(text);
                }
                self.driver.push(Input::Shut);
            }
            // Handled where the loop can end.
            ToTask::Stop(_) => {}
        }
    }

    fn said(&mut self, connection: u64, message: ToRoom) {
        let Some(client) = self.connections.get(&connection) else { return };
        let person = client.person.clone();
        if let ToRoom::Command(Command { id, what: Do::Say { .. } }) = &message
            && let Some(words) = self.house.muted(person.as_str())
        {
            let outcome = Outcome::Refused(Refusal::because(RefusalCode::TalkOff, words));
            return self.say(connection, ToClient::Answer(Answer { id: *id, outcome }));
        }
        match message {
            ToRoom::Come(come) if come.protocol == PROTOCOL => self.come(connection, come),
            ToRoom::Come(Come { protocol, .. }) => {
                let words = format!(
                    "This house speaks version {PROTOCOL} of the messages, not {protocol}."
                );
                self.say(connection, ToClient::Notice(Notice::Unreadable { text: words }));
                self.cut(connection);
            }
            ToRoom::Command(command) if self.present.get(&person) == Some(&connection) => {
                self.driver.push(Input::Command { person, command });
            }
            // Nothing is taken from a connection that has not come in.
            ToRoom::Command(command) => {
                let words = "you are not in this room: send `come` first";
                let outcome = Outcome::Refused(Refusal::because(RefusalCode::NotHere, words));
                let answer = Answer { id: command.id, outcome };
                self.say(connection, ToClient::Answer(answer));
            }
            ToRoom::Ping => {
                let now = self.house.now();
                self.say(connection, ToClient::Pong { now });
            }
        }
    }

    /// Somebody comes in. Everything there is to know of the room may have to be sent to them: not many times a second.
    fn come(&mut self, connection: u64, come: Come) {
        let Some(client) = self.connections.get_mut(&connection) else { return };
        let (person, name, have) = (client.person.clone(), client.name.clone(), come.have);
        let now = std::time::Instant::now();
        if self.greetings.len() > MOST_PEOPLE {
            self.greetings.retain(|person, _| self.present.contains_key(person));
        }
        let greetings = self.greetings.entry(person.clone());
        let greetings = greetings.or_insert_with(|| Bucket::full(GREETINGS, now));
        if let Err(wait) = greetings.take(GREETINGS, now) {
            // One of them waits for all: the last one counts.
            if client.waiting.replace(come).is_none() {
                self.handle.come_later(connection, Duration::from_millis(wait.into()));
            }
            return;
        }
        client.waiting = None;
        self.is_asked = true;
        self.replace(&person, connection);
        self.driver.push(Input::Come { person, name, have });
    }

    /// A person has one connection: an older one is told and ended.
    fn replace(&mut self, person: &PersonId, connection: u64) {
        let before = self.present.insert(person.clone(), connection);
        if let Some(before) = before.filter(|&before| before != connection) {
            self.say(before, ToClient::Notice(Notice::Replaced));
            if let Some(client) = self.connections.remove(&before) {
                let _ = client.outbox.put(Outgoing::End);
            }
        }
    }

    fn gone(&mut self, connection: u64) {
        let Some(client) = self.connections.remove(&connection) else { return };
        if self.present.get(&client.person) == Some(&connection) {
            self.present.remove(&client.person);
            self.driver.push(Input::Gone { person: client.person });
            self.is_shown = false;
        }
    }

    /// Ends a connection after what was sent before.
    fn cut(&mut self, connection: u64) {
        if let Some(client) = self.connections.get(&connection) {
            let _ = client.outbox.put(Outgoing::End);
        }
        self.gone(connection);
    }

    /// Tells everybody something.
    fn announce(&mut self, text: String) {
        let message = SharedMessage::new(ToClient::Notice(Notice::Announcement { text }));
        let everybody: Vec<u64> = self.connections.keys().copied().collect();
        for connection in everybody {
            self.put(connection, Arc::clone(&message));
        }
    }

    fn say(&mut self, connection: u64, message: ToClient) {
        self.put(connection, SharedMessage::new(message));
    }

    fn put(&mut self, connection: u64, message: Arc<SharedMessage>) {
        let Some(client) = self.connections.get(&connection) else { return };
        if client.outbox.put(Outgoing::Message(message)).is_err() {
            // It hurts nobody else: the connection is dropped, its person can come back.
            self.house.metrics.slow_reader();
            self.gone(connection);
        }
    }

    /// Does what the room asks for, until it waits for something.
    async fn settle(&mut self) -> Result<(), Broken> {
        self.check_owner().await?;
        while let Some(work) = self.driver.next(self.house.now()).map_err(broken)? {
            match work {
                Work::Keep(entries) => {
                    let (code, phase) = (self.handle.code(), self.driver.room().phase());
                    #[cfg(test)]
                    if planted::has(Bug::AnswersBeforeKept) {
                        let (house, code, epoch) = (self.house.clone(), code.clone(), self.epoch);
                        self.driver.kept(self.house.now()).map_err(broken)?;
                        tokio::spawn(async move {
                            let _ = log::keep(&house, &code, epoch, phase, &entries, false).await;
                        });
                        continue;
                    }
                    let unkept = self.is_unkept;
                    let kept =
                        log::keep(&self.house, code, self.epoch, phase, &entries, unkept).await;
                    #[cfg(test)]
                    let kept = kept.or_else(|error| {
                        if planted::has(Bug::IgnoresErrorsOfKeeping) { Ok(()) } else { Err(error) }
                    });
                    kept.map_err(broken)?;
                    self.driver.kept(self.house.now()).map_err(broken)?;
                    self.note(&entries);
                    self.note_talk(&entries).await;
                    self.fold(&entries).await;
                }
                Work::Do(effect) => self.carry_out(effect).await?,
            }
        }
        // Nobody may be left who would be told that somebody is gone.
        if !std::mem::replace(&mut self.is_shown, true) {
            self.show();
        }
        Ok(())
    }

    /// Takes somebody out who has left, and begins again from the log without them. Everybody here is shown the room anew.
    async fn forget(&mut self) -> Result<(), Broken> {
        let Some((person, done)) = self.forgetting.take() else { return Ok(()) };
        log::forget(&self.house, self.handle.code(), &person).await.map_err(broken)?;
        self.greetings.remove(&person);
        if !self.is_over {
            let (room, _) = read(&self.house, self.handle.code()).await.map_err(broken)?;
            self.driver = Driver::new(room);
            // The clock went on meanwhile.
            self.driver.push(Input::Woke { alive: Some(self.house.now()) });
            for (person, connection) in &self.present {
                if let Some(client) = self.connections.get(connection) {
                    let (person, name) = (person.clone(), client.name.clone());
                    self.driver.push(Input::Come { person, name, have: None });
                }
            }
            self.settle().await?;
            self.show();
        }
        // The one who asked may have gone.
        let _ = done.send(());
        Ok(())
    }

    /// What people said is noted apart from the log, which is folded away.
    async fn note_talk(&mut self, entries: &[Arc<RoomEntry>]) {
        if self.house.config.keep.talk == Some(Duration::ZERO) {
            return;
        }
        for entry in entries {
            let Happened::Said { person, say, .. } = &entry.what else { continue };
            let said = Said {
                room: self.handle.code().to_string(),
                at: i64::try_from(entry.at.0).unwrap_or(i64::MAX),
                account: person.to_string(),
                text: say.text().to_owned(),
            };
            if let Err(error) = self.house.store.note_talk(&said).await {
                tracing::error!(%error, "what somebody said could not be noted");
            }
        }
    }

    /// Once the next game has begun, nobody needs the log of the last one: its record is kept. From time to time it is
    /// forgotten.
    async fn fold(&mut self, entries: &[Arc<RoomEntry>]) {
        let is_next = entries.first().is_some_and(|first| first.is_checkpoint());
        if self.is_unkept || !is_next || self.folded.elapsed() < self.house.config.fold_every {
            return;
        }
        self.folded = Instant::now();
        let folded = self.house.store.fold_log(self.handle.code().as_str(), self.epoch).await;
        if let Err(error) = folded {
            tracing::warn!(%error, "the log of a room could not be folded");
        }
    }

    /// Nobody is greeted from a state that is no longer the room's: another house may have taken it over, and as long as nothing
    /// happens here, no append would show that.
    async fn check_owner(&mut self) -> Result<(), Broken> {
        if !std::mem::take(&mut self.is_asked) {
            return Ok(());
        }
        match self.house.store.epoch(self.handle.code().as_str()).await.map_err(broken)? {
            Some(epoch) if epoch == self.epoch => Ok(()),
            _ => Err(Broken("the room has a new owner".to_owned())),
        }
    }

    /// Keeps the counts and what is known outside up to date.
    fn note(&mut self, entries: &[Arc<RoomEntry>]) {
        let mut changed = false;
        for entry in entries {
            match &entry.what {
                Happened::Played { .. } | Happened::Said { .. } | Happened::Clock { .. } => {
                    continue;
                }
                Happened::Started { header, .. } => {
                    self.house.metrics.game_started();
                    let listed = self.driver.room().summary().settings.listed;
                    self.commitment = Commitment::of(header, listed);
                }
                Happened::Ended { .. } => {
                    self.house.metrics.game_ended();
                    self.commitment = None;
                }
                _ => {}
            }
            changed = true;
        }
        if changed {
            self.show();
        }
    }

    fn show(&self) {
        self.handle.show(summary(self.driver.room(), self.commitment.clone()));
    }

    async fn carry_out(&mut self, effect: Effect) -> Result<(), Broken> {
        match effect {
            Effect::Send(people, message) => self.send(&people, message),
            Effect::Drop(person) => {
                if let Some(connection) = self.present.remove(&person)
                    && let Some(client) = self.connections.remove(&connection)
                {
                    let _ = client.outbox.put(Outgoing::End);
                }
            }
            Effect::Ask(ask) => self.ask(*ask),
            Effect::Deal(wanted) => {
                // A room that cannot start is given up; when it wakes up again it asks again.
                let deal = timeout(LONGEST_DEAL, self.deal(&wanted)).await.map_err(broken)??;
                self.driver.push(Input::Deal(deal));
            }
            Effect::WakeAt(time) => self.wake = time,
            Effect::Over(finished) => {
                self.is_unkept = !finish::keep(&self.house, *finished).await;
            }
            Effect::Closed => {
                if !self.is_unkept {
                    let code = self.handle.code();
                    log::close(&self.house, code, self.epoch).await.map_err(broken)?;
                }
                self.is_over = true;
            }
        }
        Ok(())
    }

    fn send(&mut self, people: &[PersonId], message: Arc<ToClient>) {
        if let ToClient::Answer(answer) = &*message
            && matches!(answer.outcome, dicehouse_room::message::Outcome::Refused(_))
        {
            self.house.metrics.refusal();
        }
        if matches!(*message, ToClient::Presence(_)) {
            self.show();
        }
        let message = SharedMessage::new(message);
        for person in people {
            if let Some(&connection) = self.present.get(person) {
                self.put(connection, Arc::clone(&message));
            }
        }
    }

    /// Lets a bot think where it keeps nobody waiting.
    fn ask(&mut self, ask: Ask) {
        let Some((header, entries)) = self.driver.room().game() else { return };
        let Ask { bot, asked, question, luck, .. } = ask;
        let game = header.ruleset.game();
        let pause = if is_watched(header, entries.clone()) {
            self.house.config.bot_pause
        } else {
            Duration::ZERO
        };
        let thinking =
            self.players.ask(header, entries, &bot, question, || newcomer(game, bot.clone(), luck));
        let (house, handle) = (self.house.clone(), self.handle.clone());
        tokio::spawn(async move {
            let pause = tokio::time::sleep(pause);
            let thought = house.cpu_work.run(move || thinking.think()).await;
            // People want to follow what happens.
            pause.await;
            if let Some(thought) = thought {
                handle.answered(asked, thought).await;
            }
        });
    }

    async fn deal(&mut self, wanted: &Wanted) -> Result<Deal, Broken> {
        let secret = match &wanted.challenge {
            Some(challenge) => {
                let secret = daily::secret(&self.house, challenge.day).await.map_err(Broken)?;
                Reveal::ContestSecret(secret)
            }
            None => bots::fresh_seed(&self.house),
        };
        let game = wanted.ruleset.game().name();
        let people: Vec<&str> = wanted
            .seats
            .iter()
            .map(|person| person.as_ref().map_or("", PersonId::as_str))
            .collect();
        let won = self.house.store.games_won_by(game, &people).await;
        let won = won.map_err(broken)?;
        let limits = self.house.config.limits;
        let one_address = !limits.rates_one_address && self.come_from_one_address(&wanted.seats);
        Ok(bots::deal(&self.house, secret, won, one_address))
    }

    /// Whether two of these people are here from the same address.
    fn come_from_one_address(&self, people: &[Option<PersonId>]) -> bool {
        let mut seen = HashSet::new();
        let connection = |person: &PersonId| self.connections.get(self.present.get(person)?);
        let clients = people.iter().flatten().filter_map(connection).map(|here| here.client);
        clients.into_iter().any(|client| !seen.insert(client))
    }
}

/// Waits for a time by the house's clock.
async fn until(time: Option<Time>, house: &House) {
    match time {
        Some(time) => tokio::time::sleep(Duration::from_millis(time.since(house.now()))).await,
        None => std::future::pending().await,
    }
}

/// Whether somebody follows the game: once every person is out, bots play on at once. Each browser shows it in its own time.
fn is_watched<'e>(header: &Header, entries: impl Iterator<Item = &'e Entry>) -> bool {
    let mut people: Vec<usize> = header
        .seats
        .iter()
        .enumerate()
        .filter_map(|(at, seated)| matches!(seated.kind, SeatKind::Person).then_some(at))
        .collect();
    let nobody_played = people.is_empty();
    for entry in entries {
        if let Some(Fact::Out { seat }) = entry.fact() {
            people.retain(|at| *at != seat.index());
        }
    }
    nobody_played || !people.is_empty()
}
