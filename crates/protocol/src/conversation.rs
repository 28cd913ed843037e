//! The talk with one bot, without its transport.
//!
//! A [`Conversation`] says which lines go out and what a line that came in means. It moves no bytes and knows no clock:
//! whoever drives it writes the lines it gives to a pipe, a socket or anything else that carries lines, hands it the
//! lines that come back, and [gives up](Conversation::give_up) on a question when its time is over.
//!
//! ```
//! use dicehouse_protocol::{Conversation, Heard};
//!
//! let mut talk = Conversation::new();
//! let lines = talk.hello("mine");
//! assert!(lines[0].starts_with(r#"{"type":"hello","protocol":1"#));
//! let heard = talk.hear(r#"{"type":"ready","protocol":1,"name":"Deep Dice"}"#)?;
//! assert!(matches!(heard, Heard::Ready(_)));
//! // An answer before its question is a fault.
//! assert!(talk.hear(r#"{"type":"move","id":1,"act":"call"}"#).is_err());
//! # Ok::<(), dicehouse_protocol::Misspoken>(())
//! ```

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use dicehouse_rules::{Acts, View};
use dicehouse_table::Reply;
use thiserror::Error;

use crate::{ActClock, Decide, FromBot, Hello, Move, PROTOCOL, Ready, ToBot, Unreadable};

/// How the house speaks. There is the usual manner; others are allowed, and a bot must bear them.
#[derive(Clone, Copy, Debug)]
pub struct WireStyle {
    /// The lines that say a message.
    pub lines: fn(&ToBot<'_>) -> Vec<String>,
    /// The `id` of the first question.
    pub first_id: u64,
    /// From an `id` to the next, which is higher.
    pub next_id: fn(u64) -> u64,
}

impl Default for WireStyle {
    fn default() -> WireStyle {
        WireStyle { lines: |message| vec![message.line()], first_id: 1, next_id: uneven_step }
    }
}

/// A step of 2 to 62 that no bot expects. One that counts questions by itself and answers before it is asked would
/// otherwise be right now and then, depending on who is faster.
fn uneven_step(id: u64) -> u64 {
    // The usual multiplier of linear congruential generators; its upper bits are mixed best.
    let mixed = id.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    id + 2 + (mixed >> 33) % 61
}

/// What a line from a bot says.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// Nothing that counts: the line was empty, or an answer to a question that is over.
    Nothing,
    /// The answer to `hello`.
    Ready(Ready),
    /// The answer to the question that is open.
    Reply(Reply),
}

/// What is wrong with what a bot said.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misspoken {
    /// A line that is no answer.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The bot speaks another version of the protocol.
    #[error("the bot speaks protocol {protocol}, and this house speaks {PROTOCOL}")]
    OtherProtocol {
        /// The version it speaks.
        protocol: u32,
    },
}

/// Where the talk with a bot stands.
#[derive(Clone, Debug)]
pub struct Conversation {
    style: WireStyle,
    expected: Expected,
    next_id: u64,
    /// The last questions.
    asked: VecDeque<u64>,
    late: u64,
    /// The last of them, by its question.
    last_late: Option<u64>,
    /// What the numbers of questions follow from, where nobody is to guess them.
    secret: Option<RandomState>,
}

/// How many questions are remembered. An answer that comes after so many others were asked is late in any case.
const REMEMBERED: usize = 32;

/// Which answer is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Ready,
    Nothing,
    Move { id: u64 },
}

impl Default for Conversation {
    fn default() -> Conversation {
        Conversation::with_style(WireStyle::default())
    }
}

impl Conversation {
    /// A talk that has not begun, in the usual manner.
    #[must_use]
    pub fn new() -> Conversation {
        Conversation::default()
    }

    /// A talk that has not begun, in another manner.
    #[must_use]
    pub fn with_style(style: WireStyle) -> Conversation {
        let (expected, next_id) = (Expected::Ready, style.first_id);
        let asked = VecDeque::new();
        Conversation { style, expected, next_id, asked, late: 0, last_late: None, secret: None }
    }

    /// Numbers its questions so that nobody who does not know `secret` can guess the next one: a bot that answers in advance
    /// is found out. The numbers rise.
    #[must_use]
    pub fn numbered_by(mut self, secret: RandomState) -> Conversation {
        self.secret = Some(secret);
        self.next_id = self.number_after(self.next_id);
        self
    }

    fn number_after(&self, id: u64) -> u64 {
        match &self.secret {
            // Some billion questions stay below 2^53, up to which every language counts exactly.
            Some(secret) => id + 2 + secret.hash_one(id) % (1 << 20),
            None => (self.style.next_id)(id),
        }
    }

    /// The question of the last answer that came too late, or twice.
    #[must_use]
    pub fn last_late(&self) -> Option<u64> {
        self.last_late
    }

    /// How many answers came too late, or twice, and were dropped.
    #[must_use]
    pub fn late(&self) -> u64 {
        self.late
    }

    /// The greeting for a bot that is called `name` here; it is answered with `ready`.
    #[must_use]
    pub fn hello(&self, name: &str) -> Vec<String> {
        self.say(&ToBot::Hello(Hello::new(name)))
    }

    /// The lines of a message that needs no answer.
    #[must_use]
    pub fn say(&self, message: &ToBot<'_>) -> Vec<String> {
        (self.style.lines)(message)
    }

    /// The lines of a question; it is answered with `move`. A question that is still open is over.
    #[must_use]
    pub fn ask(&mut self, view: &View<'_>, legal: Acts, time: Option<Duration>) -> Vec<String> {
        let id = self.next_id;
        self.next_id = self.number_after(id);
        self.expected = Expected::Move { id };
        if self.asked.len() == REMEMBERED {
            self.asked.pop_front();
        }
        self.asked.push_back(id);
        let clock = time.map(ActClock::new);
        self.say(&ToBot::Act(Decide { id, view: Cow::Borrowed(view), legal, clock }))
    }

    /// The open question is over: an answer that still comes is late.
    pub fn give_up(&mut self) {
        self.expected = Expected::Nothing;
    }

    /// Takes a line from the bot, without its line end.
    ///
    /// # Errors
    /// When it is not what is due. The open question is over then: a bot gets no second try.
    pub fn hear(&mut self, line: &str) -> Result<Heard, Misspoken> {
        if line.trim().is_empty() {
            return Ok(Heard::Nothing);
        }
        let heard = self.understand(line);
        if !matches!(heard, Ok(Heard::Nothing)) {
            self.expected = Expected::Nothing;
        }
        heard
    }

    fn understand(&mut self, line: &str) -> Result<Heard, Misspoken> {
        match (FromBot::read(line)?, self.expected) {
            (FromBot::Ready(ready), Expected::Ready) => match ready.protocol {
                PROTOCOL => Ok(Heard::Ready(ready)),
                protocol => Err(Misspoken::OtherProtocol { protocol }),
            },
            (FromBot::Move(_), Expected::Ready) => {
                Err(Unreadable::because("`ready` should be the first message", line).into())
            }
            (FromBot::Ready(_), Expected::Nothing | Expected::Move { .. }) => {
                Err(Unreadable::because("expected `move`", line).into())
            }
            (FromBot::Move(answer), Expected::Nothing) => self.unasked(&answer, line),
            (FromBot::Move(answer), Expected::Move { id }) if answer.id < id => {
                self.unasked(&answer, line)
            }
            (FromBot::Move(answer), Expected::Move { id }) => Ok(reply(answer, id, line)?),
        }
    }

    /// An answer to a question that is not open: one that is over, or one that was never asked.
    fn unasked(&mut self, answer: &Move, line: &str) -> Result<Heard, Misspoken> {
        let id = answer.id;
        let forgotten = self.asked.len() == REMEMBERED && self.asked.front() > Some(&id);
        if forgotten || self.asked.contains(&id) {
            self.late += 1;
            self.last_late = Some(id);
            return Ok(Heard::Nothing);
        }
        let why = format!("the answer to question {id} came, but no such question was asked");
        Err(Unreadable::because(why, line).into())
    }
}

fn reply(answer: Move, id: u64, line: &str) -> Result<Heard, Unreadable> {
    if answer.id != id {
        let why = format!("the answer is to question {}, but question {id} was asked", answer.id);
        return Err(Unreadable::because(why, line));
    }
    match answer.act.parse() {
        Ok(act) => Ok(Heard::Reply(Reply { act, talk: answer.talk, info: answer.info })),
        Err(error) => Err(Unreadable::because(format!("no act ({error})"), line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Game, GameKind, Ruleset, Seat, Viewer};

    /// A talk that has come to its first question, which is number 1.
    fn asked() -> Conversation {
        let mut talk = Conversation::new();
        talk.hear(r#"{"type":"ready","protocol":1}"#).unwrap();
        ask(&mut talk);
        talk
    }

    fn ask(talk: &mut Conversation) -> Vec<String> {
        let game = Game::new(&Ruleset::default_of(GameKind::Liars), 2).unwrap();
        talk.ask(&game.view(Viewer::Seat(Seat::new(0).unwrap())), Acts::Answer, None)
    }

    fn answer(id: u64) -> String {
        format!(r#"{{"type":"move","id":{id},"act":"call"}}"#)
    }

    #[test]
    fn the_open_question_is_answered_once() {
        let mut talk = asked();
        assert_eq!(talk.hear("  "), Ok(Heard::Nothing));
        assert!(matches!(talk.hear(&answer(1)), Ok(Heard::Reply(_))));
        assert_eq!(talk.hear(&answer(1)), Ok(Heard::Nothing));
        assert_eq!(talk.late(), 1);
    }

    #[test]
    fn late_answers_are_dropped_whatever_they_say() {
        let mut talk = asked();
        let second = talk.next_id;
        talk.give_up();
        assert_eq!(talk.hear(&answer(1)), Ok(Heard::Nothing));
        ask(&mut talk);
        assert_eq!(talk.hear(r#"{"type":"move","id":1,"act":"nonsense"}"#), Ok(Heard::Nothing));
        assert!(matches!(talk.hear(&answer(second)), Ok(Heard::Reply(_))));
        assert_eq!(talk.late(), 2);
    }

    #[test]
    fn what_is_not_due_is_a_fault() {
        let before = |line: &str| Conversation::new().hear(line).unwrap_err().to_string();
        assert!(before(&answer(1)).starts_with("`ready` should be the first message"));
        assert!(
            before(r#"{"type":"ready","protocol":9}"#).starts_with("the bot speaks protocol 9")
        );
        let due = |line: &str| asked().hear(line).unwrap_err().to_string();
        assert!(due(&answer(2)).starts_with("the answer is to question 2, but question 1 was"));
        assert!(due(r#"{"type":"ready","protocol":1}"#).starts_with("expected `move`"));
        assert!(due(r#"{"type":"move","id":1,"act":"hop"}"#).starts_with("no act ("));
        let mut early = asked();
        early.hear(&answer(1)).unwrap();
        let next = early.next_id;
        let error = early.hear(&answer(next)).unwrap_err().to_string();
        let expected = format!("the answer to question {next} came, but no such question");
        assert!(error.starts_with(&expected), "{error}");
    }

    #[test]
    fn numbers_that_follow_from_a_secret_rise_and_differ() {
        let numbers = || {
            let mut talk = Conversation::new().numbered_by(RandomState::new());
            talk.hear(r#"{"type":"ready","protocol":1}"#).unwrap();
            for _ in 0..1000 {
                ask(&mut talk);
            }
            let asked: Vec<u64> = talk.asked.into();
            assert!(asked.windows(2).all(|two| two[0] + 1 < two[1]) && asked[31] < 1 << 53);
            asked
        };
        let steps = |asked: &[u64]| asked.windows(2).map(|two| two[1] - two[0]).collect::<Vec<_>>();
        assert_ne!(steps(&numbers()), steps(&numbers()));
    }

    /// A bot that answers the next question in advance is wrong even when the answer arrives after the question.
    #[test]
    fn the_next_question_cannot_be_counted_up_to() {
        let mut talk = asked();
        for _ in 0..1000 {
            let (last, next) = (*talk.asked.back().unwrap(), talk.next_id);
            assert!(next > last + 1 && next < 1 << 53);
            ask(&mut talk);
            let early = talk.clone().hear(&answer(last + 1)).unwrap_err().to_string();
            assert!(early.contains("but no such question was asked"), "{early}");
            assert_eq!(talk.clone().hear(&answer(last)), Ok(Heard::Nothing), "late");
        }
        assert_eq!(talk.clone().hear(&answer(1)), Ok(Heard::Nothing), "very late");
    }
}
