//! A finished game as it goes in and comes out.

use std::fmt;

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame {
    /// The caller's id of this game: the same game always has the same one.
    pub id: String,
    /// When it ended, in milliseconds since 1970 (UTC).
    pub finished_at: i64,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The preset the ruleset started from.
    pub preset: String,
    /// The whole ruleset as JSON text.
    pub ruleset: String,
    /// Where the record file lies, if one was written.
    pub record: Option<String>,
    /// How each seat did; the position in this list is the seat.
    pub seats: Vec<SeatResult>,
}

impl FinishedGame {
    /// Whether `other` is the same game with the same outcome. The time and the record path are
    /// left out: both differ when interrupted work is done again.
    pub(crate) fn same_result(&self, other: &Self) -> bool {
        let same_seat = |(one, other): (&SeatResult, &SeatResult)| one.same_result(other);
        self.game == other.game
            && self.preset == other.preset
            && self.seats.len() == other.seats.len()
            && self.seats.iter().zip(&other.seats).all(same_seat)
    }
}

/// How one seat did in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatResult {
    /// Who sat there. Two seats of a game may have the same name (a bot against itself).
    pub name: String,
    /// A person or a bot.
    pub kind: Kind,
    /// The account of who sat there, where the house keeps accounts.
    pub account: Option<String>,
    /// The version a bot gave; `None` for people.
    pub bot_version: Option<String>,
    /// 1 = winner; seats that tie share a place.
    pub place: u32,
    /// The final score, in games that have one. More is better.
    pub score: Option<i64>,
    /// Faults made in this game.
    pub faults: u32,
}

impl SeatResult {
    /// Whether both say the same about how it ended. The players are left out: the name and the account
    /// of somebody who has left the house are gone.
    fn same_result(&self, other: &Self) -> bool {
        (self.kind, &self.bot_version, self.place, self.score, self.faults)
            == (other.kind, &other.bot_version, other.place, other.score, other.faults)
    }

    /// A person's result, without score or faults.
    pub fn person(name: impl Into<String>, place: u32) -> Self {
        Self {
            name: name.into(),
            kind: Kind::Person,
            account: None,
            bot_version: None,
            place,
            score: None,
            faults: 0,
        }
    }

    /// A bot's result, without score or faults.
    pub fn bot(name: impl Into<String>, version: impl Into<String>, place: u32) -> Self {
        Self { kind: Kind::Bot, bot_version: Some(version.into()), ..Self::person(name, place) }
    }

    /// The same with a score.
    #[must_use]
    pub fn with_score(mut self, score: i64) -> Self {
        self.score = Some(score);
        self
    }

    /// The same with an account.
    #[must_use]
    pub fn with_account(mut self, account: impl Into<String>) -> Self {
        self.account = Some(account.into());
        self
    }

    /// The same with a number of faults.
    #[must_use]
    pub fn with_faults(mut self, faults: u32) -> Self {
        self.faults = faults;
        self
    }
}

/// Who may sit in a seat. A person and a bot of the same name are two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A program, of the house or of a guest.
    Bot,
    /// A human being.
    Person,
}

impl Kind {
    /// The word used everywhere: `person` or `bot`.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Bot => "bot",
            Kind::Person => "person",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [Kind::Bot, Kind::Person].into_iter().find(|kind| kind.as_str() == word)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What became of a game given to [`record_game`](crate::Store::record_game).
///
/// Recording is idempotent, so work that was interrupted can simply be done again; the first result
/// stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Recorded {
    /// It was not there and is now.
    New,
    /// A game with this id was there before; nothing was changed.
    Already {
        /// Whether the stored game, preset and seats equal those given now. `false` means that the
        /// game was played again with another outcome, or that an id was used twice.
        same_result: bool,
    },
}

impl Recorded {
    /// Whether the game was added by this call.
    pub fn is_new(self) -> bool {
        self == Recorded::New
    }
}

/// One seat's result together with the game it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastResult {
    /// The game's id.
    pub id: String,
    /// When it ended, in milliseconds since 1970 (UTC).
    pub finished_at: i64,
    /// `liars`, `claims` or `pairs`.
    pub game: String,
    /// The preset the ruleset started from.
    pub preset: String,
    /// Where the record file lies, if one was written.
    pub record: Option<String>,
    /// How many seats the game had.
    pub seats: u32,
    /// The seat this result is of, counted from 0.
    pub seat: u32,
    /// How that seat did.
    pub result: SeatResult,
}
