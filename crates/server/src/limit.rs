//! How much somebody may do: buckets that fill with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// So many at once, and so many a second in the long run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How many a second.
    pub per_second: f64,
}

impl Rate {
    /// As much as anybody likes.
    pub const UNLIMITED: Rate = Rate { burst: u32::MAX, per_second: u32::MAX as f64 };
}

/// As an operator writes it: `20,6/m` is twenty at once, and six a minute in the long run.
impl FromStr for Rate {
    type Err = ();

    fn from_str(text: &str) -> Result<Rate, ()> {
        let (burst, long_run) = text.split_once(',').ok_or(())?;
        let (count, time) = long_run.split_once('/').ok_or(())?;
        let seconds = match time.trim() {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(()),
        };
        let burst: u32 = burst.trim().parse().map_err(|_| ())?;
        let count: f64 = count.trim().parse().map_err(|_| ())?;
        let is_rate = burst > 0 && count > 0.0 && count.is_finite();
        is_rate.then_some(Rate { burst, per_second: count / seconds }).ok_or(())
    }
}

/// What one client has left.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A bucket from which as much can be taken at once as its rate allows.
    pub fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { left: f64::from(rate.burst), at: now }
    }

    /// Takes one from what is left.
    ///
    /// # Errors
    /// When it is empty: after how many milliseconds there is one again.
    pub fn take(&mut self, rate: Rate, now: Instant) -> Result<(), u32> {
        self.fill(rate, now);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        let seconds = (1.0 - self.left) / rate.per_second;
        Err((seconds * 1000.0).ceil().clamp(1.0, f64::from(u32::MAX)) as u32)
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * rate.per_second).min(f64::from(rate.burst));
        self.at = now;
    }
}

/// The buckets of many clients.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// How many clients are remembered; beyond that, those with full buckets are forgotten.
const REMEMBERED: usize = 10_000;

impl<K: Eq + Hash> Buckets<K> {
    /// No client has taken anything yet.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Takes one from the bucket of a client.
    ///
    /// # Errors
    /// When it is empty: after how many milliseconds there is one again.
    pub fn take(&self, client: K, now: Instant) -> Result<(), u32> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= REMEMBERED {
            let rate = self.rate;
            buckets.retain(|_, bucket| {
                bucket.fill(rate, now);
                bucket.left < f64::from(rate.burst)
            });
        }
        let bucket = buckets.entry(client).or_insert_with(|| Bucket::full(self.rate, now));
        bucket.take(self.rate, now)
    }

    /// Whether a client may take one now. Nothing is taken.
    ///
    /// # Errors
    /// When its bucket is empty: after how many milliseconds there is one again.
    pub fn look(&self, client: &K, now: Instant) -> Result<(), u32> {
        let bucket = lock(&self.buckets).get(client).copied();
        bucket.map_or(Ok(()), |mut bucket| bucket.take(self.rate, now))
    }
}

/// How many of something each client has open.
#[derive(Debug)]
pub struct Places<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>);

/// One of them; given back when it is dropped.
#[derive(Debug)]
pub struct Place<K: Eq + Hash> {
    places: Places<K>,
    client: K,
}

impl<K: Eq + Hash> Default for Places<K> {
    fn default() -> Self {
        Places(Arc::default())
    }
}

impl<K: Eq + Hash + Clone> Places<K> {
    /// Whether this client has any.
    pub fn has(&self, client: &K) -> bool {
        lock(&self.0).contains_key(client)
    }

    /// A place for this client, unless it has as many as it may have.
    pub fn take(&self, client: K, most: usize) -> Option<Place<K>> {
        let mut open = lock(&self.0);
        let count = open.entry(client.clone()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { places: Places(Arc::clone(&self.0)), client })
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut open = lock(&self.places.0);
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// The address as far as it is one client's: of IPv6 the part that one customer has.
pub fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// What is behind a lock. A panic elsewhere leaves these values as they are: all are counts.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_empty_bucket_says_how_long_to_wait() {
        let buckets = Buckets::new(Rate { burst: 2, per_second: 4.0 });
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        assert_eq!(buckets.take("a", after(0)), Ok(()));
        assert_eq!(buckets.take("a", after(0)), Ok(()));
        assert_eq!(buckets.take("a", after(0)), Err(250));
        assert_eq!(buckets.take("a", after(100)), Err(150));
        assert_eq!(buckets.take("b", after(100)), Ok(()), "everybody has their own");
        assert_eq!(buckets.look(&"a", after(100)), Err(150));
        assert_eq!(buckets.look(&"c", after(100)), Ok(()));
        assert_eq!(buckets.look(&"a", after(250)), Ok(()), "looking takes nothing");
        assert_eq!(buckets.take("a", after(250)), Ok(()));
        // It never holds more than its burst.
        assert_eq!(buckets.take("a", after(60_000)), Ok(()));
        assert_eq!(buckets.take("a", after(60_000)), Ok(()));
        assert!(buckets.take("a", after(60_000)).is_err());
    }

    #[test]
    fn places_are_given_back() {
        let places = Places::default();
        let (first, second) = (places.take("a", 2), places.take("a", 2));
        assert!(first.is_some() && second.is_some() && places.take("a", 2).is_none());
        assert!(places.take("b", 2).is_some());
        drop(first);
        assert!(places.take("a", 2).is_some());
        drop(second);
        assert!(lock(&places.0).is_empty(), "nobody is remembered for nothing");
    }

    #[test]
    fn clients_with_full_buckets_are_forgotten() {
        let buckets = Buckets::new(Rate { burst: 1, per_second: 1.0 });
        let start = Instant::now();
        for client in 0..REMEMBERED {
            assert!(buckets.take(client, start).is_ok());
        }
        assert!(buckets.take(REMEMBERED, start + Duration::from_secs(2)).is_ok());
        assert_eq!(lock(&buckets.buckets).len(), 1);
    }

    #[test]
    fn an_address_of_ipv6_is_a_network() {
        let client = |text: &str| client_of(text.parse().unwrap()).to_string();
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(client("::ffff:10.0.0.1"), "10.0.0.1");
        assert_eq!(client("10.0.0.1"), "10.0.0.1");
    }
}
