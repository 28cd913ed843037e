//! A house over the network, from a program.
//!
//! [`Address`] says where a house or a room is, and [`Visitor`] sends requests to the house. [`Transport`] carries messages
//! to a room and back; [`Online`] is a person in a room, over a transport. What such a client does is decided by
//! [`dicehouse_room::Mirror`].
#![forbid(unsafe_code)]

mod address;
mod http;
mod online;
mod stream;
mod transport;
mod trust;
mod visitor;
mod web_socket;

pub use address::{Address, AddressError, RoomAddress};
pub use online::Online;
pub use transport::{Arrival, Transport};
pub use trust::{Trust, TrustError};
pub use visitor::{ClientError, NewBot, Person, Token, Visitor, Welcome};
pub use web_socket::WebSocket;
