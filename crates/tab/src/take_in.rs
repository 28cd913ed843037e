//! What a tab gives out can be taken in by another one: games that are over, with their records, and rooms.

use std::collections::btree_map::Entry;

use dicehouse_answers::{GameLine, Person, Problem, ProblemCode};
use dicehouse_room::message::{RoomCode, RoomEntry};
use dicehouse_table::record::{Record, verify};
use serde::Deserialize;
use serde_json::json;

use crate::call::{HttpAnswer, Keep, KeptRoom};
use crate::games::game_line;
use crate::house::{Moment, TabHouse};
use crate::request::refused;
use crate::room::{Outcomes, TabRoom};

/// What a tab has given out.
#[derive(Deserialize)]
struct GivenOut {
    /// The version of the format.
    dicehouse_tab: u32,
    #[serde(default)]
    me: Option<Person>,
    #[serde(default)]
    rooms: Vec<KeptRoom>,
    #[serde(default)]
    games: Vec<GivenGame>,
}

#[derive(Deserialize)]
struct GivenGame {
    line: GameLine,
    record: String,
}

/// The version of the format.
const FORMAT: u32 = 1;

/// Takes in what was given out. Nothing of it is believed: records are verified, and logs are replayed.
pub(crate) fn answer(
    house: &mut TabHouse,
    text: &str,
    moment: &Moment,
    out: &mut Outcomes,
) -> HttpAnswer {
    let given: GivenOut = match serde_json::from_str(text) {
        Ok(given) => given,
        Err(error) => {
            let text = format!("This is not what a tab has given out: {error}.");
            return refused(&Problem::new(ProblemCode::BadRequest, text));
        }
    };
    if given.dicehouse_tab != FORMAT {
        let text = "This was given out by another version of Dicehouse.";
        return refused(&Problem::new(ProblemCode::BadRequest, text));
    }
    let whose = given.me.as_ref().map(|me| me.id.clone());
    if let (None, Some(me)) = (&house.me, given.me) {
        let name = dicehouse_table::Name::new(&me.name).to_string();
        let me = Person { name, kind: "person".to_owned(), ..me };
        house.me = Some(me.clone());
        out.keep.push(Keep::Me { me });
    }
    let asked = given.games.len() + given.rooms.len();
    let taken: usize = given.games.iter().map(|game| take_game(house, game, &whose, out)).sum();
    let rooms: usize =
        given.rooms.into_iter().map(|room| take_room(house, room, moment, out)).sum();
    let body = json!({ "taken": taken + rooms, "left": asked - taken - rooms }).to_string();
    HttpAnswer { status: 200, body }
}

/// Takes in a game that is over. Gives 1 if its record is right, also when it is there already.
fn take_game(
    house: &mut TabHouse,
    game: &GivenGame,
    whose: &Option<String>,
    out: &mut Outcomes,
) -> usize {
    let Ok(record) = Record::read(&game.record) else { return 0 };
    let Some(end) = record.end.clone().filter(|_| verify(&record).is_ok()) else { return 0 };
    if house.games.iter().any(|known| known.id == record.header.id.to_string()) {
        return 1;
    }
    let me = house.me.as_ref().map(|me| me.id.clone());
    let is_mine = |seat: usize| {
        let account = game.line.seats.get(seat).and_then(|seat| seat.account.as_ref());
        account.is_some() && account == whose.as_ref()
    };
    let account = |seat: usize| me.clone().filter(|_| is_mine(seat));
    let entries: Vec<_> = record.lines.iter().map(|line| line.entry.clone()).collect();
    let finished_at = u64::try_from(game.line.finished_at).unwrap_or(0);
    let line = game_line(&record.header, &entries, &end, finished_at, account);
    house.games.push(line.clone());
    house.games.sort_by_key(|game| game.finished_at);
    out.keep.push(Keep::Game { line, record: game.record.clone() });
    1
}

/// Takes in a room that is not here. Gives 1 if its log can be replayed.
fn take_room(house: &mut TabHouse, room: KeptRoom, moment: &Moment, out: &mut Outcomes) -> usize {
    let Some(code) = RoomCode::new(&room.code) else { return 0 };
    let entries: Result<Vec<RoomEntry>, _> =
        room.entries.iter().map(|text| serde_json::from_str(text)).collect();
    let Ok(entries) = entries else { return 0 };
    let Ok(opened) = TabRoom::of_log(&house.offers, moment.now, entries) else { return 0 };
    if opened.is_closed() || opened.summary().code != code.as_str() {
        return 0;
    }
    if let Entry::Vacant(free) = house.rooms.entry(code) {
        out.keep.extend(opened.kept_log(free.key()));
        free.insert(opened);
    }
    1
}
