//! Playing: the state of a table on the screen, and drawing it.

mod apply;
mod asking;
mod buttons;
mod circle;
mod claims;
mod command;
mod cups;
mod draw;
pub(super) mod hand;
mod keys;
mod kind;
mod liars;
mod meanwhile;
mod pairs;
mod phase;
mod play;
mod results;
mod scene;
#[cfg(test)]
mod secrets;
mod showing;
mod time;
mod turns;
mod voices;

pub use command::Command;
pub use draw::draw;
pub use play::Play;
pub use results::Ending;

pub(super) use asking::{Asking, Choice};
pub(super) use draw::{body, parts, title_bar};
pub(super) use hand::own_dice;
pub(crate) use kind::warning;
pub(super) use kind::{Layout, table};
pub(super) use scene::{Scene, Stage};
pub(super) use showing::Showing;
