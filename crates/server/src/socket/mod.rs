//! Connections: one task each, that moves messages between a client and its room.

mod bot;
mod line;
mod play;

pub use bot::bot;
pub use line::Opening;
pub use play::play;
