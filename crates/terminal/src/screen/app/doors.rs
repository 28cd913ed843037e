//! The way through the menus, from the front door to a table.

use std::path::Path;

use dicehouse_rules::Ruleset;
use dicehouse_table::record::Playback;
use dicehouse_telling::lesson::{Course, Lesson as Script};

use super::App;
use crate::house::GamePlan;
use crate::screen::choose::Choose;
use crate::screen::lesson::Lesson;
use crate::screen::lobby::Lobby;
use crate::screen::menu::{Go, Menu};
use crate::screen::pager::Pager;
use crate::screen::state::{Front, Screen};
use crate::screen::watch::Watch;

impl App<'_> {
    pub(super) fn front_door_again(&mut self) {
        self.came_from.clear();
        let mut interrupted = None;
        if let Some(house) = &self.house {
            self.games = house.past_games();
            interrupted = house.interrupted();
        }
        let menu = Menu::front_door(&self.memory, self.games.len(), interrupted.as_deref());
        self.state.screen = Screen::Menu(menu);
    }

    pub(super) fn leave_watching(&mut self) {
        match self.came_from.is_empty() {
            true => self.quit(),
            false => self.go_back(),
        }
    }

    /// Goes where a line of a menu leads.
    pub(super) fn go(&mut self, go: Go) {
        match go {
            Go::Play => {
                if let Some(house) = &self.house {
                    let choose = Choose::new(self.memory.last_table.as_ref(), *house);
                    self.show(Screen::Choose(choose));
                }
            }
            Go::Continue => self.go_on(),
            Go::LastTable => {
                if let Some(plan) = self.memory.last_table.clone() {
                    self.play(plan);
                }
            }
            Go::Learn => self.show(Screen::Menu(Menu::lessons(&self.memory))),
            Go::Lesson(game) => {
                if let Some(course) = Script::of(game).and_then(Course::new) {
                    let name = self.house.as_ref().map_or("You".to_owned(), |h| h.person_name());
                    self.show(Screen::Lesson(Box::new(Lesson::new(course, &name))));
                }
            }
            Go::Games => self.show(Screen::Menu(Menu::games(&self.games))),
            Go::Game(n) => {
                if let Some(game) = self.games.get(n) {
                    self.show(Screen::Menu(Menu::game(game, n)));
                }
            }
            Go::Watch(n) => {
                if let Some(playback) = self.open_past(n) {
                    self.show(Screen::Watch(Box::new(Watch::new(playback, None))));
                }
            }
            Go::Review(n) => {
                if let Some(playback) = self.open_past(n) {
                    self.review(playback.record);
                }
            }
            Go::Verify(n) => {
                if let (Some(house), Some(game)) = (&self.house, self.games.get(n)) {
                    let lines = house.verify_game(game);
                    self.tell("Verify", lines);
                }
            }
            Go::Share(n) => {
                if let Some(game) = self.games.get(n) {
                    let lines = share(&game.record);
                    self.tell("Share", lines);
                }
            }
            Go::Scores => {
                let scores = self.house.as_ref().map_or(Vec::new(), |house| house.scores());
                self.tell("Scores", scores);
            }
            Go::Rules => self.show(Screen::Menu(Menu::rules())),
            Go::RulesOf(game) => {
                let pager = Pager::new(Ruleset::default_of(game));
                self.state.front = Some(Front::Rules(pager));
            }
            Go::Quit => self.quit(),
        }
    }

    /// Goes on with the game that was interrupted, or says why not.
    fn go_on(&mut self) {
        let Some(house) = &mut self.house else { return };
        match house.resume() {
            Ok(plan) => self.play(plan),
            Err(why) => self.note(why),
        }
    }

    /// A game played before, or a note why it cannot be opened.
    fn open_past(&mut self, n: usize) -> Option<Playback> {
        let (Some(house), Some(game)) = (&self.house, self.games.get(n)) else { return None };
        match house.open_game(game) {
            Ok(playback) => Some(playback),
            Err(why) => {
                self.note(why);
                None
            }
        }
    }

    /// Says something once, below a menu.
    fn note(&mut self, text: String) {
        if let Screen::Menu(menu) = &mut self.state.screen {
            menu.note = Some(text);
        }
    }

    /// A lesson was taken to its end: remembered at once, and the next one is offered.
    pub(super) fn lesson_over(&mut self) {
        self.remember();
        self.came_from.truncate(1);
        let mut menu = Menu::lessons(&self.memory);
        menu.note = Some("Well done! Esc leads back to the front door, where you can play.".into());
        self.state.screen = Screen::Menu(menu);
    }

    pub(super) fn house_rules(&mut self, plan: GamePlan) {
        if let Some(house) = &self.house {
            let lobby = Lobby::new(Some(plan), *house);
            self.show(Screen::Lobby(lobby));
        }
    }

    /// Sits down, or says why that cannot be.
    pub(super) fn play(&mut self, plan: GamePlan) {
        if let Err(error) = self.sit_down(plan) {
            match &mut self.state.screen {
                Screen::Lobby(lobby) => lobby.error = Some(error),
                Screen::Choose(choose) => choose.error = Some(error),
                Screen::Menu(menu) => menu.note = Some(error),
                Screen::Room(_)
                | Screen::Lesson(_)
                | Screen::Table(_)
                | Screen::Review(_)
                | Screen::Watch(_) => {}
            }
        }
    }
}

/// How a game can be shared: its record is one file.
pub(super) fn share(record: &Path) -> Vec<String> {
    vec![
        "The whole game is in one file:".to_owned(),
        record.display().to_string(),
        String::new(),
        "Whoever has it can see the game again, check it and review it:".to_owned(),
        "dicehouse watch FILE · dicehouse verify FILE · dicehouse review FILE".to_owned(),
    ]
}
