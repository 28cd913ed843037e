//! Entries: everything that happens at a table, in order.

use std::borrow::Cow;

use dicehouse_rules::{Event, Fact, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::dice::SeatSeed;
use crate::note::Info;
use crate::seating::Bot;
use crate::text::{Detail, Talk};

/// Something that happened at a table. Records, bots and clients get the same JSON of it: an object
/// with a field `event` that says what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Entry {
    /// A player said something to everyone.
    Talk {
        /// The seat of the speaker.
        seat: Seat,
        /// The words, on one line.
        talk: Talk,
    },
    /// What a player thinks of its position as it acts. It tells of the player's dice: for the
    /// record only.
    Note {
        /// The seat of the player.
        seat: Seat,
        /// Its estimate, a remark and named figures.
        info: Info,
    },
    /// What exactly went wrong when a player failed: for the record only.
    Detail {
        /// The seat of the player.
        seat: Seat,
        /// The failure in words.
        detail: Detail,
    },
    /// A player added a seed to the dice, before the first throw.
    SeatSeed {
        /// The seat of the player.
        seat: Seat,
        /// The text that all throws depend on from now on.
        seed: SeatSeed,
    },
    /// A bot plays for whoever sits there.
    TakenOver {
        /// The seat it plays in.
        seat: Seat,
        /// The bot that plays.
        #[serde(flatten)]
        by: Bot,
    },
    /// The one who sits there plays again.
    GivenBack {
        /// The seat that is given back.
        seat: Seat,
    },
    /// The game waits.
    Paused,
    /// The game goes on.
    GoesOn,
    /// An event of the game.
    #[serde(untagged)]
    Event(Event),
}

impl Entry {
    /// The kinds of entries that are no events of the game.
    pub(crate) const KINDS: [&'static str; 8] =
        ["talk", "note", "detail", "seat-seed", "taken-over", "given-back", "paused", "goes-on"];

    /// The entry as `viewer` may see it; `None` for what is none of their business. Everything that
    /// shows or sends an entry gets it from here.
    pub fn seen_by(&self, viewer: Viewer) -> Option<Entry> {
        self.shown_to(viewer).map(Cow::into_owned)
    }

    /// [`Entry::seen_by`] without a copy of what hides nothing from `viewer`: nearly all there is,
    /// and contests tell it to every seat.
    pub(crate) fn shown_to(&self, viewer: Viewer) -> Option<Cow<'_, Entry>> {
        match self {
            Entry::Event(event) if event.is_open_to(viewer) => Some(Cow::Borrowed(self)),
            Entry::Event(event) => Some(Cow::Owned(Entry::Event(event.seen_by(viewer)))),
            Entry::Note { .. } | Entry::Detail { .. } => None,
            Entry::Talk { .. }
            | Entry::SeatSeed { .. }
            | Entry::TakenOver { .. }
            | Entry::GivenBack { .. }
            | Entry::Paused
            | Entry::GoesOn => Some(Cow::Borrowed(self)),
        }
    }

    /// The event of the game, if it is one.
    pub fn event(&self) -> Option<&Event> {
        match self {
            Entry::Event(event) => Some(event),
            _ => None,
        }
    }

    /// What the event says to everyone, if it is an event of the game.
    pub fn fact(&self) -> Option<&Fact> {
        self.event().map(|event| &event.fact)
    }

    /// The seat of an entry that is not an event of the game.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self {
            Entry::Talk { seat, .. }
            | Entry::Note { seat, .. }
            | Entry::Detail { seat, .. }
            | Entry::SeatSeed { seat, .. }
            | Entry::TakenOver { seat, .. }
            | Entry::GivenBack { seat } => Some(*seat),
            Entry::Paused | Entry::GoesOn | Entry::Event(_) => None,
        }
    }
}

impl From<Event> for Entry {
    fn from(event: Event) -> Entry {
        Entry::Event(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_json() {
        let seat = Seat::new(1).unwrap();
        let info = Info { win_chance: Some(0.25), ..Info::default() };
        let cases = [
            (
                Entry::Talk { seat, talk: Talk::new("hm").unwrap() },
                r#"{"event":"talk","seat":1,"talk":"hm"}"#,
            ),
            (Entry::Note { seat, info }, r#"{"event":"note","seat":1,"info":{"win_chance":0.25}}"#),
            (
                Entry::Detail { seat, detail: Detail::new("said: blub") },
                r#"{"event":"detail","seat":1,"detail":"said: blub"}"#,
            ),
            (
                Entry::SeatSeed { seat, seed: "c0ffee".parse().unwrap() },
                r#"{"event":"seat-seed","seat":1,"seed":"c0ffee"}"#,
            ),
            (
                Entry::TakenOver { seat, by: Bot::new("odds", "2") },
                r#"{"event":"taken-over","seat":1,"bot":"odds","version":"2"}"#,
            ),
            (Entry::GivenBack { seat }, r#"{"event":"given-back","seat":1}"#),
            (Entry::Paused, r#"{"event":"paused"}"#),
            (Entry::GoesOn, r#"{"event":"goes-on"}"#),
            (Entry::Event(Fact::Out { seat }.into()), r#"{"event":"out","seat":1}"#),
        ];
        for (entry, json) in cases {
            assert_eq!(serde_json::to_string(&entry).unwrap(), json);
            assert_eq!(serde_json::from_str::<Entry>(json).unwrap(), entry);
            let kind = json.split('"').nth(3).unwrap();
            assert_eq!(Entry::KINDS.contains(&kind), entry.event().is_none(), "{kind}");
        }
    }
}
