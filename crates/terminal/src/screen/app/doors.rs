//! The way through the menus, from the front door to a table.

use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_telling::lesson::{Course, Lesson as Script};
use dicehouse_telling::text;

use super::App;
use crate::practise_texts::form_lines;
use crate::screen::choose::Choose;
use crate::screen::lesson::Lesson;
use crate::screen::lobby::Lobby;
use crate::screen::menu::{Go, Menu};
use crate::screen::pager::Pager;
use crate::screen::past::LookBack;
use crate::screen::state::{Front, Screen};
use dicehouse_home::GamePlan;

impl App<'_> {
    pub(super) fn front_door_again(&mut self) {
        self.state.came_from.clear();
        if let Some(home) = &self.home {
            self.games = home.past_games();
            self.interrupted = home.interrupted();
        }
        let menu = Menu::front_door(
            &self.memory,
            self.games.len(),
            &self.interrupted,
            self.state.language(),
        );
        self.state.screen = Screen::Menu(menu);
    }

    pub(super) fn leave_watching(&mut self) {
        match self.state.came_from.is_empty() {
            true => self.quit(),
            false => self.go_back(),
        }
    }

    /// Goes where a line of a menu leads.
    pub(super) fn go(&mut self, go: Go) {
        match go {
            Go::Play => {
                if let Some(home) = &self.home {
                    let choose = Choose::new(self.memory.last_table.as_ref(), home);
                    self.state.show(Screen::Choose(choose));
                }
            }
            Go::Continue if self.interrupted.len() > 1 => {
                self.state.show(Screen::Menu(Menu::interrupted(
                    &self.interrupted,
                    self.state.language(),
                )));
            }
            Go::Continue => self.go_on(0),
            Go::Resume(n) => self.go_on(n),
            Go::LastTable => {
                if let Some(plan) = self.memory.last_table.clone() {
                    self.play(plan);
                }
            }
            Go::Learn => {
                let menu = Menu::lessons(&self.memory, self.state.language());
                self.state.show(Screen::Menu(menu));
            }
            Go::Lesson(game) => {
                if let Some(course) =
                    Script::in_language(game, self.state.language()).and_then(Course::new)
                {
                    let name = self.home.as_ref().map_or_else(
                        || text!(self.state.language(), "name.you-first").to_owned(),
                        |home| home.person_name(),
                    );
                    self.state.show(Screen::Lesson(Box::new(Lesson::new(
                        course,
                        &name,
                        self.state.language(),
                    ))));
                }
            }
            Go::Games => {
                let menu = Menu::games(&self.games, self.state.language());
                self.state.show(Screen::Menu(menu));
            }
            Go::Game(n) => {
                if let Some(game) = self.games.get(n) {
                    self.state.show(Screen::Menu(Menu::game(game, n, self.state.language())));
                }
            }
            Go::Watch(n) => {
                if self.open_past(n) {
                    self.look_back(LookBack::Watch);
                }
            }
            Go::Review(n) => {
                if self.open_past(n) {
                    self.look_back(LookBack::Review);
                }
            }
            Go::Verify(n) => {
                if let (Some(home), Some(game)) = (&self.home, self.games.get(n)) {
                    let language = self.state.language();
                    let words = home.verify_game(game, language);
                    self.state.tell(text!(language, "front.verify"), vec![words]);
                }
            }
            Go::Share(n) => {
                if let Some(game) = self.games.get(n).cloned() {
                    self.share(&game.record);
                }
            }
            Go::Online
            | Go::TypeRoom
            | Go::NewRoom
            | Go::OpenRoom(_)
            | Go::Daily
            | Go::TypeHouse
            | Go::Host
            | Go::HostRoom(_) => self.go_online(&go),
            Go::Scores => {
                let language = self.state.language();
                let scores = self.home.as_ref().map_or(Vec::new(), |home| {
                    let forms = home.forms();
                    let forms = forms.iter().flat_map(|form| form_lines(form, language));
                    home.scores(language).into_iter().chain(forms).collect()
                });
                self.state.tell(text!(language, "front.scores"), scores);
            }
            Go::Rules => {
                let menu = Menu::rules(self.state.language());
                self.state.show(Screen::Menu(menu));
            }
            Go::RulesOf(game) => {
                let pager = Pager::new(Ruleset::default_of(game), self.state.language());
                self.state.front = Some(Front::Rules(pager));
            }
            Go::Quit => self.quit(),
        }
    }

    /// Goes on with the `n`th game that was interrupted, or says why not.
    fn go_on(&mut self, n: usize) {
        let Some(game) = self.interrupted.get(n).map(|game| game.record.clone()) else { return };
        if let Err(why) = self.resume(&game) {
            self.could_not_open(why);
        }
    }

    /// Opens a game played before, or notes why it cannot be opened. Says whether it is there.
    fn open_past(&mut self, n: usize) -> bool {
        let (Some(home), Some(game)) = (&self.home, self.games.get(n)) else { return false };
        match home.open_game(game) {
            Ok(playback) => {
                self.past.keep(Some(playback));
                true
            }
            Err(why) => {
                self.note(why);
                false
            }
        }
    }

    /// Says something once, below a menu.
    pub(super) fn note(&mut self, text: String) {
        if let Screen::Menu(menu) = &mut self.state.screen {
            menu.note = Some(text);
        }
    }

    /// A lesson was taken to its end: remembered at once, and the next one is offered.
    pub(super) fn lesson_over(&mut self, game: GameKind) {
        self.remember(|memory| memory.learned(game));
        self.state.came_from.truncate(1);
        let mut menu = Menu::lessons(&self.memory, self.state.language());
        menu.note = Some(text!(self.state.language(), "front.well-done").to_owned());
        self.state.screen = Screen::Menu(menu);
    }

    pub(super) fn house_rules(&mut self, plan: GamePlan) {
        if let Some(home) = &self.home {
            let lobby = Lobby::new(Some(plan), home, self.state.language());
            self.state.show(Screen::Lobby(lobby));
        }
    }

    /// Sits down, or says why that cannot be.
    pub(super) fn play(&mut self, plan: GamePlan) {
        if let Err(why) = self.sit_down(plan) {
            self.could_not_open(why);
        }
    }
}
