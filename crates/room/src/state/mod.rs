//! What a room is: everything that follows from its log. Applying entries is the only way it changes.

mod commands;
mod dice;
mod play;
mod talk;

use std::collections::VecDeque;
use std::sync::Arc;

use dicehouse_rules::Seat;
use dicehouse_table::{Entry, Name, ResumeError, Table};
use dicehouse_telling::voice::Remark;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::message::{
    BotSeat, Challenge, CommandId, Happened, PersonId, Phase, RoomCode, RoomEntry, Settings, Time,
    Version,
};

pub(crate) use commands::{Commands, Known};
pub(crate) use dice::HouseDice;
pub(crate) use play::Play;
pub(crate) use talk::Patience;

/// How many people who left are remembered, with what they had done.
const REMEMBERED_GONE: usize = 64;
/// How many people who were sent away are remembered.
const REMEMBERED_BANNED: usize = 256;
/// How many things said are remembered, by the room and by its clients.
pub(crate) const REMEMBERED_TALK: usize = 50;

/// Why an entry cannot be applied: the log is not that of a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ApplyError {
    /// The log does not begin with the opening of a room or a checkpoint.
    #[error("the log does not begin with the opening of a room or a checkpoint")]
    NoBeginning,
    /// An entry is missing, or stands twice.
    #[error("entry {found} follows version {after}")]
    Gap {
        /// The version before.
        after: Version,
        /// The version found.
        found: Version,
    },
    /// An entry speaks of somebody or something that is not there.
    #[error("entry {0} does not fit what was before it")]
    Misplaced(Version),
    /// A game cannot have gone as the entry says.
    #[error("entry {version}: {why}")]
    Game {
        /// The version of the entry.
        version: Version,
        /// What the table has against it.
        why: ResumeError,
    },
}

/// The room without its games, as it stands in the log where a replay may begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub(crate) code: RoomCode,
    pub(crate) settings: Settings,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) challenge: Option<Challenge>,
    pub(crate) phase: Phase,
    pub(crate) host: Option<PersonId>,
    /// The host before, who was away too long, and since when somebody else is the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host_away: Option<(PersonId, Time)>,
    pub(crate) people: Vec<Guest>,
    pub(crate) chairs: Vec<Chair>,
    gone: VecDeque<(PersonId, Commands)>,
    banned: VecDeque<PersonId>,
    pub(crate) games: u32,
    /// Whether a game is about to start.
    pub(crate) starting: bool,
}

/// Somebody in the room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Guest {
    pub(crate) person: PersonId,
    pub(crate) name: Name,
    pub(crate) ready: bool,
    pub(crate) commands: Commands,
    pub(crate) patience: Patience,
}

/// A seat of the room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chair {
    pub(crate) holder: Holder,
    pub(crate) won: u32,
    /// Since when a person has it.
    #[serde(default)]
    pub(crate) since: Version,
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Holder {
    Free,
    Person(PersonId),
    /// Left during the game that is going on.
    Gone(Name),
    Bot(BotSeat),
}

impl Chair {
    const FREE: Chair = Chair { holder: Holder::Free, won: 0, since: Version(0) };
}

/// A room, as far as its log says.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) version: Version,
    /// When the last entry happened.
    pub(crate) at: Time,
    pub(crate) room: Checkpoint,
    pub(crate) talk: VecDeque<Arc<RoomEntry>>,
    pub(crate) play: Option<Play>,
}

impl State {
    /// The state after the first entry of a log.
    pub(crate) fn begin(first: &RoomEntry) -> Result<State, ApplyError> {
        let room = match &first.what {
            Happened::Opened { code, settings, challenge } => Checkpoint {
                code: code.clone(),
                settings: settings.clone(),
                challenge: challenge.clone(),
                phase: Phase::Lobby,
                host: None,
                host_away: None,
                people: Vec::new(),
                chairs: vec![Chair::FREE; settings.seats.into()],
                gone: VecDeque::new(),
                banned: VecDeque::new(),
                games: 0,
                starting: false,
            },
            Happened::Checkpoint(room) => (**room).clone(),
            _ => return Err(ApplyError::NoBeginning),
        };
        Ok(State { version: first.version, at: first.at, room, talk: VecDeque::new(), play: None })
    }

    pub(crate) fn guest(&self, person: &PersonId) -> Option<&Guest> {
        self.room.people.iter().find(|guest| guest.person == *person)
    }

    /// What is known of a command's number, also of somebody who left.
    pub(crate) fn known(&self, person: &PersonId, id: CommandId) -> Option<Known> {
        let here = self.guest(person).map(|guest| &guest.commands);
        let gone = || self.room.gone.iter().find(|(who, _)| who == person).map(|(_, done)| done);
        here.or_else(gone).map(|commands| commands.known(id))
    }

    pub(crate) fn is_banned(&self, person: &PersonId) -> bool {
        self.room.banned.contains(person)
    }

    /// The seat somebody has in the room.
    pub(crate) fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.seats().find(|seat| *self.holder(*seat) == Holder::Person(person.clone()))
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.room.chairs.len())
    }

    pub(crate) fn holder(&self, seat: Seat) -> &Holder {
        self.room.chairs.get(seat.index()).map_or(&Holder::Free, |chair| &chair.holder)
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.room.phase == Phase::Playing
    }

    /// The game, while it goes on.
    pub(crate) fn playing(&self) -> Option<&Play> {
        self.play.as_ref().filter(|_| self.is_playing())
    }

    /// Takes in the next entry.
    pub(crate) fn apply(&mut self, entry: &RoomEntry) -> Result<(), ApplyError> {
        self.apply_at(entry, None)
    }

    /// Takes in the next entry. If it was played at a copy of the table, the game goes on at that copy.
    pub(crate) fn apply_at(
        &mut self,
        entry: &RoomEntry,
        table: Option<Table<HouseDice>>,
    ) -> Result<(), ApplyError> {
        if entry.version != self.version.next() {
            return Err(ApplyError::Gap { after: self.version, found: entry.version });
        }
        self.note_command(entry);
        self.happens(entry, table)?;
        self.version = entry.version;
        self.at = entry.at;
        Ok(())
    }

    fn note_command(&mut self, entry: &RoomEntry) {
        let Some((person, id)) = entry.by.as_ref().and_then(|by| Some((&by.person, by.command?)))
        else {
            return;
        };
        let version = entry.version;
        if let Some(guest) = self.room.people.iter_mut().find(|guest| guest.person == *person) {
            guest.commands.note(id, version);
        }
    }

    fn happens(
        &mut self,
        entry: &RoomEntry,
        table: Option<Table<HouseDice>>,
    ) -> Result<(), ApplyError> {
        let misplaced = ApplyError::Misplaced(entry.version);
        match &entry.what {
            Happened::Opened { .. } => return Err(misplaced),
            Happened::Came { person, name } => self.came(person, name),
            Happened::Left { person, why } => {
                self.left(person, *why == crate::message::WhyLeft::Kicked)
            }
            Happened::Host { person } => self.hosts(entry, person.as_ref()),
            Happened::Sat { person, seat } => {
                self.sits(*seat, Holder::Person(person.clone()));
                if let Some(chair) = self.room.chairs.get_mut(seat.index()) {
                    chair.since = entry.version;
                }
            }
            Happened::Stood { person } => self.stands(person),
            Happened::Ready { person, ready } => {
                self.guest_mut(person).ok_or(misplaced)?.ready = *ready;
            }
            Happened::BotSat { seat, bot } => self.sits(*seat, Holder::Bot(bot.clone())),
            Happened::BotRemoved { seat } => self.sits(*seat, Holder::Free),
            Happened::Changed { settings } => self.changed(settings),
            Happened::Said { person, .. } => {
                self.guest_mut(person).ok_or(misplaced)?.patience.said(entry.at);
                self.talk.push_back(Arc::new(RoomEntry { by: None, ..entry.clone() }));
                if self.talk.len() > REMEMBERED_TALK {
                    self.talk.pop_front();
                }
            }
            Happened::Removed => {}
            Happened::Starting => self.room.starting = true,
            Happened::Started { header, seeds_until, rated } => {
                let secret = entry.secret.ok_or(misplaced.clone())?;
                let dice = HouseDice::of(header, &secret).ok_or(misplaced)?;
                let players = self.room.chairs.iter().map(|chair| match &chair.holder {
                    Holder::Person(person) => Some(person.clone()),
                    Holder::Free | Holder::Gone(_) | Holder::Bot(_) => None,
                });
                let play = Play::new(header, dice, secret, players.collect(), *seeds_until);
                let play = play.map_err(|why| game(entry, why))?;
                // Tries at the daily challenge are on its board.
                let is_private = !self.room.settings.listed && self.room.challenge.is_none();
                self.play = Some(Play { rated: *rated, is_private, ..play });
                self.room.phase = Phase::Playing;
                self.room.games += 1;
                self.room.starting = false;
            }
            Happened::Played { entries, until, remark, .. } => {
                self.played(entry, entries, *until, *remark, table)?;
            }
            Happened::WantsToStop { person } => {
                self.play.as_mut().ok_or(misplaced)?.stopping.push(person.clone());
            }
            Happened::Clock { until } => self.play.as_mut().ok_or(misplaced)?.until = *until,
            Happened::Ended { end, why } => {
                let play = self.play.as_mut().ok_or(misplaced)?;
                play.over = Some((end.clone(), *why));
                play.until = None;
                play.asked.fill(None);
                let winners = end.standing.map(|standing| standing.winners()).unwrap_or_default();
                self.game_ends(winners);
            }
            Happened::Closed => self.room.phase = Phase::Closed,
            Happened::Checkpoint(room) => {
                // The room goes on from here as a replay that begins here does.
                self.room = (**room).clone();
                self.talk.clear();
                self.play = None;
            }
        }
        Ok(())
    }

    /// Somebody is the host now. A host who is only away may be it again.
    fn hosts(&mut self, entry: &RoomEntry, person: Option<&PersonId>) {
        let before = std::mem::replace(&mut self.room.host, person.cloned());
        let is_away = entry.by.is_none() && before.as_ref() != person;
        self.room.host_away = before
            .filter(|before| is_away && self.guest(before).is_some())
            .map(|before| (before, entry.at));
    }

    fn guest_mut(&mut self, person: &PersonId) -> Option<&mut Guest> {
        self.room.people.iter_mut().find(|guest| guest.person == *person)
    }

    fn came(&mut self, person: &PersonId, name: &Name) {
        if let Some(guest) = self.guest_mut(person) {
            guest.name.clone_from(name);
            return;
        }
        let before = self.room.gone.iter().position(|(who, _)| who == person);
        let commands = before.and_then(|at| self.room.gone.remove(at)).map(|(_, done)| done);
        self.room.people.push(Guest {
            person: person.clone(),
            name: name.clone(),
            ready: false,
            commands: commands.unwrap_or_default(),
            patience: Patience::default(),
        });
    }

    fn left(&mut self, person: &PersonId, banned: bool) {
        let Some(at) = self.room.people.iter().position(|guest| guest.person == *person) else {
            return;
        };
        let guest = self.room.people.remove(at);
        if let Some(seat) = self.seat_of(person) {
            let playing = self.is_playing();
            if let Some(place) = self
                .play
                .as_mut()
                .filter(|_| playing)
                .and_then(|play| play.players.get_mut(seat.index()))
            {
                *place = None;
            }
            let holder = if playing { Holder::Gone(guest.name.clone()) } else { Holder::Free };
            self.sits(seat, holder);
        }
        self.room.gone.push_back((person.clone(), guest.commands));
        if self.room.gone.len() > REMEMBERED_GONE {
            self.room.gone.pop_front();
        }
        if banned {
            self.room.banned.push_back(person.clone());
            if self.room.banned.len() > REMEMBERED_BANNED {
                self.room.banned.pop_front();
            }
        }
    }

    /// A seat has another holder now, who has not won on it yet.
    fn sits(&mut self, seat: Seat, holder: Holder) {
        if let Some(chair) = self.room.chairs.get_mut(seat.index()) {
            *chair = Chair { holder, ..Chair::FREE };
        }
        self.room.starting = false;
    }

    fn stands(&mut self, person: &PersonId) {
        if let Some(seat) = self.seat_of(person) {
            self.sits(seat, Holder::Free);
        }
        if let Some(guest) = self.guest_mut(person) {
            guest.ready = false;
        }
    }

    fn changed(&mut self, settings: &Settings) {
        self.room.settings = settings.clone();
        self.room.chairs.resize(settings.seats.into(), Chair::FREE);
        self.room.starting = false;
        self.nobody_is_ready();
    }

    fn nobody_is_ready(&mut self) {
        for guest in &mut self.room.people {
            guest.ready = false;
        }
    }

    fn played(
        &mut self,
        entry: &RoomEntry,
        entries: &[Entry],
        until: Option<Time>,
        remark: Option<Remark>,
        table: Option<Table<HouseDice>>,
    ) -> Result<(), ApplyError> {
        let wish = entry.by.as_ref().map(|by| by.person.clone());
        let play = self.play.as_mut().ok_or(ApplyError::Misplaced(entry.version))?;
        play.follow(entry.version, entry.at, entries, until, table)
            .map_err(|why| game(entry, why))?;
        play.heard(remark);
        for step in entries {
            // A bot that was asked for stays until its person wants to play again. A bot that stands in
            // for somebody away stays until they are back.
            if let Entry::TakenOver { seat, .. } = step
                && wish.is_some()
                && play.players.get(seat.index()) == Some(&wish)
            {
                play.wished.insert(*seat);
            }
        }
        Ok(())
    }

    fn game_ends(&mut self, winners: dicehouse_rules::Seats) {
        self.room.phase = Phase::Over;
        self.nobody_is_ready();
        for seat in self.seats() {
            let Some(chair) = self.room.chairs.get_mut(seat.index()) else { continue };
            if winners.contains(seat) {
                chair.won += 1;
            }
            if matches!(chair.holder, Holder::Gone(_)) {
                *chair = Chair::FREE;
            }
        }
    }
}

fn game(entry: &RoomEntry, why: ResumeError) -> ApplyError {
    ApplyError::Game { version: entry.version, why }
}
