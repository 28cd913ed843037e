//! An online room on the screen: a real room, whose messages come over a line that can break.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use dicehouse_home::{Heard, Home, InMemory, RoomLine, Work, bots};
use dicehouse_room::message::{
    Absence, Come, Command, CommandId, Do, Notice, Person, PersonId, Phase, Phrase, RoomCode, Say,
    Seconds, Settings as RoomSettings, TalkRule, Time, ToClient, ToRoom, TurnClock, Watching,
};
use dicehouse_room::{Ask, BotOffer, Deal, Effect, Input as ToTheRoom, Mirror, Offers, Room};
use dicehouse_rules::{Act, GameKind, Ruleset};
use dicehouse_table::dice::{SeatSeed, ServerSeed};
use dicehouse_table::record::{GameId, Record, Reveal};
use dicehouse_table::{Name, Reply};
use dicehouse_terminal::screen::{App, Input, Settings};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

fn id(name: &str) -> PersonId {
    PersonId::new(name).unwrap()
}

/// The house: a room, its clock, and what is on its way to Ann.
struct World {
    room: Room,
    now: u64,
    numbers: BTreeMap<String, u32>,
    bob: Mirror,
    to_ann: VecDeque<Heard>,
    asks: VecDeque<Ask>,
    games: u64,
    /// What is kept of the games that are over.
    records: BTreeMap<GameId, Record>,
    /// Ann's line is broken.
    broken: bool,
}

impl World {
    fn new(ruleset: Ruleset, seats: u8) -> World {
        // Of the bots on the list, the house has the first of each game.
        let bots = GameKind::ALL.map(|game| BotOffer {
            name: bots(game)[0].name.into(),
            game,
            level: "easy".into(),
            version: "1".into(),
        });
        let stand_in = bots.iter().find(|bot| bot.game == ruleset.game());
        let stand_in = stand_in.map(|bot| bot.name.clone());
        let house = Offers { bots: bots.to_vec(), ..Offers::default() };
        let settings = RoomSettings {
            ruleset,
            seats,
            clock: TurnClock { per_turn: Some(Seconds(30)) },
            listed: true,
            watching: Watching::Anyone { delay: Seconds(0) },
            talk: TalkRule::Free,
            absence: Absence { grace: Seconds(20), stand_in },
            start_when_ready: false,
            rated: false,
        };
        let code = RoomCode::new("QK7PXA").unwrap();
        let first = Room::open(&house, Time(1000), code, settings).unwrap();
        World {
            room: Room::replay(Arc::new(house), Time(1000), [&first]).unwrap(),
            now: 1000,
            numbers: BTreeMap::new(),
            bob: Mirror::default(),
            to_ann: VecDeque::new(),
            asks: VecDeque::new(),
            games: 0,
            records: BTreeMap::new(),
            broken: false,
        }
    }

    fn input(&mut self, input: ToTheRoom) {
        let step = self.room.consider(Time(self.now), input);
        for effect in self.room.apply(Time(self.now), step).unwrap() {
            match effect {
                Effect::Send(people, message) => {
                    if people.contains(&id("bob")) {
                        self.bob.take(Time(self.now), (*message).clone());
                    }
                    if people.contains(&id("ann")) && !self.broken {
                        self.to_ann.push_back(Heard::Message(Box::new((*message).clone())));
                    }
                }
                Effect::Ask(ask) => self.asks.push_back(*ask),
                Effect::Deal(_) => {
                    self.games += 1;
                    let deal = Deal {
                        id: format!("game-{}", self.games).parse().unwrap(),
                        secret: Reveal::ServerSeed(ServerSeed::from_number(self.games)),
                        won: vec![],
                        one_address: false,
                    };
                    self.input(ToTheRoom::Deal(deal));
                }
                Effect::Over(finished) => {
                    let id = finished.header.id.clone();
                    let end = Some(finished.end);
                    self.records.insert(id, Record::of(finished.header, finished.entries, end));
                }
                Effect::WakeAt(_) | Effect::Drop(_) | Effect::Closed => {}
            }
        }
    }

    fn comes(&mut self, name: &str) {
        if name == "Bob" {
            self.bob.connected(Time(self.now));
        }
        let person = id(&name.to_lowercase());
        self.input(ToTheRoom::Come { person, name: Name::new(name), have: None });
    }

    fn does(&mut self, person: &str, what: Do) {
        // Ann's client counts for itself; what is done for her from here comes after that.
        let first = if person == "ann" { 1000 } else { 0 };
        let number = self.numbers.entry(person.to_owned()).or_insert(first);
        *number += 1;
        let command = Command { id: CommandId(*number), what };
        self.input(ToTheRoom::Command { person: id(person), command });
    }

    /// Bots and Bob answer what they are asked: they call where they can.
    fn others_answer(&mut self) {
        let choice = |acts: &dicehouse_rules::Acts| {
            if acts.contains(Act::Call) { Act::Call } else { acts.nth(0).unwrap() }
        };
        while let Some(ask) = self.asks.pop_front() {
            let answer = Ok(Reply::from(choice(&ask.question.legal)));
            self.input(ToTheRoom::Answer { seat: ask.seat, asked: ask.asked, answer });
        }
        let now = self.bob.shown().and_then(|shown| shown.game.as_ref()).map(|game| &game.now);
        if let Some((act, asked)) =
            now.and_then(|now| now.asked.map(|asked| (choice(&now.legal), asked)))
            && self.room.phase() == Phase::Playing
        {
            self.does("bob", Do::Act { act, asked });
            self.others_answer();
        }
    }
}

/// Ann's end of the line.
struct Line(Rc<RefCell<World>>);

impl RoomLine for Line {
    fn now(&self) -> Time {
        Time(self.0.borrow().now)
    }

    fn next(&mut self, _: usize) -> Option<Heard> {
        self.0.borrow_mut().to_ann.pop_front()
    }

    fn send(&mut self, _: usize, message: ToRoom) {
        let mut world = self.0.borrow_mut();
        if world.broken {
            return;
        }
        let person = id("ann");
        match message {
            ToRoom::Come(Come { have, .. }) => {
                world.input(ToTheRoom::Come { person, name: Name::new("Ann"), have });
            }
            ToRoom::Command(command) => world.input(ToTheRoom::Command { person, command }),
            ToRoom::Ping => {
                let now = Time(world.now);
                world.to_ann.push_back(Heard::Message(Box::new(ToClient::Pong { now })));
            }
        }
    }

    fn record(&mut self, game: &GameId) -> Result<Work<Record>, String> {
        let record = self.0.borrow().records.get(game).cloned();
        Ok(Work::ready(record.ok_or_else(|| "there is no such game".to_owned())))
    }

    fn seed(&mut self) -> SeatSeed {
        SeatSeed::from_bytes(&[7; 32])
    }

    fn link(&self) -> Option<&str> {
        Some("http://dice.example:8080/room/QK7PXA")
    }
}

/// Ann at her screen.
struct Ann {
    app: App<'static>,
    world: Rc<RefCell<World>>,
    terminal: Terminal<TestBackend>,
}

impl Ann {
    /// Comes into a room of her own.
    fn opens(ruleset: Ruleset, seats: u8) -> Ann {
        Ann::at(Rc::new(RefCell::new(World::new(ruleset, seats))))
    }

    fn at(world: Rc<RefCell<World>>) -> Ann {
        world.borrow_mut().to_ann.push_back(Heard::Up);
        // The house of a program lives as long as the program.
        let home = Box::leak(Box::new(Home::new(InMemory::default().platform(1))));
        let app = App::front_door(home, Settings::default())
            .reviewing(|record| Work::ready(Ok(common::review::prepared(record))))
            .in_room_at(Box::new(Line(Rc::clone(&world))));
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut ann = Ann { app, world, terminal };
        ann.waits(100);
        ann
    }

    fn draw(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    fn waits(&mut self, millis: u64) {
        self.world.borrow_mut().now += millis;
        self.app.handle(Input::Tick(Duration::from_millis(millis)));
        self.draw();
    }

    /// Lets time go by until the screen shows `text`; with others who answer.
    fn sees(&mut self, text: &str) {
        for _ in 0..600 {
            if self.text().contains(text) {
                return;
            }
            self.world.borrow_mut().others_answer();
            self.waits(100);
        }
        panic!("never saw {text:?}:\n{}", self.text());
    }

    fn key(&mut self, code: KeyCode) {
        self.app.handle(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.waits(1);
    }

    fn keys(&mut self, keys: &str) {
        for c in keys.chars() {
            self.key(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
        }
    }

    fn does(&mut self, person: &str, what: Do) {
        self.world.borrow_mut().does(person, what);
        self.waits(100);
    }

    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content.chunks(width).map(|row| {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            line.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.app.handle(Input::Resize);
        self.draw();
    }

    /// Takes a snapshot at 80×24 and at 120×40.
    fn both(&mut self, name: &str) {
        for (width, height) in [(120, 40), (80, 24)] {
            self.resize(width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), self.text());
        }
    }

    fn person(&self, name: &str) -> Person {
        let people = self.world.borrow().room.summary().people;
        people.into_iter().find(|one| one.person == id(name)).unwrap()
    }

    /// Breaks the line; what is sent meanwhile is lost.
    fn line_breaks(&mut self) {
        self.world.borrow_mut().broken = true;
        self.world.borrow_mut().input(ToTheRoom::Gone { person: id("ann") });
        self.world.borrow_mut().to_ann.push_back(Heard::Down);
        self.waits(100);
    }

    fn line_is_back(&mut self) {
        self.world.borrow_mut().broken = false;
        self.world.borrow_mut().to_ann.push_back(Heard::Up);
        self.waits(100);
    }
}

fn liars() -> Ruleset {
    Ruleset::preset(GameKind::Liars, "contest").unwrap().with(&[("dice", "2")]).unwrap()
}

/// Ann, Bob and a bot at a table whose game has begun.
fn playing(ruleset: Ruleset) -> Ann {
    let mut ann = Ann::opens(ruleset, 3);
    ann.keys("\n");
    ann.world.borrow_mut().comes("Bob");
    ann.does("bob", Do::Sit { seat: None });
    ann.keys("b1");
    ann.keys("\n");
    let seed = SeatSeed::from_bytes(&[9; 32]);
    ann.does("bob", Do::SeatSeed { seed });
    ann
}

#[test]
fn the_room_before_the_game() {
    let mut ann = Ann::opens(liars(), 3);
    ann.both("room_empty");
    ann.keys("\n");
    ann.world.borrow_mut().comes("Bob");
    ann.does("bob", Do::Sit { seat: None });
    ann.does("bob", Do::Say { say: Say::Phrase(Phrase::Hello) });
    assert!(ann.person("ann").ready && ann.person("bob").seat.is_some());
    ann.keys("b");
    ann.both("room_bots");
    // A bot the house does not have is refused, and the reason is told.
    ann.keys("2");
    ann.both("room_refused");
    ann.keys("b1");
    ann.world.borrow_mut().input(ToTheRoom::Gone { person: id("bob") });
    ann.waits(100);
    ann.both("room_full");
    ann.key(KeyCode::Down);
    ann.keys("x");
    ann.both("room_seat");
    ann.key(KeyCode::Esc);
    ann.keys("c");
    ann.both("room_change");
    ann.keys("1");
    ann.keys("2");
    ann.keys("1");
    assert_eq!(ann.world.borrow().room.summary().settings.ruleset.game(), GameKind::Claims);
    ann.keys("t1");
    ann.keys("well met");
    ann.both("room_typing");
    ann.keys("\n");
    assert!(ann.text().contains("Ann: well met"), "{}", ann.text());
    ann.key(KeyCode::Esc);
    ann.both("room_more");
    ann.keys("q");
    ann.keys("q");
    ann.both("room_leave");
    ann.keys("?");
    ann.keys("?");
    ann.both("room_help");
}

/// Whoever fills the table with bots first has a seat all the same; and a host who looks on can start.
#[test]
fn bots_leave_the_host_a_seat() {
    let mut ann = Ann::opens(liars(), 3);
    ann.keys("b1");
    assert!(ann.person("ann").seat.is_some());
    ann.sees("Start the game");
    ann.keys("x2");
    ann.keys("x1");
    ann.sees("Sit down");
    ann.world.borrow_mut().comes("Bob");
    ann.does("bob", Do::Sit { seat: None });
    ann.sees("Start the game");
}

#[test]
fn a_game_with_clock_talk_and_somebody_away() {
    let mut ann = playing(liars());
    ann.sees("your turn");
    ann.both("table_asked");
    ann.does("bob", Do::Say { say: Say::Phrase(Phrase::AreYouSure) });
    assert!(ann.text().contains("Bob: Are you sure?"), "{}", ann.text());
    ann.keys("\n");
    // Bob is due, and goes.
    ann.world.borrow_mut().input(ToTheRoom::Gone { person: id("bob") });
    for _ in 0..20 {
        ann.waits(100);
    }
    ann.both("table_away");
    ann.world.borrow_mut().now += 20_000;
    ann.world.borrow_mut().input(ToTheRoom::Tick);
    for _ in 0..20 {
        ann.waits(100);
    }
    ann.both("table_taken_over");
    ann.key(KeyCode::Esc);
    ann.both("table_room");
    ann.key(KeyCode::Esc);
    ann.does("ann", Do::Pause);
    ann.both("table_paused");
}

#[test]
fn a_broken_line_keeps_the_question_and_shows_what_was_missed() {
    let mut ann = playing(liars());
    ann.sees("your turn");
    ann.line_breaks();
    ann.both("table_lost");
    ann.line_is_back();
    assert!(ann.text().contains("your turn"), "{}", ann.text());
    assert!(!ann.text().contains("trying again"), "{}", ann.text());
    // The others go on while the line is gone: what she did is there, and what followed is shown.
    ann.keys("\n");
    ann.line_breaks();
    ann.world.borrow_mut().others_answer();
    ann.line_is_back();
    ann.sees("count:");
    let restart = Notice::Restart { wait: 100 };
    let restart = Heard::Message(Box::new(ToClient::Notice(restart)));
    ann.world.borrow_mut().to_ann.push_back(restart);
    ann.line_breaks();
    assert!(ann.text().contains("The house restarts"), "{}", ann.text());
}

/// Plays until the results are shown: calls where that is possible, else does the first thing.
fn plays_to_the_end(ann: &mut Ann) {
    for _ in 0..3000 {
        let text = ann.text();
        let last = text.lines().last().unwrap_or_default().to_owned();
        if text.contains("back to the room") {
            return;
        }
        match () {
            () if last.contains("y yes") => ann.keys("y"),
            () if last.contains("c call") => ann.keys("c"),
            () if last.contains("Enter") => ann.keys("\n"),
            () => {
                ann.world.borrow_mut().others_answer();
                ann.waits(100);
            }
        }
    }
    panic!("the game does not end:\n{}", ann.text());
}

#[test]
fn whole_games_of_all_three_kinds_and_a_rematch() {
    let claims = Ruleset::preset(GameKind::Claims, "full").unwrap().with(&[("rounds", "1")]);
    let pairs = Ruleset::default_of(GameKind::Pairs);
    for (name, ruleset) in [("liars", liars()), ("claims", claims.unwrap()), ("pairs", pairs)] {
        let mut ann = playing(ruleset);
        if name != "liars" {
            ann.sees(if name == "pairs" { "Your split" } else { "your turn" });
            ann.both(&format!("table_{name}"));
        }
        plays_to_the_end(&mut ann);
        for _ in 0..10 {
            ann.waits(100);
        }
        ann.both(&format!("over_{name}"));
        ann.keys("\n");
        ann.waits(100);
        assert_eq!(ann.world.borrow().games, 2, "the host starts another game:\n{}", ann.text());
    }
}

/// Out of time, a question is taken back.
/// What local games offer at their end, an online game offers too: its record comes from the house.
#[test]
fn a_game_that_is_over_can_be_watched_told_and_reviewed() {
    let mut ann = playing(liars());
    plays_to_the_end(&mut ann);
    ann.sees("y your story  w watch again  v review");
    for _ in 0..10 {
        ann.waits(100);
    }
    ann.keys("w");
    ann.sees("all cups open");
    ann.key(KeyCode::End);
    ann.key(KeyCode::Esc);
    ann.sees("The game is over");
    ann.keys("y");
    ann.sees("Your story");
    ann.key(KeyCode::Esc);
    ann.keys("v");
    ann.sees("Key moments");
    ann.keys("\n");
    ann.sees("all cups open");
    // Whoever has lost the line for a moment goes on looking.
    ann.line_breaks();
    ann.line_is_back();
    ann.sees("all cups open");
    ann.key(KeyCode::Esc);
    ann.sees("Key moments");
    ann.key(KeyCode::Esc);
    ann.sees("The game is over");
    // A record that cannot be had is no end of the world.
    ann.world.borrow_mut().records.clear();
    ann.keys("v");
    ann.sees("Key moments");
    ann.keys("\n");
    ann.sees("all cups open");
    // The next game comes first.
    let id = ann.person("ann").person;
    assert_eq!(id, self::id("ann"));
    ann.does("ann", Do::Start);
    ann.sees("Bids");
    assert!(!ann.text().contains("all cups open"), "{}", ann.text());
}

/// A record the house does not give is said to be missing, and nothing else happens.
#[test]
fn a_record_that_cannot_be_had_is_told() {
    let mut ann = playing(liars());
    plays_to_the_end(&mut ann);
    ann.sees("w watch again");
    ann.world.borrow_mut().records.clear();
    for _ in 0..10 {
        ann.waits(100);
    }
    ann.keys("w");
    ann.sees("there is no such game");
    ann.key(KeyCode::Esc);
    ann.sees("w watch again");
}

/// How a round of `claims` begins takes little of the time of the one who is asked.
#[test]
fn the_drawing_of_the_order_does_not_eat_the_clock() {
    let ruleset = Ruleset::preset(GameKind::Claims, "full").unwrap();
    let (mut own, mut others) = (0, 0);
    for games in 0..8 {
        let mut ann = Ann::opens(ruleset, 3);
        ann.world.borrow_mut().games = games;
        ann.keys("\n");
        ann.world.borrow_mut().comes("Bob");
        ann.does("bob", Do::Sit { seat: None });
        ann.keys("b1");
        ann.keys("\n");
        ann.does("bob", Do::SeatSeed { seed: SeatSeed::from_bytes(&[9; 32]) });
        let mut waited = 0;
        let mut drawn = false;
        while !ann.text().contains("Your claim") && waited < 8000 {
            drawn |= ann.text().contains("the order is drawn");
            ann.waits(100);
            waited += 100;
        }
        let leads = ann.text().contains("Your claim");
        assert!(!leads || waited <= 1000, "{waited} ms of Ann's time are gone:\n{}", ann.text());
        assert!(leads || drawn, "the order is drawn for all to see:\n{}", ann.text());
        *(if leads { &mut own } else { &mut others }) += 1;
    }
    assert!(own > 0 && others > 0, "Ann leads in {own} games, others in {others}");
}

#[test]
fn a_question_ends_with_its_time() {
    let mut ann = playing(liars());
    ann.sees("your turn");
    for _ in 0..301 {
        ann.waits(100);
    }
    ann.world.borrow_mut().input(ToTheRoom::Tick);
    for _ in 0..5 {
        ann.waits(100);
    }
    assert!(!ann.text().contains("your turn"), "{}", ann.text());
    assert!(ann.text().contains("You did not answer in"), "{}", ann.text());
}

#[test]
fn leaving_tells_the_room_and_ends() {
    let mut ann = playing(liars());
    ann.sees("your turn");
    ann.keys("q");
    ann.keys("3");
    ann.waits(100);
    assert!(ann.app.is_over());
    assert!(ann.world.borrow().room.summary().people.iter().all(|one| one.person != id("ann")));
    let mut ann = playing(liars());
    ann.keys("q");
    ann.keys("2");
    assert!(ann.app.is_over());
    assert_eq!(ann.app.notes().len(), 1, "how to come back");
}

/// What ends the connection for good is read before the screen goes.
#[test]
fn the_end_of_the_connection_is_told() {
    let mut ann = Ann::opens(liars(), 2);
    ann.world.borrow_mut().to_ann.push_back(Heard::Ended("The room is closed.".to_owned()));
    ann.waits(100);
    assert!(ann.text().contains("The room is closed.") && !ann.app.is_over());
    ann.keys("\n");
    assert!(ann.app.is_over());
    assert_eq!(ann.app.notes(), ["The room is closed."]);
}
