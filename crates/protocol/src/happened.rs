//! What a bot hears about: events of the game, and words.

use dicehouse_rules::{Event, Seat};
use dicehouse_table::Talk;
use serde::{Deserialize, Serialize};

/// Something that happened, as one seat may know it. Each has a field `event` that says what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Happened {
    /// Somebody said something: `{"event": "talk", "seat": 1, "talk": "…"}`.
    Talk(Said),
    /// An event of the game, with nothing in it that is hidden from the seat.
    Event(Event),
}

/// Words to everyone at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    event: TalkWord,
    /// Who said it.
    pub seat: Seat,
    /// What.
    pub talk: Talk,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TalkWord {
    Talk,
}

impl Happened {
    /// `seat` said `talk`.
    #[must_use]
    pub fn talk(seat: Seat, talk: Talk) -> Happened {
        Happened::Talk(Said { event: TalkWord::Talk, seat, talk })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Fact;

    #[test]
    fn talk_and_events_are_told_apart() {
        let seat = Seat::new(1).unwrap();
        let talk = Happened::talk(seat, Talk::new("hm").unwrap());
        let out = Happened::Event(Fact::Out { seat }.into());
        let json = serde_json::to_string(&[&talk, &out]).unwrap();
        assert_eq!(json, r#"[{"event":"talk","seat":1,"talk":"hm"},{"event":"out","seat":1}]"#);
        assert_eq!(serde_json::from_str::<Vec<Happened>>(&json).unwrap(), [talk, out]);
    }
}
