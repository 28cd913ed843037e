//! Taking a name out of a record, for somebody who wants to be forgotten.

use dicehouse_rules::Seat;

use super::line::{Chain, Header, Line};
use super::reader::ReadError;

/// What somebody is called who was forgotten. No house lets anybody call themselves so.
pub const FORGOTTEN: &str = "(gone)";

/// The record with [`FORGOTTEN`] in place of the name in `seat`, and otherwise line for line as it was. The header then says
/// what the dice are bound to, so every throw and every act can still be checked; that line 1 is the one the house
/// committed to cannot be any more.
///
/// # Errors
/// When it is not a record, or a line was changed.
pub fn without_name(text: &str, seat: Seat) -> Result<String, ReadError> {
    let (mut before, mut after) = (Chain::default(), Chain::default());
    let mut renamed = String::with_capacity(text.len() + 80);
    for (number, line) in (1..).zip(text.lines()) {
        let json = before.open(line).ok_or(ReadError::Check { line: number })?;
        let json = if number == 1 { header_without(&json, seat)? } else { json };
        renamed.push_str(&after.seal(&json));
        renamed.push('\n');
    }
    Ok(renamed)
}

fn header_without(json: &str, seat: Seat) -> Result<String, ReadError> {
    let why = |error: serde_json::Error| ReadError::Unreadable { line: 1, why: error.to_string() };
    let header: Header = serde_json::from_str(json).map_err(why)?;
    serde_json::to_string(&Line::Header(&header.without_name(seat))).map_err(why)
}
