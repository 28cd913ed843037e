//! What happened, as lines of a log.

use dicehouse_rules::{Act, Event, Fact, Seat};
use dicehouse_table::Entry;
use serde::Serialize;

use crate::narrator::Narrator;

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// A round begins.
    Heading,
    /// Something happened.
    Plain,
    /// Somebody lost something.
    Bad,
    /// Somebody won something.
    Good,
    /// Somebody said something.
    Talk,
}

impl Tone {
    /// The tone of a fact.
    pub fn of(fact: &Fact) -> Tone {
        match fact {
            Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. } => Tone::Heading,
            Fact::DieLost { .. } | Fact::Out { .. } | Fact::Fault { .. } => Tone::Bad,
            Fact::Scored { change, .. } if *change < 0 => Tone::Bad,
            Fact::DieGained { .. } | Fact::Scored { .. } | Fact::Over { .. } => Tone::Good,
            Fact::Rolled { .. }
            | Fact::Acted { .. }
            | Fact::Stacked { .. }
            | Fact::Showdown(_)
            | Fact::ClaimShown { .. }
            | Fact::Tied { .. }
            | Fact::Decided { .. }
            | Fact::Marked { .. }
            | Fact::Finished { .. } => Tone::Plain,
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How it is meant.
    pub tone: Tone,
    /// What it says.
    pub text: String,
    /// Who said it, in talk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker: Option<Seat>,
}

impl Line {
    /// A line about something that happened.
    pub fn new(tone: Tone, text: String) -> Line {
        Line { tone, text, speaker: None }
    }

    /// The line for an entry beside a table that shows bids and dice; `None` where the table says
    /// it already.
    pub fn of(entry: &Entry, narrator: &Narrator) -> Option<Line> {
        match entry {
            Entry::Event(event) => Line::of_event(event, narrator),
            Entry::Talk { seat, .. } => {
                let text = narrator.tell(entry)?;
                Some(Line { tone: Tone::Talk, text, speaker: Some(*seat) })
            }
            Entry::SeatSeed { .. }
            | Entry::TakenOver { .. }
            | Entry::GivenBack { .. }
            | Entry::Paused
            | Entry::GoesOn => Some(Line::new(Tone::Plain, narrator.tell(entry)?)),
            Entry::Note { .. } | Entry::Detail { .. } => None,
        }
    }

    /// The lines for entries that follow each other.
    pub fn all(entries: &[Entry], narrator: &Narrator) -> Vec<Line> {
        let lines = entries.iter().enumerate().flat_map(|(at, entry)| {
            let before = narrator.lead_in(entries, at);
            let before = before.map(|text| Line::new(Tone::Plain, text.to_owned()));
            before.into_iter().chain(Line::of(entry, narrator))
        });
        lines.collect()
    }

    fn of_event(event: &Event, narrator: &Narrator) -> Option<Line> {
        let text = match event.fact {
            // Bids have a list of their own, and nobody sees a secret decision.
            Fact::Acted { act: Act::Bid(_), .. } | Fact::Decided { .. } => return None,
            Fact::Showdown(showdown) => narrator.found(&showdown),
            _ => narrator.event(event)?,
        };
        Some(Line::new(Tone::of(&event.fact), text))
    }
}
