//! The house: what all its parts share.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use dicehouse_room::Offers;
use dicehouse_room::message::{Seconds, Time};
use dicehouse_store::{Sanction, Store};
use rand_chacha::ChaCha20Rng;
use tokio::sync::{broadcast, watch};

use crate::config::Config;
use crate::cpu_work::CpuWork;
use crate::identity::Links;
use crate::key::{CannotOpen, HouseKey};
use crate::limit::{Buckets, Places, Rate, lock};
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
    /// What records are signed with, and what is secret is sealed with.
    pub key: HouseKey,
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
    /// Codes of rooms asked for in vain, by address.
    pub misses: Buckets<IpAddr>,
    /// Reports by account.
    pub reports: Buckets<String>,
    /// Who is banned or muted, as it was read last.
    pub(crate) sanctions: Mutex<Vec<Sanction>>,
    /// How often it is noted that an account was used from an address.
    visits: Buckets<(String, IpAddr)>,
    /// Open WebSockets by address.
    pub connections: Places<IpAddr>,
    /// Open WebSockets by account.
    pub account_connections: Places<String>,
    told_of_proxy: AtomicBool,
    /// Codes for one more device.
    pub links: Links,
    signed_out: broadcast::Sender<SignedOut>,
    wrote: tokio::sync::Mutex<Option<(Instant, bool)>>,
    luck: Mutex<ChaCha20Rng>,
    clock: Clock,
    stopping: watch::Sender<bool>,
}

/// Who may no longer act: open connections of theirs end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignedOut {
    /// One device.
    Device(String),
    /// All devices of an account but this one.
    OthersThan {
        /// Whose devices they are.
        account: String,
        /// The one that stays.
        device: String,
    },
    /// All devices of an account.
    Account(String),
    /// Everybody who came from an address.
    Address(String),
}

impl SignedOut {
    /// Whether this device of an account, at this address, is among them.
    pub fn is(&self, account: &str, device: &str, client: IpAddr) -> bool {
        match self {
            SignedOut::Device(ended) => ended == device,
            SignedOut::OthersThan { account: whose, device: stays } => {
                whose == account && stays != device
            }
            SignedOut::Account(whose) => whose == account,
            SignedOut::Address(address) => *address == client.to_string(),
        }
    }
}

/// A few reports at once, and then one in ten minutes.
const REPORTS: Rate = Rate { burst: 5, per_second: 1.0 / 600.0 };

/// It is noted once an hour that an account is used from an address.
const VISITS: Rate = Rate { burst: 1, per_second: 1.0 / 3600.0 };

/// How many sign-outs a connection may be behind; one that is further behind ends and comes back.
const SIGNED_OUT: usize = 256;

/// Where the time comes from.
pub type Clock = fn() -> SystemTime;

impl Deref for House {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl House {
    /// A house around a store. Its key, luck and time come from the caller.
    pub fn new(
        config: Config,
        key: HouseKey,
        store: Store,
        luck: ChaCha20Rng,
        clock: Clock,
    ) -> House {
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
            misses: Buckets::new(limits.misses),
            reports: Buckets::new(REPORTS),
            sanctions: Mutex::default(),
            visits: Buckets::new(VISITS),
            matching: Matching::default(),
            metrics: Metrics::default(),
            offers: Arc::new(Offers {
                signs: Some(key.public()),
                ..dicehouse_answers::offers(Seconds(keep_empty))
            }),
            connections: Places::default(),
            account_connections: Places::default(),
            told_of_proxy: AtomicBool::new(false),
            links: Links::default(),
            signed_out: broadcast::Sender::new(SIGNED_OUT),
            wrote: tokio::sync::Mutex::default(),
            luck: Mutex::new(luck),
            stopping: watch::Sender::new(false),
            config,
            key,
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

    /// Seals what nobody may read from a copy of the store, to be opened at this place.
    pub(crate) fn seal(&self, place: &str, text: &str) -> String {
        let mut nonce = [0; 12];
        self.luck(|luck| rand::Rng::fill_bytes(luck, &mut nonce));
        self.key.seal(place, text, nonce)
    }

    /// Opens what is kept at this place, if it is sealed. What was kept before houses sealed anything is taken as it is.
    pub(crate) fn unsealed(&self, place: &str, text: String) -> Result<String, CannotOpen> {
        if HouseKey::is_sealed(&text) { self.key.open(place, &text) } else { Ok(text) }
    }

    /// Whether the house is closing.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Tells when the house is closing.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Ends the connections of a device, or of an account.
    pub fn sign_out(&self, who: SignedOut) {
        // Without connections there is nobody to tell.
        let _ = self.signed_out.send(who);
    }

    /// Tells whose connections end.
    pub(crate) fn signed_out(&self) -> broadcast::Receiver<SignedOut> {
        self.signed_out.subscribe()
    }

    /// Notes that an account is used, and from where if that is kept.
    pub(crate) async fn note_visit(&self, account: &str, client: IpAddr) {
        if self.visits.take((account.to_owned(), client), Instant::now()).is_err() {
            return;
        }
        let is_kept = self.config.keep.addresses != Some(Duration::ZERO);
        let address = is_kept.then(|| client.to_string());
        let noted = self.store.note_visit(account, address.as_deref(), self.now_millis()).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "it could not be noted that an account is used");
        }
    }

    /// Whether the store can be written; tried at most once a second.
    pub(crate) async fn can_write(&self) -> bool {
        let mut wrote = self.wrote.lock().await;
        match *wrote {
            Some((at, could)) if at.elapsed() < Duration::from_secs(1) => could,
            _ => {
                let tried = self.store.try_to_write(self.now_millis()).await;
                if let Err(error) = &tried {
                    tracing::error!(%error, "the house cannot write");
                }
                *wrote = Some((Instant::now(), tried.is_ok()));
                tried.is_ok()
            }
        }
    }

    /// Whether to tell of a proxy that is not named: once.
    pub(crate) fn tells_of_proxy(&self) -> bool {
        !self.told_of_proxy.swap(true, Ordering::Relaxed)
    }
}
