//! Full-screen play and replay.
//!
//! What is shown is a function of a [`State`], input changes the state, and only [`run`](on_terminal)
//! touches a real terminal. The program around is a [`House`]: it has the bots, the
//! clock, the random numbers and the files.

mod action;
mod app;
mod banner;
mod canvas;
mod choose;
mod format;
mod gathering;
mod help;
mod input;
mod lesson;
mod list;
mod lobby;
mod look;
mod menu;
mod online;
mod pager;
mod past;
mod review;
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

use crate::house::{GamePlan, House};
use crate::way_online::WayOnline;

pub use action::Step;
pub use app::App;
pub use canvas::Hits;
pub(crate) use format::percent;
pub use input::Input;
pub use look::Look;
pub use online::{Arrival, Luggage, Names, Visit, Wire, presence, told};
pub use run::{Events, OnScreen, on, on_terminal};
pub use settings::{Hints, Settings, Speed};
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

/// What remains when the screen is gone.
#[derive(Clone, Debug, Default)]
pub struct Farewell {
    /// What is worth telling, such as where the last record is.
    pub notes: Vec<String>,
    /// Where the person wants to go online.
    pub way_online: Option<WayOnline>,
}

/// Plays on the real terminal: `plan` at once, or what is chosen at the front door, which says `note` first.
///
/// # Errors
/// When the game cannot be played or the terminal cannot be used.
pub fn play(
    house: &mut dyn House,
    plan: Option<GamePlan>,
    note: Option<String>,
    settings: Settings,
) -> Result<Farewell, ScreenError> {
    let mut app = match plan {
        Some(plan) => App::table(house, plan, settings).map_err(ScreenError::Game)?,
        None => App::front_door(house, settings),
    };
    if let Some(note) = note {
        app.tell_at_the_door(note);
    }
    on_terminal(&mut app)?;
    Ok(Farewell { notes: app.notes().to_vec(), way_online: app.way_online() })
}

/// Watches a record on the real terminal, from a seat or with all cups open.
///
/// # Errors
/// When the terminal cannot be used.
pub fn watch(playback: Playback, seat: Option<Seat>, settings: Settings) -> io::Result<()> {
    on_terminal(&mut App::watch(playback, seat, settings))
}
