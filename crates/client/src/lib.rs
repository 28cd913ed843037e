//! A house over the network, from a program.
//!
//! [`Address`] says where a house or a room is, [`Visitor`] sends requests to the house, and [`Online`] is a
//! connection to a room: it comes back by itself, asks for what it missed, and sends what was not answered
//! again.
#![forbid(unsafe_code)]

mod address;
mod http;
mod line;
mod online;
mod stream;
mod trust;
mod visitor;

pub use address::{Address, AddressError, RoomAddress};
pub use line::Line;
pub use online::{Happening, Online};
pub use trust::{Trust, TrustError};
pub use visitor::{ClientError, NewBot, Person, Token, Visitor, Welcome};
