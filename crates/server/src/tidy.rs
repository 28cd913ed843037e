//! Forgetting what nobody needs any more, while the house is open.

use std::time::Duration;

use crate::house::House;

/// How often.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// How long a room may wait in which nothing happens: its people are long gone, and nobody has asked for it since.
const LONGEST_WAIT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Forgets old rooms, now and every hour, until the house closes.
pub async fn keep_tidy(house: House) {
    let mut stopping = house.stopping();
    loop {
        let now = house.now_millis();
        let before = |time: Duration| {
            now.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
        };
        let closed_before = before(house.config.keep_closed);
        match house.store.forget_rooms(closed_before, before(LONGEST_WAIT)).await {
            Ok(0) => {}
            Ok(rooms) => tracing::info!(rooms, "the logs of old rooms were forgotten"),
            Err(error) => tracing::warn!(%error, "old rooms could not be forgotten"),
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|&stopping| stopping) => return,
        }
    }
}
