//! Taking somebody out of the log of a room.

use dicehouse_rules::Seat;
use dicehouse_table::record::{FORGOTTEN, Header};
use serde_json::{Map, Value};

use crate::message::PersonId;

/// Goes through a log, entry by entry, from its beginning or a checkpoint, and takes somebody out of it: their id becomes
/// another one, their name [`FORGOTTEN`], and what they said is removed. The log replays as before, with the same dice.
#[derive(Clone, Debug)]
pub struct Forgetting {
    person: PersonId,
    alias: PersonId,
    /// What they are called at this place of the log, while they are in the room.
    name: Option<String>,
}

impl Forgetting {
    /// Forgets `person`, of whom `alias` is left: an id that nobody has.
    #[must_use]
    pub fn new(person: PersonId, alias: PersonId) -> Forgetting {
        Forgetting { person, alias, name: None }
    }

    /// The next entry, as it is kept, without them; `None` when it has nothing of them. What this program does not know of an
    /// entry stays as it is.
    ///
    /// # Errors
    /// When the text is not an entry.
    pub fn entry(&mut self, text: &str) -> Result<Option<String>, serde_json::Error> {
        let may_name = text.contains(self.person.as_str()) || text.contains("\"started\"");
        if !may_name {
            return Ok(None);
        }
        let mut entry: Map<String, Value> = serde_json::from_str(text)?;
        let before = entry.clone();
        self.take_out(&mut entry)?;
        replace(&mut entry, &self.person, &self.alias);
        if entry == before { Ok(None) } else { serde_json::to_string(&entry).map(Some) }
    }

    fn take_out(&mut self, entry: &mut Map<String, Value>) -> Result<(), serde_json::Error> {
        let is_theirs = self.is_theirs(entry);
        match entry.get("what").and_then(Value::as_str) {
            Some("came") if is_theirs => self.name = take_name(entry),
            Some("left") if is_theirs => self.name = None,
            Some("said") if is_theirs => {
                entry.retain(|field, _| ["version", "at", "by"].contains(&field.as_str()));
                entry.insert("what".to_owned(), "removed".into());
            }
            Some("checkpoint") => self.name = self.guest(entry).and_then(take_name),
            Some("started") => self.take_out_of_header(entry)?,
            _ => {}
        }
        Ok(())
    }

    fn is_theirs(&self, object: &Map<String, Value>) -> bool {
        object.get("person").and_then(Value::as_str) == Some(self.person.as_str())
    }

    fn guest<'e>(
        &self,
        checkpoint: &'e mut Map<String, Value>,
    ) -> Option<&'e mut Map<String, Value>> {
        let people = checkpoint.get_mut("people")?.as_array_mut()?;
        people.iter_mut().filter_map(Value::as_object_mut).find(|guest| self.is_theirs(guest))
    }

    /// Nobody else in a room has their name, so it is theirs in the header, too.
    fn take_out_of_header(&self, entry: &mut Map<String, Value>) -> Result<(), serde_json::Error> {
        let (Some(name), Some(header)) = (&self.name, entry.get_mut("header")) else {
            return Ok(());
        };
        let read: Header = serde_json::from_value(header.clone())?;
        let seat = read.seats.iter().position(|seated| seated.name.as_str() == name);
        if let Some(seat) = seat.and_then(Seat::new) {
            *header = serde_json::to_value(read.without_name(seat))?;
        }
        Ok(())
    }
}

/// Takes the name out of an object that has one, and says what it was.
fn take_name(object: &mut Map<String, Value>) -> Option<String> {
    let name = object.get_mut("name")?;
    let before = std::mem::replace(name, FORGOTTEN.into());
    before.as_str().map(str::to_owned)
}

/// Where no id of a person stands, but texts that people choose: the dice depend on them, and must not change because
/// somebody chose the id of another.
const CHOSEN: [&str; 5] = ["name", "header", "entries", "end", "secret"];

/// Puts one id in the place of another, wherever it stands.
fn replace(object: &mut Map<String, Value>, from: &PersonId, to: &PersonId) {
    for (field, value) in object {
        if !CHOSEN.contains(&field.as_str()) {
            replace_in(value, from, to);
        }
    }
}

fn replace_in(value: &mut Value, from: &PersonId, to: &PersonId) {
    match value {
        Value::String(text) if text == from.as_str() => *text = to.to_string(),
        Value::Array(values) => values.iter_mut().for_each(|value| replace_in(value, from, to)),
        Value::Object(fields) => replace(fields, from, to),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
