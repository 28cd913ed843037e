//! Everything that is shown, and drawing it.

use dicehouse_rules::Ruleset;
use dicehouse_telling::{Language, say, text as message};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::action::{Action, Step};
use super::canvas::{Canvas, Hits};
use super::choose::{self, Choose};
use super::gathering::{self, Gathering};
use super::help::{self, Topic};
use super::input::{Input, common};
use super::lesson::{self, Lesson};
use super::list::{self, Line, List};
use super::lobby::{self, Lobby};
use super::menu::{self, Menu};
use super::pager::{self, Pager};
use super::review::{self, Reading};
use super::settings::{self, Settings};
use super::sound::Sound;
use super::table::{self, Play};
use super::text;
pub(super) use super::text::Text;
use super::watch::{self, Watch};

/// The fewest columns and rows the screens are made for.
pub const SMALLEST: (u16, u16) = (78, 22);

/// Everything that is shown.
#[derive(Clone, Debug)]
pub struct State {
    /// How the screen behaves.
    pub settings: Settings,
    pub(super) screen: Screen,
    /// The screens one came from, the last one last.
    pub(super) came_from: Vec<Screen>,
    pub(super) front: Option<Front>,
    pub(super) hits: Hits,
    pub(super) over: bool,
    /// Columns and rows of the window.
    pub(super) size: (u16, u16),
}

#[derive(Clone, Debug)]
pub(super) enum Screen {
    Menu(Menu),
    Choose(Choose),
    Lobby(Lobby),
    Room(Box<Gathering>),
    Lesson(Box<Lesson>),
    Table(Box<Play>),
    Review(Box<Reading>),
    Watch(Box<Watch>),
}

/// A window in front of the screen.
#[derive(Clone, Debug)]
pub(super) enum Front {
    Help,
    Rules(Pager),
    Settings(usize),
    /// Something to read.
    Text(Text),
    /// Something to choose.
    List(List),
    /// A line to be typed.
    Typing(Line),
    /// Something is being done beside the screen.
    Working {
        title: &'static str,
        percent: u8,
    },
}

impl State {
    pub(super) fn new(settings: Settings, screen: Screen) -> State {
        State {
            settings,
            screen,
            came_from: Vec::new(),
            front: None,
            hits: Hits::default(),
            over: false,
            size: SMALLEST,
        }
    }

    /// The language everything is shown in.
    pub(super) fn language(&self) -> Language {
        self.settings.look.language
    }

    /// Whether the window is too small to show anything.
    pub(super) fn is_small(&self) -> bool {
        is_small(self.size)
    }

    fn topic(&self) -> Topic {
        match &self.screen {
            Screen::Menu(_) => Topic::Menu,
            Screen::Choose(_) => Topic::Choose,
            Screen::Lobby(_) => Topic::Lobby,
            Screen::Room(_) => Topic::Room,
            Screen::Table(play) => Topic::Table(table::table(play.view()).help(self.language())),
            Screen::Lesson(lesson) => Topic::Lesson(lesson.help()),
            Screen::Review(_) => Topic::Review,
            Screen::Watch(_) => Topic::Watch,
        }
    }

    /// What a key or a click asks for.
    pub(super) fn action(&mut self, input: &Input) -> Option<Action> {
        match input {
            // A window that is too small takes no clicks: nobody could see what they decide.
            Input::Click(..) | Input::Wheel(_) if self.is_small() => None,
            Input::Click(column, row) => self.hits.at(*column, *row),
            Input::Wheel(step) => Some(Action::Move(*step)),
            Input::Key(key) => self.key(*key),
            Input::Resize | Input::Tick(_) | Input::Background { .. } => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Action> {
        if self.is_small() {
            return (key.code == KeyCode::Char('q')).then_some(Action::Quit);
        }
        if let Some(Front::Typing(line)) = &mut self.front {
            return line.key(key);
        }
        if let Some(front) = &self.front {
            return match key.code {
                KeyCode::Char(c @ '1'..='9') if matches!(front, Front::List(_)) => {
                    Some(Action::Line(c as usize - '1' as usize))
                }
                KeyCode::Char('?' | 'q' | 'r' | 's') => Some(Action::Back),
                KeyCode::Char(' ') => Some(Action::Next),
                _ => common(key),
            };
        }
        match &mut self.screen {
            Screen::Menu(menu) => menu.key(key),
            Screen::Choose(choose) => choose.key(key),
            Screen::Lobby(lobby) => lobby.key(key),
            Screen::Room(room) => room.key(key),
            Screen::Lesson(lesson) => lesson.key(key),
            Screen::Table(play) => play.key(key),
            Screen::Review(reading) => reading.key(key),
            Screen::Watch(watch) => watch.key(key),
        }
    }

    /// The rules that are explained on this screen, if it is about some.
    fn ruleset(&self) -> Option<Ruleset> {
        match &self.screen {
            Screen::Menu(_) => None,
            Screen::Choose(choose) => Some(choose.ruleset()),
            Screen::Lobby(lobby) => Some(*lobby.ruleset()),
            Screen::Room(room) => Some(room.ruleset()),
            Screen::Lesson(lesson) => Some(lesson.ruleset()),
            Screen::Table(play) => Some(play.ruleset),
            Screen::Review(reading) => Some(reading.ruleset()),
            Screen::Watch(watch) => Some(watch.ruleset()),
        }
    }

    /// What is to be heard at the table; asked once.
    pub(super) fn sound_at_table(&mut self) -> Option<Sound> {
        match &mut self.screen {
            Screen::Table(play) => play.sound(),
            _ => None,
        }
    }

    /// Does what an action asks of the window in front, or opens one. Gives back an action that
    /// concerns the screen behind it.
    pub(super) fn in_front(&mut self, action: Action) -> Option<Action> {
        match (&mut self.front, action) {
            (Some(_), Action::Back | Action::Quit) => self.front = None,
            (Some(Front::Rules(pager)), Action::Move(step)) => pager.step(step, self.size),
            (Some(Front::Settings(at)), Action::Move(Step::Left | Step::Right)) => {
                self.settings.change(*at);
            }
            (Some(Front::Settings(at)), Action::Move(step)) => {
                *at = step.within(*at, settings::LINES, settings::LINES);
            }
            (Some(Front::Settings(at)), Action::Next) => self.settings.change(*at),
            (Some(Front::Settings(at)), Action::Line(n)) => {
                *at = n;
                self.settings.change(n);
            }
            (Some(Front::Text(text)), Action::Move(step)) => text.step(step, self.size.1),
            (Some(Front::Help | Front::Text(_)), Action::Next) => self.front = None,
            (Some(Front::List(list)), Action::Move(step)) => list.step(step),
            (Some(Front::List(list)), Action::Next) => {
                let chosen = list.at;
                self.front = None;
                return Some(Action::Line(chosen));
            }
            (Some(Front::List(list)), Action::Line(n)) if n < list.len() => {
                self.front = None;
                return Some(Action::Line(n));
            }
            (Some(Front::Typing(_)), Action::Typed(text)) => {
                self.front = None;
                return Some(Action::Typed(text));
            }
            (Some(_), _) => {}
            (None, Action::Help) => self.front = Some(Front::Help),
            (None, Action::Settings) => self.front = Some(Front::Settings(0)),
            (None, Action::Rules) => {
                let language = self.language();
                let pager = |ruleset| Front::Rules(Pager::new(ruleset, language));
                self.front = self.ruleset().map(pager);
            }
            (None, Action::Hints(by_bids)) => {
                self.settings.hints = self.settings.hints.next(by_bids);
            }
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
    if is_small((area.width, area.height)) {
        too_small(&mut canvas, area);
        return canvas.finish();
    }
    match &state.screen {
        Screen::Menu(menu) => menu::draw(&mut canvas, menu),
        Screen::Choose(choose) => choose::draw(&mut canvas, choose),
        Screen::Lobby(lobby) => lobby::draw(&mut canvas, lobby),
        Screen::Room(room) => gathering::draw(&mut canvas, room),
        Screen::Lesson(lesson) => lesson::draw(&mut canvas, lesson, &state.settings),
        Screen::Table(play) => table::draw(&mut canvas, play, &state.settings),
        Screen::Review(reading) => review::draw(&mut canvas, reading),
        Screen::Watch(watch) => watch::draw(&mut canvas, watch, &state.settings),
    }
    match &state.front {
        Some(Front::Help) => help::draw(&mut canvas, state.topic()),
        Some(Front::Rules(pager)) => pager::draw(&mut canvas, pager),
        Some(Front::Settings(at)) => settings::draw(&mut canvas, &state.settings, *at),
        Some(Front::Text(text)) => text::draw(&mut canvas, text),
        Some(Front::List(list)) => list::draw(&mut canvas, list),
        Some(Front::Typing(line)) => list::draw_line(&mut canvas, line),
        Some(Front::Working { title, percent }) => text::working(&mut canvas, title, *percent),
        None => {}
    }
    canvas.finish()
}

/// Whether nothing can be shown in a window of this size.
fn is_small((columns, rows): (u16, u16)) -> bool {
    columns < SMALLEST.0 || rows < SMALLEST.1
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let language = canvas.language();
    let lines = [
        message!(language, "front.too-small").to_owned(),
        say!(language, "front.size", width = area.width, height = area.height),
        say!(language, "front.needed", width = width, height = height),
        message!(language, "front.larger").to_owned(),
        message!(language, "front.plain").to_owned(),
    ];
    let above = area.height.saturating_sub(5) / 2;
    for (n, line) in lines.iter().enumerate() {
        canvas.centered(area, above + n as u16, line, canvas.look.strong());
    }
}
