//! What an operator decides about a house.

use std::net::IpAddr;
use std::time::Duration;

use crate::contest::ContestDoor;
use crate::identity::Cookies;
use crate::limit::Rate;
use crate::network::Network;

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
    pub proxies: Vec<Network>,
    /// How much one address may do.
    pub limits: Limits,
    /// How long a client may take to send the head of a request, or the next one.
    pub patience: Duration,
    /// How long a room without anybody in it stays in memory.
    pub idle: Duration,
    /// How long a room stays open that everybody has left.
    pub keep_empty: Duration,
    /// How long things are kept.
    pub keep: Keep,
    /// How often the log of a room that stays awake is folded: what was before its game is forgotten then.
    pub fold_every: Duration,
    /// How many house bots think at the same time.
    pub thinkers: usize,
    /// How long a house bot takes at least, so that people can follow.
    pub bot_pause: Duration,
    /// How many rooms may be awake at the same time.
    pub rooms: usize,
    /// The contest that people may watch.
    pub contest: Option<ContestDoor>,
    /// The documentation, which is served under `/docs/`.
    pub book: Book,
}

/// A book of files: the one at a path, as its media type and what is in it.
pub type Book = fn(path: &str) -> Option<(&'static str, &'static [u8])>;

/// How long things are kept; `None`: for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// A room that is closed: its code stays taken. What was played there is in its records.
    pub closed: Duration,
    /// What people say in rooms; zero: it is not noted.
    pub talk: Option<Duration>,
    /// From which address an account was used; zero: it is not noted.
    pub addresses: Option<Duration>,
    /// Finished games, with their records.
    pub games: Option<Duration>,
    /// Accounts of people that are not used.
    pub accounts: Option<Duration>,
}

impl Keep {
    /// This many days.
    pub const fn days(days: u32) -> Duration {
        Duration::from_secs(days as u64 * 24 * 60 * 60)
    }

    /// What a house does unless its operator decides otherwise.
    pub const USUAL: Keep = Keep {
        closed: Keep::days(7),
        talk: Some(Keep::days(30)),
        addresses: Some(Keep::days(7)),
        games: None,
        accounts: None,
    };
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
    /// Codes of rooms that one address may ask for in vain.
    pub misses: Rate,
    /// Connections of one address over which requests come.
    pub sockets: usize,
    /// Open WebSockets of one address.
    pub connections: usize,
    /// Open WebSockets of one account.
    pub account_connections: usize,
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
            misses: Rate { burst: 30, per_second: 0.1 },
            sockets: 256,
            connections: 64,
            account_connections: 16,
            messages: Rate { burst: 40, per_second: 10.0 },
            rates_one_address: false,
        }
    }

    /// For a house behind a proxy that limits addresses itself, and for measurements: only connections
    /// are limited.
    pub fn by_connection_alone() -> Limits {
        let free = Rate::UNLIMITED;
        Limits {
            requests: free,
            accounts: free,
            rooms: free,
            checks: free,
            misses: free,
            sockets: usize::MAX,
            connections: usize::MAX,
            account_connections: usize::MAX,
            rates_one_address: true,
            ..Limits::usual()
        }
    }
}

/// The limits an operator can set, by name.
pub const LIMIT_NAMES: [&str; 9] = [
    "requests",
    "accounts",
    "rooms",
    "checks",
    "misses",
    "messages",
    "sockets",
    "connections",
    "account-connections",
];

impl Limits {
    /// Sets a limit from its text: `connections=64`, `rooms=20,6/m` (twenty at once, six a minute in the long run), or
    /// `misses=off`.
    ///
    /// # Errors
    /// When there is no such limit, or the text is not what it takes; in words.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| "a limit is written as NAME=VALUE, as in rooms=20,6/m".to_owned())?;
        let name = name.trim();
        let rate = match name {
            "requests" => &mut self.requests,
            "accounts" => &mut self.accounts,
            "rooms" => &mut self.rooms,
            "checks" => &mut self.checks,
            "misses" => &mut self.misses,
            "messages" => &mut self.messages,
            _ => {
                let count = match name {
                    "sockets" => &mut self.sockets,
                    "connections" => &mut self.connections,
                    "account-connections" => &mut self.account_connections,
                    _ => {
                        let names = LIMIT_NAMES.join(", ");
                        return Err(format!("there is no limit \"{name}\": there are {names}"));
                    }
                };
                *count = match value.trim() {
                    "off" => usize::MAX,
                    value => value.parse().ok().filter(|&count| count > 0).ok_or_else(|| {
                        format!("{name} is a number from 1 on, or off: {name}=64")
                    })?,
                };
                return Ok(());
            }
        };
        *rate = match value.trim() {
            "off" => Rate::UNLIMITED,
            value => value.parse().map_err(|()| {
                format!(
                    "{name} is how many at once and how many in the long run, or off: {name}=20,6/m"
                )
            })?,
        };
        Ok(())
    }
}

impl Config {
    /// Whether this address is a proxy whose word is taken.
    pub fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|network| network.contains(address))
    }

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
            keep: Keep::USUAL,
            fold_every: Duration::from_secs(60 * 60),
            thinkers: 2,
            bot_pause: Duration::from_millis(700),
            rooms: 20_000,
            contest: None,
            book: |_| None,
        }
    }
}

/// The longest body, frame and message, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// The longest record that is checked, in bytes.
pub const LONGEST_RECORD: usize = 1024 * 1024;

#[cfg(test)]
mod tests {
    use super::{LIMIT_NAMES, Limits};
    use crate::limit::Rate;

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::usual();
        for text in
            ["rooms=20,6/m", "messages = 5,2/s", "accounts=1,12/h", "misses=off", "connections=3"]
        {
            assert_eq!(limits.set(text), Ok(()), "{text}");
        }
        assert_eq!(limits.rooms, Rate { burst: 20, per_second: 0.1 });
        assert_eq!(limits.messages, Rate { burst: 5, per_second: 2.0 });
        assert_eq!(limits.accounts, Rate { burst: 1, per_second: 12.0 / 3600.0 });
        assert_eq!(limits.misses, Rate::UNLIMITED);
        assert_eq!(limits.connections, 3);
        assert_eq!(limits.requests, Limits::usual().requests, "the others stay");
        for name in LIMIT_NAMES {
            assert_eq!(limits.set(&format!("{name}=off")), Ok(()), "{name}");
        }
        for (text, says) in [
            ("rooms", "NAME=VALUE"),
            ("cakes=3", "there are requests, accounts"),
            ("rooms=6/m", "rooms=20,6/m"),
            ("rooms=20,6", "rooms=20,6/m"),
            ("rooms=0,6/m", "rooms=20,6/m"),
            ("rooms=20,-6/m", "rooms=20,6/m"),
            ("rooms=20,0/m", "rooms=20,6/m"),
            ("rooms=20,NaN/m", "rooms=20,6/m"),
            ("connections=0", "from 1 on"),
            ("sockets=many", "from 1 on"),
        ] {
            let error = limits.set(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
