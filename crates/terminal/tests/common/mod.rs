//! A house for tests: bots of the roster, dice from a seed, records nowhere.
#![allow(dead_code, reason = "each test uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

pub mod review;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dicehouse_bots::{Roster, hints};
use dicehouse_review::Review;
use dicehouse_rules::{Acts, GameKind, Ruleset, View};
use dicehouse_table::Seated;
use dicehouse_table::dice::{AnyDice, ServerSeed};
use dicehouse_table::record::{Append, Opening, Playback, Record};
use dicehouse_telling::Term;
use dicehouse_telling::voice::Voice;
use dicehouse_terminal::screen::{App, Input, Settings};
use dicehouse_terminal::{
    Advice, BidChances, BotChoice, BotPlayer, Finished, GamePlan, House, Kept, Level, Memory,
    PastGame, SeatPlan, Session, Setup, Work,
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
    pub interrupted: Vec<GamePlan>,
    /// Nothing can be written any more.
    pub full: Arc<AtomicBool>,
}

impl TestHouse {
    pub fn new(seed: u64) -> TestHouse {
        let mut explained = BTreeSet::new();
        explained.extend(Term::ALL);
        // Somebody who knows all the words, so that nothing is explained here.
        let memory: Memory =
            serde_json::from_value(serde_json::json!({ "explained": explained })).unwrap();
        TestHouse {
            seed,
            kept: Vec::new(),
            memory,
            games: Vec::new(),
            interrupted: Vec::new(),
            full: Arc::default(),
        }
    }
}

/// Where records go: nowhere, or onto a disk that is full.
struct Disk {
    full: Arc<AtomicBool>,
}

impl Append for Disk {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        match self.full.load(Ordering::Relaxed) {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
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

    fn company(&self, game: GameKind, level: Level, count: usize) -> Vec<SeatPlan> {
        let bots: &[&str] = match (game, level) {
            (GameKind::Liars, Level::Easy) => &["truthful", "dicey"],
            (GameKind::Liars, _) => &["gambler"],
            (GameKind::Claims, _) => &["honest", "chancer"],
            (GameKind::Pairs, _) => &["legal", "greedy"],
        };
        let mut names: Vec<&str> = Vec::new();
        let seat = |bot: &&str| {
            let name = Voice::of(bot).unwrap().free_name(|name| names.contains(&name)).unwrap();
            names.push(name);
            SeatPlan::Bot { bot: (*bot).to_owned(), name: Some(name.to_owned()) }
        };
        bots.iter().cycle().take(count).map(seat).collect()
    }

    fn check_opponent(&self, game: GameKind, spec: &str) -> Result<(), String> {
        Roster::find_for(game, spec).map(|_| ()).map_err(|error| error.to_string())
    }

    fn advise(&self, view: &View<'_>, legal: &Acts) -> Option<Advice> {
        match (view, legal) {
            (View::Liars(view), Acts::Bid(_)) => {
                hints::bid_chances(view).map(|chances| Advice::Bids(BidChances::new(chances)))
            }
            (View::Claims(view), Acts::Answer) => hints::claim_truth(view).map(Advice::Truth),
            (View::Claims(view), Acts::Claim { .. }) => {
                hints::call_chances(view).map(Advice::Calls)
            }
            (View::Pairs(view), Acts::Split { splits }) => {
                hints::split_totals(view, splits).map(Advice::Splits)
            }
            _ => None,
        }
    }

    fn verify_game(&self, game: &PastGame) -> Vec<String> {
        vec![format!("{} is right.", game.record.display())]
    }

    fn review(&self, record: Record) -> Result<Work<Review>, String> {
        Work::start(|_| Ok(review::prepared(record))).map_err(|error| error.to_string())
    }

    fn interrupted(&self) -> Vec<PastGame> {
        let game = |(n, plan): (usize, &GamePlan)| PastGame {
            record: format!("games/{n}.jsonl").into(),
            date: format!("2026-11-15 09:3{n}"),
            ruleset: dicehouse_telling::table_title(&plan.ruleset),
            players: vec!["Ann".to_owned(), "Bob".to_owned()],
            winner: None,
            ended: false,
        };
        self.interrupted.iter().enumerate().map(game).collect()
    }

    fn resume(&mut self, game: &PastGame) -> Result<GamePlan, String> {
        let at = self.interrupted().iter().position(|known| known == game).unwrap();
        Ok(self.interrupted.remove(at))
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
        let disk = Box::new(Disk { full: Arc::clone(&self.full) });
        Session::new(setup, disk).map_err(|error| error.to_string())
    }

    fn put_aside(&mut self, _: Session) -> Vec<String> {
        self.interrupted.extend(self.memory.last_table.clone());
        vec!["The game waits for you.".to_owned()]
    }

    fn keep(&mut self, finished: &Finished) -> Kept {
        self.kept.push(Finished {
            header: finished.header.clone(),
            entries: finished.entries.clone(),
            end: finished.end.clone(),
            faults: finished.faults,
            record: Ok(()),
        });
        let notes = vec!["The game is saved in games/test.jsonl".to_owned()];
        Kept { record: Some("games/test.jsonl".into()), notes }
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
