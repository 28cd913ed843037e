//! Looking after people: who may not come in or speak for a while, and what a running house is told to do.
//!
//! What an operator decides is in the store, so that it does not matter whether it was decided at the page or by
//! `dicehouse house`, and holds for every house that has the store open. An open house looks for it every second.

use std::collections::HashSet;
use std::net::IpAddr;
use std::time::Duration;

use dicehouse_answers::ProblemCode;
use dicehouse_room::message::RoomCode;
use dicehouse_store::{Error, Sanction, SanctionKind, Store, StoredOrder};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::house::{House, Parts, SignedOut};
use crate::limit::{client_of, lock};

/// How often an open house looks for what was decided.
const EVERY: Duration = Duration::from_secs(1);
/// How long an order waits for a house, in milliseconds.
const ORDER_LASTS: i64 = 60_000;

/// What a running house is told to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Order {
    /// Say something to everybody who is connected.
    Announce {
        /// The words.
        text: String,
    },
    /// Close a room. A game that goes on in it is broken off.
    Close {
        /// The room's code.
        room: String,
        /// What those in it are told; nothing when it is empty.
        text: String,
    },
}

impl Order {
    /// Gives the order to the houses that have this store open, and says by which id it is known.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn give(&self, store: &Store, id: String, at: i64) -> Result<String, Error> {
        // An order is plain data, which JSON can always say.
        let what = serde_json::to_string(self).unwrap_or_default();
        store.order(&StoredOrder { id: id.clone(), at, what }).await?;
        Ok(id)
    }
}

/// The words of an operator or of a report: one line without what cannot be seen, cut.
pub fn plain_words(text: &str) -> String {
    dicehouse_table::Text::<500>::new(text).to_string()
}

/// An address as it is banned: of IPv6 the network of a customer.
pub fn banned_address(text: &str) -> Option<String> {
    text.parse::<IpAddr>().ok().map(|address| client_of(address).to_string())
}

/// Looks every second for what was decided, until the house closes.
pub async fn watch_over(house: House) {
    let mut stopping = house.stopping();
    let mut done = HashSet::new();
    loop {
        if let Err(error) = house.look_for_decisions(&mut done).await {
            tracing::warn!(%error, "what operators decided could not be read");
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|&stopping| stopping) => return,
        }
    }
}

impl House {
    /// Does what was ordered since the last time; `done` has what was.
    async fn look_for_decisions(&self, done: &mut HashSet<String>) -> Result<(), Error> {
        self.refresh_sanctions().await?;
        let orders = self.store.orders(self.now_millis().saturating_sub(ORDER_LASTS)).await?;
        done.retain(|id| orders.iter().any(|order| order.id == *id));
        for order in orders {
            if done.insert(order.id.clone()) {
                self.carry_out(&order).await;
            }
        }
        Ok(())
    }

    async fn carry_out(&self, stored: &StoredOrder) {
        match serde_json::from_str(&stored.what) {
            Ok(Order::Announce { text }) => self.rooms.announce(&plain_words(&text)).await,
            Ok(Order::Close { room, text }) => self.close_room(&room, &plain_words(&text)).await,
            // A newer house gave it.
            Err(error) => return tracing::warn!(%error, "an order cannot be read"),
        }
        if let Err(error) = self.store.order_done(&stored.id).await {
            tracing::warn!(%error, "it could not be noted that an order is done");
        }
    }

    async fn close_room(&self, room: &str, text: &str) {
        let Some(code) = RoomCode::new(&room.to_ascii_uppercase()) else { return };
        match self.rooms.find(self, &code).await {
            Ok(handle) => handle.shut(text).await,
            Err(error) => tracing::warn!(%error, "a room could not be closed"),
        }
    }

    /// Reads who is banned or muted. Who was not before is sent away.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn refresh_sanctions(&self) -> Result<(), Error> {
        let now = self.store.sanctions(self.now_millis()).await?;
        let before = std::mem::replace(&mut *lock(&self.sanctions), now.clone());
        for sanction in now.iter().filter(|sanction| !before.contains(sanction)) {
            match sanction.kind {
                SanctionKind::Ban => self.sign_out(SignedOut::Account(sanction.who.clone())),
                SanctionKind::BanAddress => {
                    self.sign_out(SignedOut::Address(sanction.who.clone()));
                }
                SanctionKind::Mute => {}
            }
        }
        Ok(())
    }
}

impl Parts {
    /// What holds for somebody now.
    fn sanction(&self, kind: SanctionKind, who: &str) -> Option<Sanction> {
        let now = self.now_millis();
        let sanctions = lock(&self.sanctions);
        let holds = |one: &&Sanction| one.kind == kind && one.who == who && one.until > now;
        sanctions.iter().find(holds).cloned()
    }

    /// Whether an account may come in from an address.
    ///
    /// # Errors
    /// When one of them is banned, with how long.
    pub(crate) fn lets_in(&self, account: Option<&str>, client: IpAddr) -> Result<(), ApiError> {
        let account = account.and_then(|account| self.sanction(SanctionKind::Ban, account));
        let found =
            account.or_else(|| self.sanction(SanctionKind::BanAddress, &client.to_string()));
        match found {
            Some(sanction) => Err(self.banned(&sanction)),
            None => Ok(()),
        }
    }

    fn banned(&self, sanction: &Sanction) -> ApiError {
        let left = sanction.until.saturating_sub(self.now_millis());
        let text = format!("The house does not let you in {}.{}", how_long(left), why(sanction));
        let mut error = ApiError::new(ProblemCode::Banned, text);
        error.0.wait = u32::try_from(left).ok();
        error
    }

    /// Why somebody may not speak, if they may not.
    pub(crate) fn muted(&self, account: &str) -> Option<String> {
        let sanction = self.sanction(SanctionKind::Mute, account)?;
        let left = sanction.until.saturating_sub(self.now_millis());
        Some(format!("the house has muted you {}{}", how_long(left), why(&sanction)))
    }
}

fn why(sanction: &Sanction) -> String {
    match sanction.why.as_str() {
        "" => String::new(),
        why => format!(" The reason given: {why}"),
    }
}

/// A time in words.
fn how_long(millis: i64) -> String {
    match (millis.max(0) + 59_999) / 60_000 {
        0 | 1 => "for another minute".to_owned(),
        minutes @ 2..=119 => format!("for another {minutes} minutes"),
        minutes if minutes < 48 * 60 => format!("for another {} hours", (minutes + 59) / 60),
        minutes => format!("for another {} days", (minutes + 1439) / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_words() {
        for (millis, words) in [
            (-5, "for another minute"),
            (60_000, "for another minute"),
            (61_000, "for another 2 minutes"),
            (2 * 3_600_000, "for another 2 hours"),
            (47 * 3_600_000, "for another 47 hours"),
            (48 * 3_600_000, "for another 2 days"),
            (7 * 24 * 3_600_000, "for another 7 days"),
        ] {
            assert_eq!(how_long(millis), words, "{millis}");
        }
    }

    #[test]
    fn an_address_is_banned_as_it_is_counted() {
        assert_eq!(banned_address("192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!(banned_address("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(banned_address("ADA"), None);
    }
}
