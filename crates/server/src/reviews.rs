//! Reviews of finished games: made once, beside the reactor, one after the other, and kept for a while.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use dicehouse_review::{Options, review};
use dicehouse_table::record::{Record, VerifyError, verify};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::cpu_work::CpuWork;
use crate::error::{ApiError, ProblemCode};
use crate::limit::lock;

/// How many reviews are kept in memory.
const KEPT: usize = 200;
/// How many reviews may wait to be made.
const MOST_WAITING: usize = 8;
/// The most lines of a record that is sent. Ten players with five dice each take about a thousand; two thousand
/// take a processor most of a minute.
const MOST_SENT_LINES: usize = 1_500;

/// A review as it is sent, or why there is none.
type Made = Result<Bytes, String>;
type ReviewSlot = Arc<OnceCell<Made>>;

/// The reviews of a house.
#[derive(Debug)]
pub struct Reviews {
    /// One at a time: a review uses every processor by itself.
    reviewer: CpuWork,
    waiting: AtomicUsize,
    slots: Mutex<Slots>,
}

#[derive(Debug, Default)]
struct Slots {
    by_game: HashMap<String, ReviewSlot>,
    /// The games, the oldest first.
    order: VecDeque<String>,
}

impl Reviews {
    /// No review has been made yet.
    pub fn new() -> Reviews {
        Reviews { reviewer: CpuWork::new(1), waiting: AtomicUsize::new(0), slots: Mutex::default() }
    }

    /// The review of a game, as JSON; `record` is its record. Those who ask for the same game at the same time get the
    /// same review.
    ///
    /// # Errors
    /// When the game cannot be reviewed, or too many others are to be reviewed before.
    pub async fn of(&self, game: &str, record: String) -> Result<Bytes, ApiError> {
        self.made(game, move || make(&record)).await
    }

    /// The review of a record that somebody sent, as JSON. The same text gets the same review.
    ///
    /// # Errors
    /// When it is no record, was changed, is too long, or too many others are to be reviewed before.
    pub async fn of_sent(&self, record: String) -> Result<Bytes, ApiError> {
        let name = hex::encode(Sha256::digest(record.as_bytes()));
        self.made(&name, move || checked(&record)).await
    }

    async fn made(
        &self,
        game: &str,
        make: impl FnOnce() -> Made + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        let slot = self.slot(game);
        if let Some(made) = slot.get() {
            return answer(made);
        }
        let place = Place::take(&self.waiting).ok_or_else(too_many)?;
        let made = slot
            .get_or_try_init(|| async {
                let made = self.reviewer.run(make).await;
                made.ok_or_else(ApiError::unavailable)
            })
            .await;
        drop(place);
        answer(made?)
    }

    fn slot(&self, game: &str) -> ReviewSlot {
        let mut slots = lock(&self.slots);
        if let Some(slot) = slots.by_game.get(game) {
            return slot.clone();
        }
        while slots.order.len() >= KEPT {
            let Some(oldest) = slots.order.pop_front() else { break };
            slots.by_game.remove(&oldest);
        }
        slots.order.push_back(game.to_owned());
        slots.by_game.entry(game.to_owned()).or_default().clone()
    }
}

/// The review of a record from an unknown source. A record that breaks off can be reviewed, a record that was changed
/// cannot.
fn checked(text: &str) -> Made {
    let record = Record::read(text).map_err(|error| error.to_string())?;
    if record.lines.len() > MOST_SENT_LINES {
        return Err(format!("it has more than {MOST_SENT_LINES} lines"));
    }
    match verify(&record) {
        Ok(_) | Err(VerifyError::BreaksOff { .. }) => reviewed(record),
        Err(error) => Err(error.to_string()),
    }
}

fn make(record: &str) -> Made {
    reviewed(Record::read(record).map_err(|error| error.to_string())?)
}

fn reviewed(record: Record) -> Made {
    let review =
        review(record, &Options::default(), &|_, _| {}).map_err(|error| error.to_string())?;
    serde_json::to_vec(&review).map(Bytes::from).map_err(|error| error.to_string())
}

fn answer(made: &Made) -> Result<Bytes, ApiError> {
    made.clone().map_err(|why| {
        ApiError::new(ProblemCode::Conflict, format!("The game cannot be reviewed: {why}."))
    })
}

fn too_many() -> ApiError {
    let mut error = ApiError::unavailable();
    error.0.text = "Many games are being reviewed. Try again in a little while.".to_owned();
    error
}

/// A place among those who wait; given back when it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Place<'_> {
    fn take(waiting: &AtomicUsize) -> Option<Place<'_>> {
        let place = Place(waiting);
        (waiting.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn old_reviews_make_room_and_nonsense_is_refused() {
        let reviews = Reviews::new();
        for game in 0..KEPT + 10 {
            let error = reviews.of(&game.to_string(), "nonsense".to_owned()).await.unwrap_err();
            assert_eq!(error.0.code, ProblemCode::Conflict);
        }
        assert_eq!(lock(&reviews.slots).by_game.len(), KEPT);
        assert_eq!(reviews.waiting.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn only_so_many_wait() {
        let waiting = AtomicUsize::new(0);
        let places: Vec<Place<'_>> =
            (0..MOST_WAITING).filter_map(|_| Place::take(&waiting)).collect();
        assert_eq!(places.len(), MOST_WAITING);
        assert!(Place::take(&waiting).is_none());
        drop(places);
        assert_eq!(waiting.load(Ordering::Relaxed), 0);
    }
}
