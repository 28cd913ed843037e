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
    /// A setting is out of its range.
    BadSetting,
    /// The time for seeds is over, or the seat has given one.
    SeedsClosed,
    /// The seed is too long, empty, or has control characters.
    BadSeed,
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
}
