//! Forgetting what nobody needs any more, while the house is open.

use std::time::Duration;

use dicehouse_store::{Error, Forget, Forgotten};

use crate::forgetting;
use crate::house::House;

/// How often.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// How long a room may wait in which nothing happens: its people are long gone, and nobody has asked for it since.
const LONGEST_WAIT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How long bans that have ended and orders that were done are kept.
const DECISIONS: Duration = Duration::from_secs(24 * 60 * 60);
/// How many accounts are looked for at once.
const PAGE: u32 = 100;

/// Forgets what is old, now and every hour, until the house closes.
pub async fn keep_tidy(house: House) {
    let mut stopping = house.stopping();
    loop {
        if let Err(error) = house.tidy().await {
            tracing::warn!(%error, "what is old could not be forgotten");
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|&stopping| stopping) => return,
        }
    }
}

impl House {
    /// Forgets what is older than the operator wants it to be. An open house does so every hour.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn tidy(&self) -> Result<(), Error> {
        let now = self.now_millis();
        let before = |time: Duration| {
            now.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
        };
        let keep = self.config.keep;
        let rooms = self.store.forget_rooms(before(keep.closed), before(LONGEST_WAIT)).await?;
        let forget = Forget {
            talk: keep.talk.map(before),
            addresses: keep.addresses.map(before),
            games: keep.games.map(before),
        };
        let Forgotten { talk, addresses, games } = self.store.forget_old(forget).await?;
        self.store.forget_decisions(before(DECISIONS), forget.talk).await?;
        let accounts = match keep.accounts {
            Some(time) => self.forget_unused(before(time)).await?,
            None => 0,
        };
        if rooms + talk + addresses + games + accounts > 0 {
            tracing::info!(rooms, talk, addresses, games, accounts, "what is old was forgotten");
        }
        Ok(())
    }

    async fn forget_unused(&self, before: i64) -> Result<u64, Error> {
        let mut forgotten = 0;
        loop {
            let unused = self.store.unused_accounts(before, PAGE).await?;
            if unused.is_empty() {
                return Ok(forgotten);
            }
            for id in unused {
                if self.account_connections.has(&id) {
                    self.store.note_visit(&id, None, self.now_millis()).await?;
                    continue;
                }
                if let Some(account) = self.store.account(&id).await? {
                    forgetting::forget(self, &account).await?;
                }
                forgotten += 1;
            }
        }
    }
}
