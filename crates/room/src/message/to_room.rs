//! What a client says.

use dicehouse_rules::{Act, Seat};
use dicehouse_table::dice::SeatSeed;
use serde::{Deserialize, Serialize};

use super::ids::{CommandId, PersonId, Version};
use super::refusal::{Refusal, RefusalCode};
use super::settings::SettingsChange;
use super::talk::Say;
use super::to_client::{Answer, Notice, Outcome, ToClient};

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ToRoom {
    /// The first message on every connection.
    Come(Come),
    /// Something the person wants to do.
    Command(Command),
    /// Answered with `pong`, so that a client knows that the line is alive.
    Ping,
}

impl ToRoom {
    /// Reads a message of a client.
    ///
    /// # Errors
    /// When it is not one; a command that has at least a number is refused by that number.
    pub fn read(text: &str) -> Result<ToRoom, ToClient> {
        #[derive(Deserialize)]
        struct Numbered {
            r#type: String,
            id: CommandId,
        }
        serde_json::from_str(text).map_err(|error| {
            let numbered = serde_json::from_str::<Numbered>(text).ok();
            match numbered.filter(|numbered| numbered.r#type == "command") {
                Some(Numbered { id, .. }) => {
                    let words = format!("the command could not be understood: {error}");
                    let refusal = Refusal::because(RefusalCode::Unreadable, words);
                    ToClient::Answer(Answer { id, outcome: Outcome::Refused(refusal) })
                }
                None => {
                    let text = format!("The message could not be understood: {error}");
                    ToClient::Notice(Notice::Unreadable { text })
                }
            }
        })
    }
}

/// `come`: the person is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Come {
    /// The version of the messages the client speaks.
    pub protocol: u32,
    /// The last version the client has of this room; it is sent what follows. Left out, it is sent everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub have: Option<Version>,
}

/// `command`: something the person wants to do. It is done once, however often it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Command {
    /// Its number, higher than that of any command before.
    pub id: CommandId,
    /// What to do.
    #[serde(flatten)]
    pub what: Do,
}

/// What a person can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Do {
    // Everybody, before and between games.
    /// Sit down.
    Sit {
        /// Where; left out, on the first free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
    },
    /// Stand up, and look on.
    Stand,
    /// Say whether one is ready for the next game.
    Ready {
        /// Ready or not.
        ready: bool,
    },

    // Everybody, at any time.
    /// Leave the room. A bot takes over the seat of somebody who leaves during a game.
    Leave,
    /// Say something to everyone.
    Say {
        /// A phrase, an emote, or words of their own where the room allows them.
        say: Say,
    },

    // Players, during a game.
    /// Add a seed of one's own to the dice, after the commitment and before the first throw.
    SeatSeed {
        /// 1 to 64 printable ASCII characters without spaces; best 32 random bytes as hexadecimal digits.
        seed: SeatSeed,
    },
    /// Answer the question one is asked.
    Act {
        /// The decision, in its text form or as people type it.
        act: Act,
        /// The version at which the question was asked (`asked` of the [`Moment`](super::Moment)): an answer to
        /// another question is refused.
        asked: Version,
    },
    /// Let a bot play for the moment.
    GiveToBot,
    /// Play again oneself.
    TakeBack,

    // The host, before and between games.
    /// Change the settings.
    Change {
        /// What is to be different.
        settings: SettingsChange,
    },
    /// Put a house bot on a free seat.
    SeatBot {
        /// Where; left out, on every free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
        /// Which, by its name.
        bot: String,
    },
    /// Take a bot from its seat.
    RemoveBot {
        /// The seat to be freed.
        seat: Seat,
    },
    /// Start a game; after a game, play another with the same settings and seats.
    Start,

    // The host, at any time.
    /// Send somebody away. They cannot come back.
    Kick {
        /// The one who has to go.
        person: PersonId,
    },
    /// Make somebody else the host.
    HandOver {
        /// The one who is to decide from now on.
        person: PersonId,
    },
    /// Stop the clock. Nobody can act until the game goes on.
    Pause,
    /// Let the game go on.
    GoOn,
    /// End the game before its end. The dice are opened, nobody has won.
    BreakOff,
    /// Close the room for good.
    Close,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_cannot_be_read_is_refused_by_its_number() {
        for (text, number) in [
            (r#"{"type":"command","id":7,"do":"act","act":"many fives","asked":3}"#, Some(7)),
            (r#"{"type":"command","id":8,"do":"dance"}"#, Some(8)),
            (r#"{"type":"command","id":9}"#, Some(9)),
            (r#"{"type":"command","id":-1,"do":"sit"}"#, None),
            (r#"{"type":"command","do":"sit"}"#, None),
            (r#"{"type":"come","id":7}"#, None),
            ("[]", None),
            ("{", None),
        ] {
            let answer = ToRoom::read(text).unwrap_err();
            let refused = match &answer {
                ToClient::Answer(Answer { id, outcome: Outcome::Refused(refusal) }) => {
                    assert_eq!(refusal.code, RefusalCode::Unreadable);
                    Some(id.0)
                }
                ToClient::Notice(Notice::Unreadable { .. }) => None,
                _ => panic!("{answer:?}"),
            };
            assert_eq!(refused, number, "{text}");
        }
        assert!(ToRoom::read(r#"{"type":"ping"}"#).is_ok());
    }
}
