//! What a key asks for at the table.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::phase::Phase;
use super::play::Play;
use crate::screen::action::Action;
use crate::screen::input::common;

impl Play {
    /// What the key asks for.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        if let Phase::Asking(asking) = &self.phase {
            if asking.confirm.is_some() {
                return match key.code {
                    KeyCode::Char('y') | KeyCode::Enter => Some(Action::Yes),
                    _ => Some(Action::Back),
                };
            }
            if let Some(action) = asking.choice.key(key) {
                return Some(action);
            }
        }
        match (&self.phase, key.code) {
            (Phase::Over(_), KeyCode::Char('l')) => Some(Action::Lobby),
            (Phase::Over(_), KeyCode::Char('w')) => Some(Action::Replay),
            (Phase::Over(_), KeyCode::Char('y')) => Some(Action::Story),
            (Phase::Over(_), KeyCode::Char('v')) => Some(Action::Review),
            (Phase::Over(_), KeyCode::Char('x')) => Some(Action::Share),
            (_, KeyCode::Char('v')) => Some(Action::Cups),
            (_, KeyCode::Char(' ')) => Some(Action::Hurry),
            (_, KeyCode::Tab) => Some(Action::Eyes),
            (_, KeyCode::Char('t')) => Some(Action::Talk),
            (_, KeyCode::Char('o')) => Some(Action::Hints(false)),
            (_, KeyCode::Char('k')) => Some(Action::Skip),
            (_, KeyCode::Char('>' | '.')) => Some(Action::Faster(true)),
            (_, KeyCode::Char('<' | ',')) => Some(Action::Faster(false)),
            _ => common(key),
        }
    }
}
