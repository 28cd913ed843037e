//! Luck from the system.

use dicehouse_table::dice::ContestSecret;

/// A secret for the dice of a contest.
pub fn contest_secret() -> ContestSecret {
    ContestSecret::from_bytes(rand::random())
}
