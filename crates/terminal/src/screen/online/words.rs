//! What happens in a room, in sentences.

use std::collections::BTreeMap;

use dicehouse_room::message::{Happened, PersonId, RoomEntry, RoomState, Say, WhyLeft, WhyOver};
use dicehouse_telling::{Line, Tone, table_in_words};

/// The names of everybody who has been here. The room also tells of people who have left, so they are kept.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<PersonId, String>);

impl Names {
    /// Remembers who is in the room.
    pub fn note(&mut self, room: &RoomState) {
        let people = room.people.iter();
        self.0.extend(people.map(|one| (one.person.clone(), one.name.to_string())));
    }

    /// What somebody is called.
    pub fn of(&self, person: &PersonId) -> &str {
        self.0.get(person).map_or("Somebody", String::as_str)
    }
}

/// What happened, in a sentence; `None` for what happens at the table, which tells of it itself, and for what
/// nobody needs to hear.
pub fn told(entry: &RoomEntry, names: &Names) -> Option<Line> {
    let text = match &entry.what {
        Happened::Came { name, .. } => format!("{name} came in."),
        Happened::Left { person, why } => {
            let name = names.of(person);
            match why {
                WhyLeft::Left => format!("{name} left."),
                WhyLeft::Kicked => format!("{name} was sent away by the host."),
                WhyLeft::Absent => format!("{name} was away too long, and is gone."),
            }
        }
        Happened::Host { person: Some(person) } => {
            format!("{} is the host now.", names.of(person))
        }
        Happened::Sat { person, .. } => format!("{} sits down.", names.of(person)),
        Happened::Stood { person } => format!("{} stands up.", names.of(person)),
        Happened::Ready { person, ready: true } => format!("{} is ready.", names.of(person)),
        Happened::Ready { person, ready: false } => {
            format!("{} is not ready any more.", names.of(person))
        }
        Happened::BotSat { bot, .. } => format!("The bot {} sits down.", bot.name),
        Happened::BotRemoved { .. } => "A bot leaves the table.".to_owned(),
        Happened::Changed { settings } => {
            format!(
                "The host changed the settings. The game is {}.",
                table_in_words(&settings.ruleset)
            )
        }
        Happened::Said { person, seat, say } => {
            let words = match say {
                Say::Phrase(phrase) => phrase.text().to_owned(),
                Say::Emote(emote) => emote.text().to_owned(),
                Say::Text(talk) => talk.to_string(),
            };
            let text = format!("{}: {words}", names.of(person));
            return Some(Line { tone: Tone::Talk, text, speaker: *seat });
        }
        Happened::Started { .. } => "The game starts.".to_owned(),
        Happened::Ended { why, .. } => over(*why).to_owned(),
        Happened::Closed => "The room is closed.".to_owned(),
        Happened::Opened { .. }
        | Happened::Host { person: None }
        | Happened::Starting
        | Happened::Played { .. }
        | Happened::Clock { .. }
        | Happened::Checkpoint(_) => return None,
    };
    Some(Line::new(Tone::Plain, text))
}

/// How a game came to its end.
fn over(why: WhyOver) -> &'static str {
    match why {
        WhyOver::Finished => "The game is over.",
        WhyOver::BrokenOff => "The host broke the game off. Nobody has won.",
        WhyOver::Deserted => "Nobody is left who plays: the game is broken off.",
        WhyOver::Closed => "The room was closed: the game is broken off.",
    }
}

/// Somebody is connected now, or no longer.
pub fn presence(name: &str, here: bool) -> String {
    if here { format!("{name} is here.") } else { format!("{name} is away.") }
}
