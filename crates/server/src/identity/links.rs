//! Codes by which one more device is added to those somebody has. They work once, for a few minutes, and are kept in memory
//! alone.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::secret::RecoveryCode;
use crate::limit::lock;

/// How long a code works.
pub const LINK_LASTS: Duration = Duration::from_secs(10 * 60);

/// The codes that were given out and not used yet.
#[derive(Debug, Default)]
pub struct Links(Mutex<HashMap<String, Link>>);

#[derive(Debug)]
struct Link {
    account: String,
    until: Instant,
}

impl Links {
    /// Gives out a code for an account; one that was given out before ends.
    pub fn give(&self, code: &RecoveryCode, account: &str, now: Instant) {
        let mut links = lock(&self.0);
        links.retain(|_, link| link.until > now && link.account != account);
        let link = Link { account: account.to_owned(), until: now + LINK_LASTS };
        links.insert(code.hash(), link);
    }

    /// The account of a code, which is used up by that.
    pub fn take(&self, code: &RecoveryCode, now: Instant) -> Option<String> {
        let link = lock(&self.0).remove(&code.hash())?;
        (link.until > now).then_some(link.account)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn a_code_works_once_and_not_for_long() {
        let mut luck = ChaCha8Rng::seed_from_u64(3);
        let mut code = || RecoveryCode::new(&mut luck);
        let (links, now) = (Links::default(), Instant::now());
        let (first, second, third) = (code(), code(), code());
        links.give(&first, "ada", now);
        links.give(&second, "bo", now);
        assert_eq!(links.take(&first, now).as_deref(), Some("ada"));
        assert_eq!(links.take(&first, now), None, "once");
        assert_eq!(links.take(&second, now + LINK_LASTS), None, "too late");
        links.give(&second, "bo", now);
        links.give(&third, "bo", now);
        assert_eq!(links.take(&second, now), None, "the newer one counts");
        assert_eq!(links.take(&third, now).as_deref(), Some("bo"));
    }
}
