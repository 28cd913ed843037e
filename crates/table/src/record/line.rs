//! The lines of a record, and the check that binds each to those before it.

use std::fmt;
use std::str::FromStr;

use dicehouse_rules::{Ruleset, Seat, Standing};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::dice::{Commitment, ContestSecret, DealStream, HeaderHash, ServerSeed, TrustedDice};
use crate::entry::Entry;
use crate::seating::Seated;
use crate::text::Name;

use super::rename::FORGOTTEN;

use super::signature::{PublicKey, Signature};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The first line: what is played, by whom, with which dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    /// The version of the format, [`FORMAT`].
    pub dicehouse: u32,
    /// The game's own name, unlike any other's.
    pub id: GameId,
    /// When it started, in milliseconds since 1970 UTC.
    pub started: u64,
    /// The complete rules.
    pub ruleset: Ruleset,
    /// The players in seat order.
    pub seats: Vec<Seated>,
    /// Who signs the record when the game is over; `None` when nobody does. It stands before the dice, so that the
    /// commitment to them binds it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub signed_by: Option<PublicKey>,
    /// Where the dice come from.
    pub dice: DiceHeader,
    /// What the dice are bound to, where that no longer follows from the line itself: a name was taken out of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub header_hash: Option<HeaderHash>,
}

/// What is fixed of a game before its dice are: a header without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The game's own name, unlike any other's.
    pub id: GameId,
    /// When it starts, in milliseconds since 1970 UTC.
    pub started: u64,
    /// The complete rules.
    pub ruleset: Ruleset,
    /// The players in seat order.
    pub seats: Vec<Seated>,
}

impl Opening {
    /// The game with dice that people can trust.
    pub fn trusted(self, server_seed: &ServerSeed) -> (Header, TrustedDice) {
        self.given().trusted(server_seed)
    }

    /// The game with the dice of a contest's deal.
    pub fn dealt(self, secret: &ContestSecret, deal: u64) -> (Header, DealStream) {
        self.given().dealt(secret, deal)
    }

    /// The game with dice from elsewhere.
    pub fn given(self) -> Header {
        let Opening { id, started, ruleset, seats } = self;
        let (signed_by, dice, header_hash) = (None, DiceHeader::Given, None);
        Header { dicehouse: FORMAT, id, started, ruleset, seats, signed_by, dice, header_hash }
    }

    /// The header of a game whose record is signed by `signer`, if anybody does. Its dice are still to be chosen.
    pub fn signed_by(self, signer: Option<PublicKey>) -> Header {
        Header { signed_by: signer, ..self.given() }
    }
}

impl Header {
    /// The game with dice that people can trust.
    pub fn trusted(mut self, server_seed: &ServerSeed) -> (Header, TrustedDice) {
        let hash = self.hash();
        self.dice = DiceHeader::Trusted { commitment: server_seed.commitment(&hash) };
        (self, TrustedDice::new(server_seed, &hash))
    }

    /// The game with the dice of a contest's deal.
    pub fn dealt(mut self, secret: &ContestSecret, deal: u64) -> (Header, DealStream) {
        let commitment = secret.commitment(deal, &self.hash());
        self.dice = DiceHeader::Deal { deal, commitment };
        (self, DealStream::new(secret, deal))
    }

    /// What binds the dice, to be shown before the game; `None` when they come from elsewhere.
    pub fn commitment(&self) -> Option<&Commitment> {
        match &self.dice {
            DiceHeader::Trusted { commitment } | DiceHeader::Deal { commitment, .. } => {
                Some(commitment)
            }
            DiceHeader::Given => None,
        }
    }

    /// The SHA-256 of the header's line up to `,"dice":{`: what the dice are bound to. Once a name was taken out of the line,
    /// it is the one that the line had before.
    pub fn hash(&self) -> HeaderHash {
        if let Some(hash) = self.header_hash {
            return hash;
        }
        #[derive(Serialize)]
        struct Hashed<'a> {
            dicehouse: u32,
            id: &'a GameId,
            started: u64,
            ruleset: &'a Ruleset,
            seats: &'a [Seated],
            #[serde(skip_serializing_if = "Option::is_none")]
            signed_by: &'a Option<PublicKey>,
        }
        let Header { dicehouse, id, started, ruleset, seats, signed_by, .. } = self;
        let (dicehouse, started) = (*dicehouse, *started);
        let hashed = Hashed { dicehouse, id, started, ruleset, seats, signed_by };
        // Everything in it has a JSON form.
        let json = serde_json::to_string(&hashed).unwrap_or_default();
        HeaderHash(Sha256::digest(json.strip_suffix('}').unwrap_or(&json)).into())
    }

    /// The header without the name in a seat. The dice stay bound to the one it was.
    #[must_use]
    pub fn without_name(&self, seat: Seat) -> Header {
        let mut header = Header { header_hash: Some(self.hash()), ..self.clone() };
        if let Some(seated) = header.seats.get_mut(seat.index()) {
            seated.name = Name::new(FORGOTTEN);
        }
        header
    }
}

/// The name of a game: 1 to 64 letters, digits, dots, dashes and underscores of ASCII. It can be the
/// name of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct GameId(String);

/// Why a text cannot be the id of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a game's id has 1 to 64 letters, digits, dots, dashes and underscores, no dot first")]
pub struct GameIdError;

impl GameId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A name from when the game started and some bytes that no other game has.
    pub fn unique(started: u64, bytes: [u8; 8]) -> GameId {
        GameId(format!("{started:013}-{}", hex::encode(bytes)))
    }

    /// The name of game `number` of those that go by this name.
    #[must_use]
    pub fn numbered(&self, number: u64) -> GameId {
        let kept: String = self.0.chars().take(40).collect();
        GameId(format!("{kept}-{number}"))
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<GameId, GameIdError> {
        let fine = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(fine);
        if fits && !text.starts_with('.') { Ok(GameId(text.to_owned())) } else { Err(GameIdError) }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Where the dice come from, as far as it may be known before the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiceHeader {
    /// Derived from a server seed that is committed to here and revealed at the end.
    Trusted {
        /// Binds the server seed to this header.
        commitment: Commitment,
    },
    /// The stream of a contest's deal.
    Deal {
        /// Which deal of the contest.
        deal: u64,
        /// Binds the contest's secret and the deal to this header.
        commitment: Commitment,
    },
    /// From elsewhere: real dice, a script. Nobody can make them again.
    Given,
}

/// The last line: how it ended, and what was secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// The standing; `None` when the game was broken off before its end.
    pub standing: Option<Standing>,
    /// What makes the dice checkable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Reveal>,
}

/// What was secret during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reveal {
    /// The server seed the header committed to.
    ServerSeed(ServerSeed),
    /// The secret that all dice of a contest are made from.
    ContestSecret(ContestSecret),
}

impl Reveal {
    /// What the bot in `seat` draws its luck from. It tells nothing of the dice, and it is the same whenever and
    /// wherever the bot sits down at this game.
    pub fn luck_of(&self, seat: Seat) -> u64 {
        let mut purpose = b"dicehouse bot in seat 1 ".to_vec();
        purpose.push(u8::try_from(seat.index()).unwrap_or(u8::MAX));
        let derived = match self {
            Reveal::ServerSeed(seed) => seed.derive(&purpose),
            Reveal::ContestSecret(secret) => secret.derive(&purpose),
        };
        let [a, b, c, d, e, f, g, h, ..] = derived;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }
}

/// One line without its check, to be written.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Line<'a> {
    Header(&'a Header),
    Entry(&'a Entry),
    End { end: &'a End },
    Signature { signature: &'a Signature },
}

/// Binds each line of a file to all before it: a line that is changed, lost or moved no longer fits.
///
/// Records have it, and so have other files of JSON lines, such as the journal of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    last: [u8; Chain::LENGTH],
}

impl Chain {
    /// Bytes of a check. It is there to find damage; what proves a game is playing it again.
    const LENGTH: usize = 8;
    /// What stands between a line's own JSON and its check.
    const FIELD: &'static str = ",\"check\":\"";

    /// The line as it is written: its JSON with the check as last field.
    #[must_use]
    pub fn seal(&mut self, json: &str) -> String {
        let body = json.strip_suffix('}').unwrap_or(json);
        let check = self.next(body);
        format!("{body}{}{check}\"}}", Chain::FIELD)
    }

    /// The line's own JSON, if its check fits.
    pub fn open(&mut self, line: &str) -> Option<String> {
        let (body, tail) = line.rsplit_once(Chain::FIELD)?;
        let check = tail.strip_suffix("\"}")?;
        (self.next(body) == check).then(|| format!("{body}}}"))
    }

    fn next(&mut self, body: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(self.last);
        hash.update(body.as_bytes());
        self.last.copy_from_slice(&hash.finalize()[..Chain::LENGTH]);
        hex::encode(self.last)
    }
}
