//! Who somebody is: by a token that only their device has.

mod cookie;
mod links;
mod name;
mod secret;
mod who;

pub use cookie::Cookies;
pub use links::{LINK_LASTS, Links};
pub use name::{NameProblem, clean_name};
pub use secret::{RecoveryCode, Token, letters, public_id};
pub use who::{Maybe, Me, bearer};
