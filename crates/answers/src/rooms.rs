//! Rooms: what one is opened with, and what everybody may know about it from outside.

use dicehouse_room::message::{
    Absence, PersonId, Phase, SeatHolder, SeatState, Seconds, Settings, SettingsChange, TalkRule,
    TurnClock, Watching,
};
use dicehouse_room::{Offers, Room};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_table::record::Header;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A room to be opened.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct NewRoom {
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The preset of its rules; left out: the game's default.
    pub preset: Option<String>,
    /// Options that differ from the preset, as `wild=none,dice=3`.
    #[serde(default)]
    pub options: String,
    /// Settings that differ from the usual ones, as in docs/room.md.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub settings: SettingsChange,
}

/// A room that can be joined.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Opened {
    /// By which it is joined: `/room/CODE`.
    pub code: String,
}

/// How long a turn takes at most.
const PER_TURN: Seconds = Seconds(60);
/// How long a player may be away before a bot plays for them.
const GRACE: Seconds = Seconds(30);

/// The usual settings for these rules.
pub fn usual(offers: &Offers, ruleset: Ruleset) -> Settings {
    let game = ruleset.game();
    Settings {
        ruleset,
        seats: match game {
            GameKind::Liars | GameKind::Claims => 4,
            GameKind::Pairs => 2,
        },
        clock: TurnClock { per_turn: Some(PER_TURN) },
        listed: false,
        watching: Watching::Anyone { delay: Seconds(0) },
        talk: TalkRule::Phrases,
        absence: Absence {
            grace: GRACE,
            stand_in: offers.stand_in(game).map(|bot| bot.name.clone()),
        },
        start_when_ready: false,
        rated: false,
    }
}

/// A room as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct RoomSummary {
    /// By which it is joined.
    pub code: String,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The rules in a few words, as `liars perudo (dice=3)`.
    pub rules: String,
    /// `lobby`, `playing`, `over` or `closed`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
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
    /// Whether its games count for the ratings.
    pub rated: bool,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Commitment {
    /// The game's id; null for a game in a room that is not listed.
    pub game: Option<String>,
    /// The SHA-256 the house committed to, in hexadecimal digits.
    pub commitment: String,
    /// The key with which the house signs the record of the game; null when it does not.
    pub signed_by: Option<String>,
    /// When it started, in milliseconds since 1970.
    pub started: u64,
}

impl Commitment {
    /// What the header of a game commits to.
    pub fn of(header: &Header, listed: bool) -> Option<Commitment> {
        Some(Commitment {
            game: listed.then(|| header.id.to_string()),
            commitment: header.commitment()?.to_string(),
            signed_by: header.signed_by.map(|key| key.to_string()),
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
        rated: settings.rated,
        listed: settings.listed,
        commitment,
        seated: state.seats.iter().filter_map(seated).collect(),
    }
}
