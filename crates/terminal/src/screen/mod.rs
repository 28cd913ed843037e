//! Full-screen play and replay.
//!
//! What is shown is a function of a [`State`], input changes the state, and only [`run`](on_terminal)
//! touches a real terminal. Whether the room on the screen is at this computer or elsewhere makes no difference to it.

mod action;
mod app;
#[cfg(unix)]
mod background;
mod banner;
mod canvas;
mod choose;
mod clipboard;
mod format;
mod gathering;
mod help;
mod input;
mod lesson;
mod list;
mod lobby;
mod look;
mod menu;
mod pager;
mod past;
mod review;
mod room;
mod run;
mod settings;
mod sound;
mod state;
mod table;
mod text;
mod watch;
mod widgets;

use std::io;

use dicehouse_rules::Seat;
use dicehouse_table::record::Playback;

use std::path::Path;

use dicehouse_home::{GamePlan, Home, RoomLine};

use crate::online::Network;

pub use action::Step;
pub use app::{App, Review};
pub use canvas::Hits;
pub(crate) use format::percent;
pub use input::Input;
pub use look::Look;
pub use run::{Events, OnScreen, on, on_terminal};
pub use settings::{Background, Settings, Speed};
pub use sound::Sound;
pub use state::{SMALLEST, State, draw};
pub(crate) use table::warning;

/// Why there was no game on the screen.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// The terminal cannot be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
    /// The game cannot be played.
    #[error("{0}")]
    Game(String),
}

/// What is to be played at once.
#[derive(Clone, Copy, Debug)]
pub enum Start<'p> {
    /// The front door asks.
    FrontDoor,
    /// This game.
    Play(&'p GamePlan),
    /// The game that was interrupted and has this log.
    Resume(&'p Path),
}

/// Plays on the real terminal. Gives what is worth telling when the screen is gone.
///
/// # Errors
/// When the game cannot be played or the terminal cannot be used.
pub fn play(
    home: &mut Home,
    network: &mut dyn Network,
    start: Start<'_>,
    settings: Settings,
) -> Result<Vec<String>, ScreenError> {
    let mut app = App::front_door(home, settings).connected(network);
    match start {
        Start::FrontDoor => {}
        Start::Play(plan) => app.sit_down(plan.clone()).map_err(ScreenError::Game)?,
        Start::Resume(log) => app.resume(log).map_err(ScreenError::Game)?,
    }
    on_terminal(&mut app)?;
    Ok(app.notes().to_vec())
}

/// Visits a room on the real terminal. Gives what is worth telling when the screen is gone.
///
/// # Errors
/// When the terminal cannot be used.
pub fn visit(
    home: &mut Home,
    line: Box<dyn RoomLine>,
    settings: Settings,
) -> io::Result<Vec<String>> {
    let mut app = App::front_door(home, settings).in_room_at(line);
    on_terminal(&mut app)?;
    Ok(app.notes().to_vec())
}

/// Watches a record on the real terminal, from a seat or with all cups open.
///
/// # Errors
/// When the terminal cannot be used.
pub fn watch(playback: Playback, seat: Option<Seat>, settings: Settings) -> io::Result<()> {
    on_terminal(&mut App::watch(playback, seat, settings))
}
