//! What must be true, whatever happens.

use std::collections::HashMap;
use std::sync::Arc;

use crate::message::{
    Answer, Command, CommandId, Do, Happened, Outcome, PersonId, Phase, RoomEntry, Say, Snapshot,
    Time, ToClient, Version, Watching, WhyLeft, WhyOver,
};
use crate::{Finished, Offers, Room};
use dicehouse_rules::{Dice, Fact, Seat, Secret, SecretContent, View};
use dicehouse_table::record::{End, Record, RecordWriter, Reveal, verify};
use dicehouse_table::{Entry, Keep};
use serde_json::Value;

use super::person::Somebody;
use super::world::{Wrong, last, person_id};

/// The log from its last checkpoint on.
pub fn from_checkpoint(log: &[RoomEntry]) -> &[RoomEntry] {
    let start = log.iter().rposition(RoomEntry::is_checkpoint).unwrap_or(0);
    &log[start..]
}

/// The whole log and its end from the last checkpoint replay to the room that wrote them.
pub fn replays_alike(
    house: &Arc<Offers>,
    now: Time,
    log: &[RoomEntry],
    room: &Room,
    people: usize,
) -> Result<(), Wrong> {
    for part in [log, from_checkpoint(log)] {
        // What is read back is text.
        let text: Vec<String> = part.iter().map(|e| serde_json::to_string(e).unwrap()).collect();
        let read: Vec<RoomEntry> = text.iter().map(|e| serde_json::from_str(e).unwrap()).collect();
        if read != part {
            return Err("an entry changes when it is written and read".to_owned());
        }
        let again = Room::replay(Arc::clone(house), now, &read);
        let again = again.map_err(|error| format!("the log does not replay: {error}"))?;
        if again.version() != room.version() || again.record() != room.record() {
            return Err(format!("a replay gives another room at {}", room.version()));
        }
        for person in (0..people).map(person_id) {
            if watches_late(room, &person) {
                // When they were told last is not kept: they see no more than they may.
                sees_it_later(&again, now, part, &person)?;
                continue;
            }
            let (one, two) = (bare(room, now, &person), bare(&again, now, &person));
            if one != two {
                return Err(format!(
                    "after a replay {person} sees another room: {}",
                    difference(&one, &two)
                ));
            }
        }
    }
    Ok(())
}

fn watches_late(room: &Room, person: &PersonId) -> bool {
    let delayed = !matches!(
        room.summary().settings.watching,
        Watching::Anyone { delay } if delay.0 == 0
    );
    let plays = match room.snapshot(Time(0), person) {
        ToClient::Welcome(all) => all.game.is_some_and(|game| game.now.view.seat().is_some()),
        _ => false,
    };
    delayed && !plays
}

/// Somebody who watches with a delay sees nothing of the game that is going on before its time.
fn sees_it_later(
    room: &Room,
    now: Time,
    log: &[RoomEntry],
    person: &PersonId,
) -> Result<(), Wrong> {
    let Watching::Anyone { delay } = room.summary().settings.watching else { return Ok(()) };
    if room.phase() != Phase::Playing {
        return Ok(());
    }
    let is_start = |entry: &RoomEntry| matches!(entry.what, Happened::Started { .. });
    let start = log.iter().rposition(is_start).unwrap_or(log.len());
    let hidden = log[start..].iter().find(|entry| entry.at.plus(delay.millis()) > now);
    match (hidden, room.snapshot(now, person)) {
        (Some(hidden), ToClient::Welcome(all)) if all.version >= hidden.version => Err(format!(
            "after a replay {person} sees version {} at once, {} seconds too early",
            hidden.version, delay.0
        )),
        _ => Ok(()),
    }
}

/// A rated game is played by those who began it: nobody is sent away from it, no bot plays for anybody, and it ends
/// before its end only when all who still play want that.
pub fn rated_games_are_fair(log: &[RoomEntry]) -> Result<(), Wrong> {
    let mut seats: HashMap<&PersonId, Seat> = HashMap::new();
    let mut playing: Option<Vec<&PersonId>> = None;
    let mut stopping: Vec<&PersonId> = Vec::new();
    for entry in log {
        match &entry.what {
            Happened::Sat { person, seat } => {
                seats.insert(person, *seat);
            }
            Happened::Stood { person } => {
                seats.remove(person);
            }
            Happened::Started { rated, .. } => {
                playing = rated.then(|| seats.keys().copied().collect());
                stopping.clear();
            }
            Happened::WantsToStop { person } => stopping.push(person),
            Happened::Left { person, why } => {
                seats.remove(person);
                if let Some(players) = &mut playing {
                    if *why == WhyLeft::Kicked && players.contains(&person) {
                        return Err(format!("{person} was sent away from a rated game"));
                    }
                    players.retain(|player| *player != person);
                }
            }
            Happened::Played { entries, .. } if playing.is_some() => {
                if entries.iter().any(|entry| matches!(entry, Entry::TakenOver { .. })) {
                    return Err("a bot plays for somebody in a rated game".to_owned());
                }
                if entries.iter().any(|entry| matches!(entry, Entry::Paused)) {
                    return Err("a rated game was paused".to_owned());
                }
            }
            Happened::Ended { why, .. } => {
                let all_want =
                    |players: Vec<&PersonId>| players.iter().all(|p| stopping.contains(p));
                if *why == WhyOver::BrokenOff && !playing.take().is_none_or(all_want) {
                    return Err("a rated game was broken off against somebody's will".to_owned());
                }
                playing = None;
            }
            _ => {}
        }
    }
    Ok(())
}

/// What somebody sees, without what may differ between two looks at the same room.
fn bare(room: &Room, now: Time, person: &PersonId) -> Snapshot {
    match room.snapshot(now, person) {
        ToClient::Welcome(all) => without_presence(*all),
        other => panic!("{other:?} is not a welcome"),
    }
}

fn without_presence(mut all: Snapshot) -> Snapshot {
    all.now = Time(0);
    all.you.next_command = CommandId(0);
    for person in &mut all.room.people {
        person.here = false;
    }
    all
}

/// What a client pieced together is what the room would show it.
pub fn sees_the_room(
    room: &Room,
    now: Time,
    person: &PersonId,
    somebody: &Somebody,
) -> Result<(), Wrong> {
    let shown = somebody.mirror.shown().ok_or("nothing is shown")?.clone();
    let (shown, real) = (without_presence(shown), bare(room, now, person));
    if shown == real {
        return Ok(());
    }
    Err(format!("{person} sees another room than there is: {}", difference(&shown, &real)))
}

/// Where two snapshots differ first.
fn difference(one: &Snapshot, two: &Snapshot) -> String {
    fn first(path: &str, one: &Value, two: &Value) -> Option<String> {
        if one == two {
            return None;
        }
        let inner = match (one, two) {
            (Value::Object(a), Value::Object(b)) => a
                .keys()
                .chain(b.keys())
                .find_map(|key| first(&format!("{path}.{key}"), &one[key], &two[key])),
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a
                .iter()
                .zip(b)
                .enumerate()
                .find_map(|(n, (a, b))| first(&format!("{path}[{n}]"), a, b)),
            _ => None,
        };
        inner.or_else(|| Some(format!("{path} is {one} and not {two}")))
    }
    let (one, two) = (serde_json::to_value(one).unwrap(), serde_json::to_value(two).unwrap());
    first("", &one, &two).unwrap_or_default()
}

/// No message holds a die, a split or a seed that its reader may not know.
pub fn no_secret(
    room: &Room,
    seed: Option<&str>,
    person: &PersonId,
    message: &ToClient,
) -> Result<(), Wrong> {
    if let Some(challenge) = room.summary().challenge
        && challenge.player != *person
        && !matches!(message, ToClient::Notice(_))
    {
        return Err(format!("{person} is told of a try that is not theirs"));
    }
    let Some((header, entries, _)) = room.record() else { return Ok(()) };
    let (moment, told, game) = match message {
        ToClient::Welcome(all) => {
            let game = all.game.as_ref();
            let told: Vec<&Entry> = game.iter().flat_map(|game| &game.entries).collect();
            (game.map(|game| &game.now), told, game.map(|game| &game.header.id))
        }
        ToClient::Resumed(resumed) => {
            (resumed.update.moment.as_deref(), told_in(&resumed.update.entries), None)
        }
        ToClient::Update(update) => (update.moment.as_deref(), told_in(&update.entries), None),
        _ => return Ok(()),
    };
    let other_game = game.is_some_and(|id| *id != header.id);
    let seat = room_seat(room, person);
    for entry in told {
        match entry {
            Entry::Event(event) => {
                if let Some(secret) = event.secret
                    && (Some(secret.seat) != seat || other_game)
                {
                    return Err(format!("{person} is told a secret of seat {}", secret.seat));
                }
            }
            Entry::Note { .. } | Entry::Detail { .. } => {
                return Err(format!("{person} is told what is for the record only"));
            }
            _ => {}
        }
    }
    if let Some(moment) = moment {
        let hand = match &moment.view {
            View::Liars(view) => view.hand,
            View::Claims(view) => view.hand,
            View::Pairs(_) => None,
        };
        match (hand, seat) {
            (Some(_), None) => return Err(format!("{person} watches and is shown a hand")),
            (Some(hand), Some(seat)) if !rolled(&entries, seat, hand) && !other_game => {
                return Err(format!("{person} is shown another hand than their own"));
            }
            _ => {}
        }
    }
    // The server seed is open once the game is over, and never before.
    if let Some(seed) = seed
        && serde_json::to_string(message).unwrap().contains(seed)
    {
        return Err(format!("{person} is told the server seed"));
    }
    Ok(())
}

fn told_in(entries: &[RoomEntry]) -> Vec<&Entry> {
    let played = entries.iter().filter_map(|entry| match &entry.what {
        Happened::Played { entries, .. } => Some(entries),
        _ => None,
    });
    played.flatten().collect()
}

/// The seat somebody plays on, by what the room would show them.
fn room_seat(room: &Room, person: &PersonId) -> Option<Seat> {
    match room.snapshot(Time(0), person) {
        ToClient::Welcome(all) => all.game?.now.view.seat(),
        _ => None,
    }
}

/// Whether `seat` rolled this hand at some time, according to the record.
fn rolled(entries: &[Entry], seat: Seat, hand: Dice) -> bool {
    entries
        .iter()
        .filter_map(Entry::event)
        .any(|event| event.secret == Some(Secret { seat, content: SecretContent::Dice(hand) }))
}

/// What was sent, kept, acknowledged and heard.
/// Whoever acted at `version` had done nothing since they were asked at `asked`: an act that comes too late answers an older
/// question, and must not be taken for an answer to the one that is open now.
fn answers_its_question(
    log: &[RoomEntry],
    person: &PersonId,
    asked: Version,
    version: Version,
) -> Result<(), Wrong> {
    let of = |entry: &RoomEntry| -> Vec<Seat> {
        let Happened::Played { entries, .. } = &entry.what else { return Vec::new() };
        let acted = entries.iter().filter_map(|entry| match entry.fact()? {
            Fact::Acted { seat, .. } | Fact::Decided { seat } | Fact::Fault { seat, .. } => {
                Some(*seat)
            }
            _ => None,
        });
        acted.collect()
    };
    let at = log.iter().find(|entry| entry.version == version);
    let Some(seat) = at.and_then(|entry| of(entry).first().copied()) else { return Ok(()) };
    let mut since = log.iter().filter(|entry| entry.version > asked && entry.version < version);
    match since.find(|entry| of(entry).contains(&seat)) {
        Some(before) => Err(format!(
            "{person} was asked at {asked}, and the act at {version} answers an older question: seat {seat} acted at {}",
            before.version
        )),
        None => Ok(()),
    }
}

#[derive(Default)]
pub struct Ledger {
    sent: HashMap<(PersonId, CommandId), Do>,
    /// In which entries each command is, by the versions.
    kept: HashMap<(PersonId, CommandId), Vec<Version>>,
    said: HashMap<(PersonId, String), Version>,
    told: HashMap<(PersonId, CommandId), Outcome>,
    games: HashMap<String, Finished>,
    /// What the dice of the game that goes on follow from.
    secret: Option<Reveal>,
}

impl Ledger {
    /// A client sends a command, perhaps again. Its number is that of no other.
    pub fn sent(&mut self, person: &PersonId, command: &Command) -> Result<(), Wrong> {
        let before = self.sent.insert((person.clone(), command.id), command.what.clone());
        match before.is_none_or(|before| before == command.what) {
            true => Ok(()),
            false => Err(format!("{person} has two commands {}", command.id.0)),
        }
    }

    /// Somebody has another client, which knows nothing of what the one before sent.
    pub fn new_client(&mut self, person: &PersonId) {
        self.sent.retain(|(of, _), _| of != person);
    }

    /// An entry is safe. Nothing a person did is in the log twice.
    pub fn kept(&mut self, entry: &RoomEntry) -> Result<(), Wrong> {
        if let Happened::Said { person, say: Say::Text(text), .. } = &entry.what
            && let Some(before) =
                self.said.insert((person.clone(), text.to_string()), entry.version)
            && before != entry.version
        {
            return Err(format!(
                "{person} said \"{text}\" twice, at {before} and {}",
                entry.version
            ));
        }
        match &entry.what {
            Happened::Started { .. } => self.secret = entry.secret,
            // A try at the daily challenge opens nothing.
            Happened::Ended { end, .. } if end.reveal.is_some() => self.secret = None,
            _ => {}
        }
        Ok(())
    }

    /// What nobody may know now, as it would be written.
    pub fn secret(&self) -> Option<String> {
        let digits = match self.secret? {
            Reveal::ServerSeed(seed) => serde_json::to_string(&seed),
            Reveal::ContestSecret(secret) => serde_json::to_string(&secret),
        };
        Some(digits.unwrap())
    }

    /// A person is told what became of a command.
    pub fn told(&mut self, person: &PersonId, message: &ToClient) -> Result<(), Wrong> {
        let ToClient::Answer(Answer { id, outcome }) = message else { return Ok(()) };
        match (self.told.get(&(person.clone(), *id)), outcome) {
            (Some(Outcome::Done(before)), Outcome::Done(now)) if before != now => {
                Err(format!("{person}'s command {} was done at {before} and at {now}", id.0))
            }
            (Some(Outcome::Done(_)), Outcome::Refused(refusal)) => {
                Err(format!("{person}'s command {} was done, and refused: {refusal}", id.0))
            }
            _ => {
                self.told.insert((person.clone(), *id), outcome.clone());
                Ok(())
            }
        }
    }

    /// A person hears what became of a command: of the one they wanted, and not of another.
    pub fn heard(&mut self, person: &PersonId, wanted: &Do, answer: &Answer) -> Result<(), Wrong> {
        match self.sent.get(&(person.clone(), answer.id)) {
            Some(sent) if sent == wanted => Ok(()),
            Some(_) => Err(format!("{person} takes the answer to another command")),
            None => Err(format!("{person} hears of a command {} never sent", answer.id.0)),
        }
    }

    /// A game is over: its record verifies, and it is the same each time it is told.
    pub fn finished(&mut self, finished: &Finished) -> Result<(), Wrong> {
        let id = finished.header.id.to_string();
        if let Some(before) = self.games.get(&id) {
            return if before == finished {
                Ok(())
            } else {
                Err(format!("game {id} ended in two ways"))
            };
        }
        verifies(finished, self.secret)?;
        self.games.insert(id, finished.clone());
        Ok(())
    }

    /// Everything that was acknowledged is in the log, once, and every game in it verifies.
    pub fn all_in(&mut self, log: &[RoomEntry]) -> Result<(), Wrong> {
        for entry in log {
            if let Some(by) = &entry.by
                && let Some(command) = by.command
            {
                self.kept.entry((by.person.clone(), command)).or_default().push(entry.version);
            }
        }
        for ((person, id), outcome) in &self.told {
            let Outcome::Done(version) = outcome else { continue };
            let kept = self.kept.get(&(person.clone(), *id)).cloned().unwrap_or_default();
            if kept.first() != Some(version) {
                return Err(format!(
                    "{person} was told that command {} was done at {version}, but the log has it at {kept:?}",
                    id.0
                ));
            }
            if let Some(Do::Act { asked, .. }) = self.sent.get(&(person.clone(), *id)) {
                answers_its_question(log, person, *asked, *version)?;
            }
            let apart = kept.windows(2).any(|pair| pair[1].0 != pair[0].0 + 1);
            if apart {
                return Err(format!("{person}'s command {} is in the log twice: {kept:?}", id.0));
            }
        }
        let versions = log.iter().map(|entry| entry.version.0);
        if !versions.eq(1..=last(log).0) {
            return Err("the log has gaps".to_owned());
        }
        Ok(())
    }

    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    pub fn commands(&self) -> u64 {
        self.told.len() as u64
    }
}

fn verifies(finished: &Finished, secret: Option<Reveal>) -> Result<(), Wrong> {
    let Finished { header, entries, end, challenge, .. } = finished;
    let end = match (challenge, end.reveal) {
        (None, Some(Reveal::ServerSeed(_))) => end.clone(),
        (None, _) => return Err("the server seed is not opened".to_owned()),
        // The record is complete with the secret of the day.
        (Some(_), None) => End { reveal: secret, ..end.clone() },
        (Some(_), Some(_)) => return Err("the secret of the day is opened".to_owned()),
    };
    let mut writer = RecordWriter::new(Vec::new(), header).map_err(|error| error.to_string())?;
    writer.keep(entries).map_err(|error| error.to_string())?;
    writer.end(&end).map_err(|error| error.to_string())?;
    let bytes = writer.into_inner();
    let record = Record::read_bytes(&bytes).map_err(|error| error.to_string())?;
    verify(&record).map_err(|error| format!("the record of {} is wrong: {error}", header.id))?;
    Ok(())
}
