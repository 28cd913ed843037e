//! What happens in a room, in sentences.

use std::collections::{BTreeMap, BTreeSet};

use dicehouse_bots::{BotInfo, Difficulty};
use dicehouse_room::message::{
    Happened, Person, PersonId, Refusal, RoomEntry, RoomState, Say, WhyLeft, WhyOver,
};
use dicehouse_telling::voice::Voice;
use dicehouse_telling::{Language, Line, Tone, say, text};

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
    pub(crate) fn of(&self, person: &PersonId, language: Language) -> &str {
        let somebody = || text!(language, "room.somebody");
        self.names.get(person).map_or_else(somebody, String::as_str)
    }
}

/// What happened, in a sentence; `None` for what happens at the table, which tells of it itself, and for what
/// nobody needs to hear.
pub(crate) fn told(entry: &RoomEntry, names: &Guests, language: Language) -> Option<Line> {
    let of = |person: &PersonId| names.of(person, language);
    let text = match &entry.what {
        Happened::Came { name, .. } => say!(language, "room.came", name = name),
        Happened::Left { person, why } => match why {
            WhyLeft::Left => say!(language, "room.left", name = of(person)),
            WhyLeft::Kicked => say!(language, "room.kicked", name = of(person)),
            WhyLeft::Absent => say!(language, "room.absent", name = of(person)),
        },
        Happened::Host { person: Some(person) } => say!(language, "room.host", name = of(person)),
        Happened::Sat { person, .. } => say!(language, "room.sits", name = of(person)),
        Happened::Stood { person } => say!(language, "room.stands", name = of(person)),
        Happened::Ready { person, ready: true } => say!(language, "room.ready", name = of(person)),
        Happened::Ready { person, ready: false } => {
            say!(language, "room.not-ready", name = of(person))
        }
        Happened::BotSat { bot, .. } => say!(language, "room.bot-sits", name = bot.name),
        Happened::BotRemoved { .. } => text!(language, "room.bot-leaves").to_owned(),
        Happened::Changed { settings } => {
            say!(language, "room.changed", rules = language.table_in_words(&settings.ruleset))
        }
        Happened::Said { person, seat, say } => {
            let text = format!("{}: {}", of(person), said(say, language));
            return Some(Line { tone: Tone::Talk, text, speaker: *seat });
        }
        Happened::Started { rated: true, .. } => text!(language, "room.starts-rated").to_owned(),
        Happened::Started { .. } => text!(language, "room.starts").to_owned(),
        Happened::WantsToStop { person } => say!(language, "room.wants-stop", name = of(person)),
        Happened::Ended { why, .. } => over(*why, language).to_owned(),
        Happened::Closed => text!(language, "room.closed").to_owned(),
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

/// What somebody said.
pub(crate) fn said(say: &Say, language: Language) -> String {
    match say {
        Say::Phrase(phrase) => {
            let key = coded(phrase).map(|code| format!("phrase.{code}"));
            let own = key.and_then(|key| language.find(&key));
            // The page says phrases with its own marks; in English the room has them.
            let own = own.filter(|_| language != Language::English);
            own.unwrap_or_else(|| phrase.text()).to_owned()
        }
        Say::Emote(emote) => emote.text().to_owned(),
        Say::Text(talk) => talk.to_string(),
    }
}

/// Why a room refuses, in a sentence.
pub(crate) fn refused(refusal: &Refusal, language: Language) -> String {
    if language == Language::English {
        return refusal.text.clone();
    }
    if let Some(rules) = &refusal.rules {
        return format!("{}.", language.refusal(rules));
    }
    let key = coded(&refusal.code).map(|code| format!("refusal.{code}"));
    let own = key.and_then(|key| language.find(&key));
    own.map_or_else(|| refusal.text.clone(), str::to_owned)
}

/// The name by which a phrase or a refusal travels.
fn coded(value: &impl serde::Serialize) -> Option<String> {
    serde_json::to_value(value).ok()?.as_str().map(str::to_owned)
}

/// What a level is called.
pub(crate) fn level_name(level: Difficulty, language: Language) -> &'static str {
    language.find(&format!("level.{}", level.name())).unwrap_or_else(|| level.name())
}

/// A bot in a few words.
pub(crate) fn about_bot(bot: &BotInfo, language: Language) -> &str {
    match language {
        Language::English => bot.about,
        Language::German | Language::Spanish => {
            Voice::of(bot.name).map_or(bot.about, |voice| voice.about(language))
        }
    }
}

/// How a game came to its end.
fn over(why: WhyOver, language: Language) -> &'static str {
    match why {
        WhyOver::Finished => text!(language, "room.over"),
        WhyOver::BrokenOff => text!(language, "room.broken-off"),
        WhyOver::Deserted => text!(language, "room.deserted"),
        WhyOver::Closed => text!(language, "room.room-closed"),
    }
}

/// Somebody is connected now, or no longer.
pub(crate) fn presence(name: &str, here: bool, language: Language) -> String {
    match here {
        true => say!(language, "room.here", name = name),
        false => say!(language, "room.away", name = name),
    }
}
