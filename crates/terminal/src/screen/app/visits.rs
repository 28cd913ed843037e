//! Coming into rooms, at this computer and elsewhere, and what follows when one leaves them.

use std::path::Path;
use std::time::Duration;

use dicehouse_home::{GamePlan, LocalRoom, RoomLine, Work};
use dicehouse_telling::{Language, ResultCard, text};

use super::App;
use crate::online::Reached;
use crate::screen::action::Action;
use crate::screen::choose::Choose;
use crate::screen::room::{Visit, Wish};
use crate::screen::state::{Front, Screen};

/// A room that is being opened.
pub(super) enum Opening {
    /// At this computer; programs are being started.
    Here(Box<Work<LocalRoom>>, GamePlan),
    /// Elsewhere.
    Elsewhere(Work<Reached>),
}

/// How long a room may take to open before the screen says so.
const AT_ONCE: Duration = Duration::from_millis(200);

impl<'h> App<'h> {
    /// Starts with a room that was reached.
    pub fn in_room_at(mut self, line: Box<dyn RoomLine>) -> App<'h> {
        self.comes_in(line);
        self
    }

    /// Sits down at a game that is to be played.
    ///
    /// # Errors
    /// Why it cannot be played: a sentence for the person at the keyboard.
    pub fn sit_down(&mut self, plan: GamePlan) -> Result<(), String> {
        if self.home.is_none() {
            return Err(text!(self.state.language(), "front.nothing").to_owned());
        }
        let Some(home) = &mut self.home else { return Ok(()) };
        let work = home.sit_down(&plan)?;
        self.opens(Opening::Here(Box::new(work), plan))
    }

    /// Goes on with a game that was interrupted.
    ///
    /// # Errors
    /// Why that is not possible: a sentence for the person at the keyboard.
    pub fn resume(&mut self, log: &Path) -> Result<(), String> {
        if self.home.is_none() {
            return Err(text!(self.state.language(), "front.nothing").to_owned());
        }
        let Some(home) = &mut self.home else { return Ok(()) };
        let (plan, work) = home.resume(log)?;
        self.opens(Opening::Here(Box::new(work), plan))
    }

    /// Waits a moment for a room; one that takes longer is waited for in sight of everybody.
    pub(super) fn opens(&mut self, opening: Opening) -> Result<(), String> {
        let language = self.state.language();
        let (title, opened) = match &opening {
            Opening::Here(work, _) => {
                (text!(language, "front.sit-down"), work.is_done_within(AT_ONCE))
            }
            Opening::Elsewhere(work) => {
                (text!(language, "front.on-the-way"), work.is_done_within(AT_ONCE))
            }
        };
        self.opening = Some(opening);
        match opened {
            true => self.opened(),
            false => {
                self.state.front = Some(Front::Working { title, percent: 0 });
                Ok(())
            }
        }
    }

    /// Looks whether the room that is being opened is there. Closing the window gives it up.
    pub(super) fn look_at_opening(&mut self) {
        let done = match &self.opening {
            None => return,
            _ if !matches!(self.state.front, Some(Front::Working { .. })) => {
                self.opening = None;
                return;
            }
            Some(Opening::Here(work, _)) => work.is_done_within(Duration::ZERO),
            Some(Opening::Elsewhere(work)) => work.is_done_within(Duration::ZERO),
        };
        if done {
            self.state.front = None;
            if let Err(why) = self.opened() {
                self.could_not_open(why);
            }
        }
    }

    /// Comes into the room that has been opened.
    fn opened(&mut self) -> Result<(), String> {
        match self.opening.take() {
            None => {}
            Some(Opening::Here(work, plan)) => {
                let room = work.wait()?;
                self.plan = Some(plan.clone());
                self.remember(|memory| memory.last_table = Some(plan.clone()));
                self.comes_in(Box::new(room));
            }
            Some(Opening::Elsewhere(work)) => {
                let reached = work.wait()?;
                self.notes.extend(reached.note);
                self.comes_in(reached.line);
            }
        }
        Ok(())
    }

    /// Says why a room could not be opened, where the person chose it.
    pub(super) fn could_not_open(&mut self, why: String) {
        match &mut self.state.screen {
            Screen::Lobby(lobby) => lobby.error = Some(why),
            Screen::Choose(choose) => choose.error = Some(why),
            Screen::Menu(menu) => menu.note = Some(why),
            _ => {
                self.go_to_choose();
                if let Screen::Choose(choose) = &mut self.state.screen {
                    choose.error = Some(why);
                }
            }
        }
    }

    fn comes_in(&mut self, line: Box<dyn RoomLine>) {
        self.end_visit();
        let mut visit = Visit::new(line, self.memory.explained.clone());
        visit.come_in(&mut self.state);
        self.visit = Some(visit);
    }

    /// What a key or a click does in a room.
    pub(super) fn in_room(&mut self, action: Action) {
        let Some(visit) = &mut self.visit else { return };
        let wish = visit.apply(&mut self.state, action);
        self.fulfil(wish);
    }

    /// A window in front of the screen was closed, or a key did something in it.
    pub(super) fn closed_window(&mut self) {
        if self.state.front.is_none() {
            let wish = self.visit.as_ref().and_then(Visit::closed_window);
            self.fulfil(wish);
        }
    }

    /// Lets time go by in the room.
    pub(super) fn room_goes_on(&mut self, time: Duration) {
        let Some(visit) = &mut self.visit else { return };
        let wish = visit.tick(&mut self.state, time);
        if *visit.explained() != self.memory.explained {
            let explained = visit.explained().clone();
            self.remember(|memory| memory.explained.learn(&explained));
        }
        self.fulfil(wish);
    }

    fn fulfil(&mut self, wish: Option<Wish>) {
        match wish {
            None => {}
            Some(Wish::Out) => self.leave_room(),
            Some(Wish::Later) => {
                self.end_visit();
                self.front_door_again();
                self.note(self.notes.join(" "));
            }
            Some(Wish::Another) => {
                self.end_visit();
                self.go_to_choose();
            }
            Some(Wish::Rematch) => {
                if let Some(plan) = self.plan.clone() {
                    self.end_visit();
                    if let Err(why) = self.sit_down(plan) {
                        self.could_not_open(why);
                    }
                }
            }
            Some(Wish::LookBack(game, wish)) => {
                let Some(visit) = &mut self.visit else { return };
                let line = visit.line();
                self.past.show_from_afar(&mut self.state, &game, wish, &self.review, || {
                    line.record(&game)
                });
            }
            Some(Wish::Share) => {
                let here = self.visit.as_mut().and_then(|visit| visit.line().here());
                let record = here.and_then(|here| here.kept()?.record.clone());
                match record {
                    Some(record) => self.share(&record),
                    None => {
                        let language = self.state.language();
                        let nothing = text!(language, "front.nothing-to-share").to_owned();
                        self.state.tell(text!(language, "front.share"), vec![nothing]);
                    }
                }
            }
        }
    }

    /// Shows the card of a game and copies it into the clipboard.
    pub(super) fn share(&mut self, record: &Path) {
        let home = self.home.as_ref();
        let game = home.and_then(|home| {
            let found = home.past_games().into_iter().find(|game| game.record == record);
            found.and_then(|game| home.open_game(&game).ok())
        });
        let language = self.state.language();
        let card = game.as_ref().and_then(|game| ResultCard::told(game, language));
        let card = card.map(|card| card.text());
        let mut lines: Vec<String> = Vec::new();
        if let Some(card) = &card {
            lines.extend(card.lines().map(str::to_owned));
            lines.push(String::new());
            lines.push(text!(language, "front.in-clipboard").to_owned());
        }
        lines.extend(how_to_share(record, language));
        self.copied = card;
        self.state.tell(text!(language, "front.share"), lines);
    }

    /// Out of the room: to the front door, or out of a program that only came for the room. After a game at this
    /// computer, leaving leaves the program.
    fn leave_room(&mut self) {
        let here = self.visit.as_mut().is_some_and(|visit| visit.line().here().is_some());
        if here || self.network.is_none() {
            return self.quit();
        }
        self.end_visit();
        self.front_door_again();
        self.note(self.notes.join(" "));
    }

    /// Ends the visit to a room. What is worth telling is kept for the end.
    pub(super) fn end_visit(&mut self) {
        let Some(mut visit) = self.visit.take() else { return };
        self.notes = visit.notes(self.state.language());
        self.notes.extend(visit.way_back(self.state.language()));
    }

    /// Away from the table, to choose another one.
    fn go_to_choose(&mut self) {
        self.front_door_again();
        if let Some(home) = &self.home {
            let choose = Choose::new(self.plan.as_ref(), home);
            self.state.show(Screen::Choose(choose));
        }
    }
}

/// How a game can be shared, besides its card: its record is one file.
fn how_to_share(record: &Path, language: Language) -> [String; 5] {
    [
        text!(language, "front.as-picture").to_owned(),
        text!(language, "front.one-file").to_owned(),
        record.display().to_string(),
        text!(language, "front.anybody").to_owned(),
        text!(language, "front.commands").to_owned(),
    ]
}
