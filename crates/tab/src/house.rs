//! The house: what a call changes, and what follows from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use dicehouse_answers::{GameLine, Person, Problem, ProblemCode, RoomSummary, usual};
use dicehouse_room::message::{
    Notice, PersonId, Phase, RoomCode, RoomEntry, Seconds, Settings, SettingsChange, Time,
    TurnClock,
};
use dicehouse_room::{Finished, Offers, Room};
use dicehouse_rules::Ruleset;
use dicehouse_table::Name;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use crate::call::{Call, Keep, Kept, Reply, What};
use crate::games::{game_line, won};
use crate::request;
use crate::room::{Around, Guest, Outcomes, TabRoom};
use crate::take_in;

/// How long a room stays that nobody looks at and in which no game goes on.
const KEEP_EMPTY: Seconds = Seconds(600);
/// The letters of a room's code: none of them looks like another.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// The length of a room's code. Those of a server have six letters, so that nobody takes one for the other.
const CODE: usize = 5;
/// After how many milliseconds somebody comes back who came before the weights of the bots were there.
const UNTIL_WEIGHTS: u32 = 500;
/// More than anybody opens; each one is listed.
const MOST_ROOMS: usize = 200;

/// A house in a browser tab.
pub struct TabHouse {
    pub(crate) offers: Arc<Offers>,
    pub(crate) me: Option<Person>,
    pub(crate) rooms: BTreeMap<RoomCode, TabRoom>,
    /// The games that are over, oldest first.
    pub(crate) games: Vec<GameLine>,
    lines: BTreeMap<u32, RoomCode>,
}

impl Default for TabHouse {
    fn default() -> TabHouse {
        TabHouse {
            offers: Arc::new(dicehouse_answers::offers(KEEP_EMPTY)),
            me: None,
            rooms: BTreeMap::new(),
            games: Vec::new(),
            lines: BTreeMap::new(),
        }
    }
}

/// Whether every bot has what it was trained with. In a browser that comes later than the house itself.
pub(crate) fn bots_can_play() -> bool {
    #[cfg(target_family = "wasm")]
    return dicehouse_bots::weights_are_here();
    #[cfg(not(target_family = "wasm"))]
    true
}

/// The time and the luck of a call.
pub(crate) struct Moment {
    pub now: Time,
    pub luck: ChaCha20Rng,
}

impl Moment {
    fn of(call: &Call) -> Result<Moment, String> {
        let mut seed = [0; 32];
        hex::decode_to_slice(&call.luck, &mut seed)
            .map_err(|error| format!("luck is 32 bytes as hexadecimal digits: {error}"))?;
        Ok(Moment { now: Time(call.now), luck: ChaCha20Rng::from_seed(seed) })
    }

    /// A few letters and digits that nobody can foresee.
    pub fn letters(&mut self, count: usize) -> String {
        let mut bytes = vec![0; count];
        self.luck.fill_bytes(&mut bytes);
        bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
    }
}

impl TabHouse {
    /// Takes a call as JSON, and gives the reply as JSON.
    ///
    /// # Errors
    /// When it is not a call, in words.
    pub fn call_text(&mut self, call: &str) -> Result<String, String> {
        let call = serde_json::from_str(call).map_err(|error| format!("not a call: {error}"))?;
        // Replies are plain data, which JSON can always say.
        Ok(serde_json::to_string(&self.call(call)?).unwrap_or_default())
    }

    /// Takes a call.
    ///
    /// # Errors
    /// When it makes no sense, in words.
    pub fn call(&mut self, call: Call) -> Result<Reply, String> {
        let mut moment = Moment::of(&call)?;
        let mut out = Outcomes::default();
        let mut answer = None;
        match call.what {
            What::Open { kept } => self.open(*kept, moment.now),
            What::Request { method, path, body } => {
                self.sweep(moment.now, &mut out);
                let body = body.as_deref().unwrap_or("");
                answer = Some(request::answer(self, &method, &path, body, &mut moment, &mut out));
            }
            What::Connect { line, code } => self.connect(line, &code, moment.now, &mut out),
            What::Said { line, text } => {
                let room = self.lines.get(&line).and_then(|code| self.rooms.get_mut(code));
                if let Some(room) = room {
                    room.take(line, &text, moment.now, &mut out);
                }
            }
            What::Gone { line } => {
                let room = self.lines.remove(&line).and_then(|code| self.rooms.get_mut(&code));
                if let Some(room) = room {
                    room.gone(line);
                }
            }
            What::Tick => self.think(),
            What::TakeIn { text } => {
                answer = Some(take_in::answer(self, &text, &moment, &mut out));
            }
        }
        self.settle(&mut moment, &mut out)?;
        let wake = self.rooms.values().filter_map(|room| room.wake(moment.now)).min();
        let Outcomes { keep, said, ended, .. } = out;
        Ok(Reply { keep, answer, said, ended, wake: wake.map(|time| time.0) })
    }

    /// Opens with what was kept. A log that cannot be read is left alone: a newer page may have written it.
    fn open(&mut self, kept: Kept, now: Time) {
        *self = TabHouse { me: kept.me, games: kept.games, ..TabHouse::default() };
        self.games.sort_by_key(|game| game.finished_at);
        for room in kept.rooms {
            let Some(code) = RoomCode::new(&room.code) else { continue };
            let entries: Result<Vec<RoomEntry>, _> =
                room.entries.iter().map(|text| serde_json::from_str(text)).collect();
            let Ok(entries) = entries else { continue };
            if let Ok(room) = TabRoom::of_log(&self.offers, now, entries) {
                self.rooms.insert(code, room);
            }
        }
    }

    /// Rooms in which nothing has gone on for a while are not needed any more.
    fn sweep(&mut self, now: Time, out: &mut Outcomes) {
        let then = Time(now.0.saturating_sub(KEEP_EMPTY.millis()));
        let deserted = self.rooms.extract_if(.., |_, room| room.is_deserted(then));
        let gone = deserted.map(|(code, _)| Keep::RoomGone { room: code.to_string() });
        out.keep.extend(gone);
    }

    fn connect(&mut self, line: u32, code: &str, now: Time, out: &mut Outcomes) {
        if !bots_can_play() {
            return out.end(line, Notice::Restart { wait: UNTIL_WEIGHTS });
        }
        let Some(guest) = self.guest() else { return out.end(line, Notice::Closed) };
        let code = RoomCode::new(code);
        let room = code.as_ref().and_then(|code| self.rooms.get_mut(code));
        match (code, room.map(|room| room.connect(line, guest, now))) {
            (Some(code), Some(Ok(()))) => {
                self.lines.insert(line, code);
            }
            _ => out.end(line, Notice::Closed),
        }
    }

    fn guest(&self) -> Option<Guest> {
        let me = self.me.as_ref()?;
        Some(Guest { person: PersonId::new(&me.id)?, name: Name::new(&me.name) })
    }

    /// One bot thinks; the others wait for the next call, and meanwhile others can be heard.
    fn think(&mut self) {
        for room in self.rooms.values_mut() {
            room.think();
        }
    }

    /// Does what the rooms ask for.
    fn settle(&mut self, moment: &mut Moment, out: &mut Outcomes) -> Result<(), String> {
        let games = &self.games;
        let won = |game: &str, person: &PersonId| won(games, game, person.as_str());
        for room in self.rooms.values_mut() {
            let mut around = Around { now: moment.now, luck: &mut moment.luck, won: &won };
            room.settle(&mut around, out)?;
        }
        self.rooms.retain(|_, room| !room.is_closed());
        self.lines.retain(|line, _| !out.ended.contains(line));
        for finished in std::mem::take(&mut out.finished) {
            self.keep_game(&finished, moment.now, out);
        }
        Ok(())
    }

    /// Keeps a game that is over. It may be told more than once: the first time counts.
    fn keep_game(&mut self, finished: &Finished, now: Time, out: &mut Outcomes) {
        let Finished { header, entries, end, people, .. } = finished;
        if self.games.iter().any(|game| game.id == header.id.to_string()) {
            return;
        }
        let Ok(record) =
            finished.record(end, None).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        else {
            return;
        };
        let account = |seat: usize| Some(people.get(seat)?.as_ref()?.to_string());
        let line = game_line(header, entries, end, now.0, account);
        self.games.push(line.clone());
        out.keep.push(Keep::Game { line, record });
    }

    /// Opens a room; gives its code.
    ///
    /// # Errors
    /// When a setting is out of its range.
    pub(crate) fn open_room(
        &mut self,
        ruleset: Ruleset,
        change: SettingsChange,
        moment: &mut Moment,
        out: &mut Outcomes,
    ) -> Result<RoomCode, Problem> {
        let full = || Problem::new(ProblemCode::Full, "There are too many rooms. Close some.");
        if self.rooms.len() >= MOST_ROOMS {
            return Err(full());
        }
        // Nobody waits for the person here, and nobody else can come.
        let usual = usual(&self.offers, ruleset);
        let usual = Settings { clock: TurnClock { per_turn: None }, ..usual };
        let settings = Settings { listed: false, rated: false, ..usual.with(change) };
        let code = loop {
            let code = RoomCode::new(&moment.letters(CODE)).ok_or_else(full)?;
            if !self.rooms.contains_key(&code) {
                break code;
            }
        };
        let first = Room::open(&self.offers, moment.now, code.clone(), settings)
            .map_err(|refusal| Problem::new(ProblemCode::BadRequest, refusal.text))?;
        let room = TabRoom::of_log(&self.offers, moment.now, vec![first])
            .map_err(|text| Problem::new(ProblemCode::Unavailable, text))?;
        out.keep.extend(room.kept_log(&code));
        self.rooms.insert(code.clone(), room);
        Ok(code)
    }

    /// The rooms in which the person has a seat, those with a game first.
    pub(crate) fn own_rooms(&self) -> Vec<&RoomSummary> {
        let person = self.me.as_ref().and_then(|me| PersonId::new(&me.id));
        let mut rooms: Vec<&RoomSummary> = self.rooms.values().map(TabRoom::summary).collect();
        rooms.retain(|room| person.as_ref().is_some_and(|person| room.sits(person)));
        rooms.sort_by_key(|room| room.phase != Phase::Playing);
        rooms
    }
}
