//! A house for tests: bots of the roster, dice from a seed, files in memory.
#![allow(dead_code, reason = "each test uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

pub mod review;

use std::collections::BTreeSet;
use std::time::Duration;

use dicehouse_home::platform::Shelf as _;
use dicehouse_home::{GamePlan, Home, InMemory, Memory, SeatPlan};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_table::Seated;
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::{End, Opening, Record, RecordWriter};
use dicehouse_telling::Term;
use dicehouse_terminal::screen::{App, Input, Settings};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A house whose luck comes from a number.
pub struct TestHouse {
    pub home: Home,
    pub files: InMemory,
}

impl TestHouse {
    pub fn new(seed: u64) -> TestHouse {
        let files = InMemory::default();
        let mut explained = BTreeSet::new();
        explained.extend(Term::ALL);
        // Somebody who knows all the words, so that nothing is explained here.
        let memory: Memory =
            serde_json::from_value(serde_json::json!({ "explained": explained })).unwrap();
        files.change_memory(&mut |known| *known = memory.clone());
        let home = Home::new(files.platform(seed)).seeded(Some(seed));
        TestHouse { home, files }
    }

    /// The same house for somebody who was never here.
    pub fn forget(&self) {
        self.files.change_memory(&mut |memory| *memory = Memory::default());
    }

    pub fn memory(&self) -> Memory {
        self.files.memory()
    }

    /// The games that are over.
    pub fn kept(&self) -> Vec<Record> {
        self.files.kept().iter().map(|bytes| Record::read_bytes(bytes).unwrap()).collect()
    }

    /// A game that somebody left for later.
    pub fn interrupt(&mut self, plan: &GamePlan) {
        let app = App::table(&mut self.home, plan.clone(), settings()).unwrap();
        let mut screen = Screen::new(app, 80, 24);
        screen.settle();
        screen.control('c');
    }

    /// A game that was played at this time, in minutes since 1970; without a winner it was broken off.
    pub fn played(&self, minutes: u64, players: &[&str], over: bool) {
        let seats: Vec<Seated> = players
            .iter()
            .enumerate()
            .map(|(n, name)| match n {
                0 => Seated::person(name),
                _ => Seated::bot(name, "odds", "1"),
            })
            .collect();
        let id = format!("test-{minutes:012}").parse().unwrap();
        let ruleset = Ruleset::preset(GameKind::Liars, "house").unwrap();
        let opening = Opening { id, started: minutes * 60_000, ruleset, seats };
        let (header, dice) = opening.trusted(&ServerSeed::from_number(1));
        let mut table =
            dicehouse_table::Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
        let mut players: Vec<Box<dyn dicehouse_table::Player>> = header
            .seats
            .iter()
            .map(|_| dicehouse_bots::Roster::find("truthful").unwrap().player(1) as _)
            .collect();
        let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
        if over {
            let mut clock = dicehouse_table::NoClock;
            dicehouse_table::run(&mut table, &mut players, &mut clock, &mut writer).unwrap();
        }
        let end: End = table.end();
        writer.end(&end).unwrap();
        self.files.keep_record(&header.id, None, &writer.into_inner()).unwrap();
    }
}

/// The screen with everything that can be chosen about a table.
pub fn lobby(house: &mut TestHouse, settings: Settings, width: u16, height: u16) -> Screen<'_> {
    let mut screen = Screen::new(App::front_door(&mut house.home, settings), width, height);
    screen.keys("1h");
    screen
}

/// A game of people and bots.
pub fn plan(game: GameKind, preset: &str, people: &[&str], bots: &[&str]) -> GamePlan {
    let people = people.iter().map(|name| SeatPlan::Person { name: (*name).to_owned() });
    let first = people.len();
    // Everybody has a name of their own, which does not change with the voices of the bots.
    let bots = bots.iter().enumerate().map(|(n, bot)| SeatPlan::Bot {
        bot: (*bot).to_owned(),
        name: Some(format!("{bot}{}", first + n)),
    });
    GamePlan::new(Ruleset::preset(game, preset).unwrap(), people.chain(bots).collect())
}

/// An app with a screen of its own.
pub struct Screen<'h> {
    pub app: App<'h>,
    terminal: Terminal<TestBackend>,
}

impl<'h> Screen<'h> {
    pub fn new(app: App<'h>, width: u16, height: u16) -> Screen<'h> {
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut screen = Screen { app, terminal };
        screen.draw();
        screen
    }

    pub fn draw(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.app.handle(Input::Resize);
        self.draw();
    }

    pub fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// What the screen says, line by line.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content.chunks(width).map(|row| {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            line.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    pub fn says(&self, text: &str) -> bool {
        self.text().contains(text)
    }

    pub fn key(&mut self, code: KeyCode) {
        self.app.handle(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.draw();
    }

    pub fn keys(&mut self, keys: &str) {
        for c in keys.chars() {
            self.key(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
        }
    }

    pub fn control(&mut self, c: char) {
        self.app.handle(Input::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
        self.draw();
    }

    /// Clicks where `text` stands on the screen.
    pub fn click(&mut self, text: &str) {
        let (column, row) =
            self.place(text).unwrap_or_else(|| panic!("no {text}:\n{}", self.text()));
        self.app.handle(Input::Click(column, row));
        self.draw();
    }

    /// Clicks so many columns to the right of where `text` stands on the screen.
    pub fn click_beside(&mut self, text: &str, columns: u16) {
        let (column, row) =
            self.place(text).unwrap_or_else(|| panic!("no {text}:\n{}", self.text()));
        self.app.handle(Input::Click(column + columns, row));
        self.draw();
    }

    fn place(&self, text: &str) -> Option<(u16, u16)> {
        let screen = self.text();
        screen.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            let column = line[..at].chars().count() as u16;
            Some((column, row as u16))
        })
    }

    /// Lets time go by until the screen waits for a key.
    pub fn settle(&mut self) {
        for _ in 0..5000 {
            if self.app.is_over() || self.app.waits().is_none() {
                return self.draw();
            }
            self.tick(100);
        }
        panic!("never comes to rest:\n{}", self.text());
    }

    pub fn tick(&mut self, millis: u64) {
        self.app.handle(Input::Tick(Duration::from_millis(millis)));
        self.draw();
    }
}

pub fn settings() -> Settings {
    Settings::default()
}
