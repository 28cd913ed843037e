//! A house of bluffing dice in a browser tab.
//!
//! [`TabHouse`] is the house: rooms with bots in them, lessons, rules, the games played before. It is told what happens by
//! a [`Call`] and answers with a [`Reply`]: what to keep, and what to tell once that is kept. Requests and messages are
//! those of a server's house, so the page does not know the difference. A call brings the time and fresh luck; the
//! house has neither of its own, and it does no I/O.
//!
//! `wasm.rs` is the way in for a Web Worker: text in, text out.

mod call;
mod games;
mod house;
mod request;
mod review;
mod room;
mod take_in;
#[cfg(target_family = "wasm")]
mod wasm;

pub use call::{Call, HttpAnswer, Keep, Kept, KeptRoom, Reply, Said, What};
pub use house::TabHouse;
pub use review::{Reviewed, review};
