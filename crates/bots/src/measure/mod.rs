//! How strong the bots are, measured over seeded games.

mod deals;
mod elo;
mod figure;
mod play;
mod strength;

pub use deals::Progress;
pub use figure::Figure;
pub use play::{solo_score, win_share};
pub use strength::{BotStrength, StrengthTable, Strengths, measure};
