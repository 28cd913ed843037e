//! An online room as something that runs on a screen.

use std::time::Duration;

use ratatui::Frame;

use super::wire::Wire;
use super::{LineState, Visit};
use crate::screen::input::{Input, leaves};
use crate::screen::run::OnScreen;
use crate::screen::sound::Sound;
use crate::screen::state::{Screen, draw};

/// How often the screen looks whether something came.
const LOOKS: Duration = Duration::from_millis(50);

impl<W: Wire> OnScreen for Visit<W> {
    fn is_over(&self) -> bool {
        self.state.over
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.state.size = (frame.area().width, frame.area().height);
        self.state.hits = draw(frame, &self.state);
    }

    fn sound(&mut self) -> Option<Sound> {
        let at_table = self.state.sound_at_table();
        self.sound.take().or(at_table).filter(|_| self.state.settings.bell)
    }

    fn waits(&self) -> Option<Duration> {
        let shows = match &self.state.screen {
            Screen::Table(play) if play.showing.is_some() && self.state.front.is_none() => {
                play.waits(&self.state.settings)
            }
            _ => None,
        };
        Some(shows.map_or(LOOKS, |wait| wait.min(LOOKS)))
    }

    fn handle(&mut self, input: Input) {
        if let Input::Key(key) = &input
            && leaves(*key)
        {
            self.left_at_once = true;
            return self.go_away();
        }
        if let Input::Tick(time) = input {
            return self.tick(time);
        }
        let Some(action) = self.state.action(&input) else { return };
        if self.state.is_small() {
            return self.go_away();
        }
        match self.state.in_front(action) {
            Some(action) => self.apply(action),
            // The window has said why the connection ended; closing it ends the visit.
            None if self.line == LineState::Ended && self.state.front.is_none() => {
                self.state.over = true;
            }
            None => {}
        }
    }
}
