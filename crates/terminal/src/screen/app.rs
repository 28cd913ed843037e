//! The whole program on the screen: what is shown, and what input does to it.

use std::time::Duration;

use dicehouse_rules::{Seat, Seats, Viewer};
use dicehouse_table::Seated;
use dicehouse_table::record::{Playback, Record};
use dicehouse_telling::Story;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::action::Action;
use super::canvas::{Canvas, Hits, rows, wrap};
use super::help::{self, Topic};
use super::input::{Input, common, leaves};
use super::lobby::{self, Leave, Lobby};
use super::pager::{self, Pager};
use super::settings::{self, Settings};
use super::table::{self, Command, Ending, Play};
use super::watch::{self, Watch};
use crate::house::{GamePlan, House};
use crate::session::{Finished, Played, Session, Step};

/// The fewest columns and rows the screens are made for.
pub const SMALLEST: (u16, u16) = (80, 24);

/// Everything that is shown.
#[derive(Clone, Debug)]
pub struct State {
    /// How the screen behaves.
    pub settings: Settings,
    screen: Screen,
    front: Option<Front>,
    hits: Hits,
    over: bool,
}

#[derive(Clone, Debug)]
enum Screen {
    Lobby(Lobby),
    Table(Play),
    Watch(Watch),
}

/// A window in front of the screen.
#[derive(Clone, Debug)]
enum Front {
    Help,
    Rules(Pager),
    Settings(usize),
    Story(Vec<String>),
}

impl State {
    fn new(settings: Settings, screen: Screen) -> State {
        State { settings, screen, front: None, hits: Hits::default(), over: false }
    }

    fn topic(&self) -> Topic {
        match self.screen {
            Screen::Lobby(_) => Topic::Lobby,
            Screen::Table(_) => Topic::Table,
            Screen::Watch(_) => Topic::Watch,
        }
    }

    /// What a key or a click asks for.
    fn action(&mut self, input: &Input) -> Option<Action> {
        match input {
            Input::Click(column, row) => self.hits.at(*column, *row),
            Input::Wheel(step) => Some(Action::Move(*step)),
            Input::Key(key) => self.key(*key),
            Input::Resize | Input::Tick(_) => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Action> {
        if self.front.is_some() {
            return match key.code {
                KeyCode::Char('?' | 'q' | 'r' | 's') => Some(Action::Back),
                KeyCode::Char(' ') => Some(Action::Next),
                _ => common(key),
            };
        }
        match &mut self.screen {
            Screen::Lobby(lobby) => lobby.key(key),
            Screen::Table(play) => play.key(key),
            Screen::Watch(watch) => watch.key(key),
        }
    }

    /// Does what concerns the window in front, or opens one. Gives back what concerns the screen.
    fn in_front(&mut self, action: Action) -> Option<Action> {
        match (&mut self.front, action) {
            (Some(_), Action::Back | Action::Quit) => self.front = None,
            (Some(Front::Rules(pager)), Action::Move(step)) => pager.step(step),
            (Some(Front::Settings(at)), Action::Move(step)) => {
                use super::action::Step::{Left, Right};
                if matches!(step, Left | Right) {
                    self.settings.change(*at);
                } else {
                    *at = step.within(*at, settings::LINES, settings::LINES);
                }
            }
            (Some(Front::Settings(at)), Action::Next) => self.settings.change(*at),
            (Some(Front::Settings(at)), Action::Line(n)) => {
                *at = n;
                self.settings.change(n);
            }
            (Some(Front::Help | Front::Story(_)), Action::Next) => self.front = None,
            (Some(_), _) => {}
            (None, Action::Help) => self.front = Some(Front::Help),
            (None, Action::Settings) => self.front = Some(Front::Settings(0)),
            (None, Action::Rules) => {
                let ruleset = match &self.screen {
                    Screen::Lobby(lobby) => *lobby.ruleset(),
                    Screen::Table(play) => play.ruleset,
                    Screen::Watch(watch) => watch.ruleset(),
                };
                self.front = Some(Front::Rules(Pager::new(ruleset)));
            }
            (None, Action::Odds) => self.settings.odds = !self.settings.odds,
            (None, Action::Faster(on)) => self.settings.speed = self.settings.speed.faster(on),
            (None, other) => return Some(other),
        }
        None
    }
}

/// Draws the screen: a function of the state and nothing else. Gives what can be clicked.
pub fn draw(frame: &mut Frame<'_>, state: &State) -> Hits {
    let area = frame.area();
    let mut canvas = Canvas::new(frame.buffer_mut(), state.settings.look);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut canvas, area);
        return canvas.finish();
    }
    match &state.screen {
        Screen::Lobby(lobby) => lobby::draw(&mut canvas, lobby),
        Screen::Table(play) => table::draw(&mut canvas, play, &state.settings),
        Screen::Watch(watch) => watch::draw(&mut canvas, watch, &state.settings),
    }
    match &state.front {
        Some(Front::Help) => help::draw(&mut canvas, state.topic()),
        Some(Front::Rules(pager)) => pager::draw(&mut canvas, pager),
        Some(Front::Settings(at)) => settings::draw(&mut canvas, &state.settings, *at),
        Some(Front::Story(lines)) => story(&mut canvas, lines),
        None => {}
    }
    canvas.finish()
}

/// Draws the window with a player's own story.
fn story(canvas: &mut Canvas<'_>, lines: &[String]) {
    let height: usize = lines.iter().map(|line| wrap(line, 62).len() + 1).sum();
    let inner = canvas.window(66, height as u16 + 5, "Your story");
    let mut row = 1;
    for line in lines {
        row += 1 + canvas.wrapped(rows(inner, row, inner.height), line, canvas.look.text());
    }
    canvas.buttons(inner, inner.height.saturating_sub(1), &[("Esc", "close", Action::Back)]);
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let lines = [
        "Window too small".to_owned(),
        format!("It is {} by {},", area.width, area.height),
        format!("not {width} by {height}."),
    ];
    let above = area.height.saturating_sub(3) / 2;
    for (n, line) in lines.iter().enumerate() {
        canvas.centered(area, above + n as u16, line, canvas.look.strong());
    }
}

/// The state with what it acts on: the table being played at and the house around it.
pub struct App<'h> {
    /// What is shown.
    pub state: State,
    house: Option<&'h mut dyn House>,
    session: Option<Session>,
    plan: Option<GamePlan>,
    last_game: Option<Playback>,
    /// After watching the last game, there is a table to go back to.
    before_watching: Option<Play>,
    /// What is worth telling once the screen is gone.
    notes: Vec<String>,
}

impl<'h> App<'h> {
    /// The lobby.
    pub fn lobby(house: &'h mut dyn House, settings: Settings) -> App<'h> {
        let lobby = Lobby::new(None, house);
        App::new(Some(house), State::new(settings, Screen::Lobby(lobby)))
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
        let lobby = Lobby::new(Some(plan.clone()), house);
        let mut app = App::new(Some(house), State::new(settings, Screen::Lobby(lobby)));
        app.sit_down(plan)?;
        Ok(app)
    }

    /// A record to be watched, from a seat or with all cups open.
    pub fn watch(playback: Playback, seat: Option<Seat>, settings: Settings) -> App<'h> {
        let watch = Watch::new(playback, seat);
        App::new(None, State::new(settings, Screen::Watch(watch)))
    }

    fn new(house: Option<&'h mut dyn House>, state: State) -> App<'h> {
        App {
            state,
            house,
            session: None,
            plan: None,
            last_game: None,
            before_watching: None,
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
            _ if self.state.front.is_some() => None,
            Screen::Lobby(_) => None,
            Screen::Table(play) => play.waits(&self.state.settings),
            Screen::Watch(watch) => watch.waits(),
        }
    }

    /// Draws the state, and notes what can be clicked.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.state.hits = draw(frame, &self.state);
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
        let Some(action) = self.state.in_front(action) else { return };
        let settings = self.state.settings;
        match &mut self.state.screen {
            Screen::Lobby(lobby) => match lobby.apply(action) {
                Some(Leave::Quit) => self.quit(),
                Some(Leave::Play(plan)) => {
                    if let Err(error) = self.sit_down(plan)
                        && let Screen::Lobby(lobby) = &mut self.state.screen
                    {
                        lobby.error = Some(error);
                    }
                }
                None => {}
            },
            Screen::Table(play) => {
                if let Some(command) = play.apply(action, &settings) {
                    self.run(command);
                }
            }
            Screen::Watch(watch) => {
                if watch.apply(action) {
                    match self.before_watching.take() {
                        Some(play) => self.state.screen = Screen::Table(play),
                        None => self.quit(),
                    }
                }
            }
        }
    }

    fn tick(&mut self, time: Duration) {
        if self.state.front.is_some() {
            return;
        }
        let settings = self.state.settings;
        match &mut self.state.screen {
            Screen::Lobby(_) => {}
            Screen::Table(play) => {
                if let Some(command) = play.tick(time, &settings) {
                    self.run(command);
                }
            }
            Screen::Watch(watch) => watch.tick(time, &settings),
        }
    }

    fn sit_down(&mut self, plan: GamePlan) -> Result<(), String> {
        let Some(house) = &mut self.house else { return Err("nothing can be played here".into()) };
        let session = house.sit_down(&plan)?;
        let seats: Vec<Seated> = session.seats().to_vec();
        let view = session.view(Play::first_viewer(&seats)).into_owned();
        self.state.screen = Screen::Table(Play::new(*session.ruleset(), seats, view));
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
                    if let Screen::Lobby(lobby) = &mut self.state.screen {
                        lobby.error = Some(error);
                    }
                }
            }
            Command::Replay => {
                if let Some(playback) = self.last_game.clone() {
                    let watch = Screen::Watch(Watch::new(playback, None));
                    if let Screen::Table(play) = std::mem::replace(&mut self.state.screen, watch) {
                        self.before_watching = Some(play);
                    }
                }
            }
            Command::Story => {
                if let (Some(playback), Screen::Table(play)) = (&self.last_game, &self.state.screen)
                    && let Some(seat) = play.storyteller()
                {
                    self.state.front = Some(Front::Story(Story::of(playback, seat).lines()));
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
                        let entries =
                            entries.iter().filter_map(|entry| entry.seen_by(viewer)).collect();
                        play.happened(entries, session.view(viewer).into_owned());
                    }
                }
            }
            _ => match session.step() {
                Err(error) => play.stuck(&error.to_string()),
                Ok(Step::Happened(entries)) => {
                    let viewer = play.viewer();
                    let entries =
                        entries.iter().filter_map(|entry| entry.seen_by(viewer)).collect();
                    play.happened(entries, session.view(viewer).into_owned());
                }
                Ok(Step::Person(seat)) => {
                    if let Some(Command::Look(viewer)) = play.due(seat) {
                        look(session, play, viewer);
                    }
                }
                Ok(Step::Over(_)) => self.finish(),
            },
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

    fn go_to_lobby(&mut self) {
        self.finish();
        if let Some(house) = &self.house {
            let lobby = Lobby::new(self.plan.clone(), *house);
            self.state.screen = Screen::Lobby(lobby);
        }
    }

    /// Ends the program; a game that was being played keeps its record.
    fn quit(&mut self) {
        self.finish();
        self.state.over = true;
    }
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
