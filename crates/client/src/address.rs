//! Where a house is, and where a room.

use std::fmt;

use dicehouse_room::message::RoomCode;

/// Where a house is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    encrypted: bool,
    host: String,
    port: u16,
}

/// A room, and the house it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomAddress {
    /// The house the room is in.
    pub house: Address,
    /// The code of the room.
    pub code: RoomCode,
}

/// Why a text names no house or room.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The address cannot be read.
    #[error("\"{0}\" is not the address of a house: write it as https://HOST or http://HOST:PORT")]
    Unreadable(String),
    /// There is no room in it.
    #[error("\"{0}\" names no room: give its link or its code of letters and digits")]
    NoRoom(String),
}

impl Address {
    /// Reads `https://HOST`, `http://HOST:PORT`, or `HOST:PORT`.
    ///
    /// # Errors
    /// When it is no such address.
    pub fn parse(text: &str) -> Result<Address, AddressError> {
        let unreadable = || AddressError::Unreadable(text.to_owned());
        let (encrypted, rest) = match text.split_once("://") {
            Some(("http" | "ws", rest)) => (false, rest),
            Some(("https" | "wss", rest)) => (true, rest),
            Some(_) => return Err(unreadable()),
            None => (false, text),
        };
        let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| unreadable())?)
            }
            _ => (place, if encrypted { 443 } else { 80 }),
        };
        let good =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(good) {
            return Err(unreadable());
        }
        Ok(Address { encrypted, host: host.to_owned(), port })
    }

    /// Host and port, as a request names them.
    pub fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Whether it is reached over HTTPS.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// The host as a certificate names it.
    pub(crate) fn host_name(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl RoomAddress {
    /// Reads the link of a room, or its code in a house.
    ///
    /// # Errors
    /// When neither is there.
    pub fn parse(text: &str, house: &str) -> Result<RoomAddress, AddressError> {
        let no_room = || AddressError::NoRoom(text.to_owned());
        let code = |text: &str| RoomCode::new(&text.to_ascii_uppercase());
        if !text.contains('/') && !text.contains(':') {
            let code = code(text).ok_or_else(no_room)?;
            return Ok(RoomAddress { house: Address::parse(house)?, code });
        }
        let house = Address::parse(text)?;
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let (_, last) = path.split_once("/room/").ok_or_else(no_room)?;
        let code = code(last.trim_end_matches('/')).ok_or_else(no_room)?;
        Ok(RoomAddress { house, code })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for (text, read) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("localhost:8080", "http://localhost:8080"),
            ("dice.example.org", "http://dice.example.org:80"),
            ("http://[::1]:8080/room/ABC", "http://[::1]:8080"),
            ("[::1]", "http://[::1]:80"),
            ("https://dice.example.org", "https://dice.example.org:443"),
            ("wss://dice.example.org:8443/room/ABC", "https://dice.example.org:8443"),
        ] {
            assert_eq!(
                Address::parse(text).map(|address| address.to_string()).as_deref(),
                Ok(read)
            );
        }
        for bad in ["", "http://", "ftp://x", "host:99999", "ho st", "a\r\nb", "http://x:y"] {
            assert!(matches!(Address::parse(bad), Err(AddressError::Unreadable(_))), "{bad:?}");
        }
    }

    #[test]
    fn rooms_are_found_by_link_or_code() {
        let room = |text: &str| {
            let room = RoomAddress::parse(text, "http://home:1")?;
            Ok(format!("{} {}", room.house, room.code))
        };
        for (text, read) in [
            ("abc123", "http://home:1 ABC123"),
            ("http://x:2/room/Q7", "http://x:2 Q7"),
            ("x:2/room/q7/", "http://x:2 Q7"),
            ("http://x:2/room/q7?a=b", "http://x:2 Q7"),
            ("https://x/room/q7", "https://x:443 Q7"),
        ] {
            assert_eq!(room(text), Ok::<_, AddressError>(read.to_owned()), "{text}");
        }
        for bad in ["", "a b", "http://x:2", "http://x:2/q7", "http://x:2/room/", "ä"] {
            assert!(matches!(room(bad), Err(AddressError::NoRoom(_))), "{bad}");
        }
    }
}
