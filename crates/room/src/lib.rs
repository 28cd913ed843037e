//! People round one table.
//!
//! [`message`] has what clients and rooms say to each other; `docs/room.md` describes it for those who write a client.
#![forbid(unsafe_code)]

pub mod message;
