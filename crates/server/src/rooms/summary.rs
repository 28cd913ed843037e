//! What everybody may know about a room from outside.

use dicehouse_room::Room;
use dicehouse_room::message::{PersonId, Phase, SeatHolder, SeatState, Watching};
use dicehouse_table::record::{DiceHeader, Header};
use schemars::JsonSchema;
use serde::Serialize;

/// A room as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RoomSummary {
    /// By which it is joined.
    pub code: String,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The rules in a few words, as `liars perudo (dice=3)`.
    pub rules: String,
    /// `lobby`, `playing`, `over` or `closed`.
    #[schemars(with = "String")]
    pub phase: Phase,
    /// How many seats the table has.
    pub seats: usize,
    /// How many of them nobody has.
    pub free: usize,
    /// Who has the room, if anybody does.
    pub host: Option<String>,
    /// Who sits there.
    pub players: Vec<String>,
    /// How many people are connected.
    pub here: usize,
    /// The seconds for each turn; null for as long as one likes.
    pub per_turn: Option<u32>,
    /// Whether others may look on.
    pub watching: bool,
    /// Whether it is shown in the list.
    #[serde(skip)]
    pub listed: bool,
    /// The game that is going on.
    #[serde(skip)]
    pub commitment: Option<Commitment>,
    /// The people who have a seat.
    #[serde(skip)]
    pub seated: Vec<PersonId>,
}

impl RoomSummary {
    /// Whether this person has a seat.
    pub fn sits(&self, person: &PersonId) -> bool {
        self.seated.contains(person)
    }
}

/// What the house committed to before a game, published while the game goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Commitment {
    /// The game's id.
    pub game: String,
    /// The SHA-256 the house committed to, in hexadecimal digits.
    pub commitment: String,
    /// When it started, in milliseconds since 1970.
    pub started: u64,
}

impl Commitment {
    /// What the header of a game commits to.
    pub fn of(header: &Header) -> Option<Commitment> {
        let commitment = match &header.dice {
            DiceHeader::Trusted { commitment } | DiceHeader::Deal { commitment, .. } => commitment,
            DiceHeader::Given => return None,
        };
        Some(Commitment {
            game: header.id.to_string(),
            commitment: commitment.to_string(),
            started: header.started,
        })
    }
}

/// What everybody may know about this room.
pub fn summary(room: &Room, commitment: Option<Commitment>) -> RoomSummary {
    let state = room.summary();
    let name = |holder: &SeatHolder| match holder {
        SeatHolder::Free => None,
        SeatHolder::Person { name, .. } | SeatHolder::Gone { name, .. } => Some(name.to_string()),
        SeatHolder::Bot(bot) => Some(bot.name.to_string()),
    };
    let players: Vec<String> = state.seats.iter().filter_map(|seat| name(&seat.holder)).collect();
    let seated = |seat: &SeatState| match &seat.holder {
        SeatHolder::Person { person, .. } => Some(person.clone()),
        SeatHolder::Free | SeatHolder::Gone { .. } | SeatHolder::Bot(_) => None,
    };
    let host = state.people.iter().find(|person| Some(&person.person) == state.host.as_ref());
    let settings = &state.settings;
    RoomSummary {
        code: state.code.to_string(),
        game: settings.ruleset.game().name().to_owned(),
        rules: settings.ruleset.to_string(),
        phase: state.phase,
        seats: state.seats.len(),
        free: state.seats.len() - players.len(),
        host: host.map(|host| host.name.to_string()),
        players,
        here: state.people.iter().filter(|person| person.here).count(),
        per_turn: settings.clock.per_turn.map(|seconds| seconds.0),
        watching: matches!(settings.watching, Watching::Anyone { .. }),
        listed: settings.listed,
        commitment,
        seated: state.seats.iter().filter_map(seated).collect(),
    }
}
