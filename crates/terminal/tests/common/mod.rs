//! A house for tests: bots of the roster, dice from a seed, records nowhere.
#![allow(dead_code, reason = "each test uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeSet;
use std::time::Duration;

use dicehouse_bots::Roster;
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_table::Seated;
use dicehouse_table::dice::{AnyDice, ServerSeed};
use dicehouse_table::record::{Opening, Playback};
use dicehouse_telling::Term;
use dicehouse_terminal::screen::{App, Input, Settings};
use dicehouse_terminal::{
    BotChoice, BotPlayer, Finished, GamePlan, House, Memory, PastGame, SeatPlan, Session, Setup,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A house whose luck comes from a number.
pub struct TestHouse {
    pub seed: u64,
    pub kept: Vec<Finished>,
    pub memory: Memory,
    pub games: Vec<PastGame>,
}

impl TestHouse {
    pub fn new(seed: u64) -> TestHouse {
        let mut explained = BTreeSet::new();
        explained.extend(Term::ALL);
        // Somebody who knows all the words, so that nothing is explained here.
        let memory: Memory =
            serde_json::from_value(serde_json::json!({ "explained": explained })).unwrap();
        TestHouse { seed, kept: Vec::new(), memory, games: Vec::new() }
    }
}

impl House for TestHouse {
    fn bots(&self, game: GameKind) -> Vec<BotChoice> {
        // A fixed list, so that a new bot in the roster changes no screen here.
        let bots: &[(&str, &str, &str)] = match game {
            GameKind::Liars => &[
                ("truthful", "easy", "never lies"),
                ("bluffer", "easy", "bids whatever comes to its mind"),
                ("dicey", "easy", "flips a coin"),
                ("gambler", "medium", "weighs every act by its chance"),
            ],
            GameKind::Claims => &[
                ("honest", "easy", "always claims what it has"),
                ("chancer", "medium", "bluffs when it has little"),
            ],
            GameKind::Pairs => {
                &[("legal", "easy", "any legal split"), ("greedy", "easy", "the most points now")]
            }
        };
        let choice = |(name, difficulty, about): &(&str, &str, &str)| BotChoice {
            name: (*name).to_owned(),
            difficulty: (*difficulty).to_owned(),
            about: (*about).to_owned(),
        };
        bots.iter().map(choice).collect()
    }

    fn person_name(&self) -> String {
        "Ann".to_owned()
    }

    fn memory(&self) -> Memory {
        self.memory.clone()
    }

    fn remember(&mut self, memory: &Memory) {
        self.memory = memory.clone();
    }

    fn past_games(&self) -> Vec<PastGame> {
        self.games.clone()
    }

    fn open_game(&self, _: &PastGame) -> Result<Playback, String> {
        Err("the record is gone".to_owned())
    }

    fn scores(&self) -> Vec<String> {
        vec!["Ann  3 games, 2 won".to_owned()]
    }

    fn talk_seed(&mut self) -> u64 {
        self.seed
    }

    fn sit_down(&mut self, plan: &GamePlan) -> Result<Session, String> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        let participants = plan.seats.iter().enumerate().map(|(n, seat)| match seat {
            SeatPlan::Person { name } => Ok((Seated::person(name), None)),
            SeatPlan::Bot { bot, name } => {
                let found =
                    Roster::find_for(plan.ruleset.game(), bot).map_err(|e| e.to_string())?;
                let numbered = format!("{}{n}", found.name());
                let seated = found.seated(name.as_deref().unwrap_or(&numbered));
                Ok((seated, Some(found.player(self.seed + n as u64))))
            }
        });
        let (seats, bots) = participants
            .collect::<Result<Vec<(Seated, Option<BotPlayer>)>, String>>()?
            .into_iter()
            .unzip();
        let id = format!("test-{}", self.seed).parse().unwrap();
        let opening = Opening { id, started: 0, ruleset: plan.ruleset, seats };
        let (header, dice) = opening.trusted(&ServerSeed::from_bytes(bytes));
        let setup = Setup::untimed(header, AnyDice::new(dice), bots);
        Session::new(setup, Box::new(Vec::new())).map_err(|error| error.to_string())
    }

    fn keep(&mut self, finished: &Finished) -> Vec<String> {
        self.kept.push(Finished {
            header: finished.header.clone(),
            entries: finished.entries.clone(),
            end: finished.end.clone(),
            faults: finished.faults,
            record: Ok(()),
        });
        vec!["The game is saved in games/test.jsonl".to_owned()]
    }
}

/// The screen with everything that can be chosen about a table.
pub fn lobby(house: &mut TestHouse, settings: Settings, width: u16, height: u16) -> Screen<'_> {
    let mut screen = Screen::new(App::front_door(house, settings), width, height);
    screen.keys("1h");
    screen
}

/// A game of people and bots.
pub fn plan(game: GameKind, preset: &str, people: &[&str], bots: &[&str]) -> GamePlan {
    let people = people.iter().map(|name| SeatPlan::Person { name: (*name).to_owned() });
    let bots = bots.iter().map(|bot| SeatPlan::Bot { bot: (*bot).to_owned(), name: None });
    GamePlan {
        ruleset: Ruleset::preset(game, preset).unwrap(),
        seats: people.chain(bots).collect(),
    }
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
