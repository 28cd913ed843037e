//! The whole program on the screen: what input does, and what the house is asked for.

use std::time::Duration;

use dicehouse_rules::{Ruleset, Seat, Seats, Viewer};
use dicehouse_table::record::{Playback, Record};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::lesson::{Course, Lesson as Script};
use dicehouse_telling::voice::Chatter;
use dicehouse_telling::{Story, Term};
use ratatui::Frame;

use super::action::Action;
use super::choose::{self, Choose};
use super::input::{Input, leaves};
use super::lesson::Lesson;
use super::lobby::{self, Lobby};
use super::menu::{Go, Menu};
use super::pager::Pager;
use super::settings::Settings;
use super::state::{Front, Screen, State, draw, is_small};
use super::table::{Command, Ending, Play};
use super::watch::Watch;
use crate::house::{GamePlan, House, PastGame};
use crate::memory::Memory;
use crate::session::{Finished, Played, Session, Step};

/// The state with what it acts on: the table being played at and the house around it.
pub struct App<'h> {
    /// What is shown.
    pub state: State,
    house: Option<&'h mut dyn House>,
    session: Option<Session>,
    plan: Option<GamePlan>,
    last_game: Option<Playback>,
    /// The screens one came from, the last one last.
    came_from: Vec<Screen>,
    memory: Memory,
    games: Vec<PastGame>,
    /// The bell is to be rung.
    rings: bool,
    /// What is worth telling once the screen is gone.
    notes: Vec<String>,
}

impl<'h> App<'h> {
    /// The front door.
    pub fn front_door(house: &'h mut dyn House, settings: Settings) -> App<'h> {
        let memory = house.memory();
        let games = house.past_games();
        let menu = Menu::front_door(&memory, games.len());
        let mut app = App::new(Some(house), State::new(settings, Screen::Menu(menu)));
        (app.memory, app.games) = (memory, games);
        app
    }

    /// A game to be played at once.
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

    /// A record to be watched, from a seat or with all cups open.
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
            last_game: None,
            came_from: Vec::new(),
            memory: Memory::default(),
            games: Vec::new(),
            rings: false,
            notes: Vec::new(),
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
        match &self.state.screen {
            _ if self.state.front.is_some() || self.state.small => None,
            Screen::Menu(_) | Screen::Choose(_) | Screen::Lobby(_) => None,
            Screen::Lesson(lesson) => lesson.waits(),
            Screen::Table(play) => play.waits(&self.state.settings),
            Screen::Watch(watch) => watch.waits(),
        }
    }

    /// Draws the state, and notes what can be clicked.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.state.small = is_small(frame.area());
        self.state.hits = draw(frame, &self.state);
    }

    /// Whether the bell is to be rung; asked once.
    pub fn rings(&mut self) -> bool {
        std::mem::take(&mut self.rings) && self.state.settings.bell
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
        if self.state.small {
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
                if let Some(go) = menu.apply(&action) {
                    self.go(go);
                }
            }
            Screen::Choose(choose) => match choose.apply(&action) {
                Some(choose::Leave::Play(plan)) => self.play(plan),
                Some(choose::Leave::HouseRules(plan)) => self.house_rules(plan),
                None => {}
            },
            Screen::Lobby(lobby) => match lobby.apply(action) {
                Some(lobby::Leave::Quit) => self.quit(),
                Some(lobby::Leave::Play(plan)) => self.play(plan),
                None => {}
            },
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
            Screen::Watch(watch) => {
                let back = action == Action::Back;
                if watch.apply(action) {
                    match back {
                        true => self.go_back(),
                        false => self.leave_watching(),
                    }
                }
            }
        }
    }

    fn tick(&mut self, time: Duration) {
        if self.state.front.is_some() || self.state.small {
            return;
        }
        let settings = self.state.settings;
        match &mut self.state.screen {
            Screen::Menu(_) | Screen::Choose(_) | Screen::Lobby(_) => {}
            Screen::Lesson(lesson) => lesson.tick(time, &settings),
            Screen::Table(play) => {
                if let Some(command) = play.tick(time, &settings) {
                    self.run(command);
                }
            }
            Screen::Watch(watch) => watch.tick(time, &settings),
        }
    }

    /// Shows another screen; Esc leads back to this one.
    fn show(&mut self, screen: Screen) {
        let before = std::mem::replace(&mut self.state.screen, screen);
        self.came_from.push(before);
    }

    /// Back to the screen one came from. At the front door there is nothing to go back to.
    fn go_back(&mut self) {
        match self.came_from.pop() {
            // What the front door says may have changed.
            Some(Screen::Menu(_)) if self.came_from.is_empty() => self.front_door_again(),
            Some(before) => self.state.screen = before,
            None => {}
        }
    }

    fn front_door_again(&mut self) {
        self.came_from.clear();
        if let Some(house) = &self.house {
            self.games = house.past_games();
        }
        self.state.screen = Screen::Menu(Menu::front_door(&self.memory, self.games.len()));
    }

    fn leave_watching(&mut self) {
        match self.came_from.is_empty() {
            true => self.quit(),
            false => self.go_back(),
        }
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Play => {
                if let Some(house) = &self.house {
                    let choose = Choose::new(self.memory.last_table.as_ref(), *house);
                    self.show(Screen::Choose(choose));
                }
            }
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
            Go::Watch(n) => self.watch_past(n),
            Go::Scores => {
                let scores = self.house.as_ref().map_or(Vec::new(), |house| house.scores());
                self.state.front = Some(Front::Text("Scores", scores));
            }
            Go::Rules => self.show(Screen::Menu(Menu::rules())),
            Go::RulesOf(game) => {
                let pager = Pager::new(Ruleset::default_of(game));
                self.state.front = Some(Front::Rules(pager));
            }
            Go::Quit => self.quit(),
        }
    }

    fn watch_past(&mut self, n: usize) {
        let (Some(house), Some(game)) = (&self.house, self.games.get(n)) else { return };
        match house.open_game(game) {
            Ok(playback) => self.show(Screen::Watch(Box::new(Watch::new(playback, None)))),
            Err(why) => {
                if let Screen::Menu(menu) = &mut self.state.screen {
                    menu.note = Some(why);
                }
            }
        }
    }

    /// A lesson was taken to its end: remembered at once, and the next one is offered.
    fn lesson_over(&mut self) {
        self.remember();
        self.came_from.truncate(1);
        let mut menu = Menu::lessons(&self.memory);
        menu.note = Some("Well done! Esc leads back to the front door, where you can play.".into());
        self.state.screen = Screen::Menu(menu);
    }

    fn house_rules(&mut self, plan: GamePlan) {
        if let Some(house) = &self.house {
            let lobby = Lobby::new(Some(plan), *house);
            self.show(Screen::Lobby(lobby));
        }
    }

    /// Sits down, or says why that cannot be.
    fn play(&mut self, plan: GamePlan) {
        if let Err(error) = self.sit_down(plan) {
            match &mut self.state.screen {
                Screen::Lobby(lobby) => lobby.error = Some(error),
                Screen::Choose(choose) => choose.error = Some(error),
                Screen::Menu(menu) => menu.note = Some(error),
                Screen::Lesson(_) | Screen::Table(_) | Screen::Watch(_) => {}
            }
        }
    }

    fn remember(&mut self) {
        self.memory.settings = self.state.settings.to_like();
        if let Some(house) = &mut self.house {
            house.remember(&self.memory);
        }
    }

    fn sit_down(&mut self, plan: GamePlan) -> Result<(), String> {
        let Some(house) = &mut self.house else { return Err("nothing can be played here".into()) };
        let session = house.sit_down(&plan)?;
        let seats: Vec<Seated> = session.seats().to_vec();
        let view = session.view(Play::first_viewer(&seats)).into_owned();
        let chatter = Chatter::new(&seats, house.talk_seed());
        let mut play = Play::new(*session.ruleset(), seats, view);
        play.mute(!self.state.settings.voices);
        play.let_talk(chatter);
        let table = Screen::Table(Box::new(play));
        // Leaving the table leads to the front door, whatever was looked at on the way.
        self.came_from.truncate(1);
        if self.came_from.is_empty() {
            self.show(table);
        } else {
            self.state.screen = table;
        }
        self.memory.last_table = Some(plan.clone());
        self.session = Some(session);
        self.plan = Some(plan);
        Ok(())
    }

    /// Does at the table what the screen asks for.
    fn run(&mut self, command: Command) {
        match command {
            Command::Quit => self.quit(),
            Command::Lobby => self.go_to_lobby(),
            Command::Rematch => {
                if let Some(plan) = self.plan.clone()
                    && let Err(error) = self.sit_down(plan)
                {
                    self.go_to_lobby();
                    if let Screen::Choose(choose) = &mut self.state.screen {
                        choose.error = Some(error);
                    }
                }
            }
            Command::Replay => {
                if let Some(playback) = self.last_game.clone() {
                    self.show(Screen::Watch(Box::new(Watch::new(playback, None))));
                }
            }
            Command::Story => {
                if let (Some(playback), Screen::Table(play)) = (&self.last_game, &self.state.screen)
                    && let Some(seat) = play.storyteller()
                {
                    let lines = Story::of(playback, seat).lines();
                    self.state.front = Some(Front::Text("Your story", lines));
                }
            }
            Command::Step | Command::Act(..) | Command::Look(_) => self.at_the_table(command),
        }
    }

    fn at_the_table(&mut self, command: Command) {
        let (Some(session), Screen::Table(play)) = (&mut self.session, &mut self.state.screen)
        else {
            return;
        };
        play.mute(!self.state.settings.voices);
        match command {
            Command::Look(viewer) => look(session, play, viewer),
            Command::Act(seat, reply) => {
                let viewer = play.viewer_after_act();
                let before = session.view(viewer).into_owned();
                match session.play(seat, &reply) {
                    Err(error) => play.stuck(&error.to_string()),
                    Ok(Played::Refused(refusal)) => play.refused(&refusal),
                    Ok(Played::Happened(entries)) => {
                        if viewer != play.viewer() {
                            // The dice of who has acted leave the screen before anything is shown.
                            play.look_on(viewer, before);
                        }
                        let entries = seen(&entries, viewer);
                        let view = session.view(viewer).into_owned();
                        let terms = self.memory.explained.meet(&entries, &view);
                        play.happened(entries, view);
                        self.explain(&terms);
                    }
                }
            }
            _ => match session.step() {
                Err(error) => play.stuck(&error.to_string()),
                Ok(Step::Happened(entries)) => {
                    let viewer = play.viewer();
                    let entries = seen(&entries, viewer);
                    let view = session.view(viewer).into_owned();
                    let terms = match play.has_people() {
                        true => self.memory.explained.meet(&entries, &view),
                        false => Vec::new(),
                    };
                    play.happened(entries, view);
                    self.explain(&terms);
                }
                Ok(Step::Person(seat)) => {
                    if let Some(Command::Look(viewer)) = play.due(seat) {
                        look(session, play, viewer);
                    }
                    self.rings = true;
                }
                Ok(Step::Over(_)) => self.finish(),
            },
        }
    }

    /// Explains words that come up for the first time.
    fn explain(&mut self, terms: &[Term]) {
        if !terms.is_empty() {
            let line = |term: &Term| [format!("{}: {}", term.name(), term.text()), String::new()];
            let lines = terms.iter().flat_map(line).collect();
            self.state.front = Some(Front::Text("New words", lines));
        }
    }

    /// Ends the session and keeps its results.
    fn finish(&mut self) {
        let (Some(session), Some(house)) = (self.session.take(), &mut self.house) else { return };
        let finished = session.finish();
        self.notes = house.keep(&finished);
        self.last_game = Playback::new(record_of(&finished)).ok();
        if let Screen::Table(play) = &mut self.state.screen {
            play.over(Ending {
                standing: finished.standing(),
                notes: self.notes.clone(),
                replay: self.last_game.is_some(),
                games_won: games_won(&finished),
            });
        }
    }

    /// Away from the table, to choose another one.
    fn go_to_lobby(&mut self) {
        self.finish();
        self.front_door_again();
        if let Some(house) = &self.house {
            let choose = Choose::new(self.plan.as_ref(), *house);
            self.show(Screen::Choose(choose));
        }
    }

    /// Ends the program; a game that was being played keeps its record.
    fn quit(&mut self) {
        self.finish();
        self.remember();
        self.state.over = true;
    }
}

/// The entries as `viewer` may see them.
fn seen(entries: &[Entry], viewer: Viewer) -> Vec<Entry> {
    entries.iter().filter_map(|entry| entry.seen_by(viewer)).collect()
}

impl Drop for App<'_> {
    /// Whatever happens, the record of a game gets its last line.
    fn drop(&mut self) {
        self.finish();
    }
}

fn look(session: &Session, play: &mut Play, viewer: Viewer) {
    let legal = viewer.seat().map_or(dicehouse_rules::Acts::Nothing, |seat| session.legal(seat));
    let refusal = |act| viewer.seat().and_then(|seat| session.refusal(seat, act));
    play.looks(viewer, session.view(viewer).into_owned(), legal, refusal);
}

/// The game that was played here, to be watched.
fn record_of(finished: &Finished) -> Record {
    let end = Some(finished.end.clone());
    Record::of(finished.header.clone(), finished.entries.clone(), end)
}

/// Games each seat has won, this one included.
fn games_won(finished: &Finished) -> Vec<u32> {
    let winners = finished.standing().map_or(Seats::NONE, |standing| standing.winners());
    let seats = Seat::first(finished.header.seats.len()).zip(&finished.header.seats);
    seats.map(|(seat, seated)| seated.games_won + u32::from(winners.contains(seat))).collect()
}
