//! The record: one game as JSON lines. `docs/record.md` documents every field.

mod line;
mod playback;
mod reader;
mod verify;
mod writer;

pub use line::{DiceHeader, End, FORMAT, Header, Reveal};
pub use playback::{Playback, Position};
pub use reader::{ReadError, Record, RecordLine};
pub use verify::{VerifyError, verify};
pub use writer::RecordWriter;
