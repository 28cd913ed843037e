//! What happens in a room, in sentences.

use std::collections::{BTreeMap, BTreeSet};

use dicehouse_room::message::{
    Happened, Person, PersonId, RoomEntry, RoomState, Say, WhyLeft, WhyOver,
};
use dicehouse_telling::{Line, Tone, table_in_words};

/// Everybody who has been in a room. It also tells of people who have left, so their names are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guests {
    names: BTreeMap<PersonId, String>,
    /// People of whom it was said that they are away.
    away: BTreeSet<PersonId>,
}

impl Guests {
    /// Remembers who is in the room.
    pub(crate) fn note(&mut self, room: &RoomState) {
        let people = room.people.iter();
        self.names.extend(people.map(|one| (one.person.clone(), one.name.to_string())));
    }

    /// Remembers who is away, without a word about it.
    pub(crate) fn note_away(&mut self, room: &RoomState) {
        let away = room.people.iter().filter(|one| !one.here);
        self.away = away.map(|one| one.person.clone()).collect();
    }

    /// Who went away and who is back since this was asked last, apart from `me`.
    pub(crate) fn changes(&mut self, room: &RoomState, me: &PersonId) -> Vec<Person> {
        let others = room.people.iter().filter(|one| one.person != *me);
        // Somebody who comes in for the first time has been announced already.
        let changed = others.filter(|one| match one.here {
            true => self.away.remove(&one.person),
            false => self.away.insert(one.person.clone()),
        });
        changed.cloned().collect()
    }

    /// Whether nobody has been seen yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What somebody is called.
    pub(crate) fn of(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("Somebody", String::as_str)
    }
}

/// What happened, in a sentence; `None` for what happens at the table, which tells of it itself, and for what
/// nobody needs to hear.
pub(crate) fn told(entry: &RoomEntry, names: &Guests) -> Option<Line> {
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
        Happened::Started { rated: true, .. } => {
            "The game starts. It counts for the ratings.".to_owned()
        }
        Happened::Started { .. } => "The game starts.".to_owned(),
        Happened::WantsToStop { person } => format!(
            "{} wants to break the game off. It ends when all players want that.",
            names.of(person)
        ),
        Happened::Ended { why, .. } => over(*why).to_owned(),
        Happened::Closed => "The room is closed.".to_owned(),
        Happened::Opened { .. }
        | Happened::Removed
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
        WhyOver::BrokenOff => "The game was broken off. Nobody has won.",
        WhyOver::Deserted => "Nobody is left who plays: the game is broken off.",
        WhyOver::Closed => "The room was closed: the game is broken off.",
    }
}

/// Somebody is connected now, or no longer.
pub(crate) fn presence(name: &str, here: bool) -> String {
    if here { format!("{name} is here.") } else { format!("{name} is away.") }
}
