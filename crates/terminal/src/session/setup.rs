//! What a session is made of.

use dicehouse_table::dice::AnyDice;
use dicehouse_table::record::{Append, Header};
use dicehouse_table::{Clock, NoClock, Player};

/// What plays in a seat that is not a person's.
pub type BotPlayer = Box<dyn Player + Send>;

/// Where a session's record goes.
pub type Log = Box<dyn Append + Send>;

/// What a session is made of.
pub struct Setup {
    /// What is played, by whom, with which dice.
    pub header: Header,
    /// The dice of the header.
    pub dice: AnyDice,
    /// What plays in each seat; `None` for a person, whom the caller asks.
    pub bots: Vec<Option<BotPlayer>>,
    /// How long everybody may think.
    pub clock: Box<dyn Clock + Send>,
}

impl Setup {
    /// A game in which everybody may think as long as they like.
    pub fn untimed(header: Header, dice: AnyDice, bots: Vec<Option<BotPlayer>>) -> Setup {
        Setup { header, dice, bots, clock: Box::new(NoClock) }
    }
}
