//! A room at this computer: the same room as a server's, under the same driver, with its log in a file and the people
//! of one keyboard for its guests.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dicehouse_room::message::{
    Absence, BotSeat, Come, Happened, PersonId, Phase, RoomCode, RoomEntry, Seconds, Settings,
    TalkRule, Time, ToClient, ToRoom, TurnClock, Version, Watching,
};
use dicehouse_room::{
    Ask, BotOffer, Deal, Driver, Effect, Finished, Input, Offers, Room, Work as Todo,
};
use dicehouse_rules::{BySeat, Dice, GameKind, Seat, Viewer};
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::{GameId, Playback, Record};
use dicehouse_table::{Bot, Name, SeatKind, Seated, SeatedPlayers};
use dicehouse_telling::all_hands;

use crate::company::bots;
use crate::line::{Heard, HereAtHome, RoomLine, Step, pause};
use crate::log::{self, Opening, ReadLog};
use crate::note::Note;
use crate::plan::{GamePlan, SeatPlan};
use crate::platform::{AtTable, Log, Platform, Wanted};
use crate::solo;
use crate::thinking::Thinker;
use crate::work::Work;

/// What became of a game that is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Where its record is.
    pub record: Option<PathBuf>,
    /// What is worth telling the people at the keyboard.
    pub notes: Vec<Note>,
}

/// A room at this computer.
pub struct LocalRoom {
    platform: Arc<Platform>,
    opening: Opening,
    driver: Driver,
    log: Option<(PathBuf, Log)>,
    /// What could not be kept, and why.
    stuck: Option<(Vec<u8>, String)>,
    /// The people at the keyboard, by number.
    people: Vec<Guest>,
    players: SeatedPlayers,
    thinker: Box<dyn Thinker>,
    wake: Option<Time>,
    resumed: bool,
    /// How many entries of the game came with each version.
    played: Vec<(Version, usize)>,
    finished: Option<Record>,
    kept: Option<Kept>,
    /// Why nothing goes on any more.
    broken: Option<String>,
}

struct Guest {
    person: PersonId,
    name: Name,
    came: bool,
    heard: VecDeque<Heard>,
}

/// Names that rooms know somebody by; nobody outside this process sees them.
fn person(n: usize) -> Option<PersonId> {
    PersonId::new(&format!("here-{n}"))
}

impl LocalRoom {
    /// Opens a room for `plan` and keeps its log. Programs are started now, so this may take a while.
    ///
    /// # Errors
    /// When there is no such bot, the game cannot be played like that, or the log cannot be written: a sentence for the
    /// person at the keyboard.
    pub(crate) fn open(
        platform: Arc<Platform>,
        opening: Opening,
        log: Option<(PathBuf, Log)>,
    ) -> Result<LocalRoom, String> {
        let entries = first_entries(&platform, &opening)?;
        let kept: Vec<Arc<RoomEntry>> = entries.iter().cloned().map(Arc::new).collect();
        let mut room = LocalRoom::running(platform, opening, &entries, log)?;
        let mut text = log::line(&room.opening);
        text.extend(log::entries_line(&kept));
        room.append(&text)
            .map_err(|error| format!("the game cannot be saved: {}", in_words(&error)))?;
        Ok(room)
    }

    /// Goes on with a room whose log was read.
    ///
    /// # Errors
    /// When that is not possible: a sentence for the person at the keyboard.
    pub(crate) fn go_on(
        platform: Arc<Platform>,
        read: ReadLog,
        log: (PathBuf, Log),
    ) -> Result<LocalRoom, String> {
        let ReadLog { opening, entries, .. } = read;
        let here = platform.system.folder();
        let elsewhere = opening.folder.clone().filter(|folder| Some(folder) != here.as_ref());
        LocalRoom::running(platform, opening, &entries, Some(log)).map_err(|why| match elsewhere {
            Some(folder) => {
                format!("{why} (the game was begun in {}: try again from there)", folder.display())
            }
            None => why,
        })
    }

    fn running(
        platform: Arc<Platform>,
        opening: Opening,
        entries: &[RoomEntry],
        log: Option<(PathBuf, Log)>,
    ) -> Result<LocalRoom, String> {
        let now = platform.system.now();
        let game = opening.plan.ruleset.game();
        let room = Room::replay(offers(game), now, entries).map_err(|error| error.to_string())?;
        let names = people(&opening.plan);
        let guest = |(n, name): (usize, Name)| {
            let heard = VecDeque::from([Heard::Up]);
            person(n).map(|person| Guest { person, name, came: false, heard })
        };
        let people = names.into_iter().enumerate().filter_map(guest).collect();
        let mut driver = Driver::new(room);
        driver.push(Input::Woke { alive: Some(now) });
        let mut room = LocalRoom {
            thinker: platform.system.thinker(),
            platform,
            opening,
            driver,
            log,
            stuck: None,
            people,
            players: SeatedPlayers::default(),
            wake: None,
            resumed: entries.iter().any(|entry| matches!(entry.what, Happened::Played { .. })),
            played: Vec::new(),
            finished: None,
            kept: None,
            broken: None,
        };
        room.count(entries.iter());
        room.start_programs()?;
        Ok(room)
    }

    /// The game's own name.
    pub fn id(&self) -> &GameId {
        &self.opening.id
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.driver.room().phase(), Phase::Over | Phase::Closed)
    }

    /// Starts the programs of the table, so that one that cannot be started is known before anybody plays. They are
    /// told the game when they are asked for the first time.
    fn start_programs(&mut self) -> Result<(), String> {
        let seats = self.seats();
        for seat in Seat::first(seats.len()) {
            let SeatKind::Bot(bot) = &seats[seat.index()].kind else { continue };
            let Some(newcomer) = self.newcomer(seat, bot, &seats)? else { continue };
            if newcomer.learns == dicehouse_table::Learns::ByListening {
                let player = (newcomer.make)()?;
                self.players.sit(&self.opening.id, seat, bot, player);
            }
        }
        Ok(())
    }

    /// Who sits at the table, as the log says.
    fn seats(&self) -> Vec<Seated> {
        match self.driver.room().game() {
            Some((header, _)) => header.seats.clone(),
            None => seated(&self.platform, &self.opening.plan).unwrap_or_default(),
        }
    }

    /// The player for a seat: the one of the plan, or a house bot that plays for a person.
    fn newcomer(
        &self,
        seat: Seat,
        bot: &Bot,
        seats: &[Seated],
    ) -> Result<Option<dicehouse_table::Newcomer>, String> {
        let plan = &self.opening.plan;
        let spec = match plan.seats.get(seat.index()) {
            Some(SeatPlan::Bot { bot, .. }) => bot.as_str(),
            Some(SeatPlan::Person { .. }) => bot.bot.as_str(),
            None => return Ok(None),
        };
        let wanted = Wanted { game: plan.ruleset.game(), spec, sandbox: plan.sandbox };
        let luck = self.opening.luck.secret().luck_of(seat);
        let table = AtTable { ruleset: &plan.ruleset, seat, seats, luck };
        self.platform.opponents.newcomer(wanted, table).map(Some)
    }

    /// Does everything that can be done now. Nothing happens before everybody has come: nobody is to miss it.
    fn turn(&mut self) {
        if self.people.iter().all(|guest| guest.came) {
            self.go();
        }
    }

    /// Does everything that can be done now, although nobody may be there.
    pub(crate) fn go(&mut self) {
        self.take_thoughts(Duration::ZERO);
        while self.stuck.is_none() && self.broken.is_none() {
            let now = self.platform.system.now();
            if self.wake.is_some_and(|wake| wake <= now) {
                self.wake = None;
                self.driver.push(Input::Tick);
            }
            match self.driver.next(now) {
                Ok(None) => return,
                Ok(Some(Todo::Do(effect))) => self.carry_out(effect),
                Ok(Some(Todo::Keep(entries))) => {
                    self.count(entries.iter().map(|entry| &**entry));
                    self.keep(log::entries_line(&entries));
                }
                Err(error) => self.breaks(format!("The game cannot go on: {error}.")),
            }
        }
    }

    /// Counts what happens at the table.
    fn count<'e>(&mut self, entries: impl Iterator<Item = &'e RoomEntry>) {
        self.played.extend(entries.filter_map(|entry| match &entry.what {
            Happened::Played { entries, .. } => Some((entry.version, entries.len())),
            _ => None,
        }));
    }

    /// Keeps what the room decided. What cannot be kept has not happened: the room waits.
    fn keep(&mut self, line: Vec<u8>) {
        match self.append(&line) {
            Ok(()) => {
                if let Err(error) = self.driver.kept(self.platform.system.now()) {
                    self.breaks(format!("The game cannot go on: {error}."));
                }
            }
            Err(error) => {
                let why =
                    format!("the game cannot be saved, so it waits here: {}", in_words(&error));
                self.stuck = Some((line, why));
            }
        }
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        match &mut self.log {
            Some((_, log)) => log.append(lines),
            None => Ok(()),
        }
    }

    fn breaks(&mut self, why: String) {
        for guest in &mut self.people {
            guest.heard.push_back(Heard::Ended(why.clone()));
        }
        self.broken = Some(why);
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Send(people, message) => {
                for guest in &mut self.people {
                    if people.contains(&guest.person) {
                        let message = Box::new(ToClient::clone(&message));
                        guest.heard.push_back(Heard::Message(message));
                    }
                }
            }
            Effect::Drop(person) => {
                let guests = self.people.iter_mut().filter(|guest| guest.person == person);
                guests.for_each(|guest| guest.heard.push_back(Heard::Down));
            }
            Effect::Ask(ask) => self.ask(*ask),
            Effect::Deal(_) => {
                let deal = Deal {
                    id: self.opening.id.clone(),
                    secret: self.opening.luck.secret(),
                    won: self.opening.won.clone(),
                    one_address: false,
                };
                self.driver.push(Input::Deal(deal));
            }
            Effect::WakeAt(time) => self.wake = time,
            Effect::Over(finished) => self.over(&finished),
            Effect::Closed => self.breaks("The room is closed.".to_owned()),
        }
    }

    fn ask(&mut self, ask: Ask) {
        let Ask { bot, seat, asked, question, .. } = ask;
        let seats = self.seats();
        let newcomer = self.newcomer(seat, &bot, &seats);
        let Some((header, entries)) = self.driver.room().game() else { return };
        let thinking = self.players.ask(header, entries, &bot, question, || {
            newcomer.ok().flatten().unwrap_or_else(|| {
                let why = format!("there is no bot {}", bot.bot);
                dicehouse_table::Newcomer {
                    make: Box::new(move || Err(why)),
                    learns: dicehouse_table::Learns::ByListening,
                }
            })
        });
        self.thinker.think(asked, thinking);
    }

    fn take_thoughts(&mut self, mut wait: Duration) {
        while let Some((asked, thought)) = self.thinker.thought(wait) {
            wait = Duration::ZERO;
            let seat = thought.seat;
            if let Some(answer) = self.players.take_back(thought) {
                self.driver.push(Input::Answer { seat, asked, answer });
            }
        }
    }

    /// How many entries of the game there were at this version.
    fn entries_upto(&self, version: Version) -> usize {
        self.played.iter().filter(|(at, _)| *at <= version).map(|(_, count)| count).sum()
    }

    /// The game up to this version.
    fn playback(&self, version: Version) -> Option<Playback> {
        let (header, entries) = self.driver.room().game()?;
        let entries = entries.take(self.entries_upto(version)).cloned().collect();
        Playback::new(Record::of(header.clone(), entries, None)).ok()
    }

    /// Keeps the record and the result of the game; its log is not needed any more then.
    fn over(&mut self, finished: &Finished) {
        let Finished { header, entries, end, .. } = finished;
        self.finished = Some(Record::of(header.clone(), entries.clone(), Some(end.clone())));
        let (shelf, results) = (&self.platform.shelf, &self.platform.results);
        let mut notes = solo::compared(finished, &self.opening.luck, &**results);
        let written = finished.record(end, None).and_then(|bytes| {
            shelf.keep_record(&header.id, self.opening.record.as_deref(), &bytes)
        });
        let record = match written {
            Ok(record) => {
                if let Some((log, _)) = self.log.take() {
                    shelf.remove_log(&log);
                }
                notes.push(match &record {
                    Some(path) => Note::Saved(shelf.display(path)),
                    None => Note::NotSaved,
                });
                record
            }
            Err(error) => {
                notes.push(Note::NotWritten(in_words(&error)));
                None
            }
        };
        if end.standing.is_some()
            && let Err(error) = results.keep(finished, record.as_deref())
        {
            notes.push(Note::NotKept(error));
        }
        self.kept = Some(Kept { record, notes });
    }
}

impl RoomLine for LocalRoom {
    fn people(&self) -> usize {
        self.people.len()
    }

    fn now(&self) -> Time {
        self.platform.system.now()
    }

    fn next(&mut self, who: usize) -> Option<Heard> {
        self.turn();
        self.people.get_mut(who)?.heard.pop_front()
    }

    fn send(&mut self, who: usize, message: ToRoom) {
        let Some(guest) = self.people.get_mut(who) else { return };
        let person = guest.person.clone();
        match message {
            ToRoom::Come(Come { have, .. }) => {
                guest.came = true;
                let name = guest.name.clone();
                self.driver.push(Input::Come { person, name, have });
            }
            ToRoom::Command(command) => self.driver.push(Input::Command { person, command }),
            ToRoom::Ping => {
                let now = self.platform.system.now();
                guest.heard.push_back(Heard::Message(Box::new(ToClient::Pong { now })));
            }
        }
        self.turn();
    }

    fn reconnect(&mut self, _: Duration) {
        for guest in &mut self.people {
            guest.heard.push_back(Heard::Up);
        }
    }

    fn wait(&mut self, longest: Duration) {
        let due = self.wake.map(|wake| Duration::from_millis(wake.since(self.now())));
        let longest = due.map_or(longest, |due| due.min(longest));
        if self.people.iter().all(|guest| guest.heard.is_empty()) {
            match self.thinker.is_busy() {
                true => self.take_thoughts(longest),
                false => pause(longest),
            }
        }
    }

    fn record(&mut self, _: &GameId) -> Result<Work<Record>, String> {
        let record = self.finished.clone().ok_or("The game is not over.".to_owned());
        Ok(Work::ready(record))
    }

    fn seed(&mut self) -> SeatSeed {
        SeatSeed::from_bytes(&self.platform.system.random())
    }

    fn here(&mut self) -> Option<&mut dyn HereAtHome> {
        Some(self)
    }
}

impl HereAtHome for LocalRoom {
    fn stuck(&self) -> Option<&str> {
        self.stuck.as_ref().map(|(_, why)| why.as_str())
    }

    fn try_again(&mut self) {
        if let Some((line, _)) = self.stuck.take() {
            self.keep(line);
            self.turn();
        }
    }

    fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    fn is_resumed(&self) -> bool {
        self.resumed
    }

    fn way_back(&self) -> Note {
        match (&self.log, &self.opening.record) {
            (None, _) => Note::NoWayBack,
            (Some(_), None) => Note::Waits("dicehouse play --resume".to_owned()),
            (Some(_), Some(record)) => {
                Note::Waits(format!("dicehouse play --resume {}", record.display()))
            }
        }
    }

    fn steps(&self, after: Version, upto: Version, viewer: Viewer) -> Vec<Step> {
        let seats = self.seats();
        let may_look =
            viewer.seat().is_none_or(|seat| seats.get(seat.index()).is_some_and(Seated::is_person));
        let Some(playback) = self.playback(upto).filter(|_| may_look) else { return Vec::new() };
        let known = self.entries_upto(after);
        let mut told = 0;
        let mut steps = Vec::new();
        for position in &playback.positions {
            told += position.entries.len();
            if told > known {
                let seen = position.entries.iter().filter_map(|entry| entry.seen_by(viewer));
                let view = position.game.view(viewer).into_owned();
                steps.push(Step { entries: seen.collect(), view });
            }
        }
        steps
    }

    fn all_hands(&self, version: Version) -> Option<BySeat<Dice>> {
        if self.seats().iter().any(Seated::is_person) {
            return None;
        }
        Some(all_hands(&self.playback(version)?.positions.last()?.game))
    }
}

/// The people at the keyboard: somebody alone, or one who looks at the table for all of them and then each of them.
fn people(plan: &GamePlan) -> Vec<Name> {
    let mut names: Vec<Name> = plan
        .seats
        .iter()
        .filter_map(|seat| match seat {
            SeatPlan::Person { name } => Some(Name::new(name)),
            SeatPlan::Bot { .. } => None,
        })
        .collect();
    if names.len() != 1 {
        names.insert(0, Name::new("the table"));
    }
    names
}

/// Everybody at the table, each by a name of their own.
pub(crate) fn seated(platform: &Platform, plan: &GamePlan) -> Result<Vec<Seated>, String> {
    let mut seats: Vec<Seated> = Vec::new();
    for seat in &plan.seats {
        let mut seated = match seat {
            SeatPlan::Person { name } => Seated::person(name),
            SeatPlan::Bot { bot, name } => {
                let game = plan.ruleset.game();
                let wanted = Wanted { game, spec: bot, sandbox: plan.sandbox };
                platform.opponents.seated(wanted, name.as_deref())?
            }
        };
        seated.name = crate::company::free_name(&seated, &seats);
        seats.push(seated);
    }
    Ok(seats)
}

/// The beginning of a room: everybody has come and sits, and the game is about to start.
fn first_entries(platform: &Platform, opening: &Opening) -> Result<Vec<RoomEntry>, String> {
    let plan = &opening.plan;
    let seats = seated(platform, plan)?;
    let game = plan.ruleset.game();
    let players = seats.len();
    let too_many = || format!("{game} is not played on {players} seats");
    let settings = Settings {
        ruleset: plan.ruleset,
        seats: u8::try_from(players).map_err(|_| too_many())?,
        clock: TurnClock { per_turn: None },
        listed: false,
        watching: Watching::Anyone { delay: Seconds(0) },
        talk: TalkRule::Free,
        absence: Absence {
            grace: Seconds(3600),
            stand_in: bots(game).first().map(|bot| bot.name.to_owned()),
        },
        start_when_ready: false,
        rated: false,
    };
    dicehouse_rules::Game::new(&plan.ruleset, players).map_err(|error| error.to_string())?;
    let code = RoomCode::new("HERE").ok_or("a room needs a code")?;
    let mut what = vec![Happened::Opened { code, settings, challenge: None }];
    let alone = seats.iter().filter(|seated| seated.is_person()).count() == 1;
    let mut guests = (0..).map_while(person);
    if !alone && let Some(keeper) = guests.next() {
        what.push(Happened::Came { person: keeper, name: Name::new("the table") });
    }
    let mut sits = Vec::new();
    for (seat, seated) in Seat::first(players).zip(&seats) {
        match &seated.kind {
            SeatKind::Person => {
                let Some(person) = guests.next() else { continue };
                what.push(Happened::Came { person: person.clone(), name: seated.name.clone() });
                sits.push(Happened::Sat { person, seat });
            }
            SeatKind::Bot(bot) => {
                let bot = BotSeat {
                    name: seated.name.clone(),
                    bot: bot.bot.to_string(),
                    level: String::new(),
                    version: bot.version.to_string(),
                };
                sits.push(Happened::BotSat { seat, bot });
            }
        }
    }
    what.push(Happened::Host { person: person(0) });
    what.extend(sits);
    what.push(Happened::Starting);
    let at = platform.system.now();
    let entry =
        |(version, what)| RoomEntry { version: Version(version), at, by: None, what, secret: None };
    Ok((1..).zip(what).map(entry).collect())
}

/// The bots that can play for a person.
fn offers(game: GameKind) -> Arc<Offers> {
    let offer = |bot: &&'static dicehouse_bots::BotInfo| BotOffer {
        name: bot.name.to_owned(),
        game,
        level: bot.difficulty.name().to_owned(),
        version: bot.version.to_owned(),
    };
    Arc::new(Offers { bots: bots(game).iter().map(offer).collect(), ..Offers::default() })
}

/// What went wrong with a file, without the system's number for it.
pub(crate) fn in_words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or(&text).to_owned()
}
