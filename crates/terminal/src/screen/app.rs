//! The whole program on the screen: what input does, and what the house is asked for.

mod doors;
mod visits;
mod way_online;

use std::time::Duration;

use dicehouse_home::{GamePlan, Home, Memory, PastGame, Theme, Work, review_in_background};
use dicehouse_rules::Seat;
use dicehouse_table::record::{Playback, Record};
use ratatui::Frame;

use super::action::Action;
use super::choose::ChosenTable;
use super::input::{Input, leaves};
use super::lobby::LeaveLobby;
use super::menu::Menu;
use super::past::{self, Left, LookBack, Past};
use super::room::Visit;
use super::run::OnScreen;
use super::settings::{Background, Settings};
use super::sound::Sound;
use super::state::{Screen, State, draw};
use super::watch::Watch;
use crate::online::Network;

use visits::Opening;
use way_online::TypedFor;

/// The state with what it acts on: the room somebody is in and the house around it.
pub struct App<'h> {
    /// What is shown.
    pub state: State,
    home: Option<&'h mut Home>,
    network: Option<&'h mut dyn Network>,
    /// The room somebody is in.
    visit: Option<Visit>,
    /// A room that is being opened.
    opening: Option<Opening>,
    /// What was played last at this computer.
    plan: Option<GamePlan>,
    /// The last game, and what is being done for it in the background.
    past: Past,
    memory: Memory,
    games: Vec<PastGame>,
    /// The games that were interrupted and can be continued.
    interrupted: Vec<PastGame>,
    /// What is worth telling once the screen is gone.
    notes: Vec<String>,
    /// What the line in front of the screen is typed for.
    typed_for: Option<TypedFor>,
    /// What is to be copied into the clipboard.
    copied: Option<String>,
    /// How a game that is over is reviewed.
    review: Review,
}

/// How a game that is over is reviewed, in the background.
pub type Review = fn(Record) -> Work<dicehouse_review::Review>;

/// How often the screen asks for the progress of work in the background.
const LOOKS_AT_WORK: Duration = Duration::from_millis(100);

impl<'h> App<'h> {
    /// Starts at the front door.
    pub fn front_door(home: &'h mut Home, settings: Settings) -> App<'h> {
        let memory = home.memory();
        let games = home.past_games();
        let interrupted = home.interrupted();
        let menu = Menu::front_door(&memory, games.len(), &interrupted, settings.look.language);
        let mut app = App::new(State::new(settings, Screen::Menu(menu)));
        app.home = Some(home);
        (app.memory, app.games, app.interrupted) = (memory, games, interrupted);
        app
    }

    /// Starts at a table, with a game to be played at once.
    ///
    /// # Errors
    /// Why it cannot be played, in words for people.
    pub fn table(
        home: &'h mut Home,
        plan: GamePlan,
        settings: Settings,
    ) -> Result<App<'h>, String> {
        let mut app = App::front_door(home, settings);
        app.sit_down(plan)?;
        Ok(app)
    }

    /// The same program with reviews made by `review`.
    #[must_use]
    pub fn reviewing(mut self, review: Review) -> App<'h> {
        self.review = review;
        self
    }

    /// The same program with a way to rooms elsewhere.
    #[must_use]
    pub fn connected(mut self, network: &'h mut dyn Network) -> App<'h> {
        self.network = Some(network);
        self
    }

    /// Starts with a record to be watched, from a seat or with all cups open.
    pub fn watch(playback: Playback, seat: Option<Seat>, settings: Settings) -> App<'h> {
        let watch = Box::new(Watch::new(playback, seat, settings.look.language));
        App::new(State::new(settings, Screen::Watch(watch)))
    }

    fn new(state: State) -> App<'h> {
        App {
            state,
            home: None,
            network: None,
            visit: None,
            opening: None,
            plan: None,
            past: Past::default(),
            memory: Memory::default(),
            games: Vec::new(),
            interrupted: Vec::new(),
            notes: Vec::new(),
            typed_for: None,
            copied: None,
            review: review_in_background,
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
        if self.past.is_busy() || self.opening.is_some() {
            return Some(LOOKS_AT_WORK);
        }
        let front = self.state.front.is_some() || self.state.is_small();
        let own = match &self.state.screen {
            _ if front => None,
            Screen::Menu(_)
            | Screen::Choose(_)
            | Screen::Lobby(_)
            | Screen::Room(_)
            | Screen::Table(_)
            | Screen::Review(_) => None,
            Screen::Lesson(lesson) => lesson.waits(),
            Screen::Watch(watch) => watch.waits(),
        };
        let visit = self.visit.as_ref().and_then(|visit| visit.waits(&self.state));
        own.into_iter().chain(visit).min()
    }

    /// Draws the state, and notes what can be clicked.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.state.size = (frame.area().width, frame.area().height);
        self.state.hits = draw(frame, &self.state);
    }

    /// How many places of the screen can be clicked.
    pub fn clickable(&self) -> usize {
        self.state.hits.count()
    }

    /// What is to be heard, where sounds are wanted; asked once.
    pub fn sound(&mut self) -> Option<Sound> {
        let at_table = self.state.sound_at_table();
        let in_room = self.visit.as_mut().and_then(Visit::sound);
        in_room.or(at_table).filter(|_| self.state.settings.bell)
    }

    /// What is to be copied into the person's clipboard; asked once.
    pub fn copied(&mut self) -> Option<String> {
        self.copied.take()
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
        if let Input::Background { light } = input {
            let background = if light { Background::Light } else { Background::Dark };
            self.state.settings = self.state.settings.on(background);
            return;
        }
        let Some(action) = self.state.action(&input) else { return };
        if self.state.is_small() {
            return self.quit();
        }
        let before = self.state.settings;
        match self.state.in_front(action) {
            Some(action) => self.apply(action),
            None => self.closed_window(),
        }
        if self.state.settings != before {
            self.remember_settings();
        }
        if self.state.settings.look.language != before.look.language {
            self.speak();
        }
    }

    /// Another language was chosen: from now on everything is said in it.
    fn speak(&mut self) {
        let language = self.state.language();
        match &mut self.state.screen {
            Screen::Menu(_) if self.state.came_from.is_empty() && self.visit.is_none() => {
                self.front_door_again();
            }
            Screen::Table(play) => play.speak(language),
            Screen::Watch(watch) => watch.speak(language),
            _ => {}
        }
    }

    fn apply(&mut self, action: Action) {
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
            Screen::Lesson(lesson) => {
                if lesson.apply(action) {
                    let game = lesson.game();
                    self.lesson_over(game);
                }
            }
            Screen::Room(_) | Screen::Table(_) => self.in_room(action),
            Screen::Review(_) | Screen::Watch(_) => match past::apply(&mut self.state, action) {
                Some(Left::Back) => self.go_back(),
                Some(Left::Away) => self.leave_watching(),
                None => {}
            },
        }
    }

    fn tick(&mut self, time: Duration) {
        self.past.look(&mut self.state, &self.review);
        self.look_at_opening();
        self.room_goes_on(time);
        if self.state.front.is_some() || self.state.is_small() {
            return;
        }
        let settings = self.state.settings;
        match &mut self.state.screen {
            Screen::Menu(_)
            | Screen::Choose(_)
            | Screen::Lobby(_)
            | Screen::Room(_)
            | Screen::Table(_)
            | Screen::Review(_) => {}
            Screen::Lesson(lesson) => lesson.tick(time, &settings),
            Screen::Watch(watch) => watch.tick(time, &settings),
        }
    }

    /// Back to the screen one came from. At the front door there is nothing to go back to.
    fn go_back(&mut self) {
        match self.state.came_from.pop() {
            // What the front door says may have changed.
            Some(Screen::Menu(_)) if self.state.came_from.is_empty() && self.visit.is_none() => {
                self.front_door_again();
            }
            Some(before) => self.state.screen = before,
            None => {}
        }
    }

    /// Changes what is remembered of the person.
    fn remember(&mut self, mut change: impl FnMut(&mut Memory)) {
        match &self.home {
            Some(home) => self.memory = home.remember(change),
            None => change(&mut self.memory),
        }
    }

    /// What was set is kept at once, also when the window is closed a moment later.
    fn remember_settings(&mut self) {
        let settings = self.state.settings;
        self.remember(|memory| memory.settings = settings.to_like(memory.settings.clone()));
    }

    /// Shows what is wished for of the last game.
    fn look_back(&mut self, wish: LookBack) {
        self.past.show(&mut self.state, wish, &self.review);
    }

    /// Ends the program. A game that is being played waits for its people.
    fn quit(&mut self) {
        self.end_visit();
        self.state.over = true;
    }
}

impl OnScreen for App<'_> {
    fn asks_for_background(&self) -> bool {
        let settings = &self.state.settings;
        settings.look.color && settings.theme == Theme::Auto
    }

    fn is_over(&self) -> bool {
        App::is_over(self)
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        App::draw(self, frame);
    }

    fn sound(&mut self) -> Option<Sound> {
        App::sound(self)
    }

    fn copied(&mut self) -> Option<String> {
        App::copied(self)
    }

    fn waits(&self) -> Option<Duration> {
        App::waits(self)
    }

    fn handle(&mut self, input: Input) {
        App::handle(self, input);
    }
}
