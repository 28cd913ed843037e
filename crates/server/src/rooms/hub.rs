//! The rooms that are awake, by code. A room that is asleep wakes up when somebody asks for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use dicehouse_answers::{Commitment, ProblemCode, RoomSummary};
use dicehouse_room::Room;
use dicehouse_room::message::{Challenge, PersonId, Phase, RoomCode, RoomEntry, Settings, Time};
use dicehouse_rules::Ruleset;
use dicehouse_store::RoomStatus;
use tokio::sync::OnceCell;
use tokio::task::JoinSet;

use super::handle::RoomHandle;
use super::{log, task};
use crate::error::ApiError;
use crate::house::House;
use crate::identity::letters;
use crate::limit::lock;

type Slot = Arc<OnceCell<RoomHandle>>;

/// The rooms that are awake.
#[derive(Debug)]
pub struct Rooms {
    most: usize,
    slots: Mutex<HashMap<RoomCode, Slot>>,
}

/// The length of a room's code: a thousand million codes, so that nobody finds a room by trying.
const CODE: usize = 6;
/// How many rooms wake up at the same time when the house opens: they share the waits for the disk.
const AT_ONCE: usize = 64;
/// How often another code is tried when one is taken.
const TRIES: usize = 8;

impl Rooms {
    /// No room is awake.
    pub fn new(most: usize) -> Rooms {
        Rooms { most, slots: Mutex::default() }
    }

    /// Opens a new room.
    ///
    /// # Errors
    /// When the settings are refused, the house is full, or the store cannot be written.
    pub async fn open(&self, house: &House, settings: Settings) -> Result<RoomHandle, ApiError> {
        self.make(house, |now, code| {
            Room::open(&house.offers, now, code, settings.clone())
                .map_err(|refusal| ApiError::new(ProblemCode::BadRequest, refusal.text))
        })
        .await
    }

    /// Opens a room for a try at the daily challenge.
    ///
    /// # Errors
    /// When the house is full, or the store cannot be written.
    pub async fn open_challenge(
        &self,
        house: &House,
        ruleset: Ruleset,
        challenge: Challenge,
    ) -> Result<RoomHandle, ApiError> {
        self.make(house, |now, code| {
            Ok(Room::open_challenge(now, code, ruleset, challenge.clone()))
        })
        .await
    }

    /// Makes a room whose log begins with the entry that `first` gives.
    async fn make(
        &self,
        house: &House,
        first: impl Fn(Time, RoomCode) -> Result<RoomEntry, ApiError>,
    ) -> Result<RoomHandle, ApiError> {
        for _ in 0..TRIES {
            let code = house.luck(|luck| letters(luck, CODE));
            let Some(code) = RoomCode::new(&code) else { continue };
            let first = first(house.now(), code.clone())?;
            let Some(epoch) = house.store.make_room(code.as_str(), house.now_millis()).await?
            else {
                continue;
            };
            let slot = self.slot(&code)?;
            let opening = task::open(house, &code, epoch, first);
            let opened = slot.get_or_try_init(|| opening).await;
            return opened.cloned().inspect_err(|_| self.remove(&code));
        }
        Err(ApiError::unavailable())
    }

    /// The room of this code, woken up if it was asleep.
    ///
    /// # Errors
    /// When there is no such room, the house is full, or the store cannot be read.
    pub async fn find(&self, house: &House, code: &RoomCode) -> Result<RoomHandle, ApiError> {
        if house.is_stopping() {
            return Err(ApiError::unavailable());
        }
        for _ in 0..TRIES {
            let slot = self.slot(code)?;
            let woken = slot.get_or_try_init(|| task::wake(house, code)).await;
            match woken {
                Ok(handle) if handle.is_gone() => self.forget_slot(code, &slot),
                Ok(handle) => return Ok(handle.clone()),
                Err(error) => {
                    self.forget_slot(code, &slot);
                    return Err(error);
                }
            }
        }
        Err(ApiError::unavailable())
    }

    /// What everybody may know about the room of this code. Looking does not wake it, and takes it from nobody who owns it.
    ///
    /// # Errors
    /// When there is no such room, or the store cannot be read.
    pub async fn look(&self, house: &House, code: &RoomCode) -> Result<RoomSummary, ApiError> {
        let awake = lock(&self.slots).get(code).and_then(|slot| slot.get().cloned());
        match awake.filter(|handle| !handle.is_gone()).and_then(|handle| handle.summary()) {
            Some(summary) => Ok(summary),
            None => task::look(house, code).await,
        }
    }

    /// Wakes every room in which a game is going on: its clock runs.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn reopen(&self, house: &House) -> Result<usize, dicehouse_store::Error> {
        let playing = house.store.rooms(RoomStatus::Playing, u32::MAX).await?;
        let mut codes = playing.iter().filter_map(|code| RoomCode::new(code));
        let mut waking = JoinSet::new();
        let mut woken = 0;
        loop {
            for code in codes.by_ref().take(AT_ONCE - waking.len()) {
                waking.spawn(wake(house.clone(), code));
            }
            match waking.join_next().await {
                Some(done) => woken += usize::from(done.unwrap_or(false)),
                None => return Ok(woken),
            }
        }
    }

    /// The rooms that are shown in the list and can be joined, those with free seats first.
    pub fn listed(&self) -> Vec<RoomSummary> {
        let mut listed: Vec<RoomSummary> = self
            .summaries()
            .into_iter()
            .filter(|summary| summary.listed && summary.phase != Phase::Closed)
            .collect();
        listed.sort_by_key(|summary| {
            (summary.free == 0, summary.phase == Phase::Playing, std::cmp::Reverse(summary.here))
        });
        listed
    }

    /// The rooms that are awake in which somebody has a seat, those with a game first.
    pub fn of(&self, person: &PersonId) -> Vec<RoomSummary> {
        let mut own = self.summaries();
        own.retain(|summary| summary.sits(person) && summary.phase != Phase::Closed);
        own.sort_by_key(|summary| summary.phase != Phase::Playing);
        own
    }

    /// Every room that is awake, those with most people first.
    pub fn awake(&self) -> Vec<RoomSummary> {
        let mut all = self.summaries();
        all.sort_by(|a, b| b.here.cmp(&a.here).then_with(|| a.code.cmp(&b.code)));
        all
    }

    /// Says something to everybody in every room.
    pub async fn announce(&self, text: &str) {
        for handle in self.handles() {
            handle.announce(text).await;
        }
    }

    /// What the house committed to in the games that are going on.
    pub fn commitments(&self) -> Vec<Commitment> {
        let mut all: Vec<Commitment> =
            self.summaries().into_iter().filter_map(|summary| summary.commitment).collect();
        all.sort_by(|a, b| (a.started, &a.game).cmp(&(b.started, &b.game)));
        all
    }

    /// Takes somebody whose account is gone out of a room, awake or asleep: out of its log, and out of what those who
    /// are there and those who come are shown.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn forget(
        &self,
        house: &House,
        room: &str,
        person: &PersonId,
    ) -> Result<(), dicehouse_store::Error> {
        let Some(code) = RoomCode::new(room) else { return Ok(()) };
        for _ in 0..TRIES {
            if self.has_slot(&code)
                && let Ok(handle) = self.find(house, &code).await
                && handle.forget(person.clone()).await
            {
                return Ok(());
            }
            log::forget(house, &code, person).await?;
            // One that woke up meanwhile may have read its log before.
            if !self.has_slot(&code) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Lets every room finish.
    pub async fn close(&self) {
        for handle in self.handles() {
            handle.stop().await;
        }
    }

    fn summaries(&self) -> Vec<RoomSummary> {
        self.handles().iter().filter_map(RoomHandle::summary).collect()
    }

    fn handles(&self) -> Vec<RoomHandle> {
        let slots = lock(&self.slots);
        slots
            .values()
            .filter_map(|slot| slot.get().cloned())
            .filter(|handle| !handle.is_gone())
            .collect()
    }

    fn slot(&self, code: &RoomCode) -> Result<Slot, ApiError> {
        let mut slots = lock(&self.slots);
        if let Some(slot) = slots.get(code) {
            return Ok(slot.clone());
        }
        if slots.len() >= self.most {
            slots.retain(|_, slot| slot.get().is_none_or(|handle| !handle.is_gone()));
        }
        if slots.len() >= self.most {
            let text = "The house has as many rooms as it can take. Try again later.";
            return Err(ApiError::new(ProblemCode::Full, text));
        }
        Ok(slots.entry(code.clone()).or_default().clone())
    }

    fn has_slot(&self, code: &RoomCode) -> bool {
        lock(&self.slots).contains_key(code)
    }

    fn remove(&self, code: &RoomCode) {
        lock(&self.slots).remove(code);
    }

    /// Forgets a slot, unless somebody has put another in its place.
    fn forget_slot(&self, code: &RoomCode, slot: &Slot) {
        let mut slots = lock(&self.slots);
        if slots.get(code).is_some_and(|current| Arc::ptr_eq(current, slot)) {
            slots.remove(code);
        }
    }

    /// Forgets a room that has gone to sleep.
    pub fn asleep(&self, code: &RoomCode) {
        let mut slots = lock(&self.slots);
        let gone = |slot: &Slot| slot.get().is_some_and(RoomHandle::is_gone);
        if slots.get(code).is_some_and(gone) {
            slots.remove(code);
        }
    }
}

/// Whether the room could be woken up.
async fn wake(house: House, code: RoomCode) -> bool {
    let found = house.rooms.find(&house, &code).await;
    if let Err(error) = &found {
        tracing::error!(%error, "a room could not be reopened");
    }
    found.is_ok()
}
