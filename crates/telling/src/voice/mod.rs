//! Bots with character: a name, a face and a voice.
//!
//! A [`Voice`] comes from a message file. A [`Chatter`] listens to a table and lets the bots remark
//! on what everybody has seen; it never looks at anybody's dice.

mod chatter;
mod lines;

pub use chatter::{Chatter, Remark};
pub use lines::{Occasion, Voice, called};
