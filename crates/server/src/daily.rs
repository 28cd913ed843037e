//! The daily challenge: the dice of the day, and the rooms in which people try them.
//!
//! Everybody gets the same dice on one day, so nobody may learn them but by playing: the secret of a day is drawn when it
//! is first asked for and never leaves the store before the day is over; only the player comes into the room of
//! a try; and its record is sealed until then.

use dicehouse_answers::ProblemCode;
use dicehouse_room::message::{Challenge, Day, PersonId, RoomCode};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_store::{Account, Kind};
use dicehouse_table::dice::ContestSecret;
use rand::Rng as _;
use sha2::{Digest as _, Sha256};

use crate::error::ApiError;
use crate::house::House;

/// The rules of the challenge.
pub fn ruleset() -> Ruleset {
    Ruleset::default_of(GameKind::Pairs)
}

/// The day it is.
pub fn today(house: &House) -> Day {
    Day::of(house.now())
}

/// The secret of a day, as hexadecimal digits.
///
/// # Errors
/// When the store cannot be used, or the secret in it not be opened.
pub async fn secret_text(house: &House, day: Day) -> Result<String, ApiError> {
    let fresh = house.luck(|luck| {
        let mut bytes = [0; 32];
        luck.fill_bytes(&mut bytes);
        hex::encode(bytes)
    });
    let fresh = house.seal(&place(day), &fresh);
    let kept = house.store.secret_of_day(&day.to_string(), &fresh).await?;
    opened(house, day, kept)
}

/// The secret of a day on which somebody has asked for it, as hexadecimal digits.
///
/// # Errors
/// When the store cannot be used, or the secret in it not be opened.
pub async fn kept_secret(house: &House, day: Day) -> Result<Option<String>, ApiError> {
    let kept = house.store.kept_secret(&day.to_string()).await?;
    kept.map(|kept| opened(house, day, kept)).transpose()
}

/// Where the secret of a day belongs, which is kept sealed.
fn place(day: Day) -> String {
    format!("day {day}")
}

fn opened(house: &House, day: Day, kept: String) -> Result<String, ApiError> {
    house.unsealed(&place(day), kept).map_err(|error| {
        tracing::error!(%error, "the secret of a day cannot be opened");
        ApiError::unavailable()
    })
}

/// The secret of a day, as dice are made from it.
///
/// # Errors
/// When the store cannot be used, or holds no secret there.
pub async fn secret(house: &House, day: Day) -> Result<ContestSecret, String> {
    let text = secret_text(house, day).await.map_err(|error| error.0.text)?;
    read(&text).ok_or_else(|| "what is kept for a day is not a secret of dice".to_owned())
}

fn read(text: &str) -> Option<ContestSecret> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(ContestSecret::from_bytes(bytes))
}

/// What is published of a day's secret from the start: SHA-256 of `dicehouse day 1`, the day as `2026-01-31` and the
/// secret's 32 bytes.
pub fn commitment(day: Day, secret: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(b"dicehouse day 1");
    hash.update(day.to_string());
    hash.update(hex::decode(secret).unwrap_or_default());
    hex::encode(hash.finalize())
}

/// The room of somebody's try today. The same one until it is over.
///
/// # Errors
/// When they had their try, or the house cannot do it.
pub async fn begin(house: &House, account: &Account) -> Result<RoomCode, ApiError> {
    if account.kind == Kind::Bot {
        let text = "The daily challenge is for people. Let your bot play in a room.";
        return Err(ApiError::new(ProblemCode::Conflict, text));
    }
    let player = PersonId::new(&account.id).ok_or_else(ApiError::unavailable)?;
    let day = today(house);
    if let Some(code) = begun(house, day, account).await? {
        return Ok(code);
    }
    // The secret is safe before anybody plays with it.
    secret_text(house, day).await?;
    let room = house.rooms.open_challenge(house, ruleset(), Challenge { day, player }).await?;
    let code = room.code().as_str();
    let is_first =
        house.store.begin_try(&day.to_string(), &account.id, code, house.now_millis()).await?;
    if is_first {
        return Ok(room.code().clone());
    }
    // They asked twice at once. Nobody is told of this room; it closes with the day.
    begun(house, day, account).await?.ok_or_else(ApiError::unavailable)
}

/// The room of a try that was begun and is not over.
async fn begun(house: &House, day: Day, account: &Account) -> Result<Option<RoomCode>, ApiError> {
    match house.store.try_of(&day.to_string(), &account.id).await? {
        Some(one) if one.game_id.is_some() => {
            let text = "You had your try today. There are new dice at midnight, UTC.";
            Err(ApiError::new(ProblemCode::Conflict, text))
        }
        Some(one) => Ok(RoomCode::new(&one.room)),
        None => Ok(None),
    }
}
