//! Finding a room by a code that somebody typed.

use std::net::IpAddr;
use std::time::Instant;

use dicehouse_answers::{ProblemCode, RoomSummary};
use dicehouse_room::message::RoomCode;

use super::handle::RoomHandle;
use super::hub::Rooms;
use crate::error::ApiError;
use crate::house::House;

impl Rooms {
    /// The room of this code, woken up if it was asleep.
    ///
    /// # Errors
    /// As [`Rooms::find`], and when the address has asked for too many rooms that do not exist.
    pub async fn come_to(
        &self,
        house: &House,
        client: IpAddr,
        code: &str,
    ) -> Result<RoomHandle, ApiError> {
        guessed(house, client, code, async |code| self.find(house, &code).await).await
    }

    /// What everybody may know about the room of this code.
    ///
    /// # Errors
    /// As [`Rooms::look`], and when the address has asked for too many rooms that do not exist.
    pub async fn look_for(
        &self,
        house: &House,
        client: IpAddr,
        code: &str,
    ) -> Result<RoomSummary, ApiError> {
        guessed(house, client, code, async |code| self.look(house, &code).await).await
    }
}

/// What is found by a code. People who were told the code find the room; an address that asks for many rooms that do not
/// exist has to wait, and is not told whether it hit on one.
async fn guessed<T>(
    house: &House,
    client: IpAddr,
    code: &str,
    find: impl AsyncFnOnce(RoomCode) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    house.misses.look(&client, Instant::now()).map_err(ApiError::too_fast)?;
    let found = match RoomCode::new(&code.to_ascii_uppercase()) {
        Some(code) => find(code).await,
        None => Err(ApiError::not_found("room")),
    };
    if found.as_ref().is_err_and(|error| error.0.code == ProblemCode::NotFound) {
        // An empty bucket refuses the next one.
        let _ = house.misses.take(client, Instant::now());
    }
    found
}
