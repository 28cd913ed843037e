//! The record: one game as JSON lines. `docs/record.md` documents every field.

mod decision;
mod line;
mod playback;
mod reader;
mod rename;
mod signature;
mod verify;
mod writer;

pub use decision::{Decision, Outcome};
pub use line::{Chain, DiceHeader, End, FORMAT, GameId, GameIdError, Header, Opening, Reveal};
pub use playback::{Playback, Position};
pub use reader::{PassedOver, ReadError, Record, RecordLine, Warning};
pub use rename::{FORGOTTEN, without_name};
pub use signature::{PublicKey, PublicKeyError, Signature, SigningKey};
pub use verify::{DiceProof, VerifyError, verify};
pub use writer::{Append, RecordWriter};
