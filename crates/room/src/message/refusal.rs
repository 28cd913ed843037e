//! Why a command was refused.

use serde::{Deserialize, Serialize};

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    /// What is wrong, for programs.
    pub code: RefusalCode,
    /// What is wrong, as a sentence for the person.
    pub text: String,
    /// What the rules have against the act, with its data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<dicehouse_rules::Refusal>"))]
    pub rules: Option<Box<dicehouse_rules::Refusal>>,
    /// After how many milliseconds it can be tried again, where waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wait: Option<u32>,
}

/// What is wrong with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum RefusalCode {
    /// The room is closed.
    Closed,
    /// The person is not in the room.
    NotHere,
    /// The host has sent the person away.
    Kicked,
    /// The room has as many people as it can take.
    Full,
    /// The room is somebody else's try at the daily challenge.
    Private,
    /// A try at the daily challenge does not allow that.
    Challenge,
    /// Only the host can do that.
    NotHost,
    /// There is no such person in the room.
    NoSuchPerson,
    /// Not while a game is going on, or about to start.
    GameOn,
    /// Only while a game is going on.
    NoGame,
    /// The person has no seat.
    NotSeated,
    /// The person has a seat already.
    Seated,
    /// There is no such seat.
    NoSuchSeat,
    /// Somebody has that seat.
    SeatTaken,
    /// All seats are taken.
    NoFreeSeat,
    /// The seat has no bot.
    NoBotThere,
    /// There is no such bot, or it does not play this game.
    NoSuchBot,
    /// Seats are free: somebody, or a bot, must take them first.
    SeatsFree,
    /// A rated game starts when everybody at the table is ready.
    NotReady,
    /// The game is rated: that would decide it, or spoil it for somebody.
    Rated,
    /// A setting is out of its range.
    BadSetting,
    /// The time for seeds is over, or the seat has given one.
    SeedsClosed,
    /// The game is paused.
    Paused,
    /// The game is not paused.
    NotPaused,
    /// The question has been answered, or was another one.
    Stale,
    /// The rules do not allow the act; the text says why.
    Illegal,
    /// A bot plays for the person: they can take their seat back.
    BotPlays,
    /// No bot plays for the person.
    NoBotPlays,
    /// There is no bot to play for the person.
    NoStandIn,
    /// The room does not allow words of one's own, or any.
    TalkOff,
    /// Too much at once; `wait` says how long.
    TooFast,
    /// The command's number is so old that nobody knows whether it was done, or far ahead.
    BadId,
    /// The command could not be understood; the text says why.
    Unreadable,
    /// The house failed; nothing was done.
    Failed,
}

impl Refusal {
    /// The refusal with its usual sentence.
    #[must_use]
    pub fn new(code: RefusalCode) -> Refusal {
        Refusal::because(code, code.text())
    }

    /// The refusal with a sentence of its own.
    #[must_use]
    pub fn because(code: RefusalCode, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into(), rules: None, wait: None }
    }
}

impl From<RefusalCode> for Refusal {
    fn from(code: RefusalCode) -> Refusal {
        Refusal::new(code)
    }
}

impl From<dicehouse_rules::Refusal> for Refusal {
    fn from(refusal: dicehouse_rules::Refusal) -> Refusal {
        let rules = Some(Box::new(refusal));
        Refusal { rules, ..Refusal::because(RefusalCode::Illegal, refusal.to_string()) }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refusal {}

impl RefusalCode {
    /// The usual sentence.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            RefusalCode::Closed => "this room is closed",
            RefusalCode::NotHere => "you are not in this room",
            RefusalCode::Kicked => "the host has sent you away from this room",
            RefusalCode::Full => "this room is full",
            RefusalCode::Private => "this room is somebody's own try at the daily challenge",
            RefusalCode::Challenge => "that is not possible in a try at the daily challenge",
            RefusalCode::NotHost => "only the host can do that",
            RefusalCode::NoSuchPerson => "there is no such person in this room",
            RefusalCode::GameOn => "not while a game is going on",
            RefusalCode::NoGame => "no game is going on",
            RefusalCode::NotSeated => "you have no seat",
            RefusalCode::Seated => "you have a seat already: stand up first",
            RefusalCode::NoSuchSeat => "this table has no such seat",
            RefusalCode::SeatTaken => "that seat is taken",
            RefusalCode::NoFreeSeat => "all seats are taken",
            RefusalCode::NoBotThere => "there is no bot on that seat",
            RefusalCode::NoSuchBot => "there is no such bot for this game",
            RefusalCode::SeatsFree => "some seats are free: put bots on them, or have fewer seats",
            RefusalCode::NotReady => "a rated game starts when everybody at the table is ready",
            RefusalCode::Rated => "this game is rated: its players play it to the end",
            RefusalCode::BadSetting => "that setting is out of its range",
            RefusalCode::SeedsClosed => "seeds are added once, before the first throw",
            RefusalCode::Paused => "the game is paused",
            RefusalCode::NotPaused => "the game is not paused",
            RefusalCode::Stale => "that question has been answered",
            RefusalCode::Illegal => "the rules do not allow that",
            RefusalCode::BotPlays => "a bot plays for you: take your seat back first",
            RefusalCode::NoBotPlays => "no bot plays for you",
            RefusalCode::NoStandIn => "there is no bot to play for you",
            RefusalCode::TalkOff => "this room does not allow that kind of talk",
            RefusalCode::TooFast => "too much at once: wait a moment",
            RefusalCode::BadId => "the number of this command is too old, or too far ahead",
            RefusalCode::Unreadable => "that command could not be understood",
            RefusalCode::Failed => "something went wrong in the house; nothing was done",
        }
    }
}
