//! What each person is told: everything goes through a viewpoint.

use std::borrow::Cow;

use dicehouse_rules::{Acts, Seat, View, Viewer};
use dicehouse_table::Entry;

use crate::message::{
    BotSeat, By, CommandId, GameSnapshot, Happened, Moment, PROTOCOL, Person, PersonId, Resumed,
    RoomEntry, RoomState, SeatHolder, SeatState, Snapshot, Time, Update, Version, Watching, You,
};
use crate::offers::called;
use crate::presence::Presences;
use crate::state::{Holder, Play, State};

/// From where somebody looks at a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewpoint {
    /// From a seat of the game, or from beside the table.
    Of(Viewer),
    /// From the room alone: they may not watch the game.
    RoomOnly,
}

/// Who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Those who see things as they happen: players, and those who watch without a delay.
    Live,
    /// Those who watch with a delay. None of them plays, even if they did at the time they see.
    Late,
}

impl Viewpoint {
    /// Where `person` stands.
    pub(crate) fn of(state: &State, person: &PersonId, audience: Audience) -> Viewpoint {
        let seat = state.play.as_ref().and_then(|play| play.seat_of(person));
        if let (Some(seat), Audience::Live) = (seat, audience) {
            return Viewpoint::Of(Viewer::Seat(seat));
        }
        let closed = state.room.settings.watching == Watching::Nobody && state.is_playing();
        if closed { Viewpoint::RoomOnly } else { Viewpoint::Of(Viewer::Public) }
    }
}

/// The entry as somebody may see it; `None` for what they may not know. Every kind of entry is named here, so that a new
/// one is not told to everybody by accident.
pub(crate) fn seen(entry: &RoomEntry, from: Viewpoint, person: &PersonId) -> Option<RoomEntry> {
    let what = match (&entry.what, from) {
        #[cfg(test)]
        (played @ Happened::Played { .. }, Viewpoint::Of(Viewer::Public))
            if crate::planted::has(crate::planted::Bug::ShowsDice) =>
        {
            played.clone()
        }
        (Happened::Checkpoint(_) | Happened::Removed, _) => return None,
        (Happened::Played { .. } | Happened::Clock { .. }, Viewpoint::RoomOnly) => return None,
        (Happened::Played { entries, due, until, remark }, Viewpoint::Of(viewer)) => {
            Happened::Played {
                entries: entries.iter().filter_map(|entry| entry.seen_by(viewer)).collect(),
                due: *due,
                until: *until,
                remark: *remark,
            }
        }
        (
            public @ (Happened::Opened { .. }
            | Happened::Came { .. }
            | Happened::Left { .. }
            | Happened::Host { .. }
            | Happened::Sat { .. }
            | Happened::Stood { .. }
            | Happened::Ready { .. }
            | Happened::BotSat { .. }
            | Happened::BotRemoved { .. }
            | Happened::Changed { .. }
            | Happened::Said { .. }
            | Happened::Starting
            | Happened::Started { .. }
            | Happened::WantsToStop { .. }
            | Happened::Clock { .. }
            | Happened::Ended { .. }
            | Happened::Closed),
            _,
        ) => public.clone(),
    };
    let by = entry.by.as_ref().map(|by| By {
        person: by.person.clone(),
        command: by.command.filter(|_| by.person == *person),
    });
    Some(RoomEntry { version: entry.version, at: entry.at, by, what, secret: None })
}

/// The room as everybody knows it.
pub(crate) fn room_state(state: &State, presences: &Presences) -> RoomState {
    let room = &state.room;
    RoomState {
        code: room.code.clone(),
        settings: room.settings.clone(),
        challenge: room.challenge.clone(),
        phase: room.phase,
        host: room.host.clone(),
        people: room
            .people
            .iter()
            .map(|guest| Person {
                person: guest.person.clone(),
                name: guest.name.clone(),
                here: presences.is_here(&guest.person),
                ready: guest.ready,
                seat: state.seat_of(&guest.person),
            })
            .collect(),
        seats: state.seats().map(|seat| seat_state(state, seat)).collect(),
        games: room.games,
        rated: state.play.as_ref().is_some_and(|play| play.rated),
        stopping: state.playing().map_or(Vec::new(), |play| play.stopping.clone()),
    }
}

fn seat_state(state: &State, seat: Seat) -> SeatState {
    let stand_in = state.playing().and_then(|play| play.table.stand_in(seat)).map(|bot| BotSeat {
        name: called(&bot.bot),
        bot: bot.bot.to_string(),
        level: String::new(),
        version: bot.version.to_string(),
    });
    let holder = match state.holder(seat) {
        Holder::Free => SeatHolder::Free,
        Holder::Person(person) => SeatHolder::Person {
            person: person.clone(),
            name: state.guest(person).map_or(dicehouse_table::Name::new(""), |g| g.name.clone()),
            stand_in,
        },
        Holder::Gone(name) => SeatHolder::Gone { name: name.clone(), stand_in },
        Holder::Bot(bot) => SeatHolder::Bot(bot.clone()),
    };
    SeatState { holder, won: state.room.chairs.get(seat.index()).map_or(0, |chair| chair.won) }
}

/// How the game stands for a viewer, with the items of the past from `past_from` on.
pub(crate) fn moment(play: &Play, viewer: Viewer, past_from: usize) -> Moment {
    let seat = viewer.seat();
    let asked = seat.and_then(|seat| play.asked[seat.index()]);
    let open = asked.filter(|_| seat.is_some_and(|seat| play.due().contains(seat)));
    let legal =
        seat.filter(|_| open.is_some()).map_or(Acts::Nothing, |seat| play.table.legal(seat));
    Moment {
        view: view_from(play.table.view(viewer), past_from),
        past_from: past_from as u32,
        legal,
        asked: open,
        due: play.due(),
        until: play.until.filter(|_| !play.gathering),
    }
}

/// How many items of the past a view has now.
pub(crate) fn past_len(play: &Play) -> usize {
    match play.table.view(Viewer::Public) {
        View::Liars(view) => view.past.len(),
        View::Claims(view) => view.past.len(),
        View::Pairs(view) => view.past.len(),
    }
}

fn view_from(view: View<'_>, from: usize) -> View<'static> {
    fn tail<T: Clone>(past: &mut Cow<'_, [T]>, from: usize) {
        *past = Cow::Owned(past.get(from..).unwrap_or_default().to_vec());
    }
    let mut view = view;
    match &mut view {
        View::Liars(view) => tail(&mut view.past, from),
        View::Claims(view) => tail(&mut view.past, from),
        View::Pairs(view) => tail(&mut view.past, from),
    }
    view.into_owned()
}

/// Everything `person` may know.
pub(crate) fn snapshot(
    state: &State,
    presences: &Presences,
    person: &PersonId,
    from: Viewpoint,
    next_command: CommandId,
    now: Time,
) -> Snapshot {
    let game = match (&state.play, from) {
        (Some(play), Viewpoint::Of(viewer)) => Some(game_snapshot(play, viewer)),
        _ => None,
    };
    Snapshot {
        protocol: PROTOCOL,
        version: state.version,
        now,
        you: you(state, person, next_command),
        room: room_state(state, presences),
        game,
        talk: state.talk.iter().map(|said| (**said).clone()).collect(),
    }
}

fn game_snapshot(play: &Play, viewer: Viewer) -> GameSnapshot {
    GameSnapshot {
        header: (*play.header).clone(),
        entries: play.entries().filter_map(|entry: &Entry| entry.seen_by(viewer)).collect(),
        now: moment(play, viewer, 0),
        seeds_until: play.until.filter(|_| play.gathering),
        paused: play.table.is_paused(),
        end: play.over.as_ref().map(|(end, _)| end.clone()),
    }
}

fn you(state: &State, person: &PersonId, next_command: CommandId) -> You {
    You { person: person.clone(), seat: state.seat_of(person), next_command }
}

/// What `person`, who has everything up to `have`, missed.
pub(crate) fn resumed(
    state: &State,
    presences: &Presences,
    person: &PersonId,
    from: Viewpoint,
    next_command: CommandId,
    now: Time,
    missed: Missed<'_>,
) -> Resumed {
    let update = Update {
        room: Some(Box::new(room_state(state, presences))),
        ..update(state, presences, person, from, &missed, Some(0))
    };
    Resumed {
        protocol: PROTOCOL,
        now,
        you: you(state, person, next_command),
        here: presences.here().cloned().collect(),
        update,
    }
}

/// Entries somebody has not heard of yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Missed<'a> {
    pub(crate) from: Version,
    pub(crate) entries: &'a [std::sync::Arc<RoomEntry>],
}

/// What happened, for `person`. `past` is how many items of the game's past they have, when the game changed.
pub(crate) fn update(
    state: &State,
    presences: &Presences,
    person: &PersonId,
    from: Viewpoint,
    missed: &Missed<'_>,
    past: Option<usize>,
) -> Update {
    let moment = match (&state.play, from, past) {
        (Some(play), Viewpoint::Of(viewer), Some(past)) => {
            Some(Box::new(moment(play, viewer, past)))
        }
        _ => None,
    };
    let room = missed.entries.iter().any(|entry| changes_room(entry));
    Update {
        from: missed.from,
        version: state.version,
        entries: missed.entries.iter().filter_map(|entry| seen(entry, from, person)).collect(),
        room: room.then(|| Box::new(room_state(state, presences))),
        moment,
    }
}

/// Whether the entry changes what [`room_state`] shows.
fn changes_room(entry: &RoomEntry) -> bool {
    match &entry.what {
        Happened::Opened { .. }
        | Happened::Came { .. }
        | Happened::Left { .. }
        | Happened::Host { .. }
        | Happened::Sat { .. }
        | Happened::Stood { .. }
        | Happened::Ready { .. }
        | Happened::BotSat { .. }
        | Happened::BotRemoved { .. }
        | Happened::Changed { .. }
        | Happened::Started { .. }
        | Happened::WantsToStop { .. }
        | Happened::Ended { .. }
        | Happened::Closed => true,
        Happened::Played { entries, .. } => entries
            .iter()
            .any(|entry| matches!(entry, Entry::TakenOver { .. } | Entry::GivenBack { .. })),
        Happened::Said { .. }
        | Happened::Removed
        | Happened::Starting
        | Happened::Clock { .. }
        | Happened::Checkpoint(_) => false,
    }
}

/// Whether the entry changes how the game stands.
pub(crate) fn changes_game(entry: &RoomEntry) -> bool {
    matches!(
        entry.what,
        Happened::Started { .. }
            | Happened::Played { .. }
            | Happened::Clock { .. }
            | Happened::Ended { .. }
    )
}
