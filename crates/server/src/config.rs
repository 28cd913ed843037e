//! What an operator decides about a house.

use std::net::IpAddr;
use std::time::Duration;

use crate::contest::ContestDoor;
use crate::identity::Cookies;
use crate::limit::Rate;

/// What an operator decides.
#[derive(Debug, Clone)]
pub struct Config {
    /// The addresses under which pages of this house are loaded, as `https://dice.example.org`. Requests
    /// from pages of any other are refused.
    pub origins: Vec<String>,
    /// How browsers keep their token.
    pub cookies: Cookies,
    /// Whether pages may also be loaded from this computer by the number of its address. Only numbers:
    /// a name could be made to point here by anybody.
    pub by_number: bool,
    /// Proxies whose word about the address of a client is taken.
    pub proxies: Vec<IpAddr>,
    /// How much one address may do.
    pub limits: Limits,
    /// How long a client may take to send the head of a request, or the next one.
    pub patience: Duration,
    /// How long a room without anybody in it stays in memory.
    pub idle: Duration,
    /// How long a room stays open that everybody has left.
    pub keep_empty: Duration,
    /// How many house bots think at the same time.
    pub thinkers: usize,
    /// How long a house bot takes at least, so that people can follow.
    pub bot_pause: Duration,
    /// How many rooms may be awake at the same time.
    pub rooms: usize,
    /// The contest that people may watch.
    pub contest: Option<ContestDoor>,
}

/// How much one address, and one connection, may do.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Requests of one address.
    pub requests: Rate,
    /// New accounts and tries at recovery codes of one address.
    pub accounts: Rate,
    /// New rooms of one address.
    pub rooms: Rate,
    /// Records that are checked for one address.
    pub checks: Rate,
    /// Connections of one address over which requests come.
    pub sockets: usize,
    /// Open WebSockets of one address.
    pub connections: usize,
    /// Messages of one connection.
    pub messages: Rate,
    /// Whether a game is rated in which two players come from one address.
    pub rates_one_address: bool,
}

impl Limits {
    /// For a house that anybody can reach.
    pub fn usual() -> Limits {
        Limits {
            requests: Rate { burst: 120, per_second: 20.0 },
            accounts: Rate { burst: 30, per_second: 0.05 },
            rooms: Rate { burst: 20, per_second: 0.1 },
            checks: Rate { burst: 20, per_second: 0.5 },
            sockets: 256,
            connections: 64,
            messages: Rate { burst: 40, per_second: 10.0 },
            rates_one_address: false,
        }
    }

    /// For a house behind a proxy that limits addresses itself, and for measurements: only connections
    /// are limited.
    pub fn by_connection_alone() -> Limits {
        let free = Rate { burst: u32::MAX, per_second: f64::from(u32::MAX) };
        Limits {
            requests: free,
            accounts: free,
            rooms: free,
            checks: free,
            sockets: usize::MAX,
            connections: usize::MAX,
            rates_one_address: true,
            ..Limits::usual()
        }
    }
}

impl Config {
    /// For a house that is reached at this address over HTTP on this computer.
    pub fn loopback(port: u16) -> Config {
        let hosts = ["127.0.0.1", "localhost", "[::1]"];
        Config {
            origins: hosts.iter().map(|host| format!("http://{host}:{port}")).collect(),
            cookies: Cookies::Plain,
            by_number: false,
            proxies: Vec::new(),
            limits: Limits::usual(),
            patience: Duration::from_secs(20),
            idle: Duration::from_secs(10 * 60),
            keep_empty: Duration::from_secs(60 * 60),
            thinkers: 2,
            bot_pause: Duration::from_millis(700),
            rooms: 20_000,
            contest: None,
        }
    }
}

/// The longest body, frame and message, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// The longest record that is checked, in bytes.
pub const LONGEST_RECORD: usize = 1024 * 1024;
