//! The whole program on the screen: what input does, and what the house is asked for.

mod at_table;
mod doors;
mod way_online;

use std::path::PathBuf;
use std::time::Duration;

use dicehouse_rules::Seat;
use dicehouse_table::record::Playback;
use ratatui::Frame;

use super::action::Action;
use super::choose::ChosenTable;
use super::input::{Input, leaves};
use super::lobby::LeaveLobby;
use super::menu::Menu;
use super::past::{self, Left, LookBack, Past};
use super::run::OnScreen;
use super::settings::Settings;
use super::sound::Sound;
use super::state::{Screen, State, draw};
use super::watch::Watch;
use crate::house::{GamePlan, House, PastGame};
use crate::memory::Memory;
use crate::session::Session;
use crate::way_online::WayOnline;

use way_online::TypedFor;

/// The state with what it acts on: the table being played at and the house around it.
pub struct App<'h> {
    /// What is shown.
    pub state: State,
    house: Option<&'h mut dyn House>,
    session: Option<Session>,
    plan: Option<GamePlan>,
    /// The last game, and what is being done for it beside the screen.
    past: Past,
    memory: Memory,
    games: Vec<PastGame>,
    /// The games that were interrupted and can be continued.
    interrupted: Vec<PastGame>,
    /// What is to be heard.
    sound: Option<Sound>,
    /// What is worth telling once the screen is gone.
    notes: Vec<String>,
    /// Where the record of the last game is.
    saved: Option<PathBuf>,
    /// What the line in front of the screen is typed for.
    typed_for: Option<TypedFor>,
    /// Where the person wants to go when the screen is gone.
    way_online: Option<WayOnline>,
}

/// How often the screen asks for the progress of work done beside it.
const LOOKS_AT_WORK: Duration = Duration::from_millis(100);

impl<'h> App<'h> {
    /// Starts at the front door.
    pub fn front_door(house: &'h mut dyn House, settings: Settings) -> App<'h> {
        let memory = house.memory();
        let games = house.past_games();
        let interrupted = house.interrupted();
        let menu = Menu::front_door(&memory, games.len(), &interrupted);
        let mut app = App::new(Some(house), State::new(settings, Screen::Menu(menu)));
        (app.memory, app.games, app.interrupted) = (memory, games, interrupted);
        app
    }

    /// Starts at a table, with a game to be played at once.
    ///
    /// # Errors
    /// Why it cannot be played, in words for people.
    pub fn table(
        house: &'h mut dyn House,
        plan: GamePlan,
        settings: Settings,
    ) -> Result<App<'h>, String> {
        let mut app = App::front_door(house, settings);
        app.sit_down(plan)?;
        Ok(app)
    }

    /// Starts with a record to be watched, from a seat or with all cups open.
    pub fn watch(playback: Playback, seat: Option<Seat>, settings: Settings) -> App<'h> {
        let watch = Box::new(Watch::new(playback, seat));
        App::new(None, State::new(settings, Screen::Watch(watch)))
    }

    fn new(house: Option<&'h mut dyn House>, state: State) -> App<'h> {
        App {
            state,
            house,
            session: None,
            plan: None,
            past: Past::default(),
            memory: Memory::default(),
            games: Vec::new(),
            interrupted: Vec::new(),
            sound: None,
            notes: Vec::new(),
            saved: None,
            typed_for: None,
            way_online: None,
        }
    }

    /// What is worth telling once the screen is gone, such as where the last record is.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether the program is to end.
    pub fn is_over(&self) -> bool {
        self.state.over
    }

    /// How long to wait for input before time has to go by; `None` for as long as it takes.
    pub fn waits(&self) -> Option<Duration> {
        if self.past.is_busy() {
            return Some(LOOKS_AT_WORK);
        }
        match &self.state.screen {
            _ if self.state.front.is_some() || self.state.is_small() => None,
            Screen::Menu(_)
            | Screen::Choose(_)
            | Screen::Lobby(_)
            | Screen::Room(_)
            | Screen::Review(_) => None,
            Screen::Lesson(lesson) => lesson.waits(),
            Screen::Table(play) => play.waits(&self.state.settings),
            Screen::Watch(watch) => watch.waits(),
        }
    }

    /// Draws the state, and notes what can be clicked.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.state.size = (frame.area().width, frame.area().height);
        self.state.hits = draw(frame, &self.state);
    }

    /// What is to be heard, where sounds are wanted; asked once.
    pub fn sound(&mut self) -> Option<Sound> {
        let at_table = self.state.sound_at_table();
        self.sound.take().or(at_table).filter(|_| self.state.settings.bell)
    }

    /// Takes input.
    pub fn handle(&mut self, input: Input) {
        if let Input::Key(key) = &input
            && leaves(*key)
        {
            return self.quit();
        }
        if let Input::Tick(time) = input {
            return self.tick(time);
        }
        let Some(action) = self.state.action(&input) else { return };
        if self.state.is_small() {
            return self.quit();
        }
        let Some(action) = self.state.in_front(action) else { return };
        self.apply(action);
    }

    fn apply(&mut self, action: Action) {
        let settings = self.state.settings;
        match &mut self.state.screen {
            Screen::Menu(_) | Screen::Choose(_) | Screen::Lobby(_) | Screen::Lesson(_)
                if action == Action::Back =>
            {
                self.go_back();
            }
            Screen::Choose(_) | Screen::Lobby(_) if action == Action::Quit => self.quit(),
            Screen::Lesson(_) if action == Action::Quit => self.go_back(),
            Screen::Menu(menu) => {
                if let Action::Typed(text) = &action {
                    self.typed(text);
                } else if let Some(go) = menu.apply(&action) {
                    self.go(go);
                }
            }
            Screen::Choose(choose) => match choose.apply(&action) {
                Some(ChosenTable::Play(plan)) => self.play(plan),
                Some(ChosenTable::HouseRules(plan)) => self.house_rules(plan),
                None => {}
            },
            Screen::Lobby(lobby) => match lobby.apply(action) {
                Some(LeaveLobby::Quit) => self.quit(),
                Some(LeaveLobby::Play(plan)) => self.play(plan),
                None => {}
            },
            // Rooms are online, where a `Visit` runs the screens.
            Screen::Room(_) => {}
            Screen::Lesson(lesson) => {
                if lesson.apply(action) {
                    let game = lesson.game();
                    self.memory.learned(game);
                    self.lesson_over();
                }
            }
            Screen::Table(play) => {
                if let Some(command) = play.apply(action, &settings) {
                    self.run(command);
                }
            }
            Screen::Review(_) | Screen::Watch(_) => match past::apply(&mut self.state, action) {
                Some(Left::Back) => self.go_back(),
                Some(Left::Away) => self.leave_watching(),
                None => {}
            },
        }
    }

    fn tick(&mut self, time: Duration) {
        if let Some(house) = &self.house {
            self.past.look(&mut self.state, &|record| house.review(record));
        }
        if self.state.front.is_some() || self.state.is_small() {
            return;
        }
        let settings = self.state.settings;
        match &mut self.state.screen {
            Screen::Menu(_)
            | Screen::Choose(_)
            | Screen::Lobby(_)
            | Screen::Room(_)
            | Screen::Review(_) => {}
            Screen::Lesson(lesson) => lesson.tick(time, &settings),
            Screen::Table(play) => {
                if let Some(command) = play.tick(time, &settings) {
                    self.run(command);
                }
            }
            Screen::Watch(watch) => watch.tick(time, &settings),
        }
    }

    /// Back to the screen one came from. At the front door there is nothing to go back to.
    fn go_back(&mut self) {
        match self.state.came_from.pop() {
            // What the front door says may have changed.
            Some(Screen::Menu(_)) if self.state.came_from.is_empty() => self.front_door_again(),
            Some(before) => self.state.screen = before,
            None => {}
        }
    }

    fn remember(&mut self) {
        self.memory.settings = self.state.settings.to_like();
        if let Some(house) = &mut self.house {
            house.remember(&self.memory);
        }
    }

    /// Shows what is wished for of the last game.
    fn look_back(&mut self, wish: LookBack) {
        if let Some(house) = &self.house {
            self.past.show(&mut self.state, wish, &|record| house.review(record));
        }
    }

    /// Ends the program; a game that was being played keeps its record.
    fn quit(&mut self) {
        self.finish();
        self.remember();
        self.state.over = true;
    }
}

impl OnScreen for App<'_> {
    fn is_over(&self) -> bool {
        App::is_over(self)
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        App::draw(self, frame);
    }

    fn sound(&mut self) -> Option<Sound> {
        App::sound(self)
    }

    fn waits(&self) -> Option<Duration> {
        App::waits(self)
    }

    fn handle(&mut self, input: Input) {
        App::handle(self, input);
    }
}

impl Drop for App<'_> {
    /// Whatever happens, the record of a game gets its last line.
    fn drop(&mut self) {
        self.finish();
    }
}
