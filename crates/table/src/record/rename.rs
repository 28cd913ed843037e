//! Taking a name out of a record, for somebody who wants to be forgotten.

use dicehouse_rules::Seat;

use super::line::{Chain, Header, Line};
use super::reader::ReadError;
use super::signature::{Head, SigningKey};

/// What somebody is called who was forgotten. No house lets anybody call themselves so.
pub const FORGOTTEN: &str = "(gone)";

/// The record with [`FORGOTTEN`] in place of the name in `seat`, and otherwise line for line as it was. The header then says
/// what the dice are bound to, so every throw and every act can still be checked; that line 1 is the one the house
/// committed to cannot be any more. A record that is signed is signed anew with `key`; it names nobody as its signer if that is not
/// the key it was signed with.
///
/// # Errors
/// When it is not a record, or a line was changed.
pub fn without_name(text: &str, seat: Seat, key: Option<&SigningKey>) -> Result<String, ReadError> {
    let (mut before, mut after, mut head) = (Chain::default(), Chain::default(), Head::default());
    let mut renamed = String::with_capacity(text.len() + 80);
    let mut signs = None;
    for (number, line) in (1..).zip(text.lines()) {
        let mut json = before.open(line).ok_or(ReadError::Check { line: number })?;
        if number == 1 {
            let header = header_without(&json, seat, key)?;
            signs = key.filter(|key| header.signed_by == Some(key.public()));
            json = text_of(&Line::Header(&header))?;
        } else if is_signature(&json) {
            let Some(key) = signs else { continue };
            json = text_of(&Line::Signature { signature: &key.sign(head) })?;
        }
        head = head.with(&json);
        renamed.push_str(&after.seal(&json));
        renamed.push('\n');
    }
    Ok(renamed)
}

fn header_without(json: &str, seat: Seat, key: Option<&SigningKey>) -> Result<Header, ReadError> {
    let why = |error: serde_json::Error| ReadError::Unreadable { line: 1, why: error.to_string() };
    let header: Header = serde_json::from_str(json).map_err(why)?;
    let mut header = header.without_name(seat);
    header.signed_by = header.signed_by.filter(|by| key.is_some_and(|key| key.public() == *by));
    Ok(header)
}

/// Whether this is the line with the signature.
fn is_signature(json: &str) -> bool {
    json.starts_with("{\"signature\":")
}

fn text_of(line: &Line<'_>) -> Result<String, ReadError> {
    let why = |error: serde_json::Error| ReadError::Unreadable { line: 1, why: error.to_string() };
    serde_json::to_string(line).map_err(why)
}
