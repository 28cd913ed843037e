//! What time does at the table: bots seem to think, what is shown goes on, the game takes its next step.

use std::time::Duration;

use super::command::Command;
use super::kind::table;
use super::phase::Phase;
use super::play::Play;
use crate::screen::settings::{Settings, Speed};

impl Play {
    /// How long to wait for input before time has to go by; `None` for as long as it takes.
    pub fn waits(&self, settings: &Settings) -> Option<Duration> {
        const FRAME: Duration = Duration::from_millis(40);
        if self.skipping && matches!(self.phase, Phase::Going | Phase::Thinking(..)) {
            return Some(Duration::ZERO);
        }
        match (&self.phase, &self.showing) {
            (_, Some(showing)) if showing.waits(settings.speed) => None,
            (Phase::Going | Phase::Thinking(..), _) if settings.speed == Speed::Instant => {
                Some(Duration::ZERO)
            }
            (_, Some(_)) => Some(FRAME),
            (Phase::Going | Phase::Thinking(..), None) => Some(FRAME),
            (Phase::Over(over), None) if !over.takes_keys() => Some(FRAME),
            (Phase::Asking(asking), None) if !asking.grace.is_zero() => Some(FRAME),
            _ => None,
        }
    }

    /// Lets time go by.
    pub fn tick(&mut self, time: Duration, settings: &Settings) -> Option<Command> {
        self.hurried = self.hurried.saturating_sub(time);
        if self.skipping && matches!(self.phase, Phase::Going | Phase::Thinking(..)) {
            self.put_away();
            return Some(Command::Step);
        }
        if let Some(showing) = &mut self.showing {
            let over = showing.tick(time, settings.speed);
            if showing.is_told() {
                self.tell();
            }
            if over {
                self.put_away();
            }
            return None;
        }
        match &mut self.phase {
            Phase::Going => self.go_on(),
            // Elsewhere it takes as long as it takes.
            Phase::Thinking(..) if !self.here => None,
            // A bot that really thinks for longer is looked at again and again.
            Phase::Thinking(_, thought) => {
                *thought += time;
                (*thought >= settings.speed.of(table(&self.view).thinking()))
                    .then_some(Command::Step)
            }
            Phase::Asking(asking) => {
                asking.grace = asking.grace.saturating_sub(time);
                None
            }
            Phase::Over(over) => {
                over.held = over.held.saturating_sub(time);
                None
            }
            _ => None,
        }
    }

    /// Nothing is being shown: what next?
    fn go_on(&mut self) -> Option<Command> {
        if !self.here && self.is_due() {
            return Some(Command::Step);
        }
        let ask = self.here && !self.told_out;
        if ask && self.view.standing().is_none() && self.nobody_here_is_in() {
            self.told_out = true;
            self.phase = Phase::Out;
            return None;
        }
        let bot = self.view.to_act().iter().find(|seat| !self.people.contains(*seat));
        match bot {
            Some(seat) => {
                self.phase = Phase::Thinking(seat, Duration::ZERO);
                None
            }
            None => Some(Command::Step),
        }
    }

    /// Whether somebody at this keyboard is due.
    fn is_due(&self) -> bool {
        self.view.to_act().iter().any(|seat| self.people.contains(seat))
    }
}
