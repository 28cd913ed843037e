//! The house: what all its parts share.

use std::collections::HashMap;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use dicehouse_room::Offers;
use dicehouse_room::message::{Seconds, Time};
use dicehouse_store::Store;
use rand_chacha::ChaCha20Rng;
use tokio::sync::watch;

use crate::config::Config;
use crate::cpu_work::CpuWork;
use crate::limit::{Buckets, lock};
use crate::metrics::Metrics;
use crate::reviews::Reviews;
use crate::rooms::{Matching, Rooms};

/// A house that is open. Cloning is cheap; the clones are the same house.
#[derive(Clone)]
pub struct House(Arc<Parts>);

/// What the parts of a house share.
pub struct Parts {
    /// What the operator decided.
    pub config: Config,
    /// What is kept.
    pub store: Store,
    /// The rooms that are awake.
    pub rooms: Rooms,
    /// Who is on the way to a room by quick match.
    pub matching: Matching,
    /// What is counted for whoever watches over the house.
    pub metrics: Metrics,
    /// The bots rooms can choose from.
    pub offers: Arc<Offers>,
    /// Who thinks for the house.
    pub cpu_work: CpuWork,
    /// Reviews of finished games.
    pub reviews: Reviews,
    /// Reviews of records that people brought. They have a queue of their own: people who send records do not keep
    /// those waiting who look at games of the house.
    pub sent_reviews: Reviews,
    /// Requests by address.
    pub requests: Buckets<IpAddr>,
    /// New accounts by address.
    pub accounts: Buckets<IpAddr>,
    /// New rooms by address.
    pub new_rooms: Buckets<IpAddr>,
    /// Records checked by address.
    pub checks: Buckets<IpAddr>,
    connections: Mutex<HashMap<IpAddr, usize>>,
    luck: Mutex<ChaCha20Rng>,
    clock: Clock,
    stopping: watch::Sender<bool>,
}

/// Where the time comes from.
pub type Clock = fn() -> SystemTime;

impl Deref for House {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl House {
    /// A house around a store. Luck and time come from the caller.
    pub fn new(config: Config, store: Store, luck: ChaCha20Rng, clock: Clock) -> House {
        let limits = config.limits;
        let keep_empty = u32::try_from(config.keep_empty.as_secs()).unwrap_or(u32::MAX);
        House(Arc::new(Parts {
            cpu_work: CpuWork::new(config.thinkers),
            reviews: Reviews::new(),
            sent_reviews: Reviews::new(),
            rooms: Rooms::new(config.rooms),
            requests: Buckets::new(limits.requests),
            accounts: Buckets::new(limits.accounts),
            new_rooms: Buckets::new(limits.rooms),
            checks: Buckets::new(limits.checks),
            matching: Matching::default(),
            metrics: Metrics::default(),
            offers: dicehouse_answers::offers(Seconds(keep_empty)),
            connections: Mutex::default(),
            luck: Mutex::new(luck),
            stopping: watch::Sender::new(false),
            config,
            store,
            clock,
        }))
    }

    /// Wakes the rooms in which a game was going on when the house was closed.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn reopen(&self) -> Result<usize, dicehouse_store::Error> {
        self.rooms.reopen(self).await
    }

    /// Closes the house: clients are told to come back, rooms finish what they are doing.
    pub async fn close(&self) {
        self.stopping.send_replace(true);
        self.rooms.close().await;
        self.store.close().await;
    }
}

impl Parts {
    /// The time, in milliseconds since 1970.
    pub fn now_millis(&self) -> i64 {
        i64::try_from(self.now().0).unwrap_or(i64::MAX)
    }

    /// The time, as rooms count it.
    pub fn now(&self) -> Time {
        let since = (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    /// Draws from the house's luck.
    pub fn luck<T>(&self, draw: impl FnOnce(&mut ChaCha20Rng) -> T) -> T {
        draw(&mut lock(&self.luck))
    }

    /// Whether the house is closing.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Tells when the house is closing.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Takes one of an address's connections.
    pub(crate) fn take_connection(&self, client: IpAddr) -> bool {
        let mut connections = lock(&self.connections);
        let open = connections.entry(client).or_default();
        if *open >= self.config.limits.connections {
            return false;
        }
        *open += 1;
        self.metrics.connection(1);
        true
    }

    /// Frees what [`Parts::take_connection`] took.
    pub(crate) fn give_connection_back(&self, client: IpAddr) {
        let mut connections = lock(&self.connections);
        if let Some(open) = connections.get_mut(&client) {
            *open -= 1;
            if *open == 0 {
                connections.remove(&client);
            }
        }
        self.metrics.connection(-1);
    }
}
