//! What comes in: keys, clicks, time.

use std::time::Duration;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::action::{Action, Step};

/// Something the screen is told of.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was clicked at this column and row.
    Click(u16, u16),
    /// The wheel was turned up or down.
    Wheel(Step),
    /// The terminal has another size.
    Resize,
    /// Time went by.
    Tick(Duration),
    /// The terminal has said whether its background is light.
    Background {
        /// Whether it is.
        light: bool,
    },
}

impl Input {
    /// What the terminal's event means here, if anything.
    pub fn read(event: Event) -> Option<Input> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
            Event::Mouse(mouse) => Input::mouse(mouse),
            Event::Resize(..) => Some(Input::Resize),
            _ => None,
        }
    }

    fn mouse(mouse: MouseEvent) -> Option<Input> {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollUp => Some(Input::Wheel(Step::Up)),
            MouseEventKind::ScrollDown => Some(Input::Wheel(Step::Down)),
            _ => None,
        }
    }
}

/// Whether the key means to leave at once, wherever one is.
pub fn leaves(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
        && matches!(key.code, KeyCode::Char('c' | 'd' | 'C' | 'D'))
}

/// What keys that mean the same everywhere ask for.
pub fn common(key: KeyEvent) -> Option<Action> {
    Some(match key.code {
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('r') | KeyCode::F(2) => Action::Rules,
        KeyCode::Char('s') | KeyCode::F(3) => Action::Settings,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Esc => Action::Back,
        KeyCode::Enter => Action::Next,
        _ => Action::Move(direction(key)?),
    })
}

/// The direction of a key, if it has one.
pub fn direction(key: KeyEvent) -> Option<Step> {
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k') => Step::Up,
        KeyCode::Down | KeyCode::Char('j') => Step::Down,
        KeyCode::Left => Step::Left,
        KeyCode::Right => Step::Right,
        KeyCode::PageUp => Step::PageUp,
        KeyCode::PageDown => Step::PageDown,
        KeyCode::Home => Step::Home,
        KeyCode::End => Step::End,
        _ => return None,
    })
}

/// A line of text being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    /// What stands there so far.
    pub text: String,
    longest: usize,
    /// The first character typed takes the place of what stands there.
    replaces: bool,
}

/// What became of a line after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It goes on.
    More,
    /// Enter: it is done.
    Done,
    /// Escape: it is given up.
    Dropped,
}

impl Typing {
    /// A line that starts with `text` and holds at most `longest` characters.
    pub fn new(text: &str, longest: usize) -> Typing {
        Typing { text: text.chars().take(longest).collect(), longest, replaces: false }
    }

    /// A line whose text is replaced by what is typed, unless it is edited first.
    pub fn over(text: &str, longest: usize) -> Typing {
        Typing { replaces: true, ..Typing::new(text, longest) }
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Backspace => {
                self.replaces = false;
                self.text.pop();
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.clear()
            }
            KeyCode::Char(c) if !c.is_control() => {
                if std::mem::take(&mut self.replaces) {
                    self.text.clear();
                }
                if self.text.chars().count() < self.longest {
                    self.text.push(c);
                }
            }
            _ => {}
        }
        Typed::More
    }
}
