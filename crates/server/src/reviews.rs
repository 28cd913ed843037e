//! Reviews of finished games: jobs that run in the background, one after the other. Whoever asks may wait, or come back:
//! a job goes on when nobody waits, and its review is kept for a while.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use dicehouse_answers::ProblemCode;
use dicehouse_review::{Options, review};
use dicehouse_table::record::{Record, VerifyError, verify};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::cpu_work::CpuWork;
use crate::error::ApiError;
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

/// A review in the making, or made.
#[derive(Debug, Default)]
struct Job {
    made: watch::Sender<Option<Made>>,
    done: AtomicUsize,
    decisions: AtomicUsize,
}

/// How far a review is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReviewProgress {
    /// How many decisions have been looked at.
    pub done: usize,
    /// How many there are; 0 while other reviews come first.
    pub decisions: usize,
}

/// What there is of a review.
#[derive(Debug, PartialEq, Eq)]
pub enum ReviewState {
    /// It is made; as JSON.
    Ready(Bytes),
    /// It is being made.
    Working(ReviewProgress),
}

/// The reviews of a house.
#[derive(Debug)]
pub struct Reviews {
    /// One at a time: a review uses every processor by itself.
    reviewer: CpuWork,
    waiting: Arc<AtomicUsize>,
    jobs: Arc<Mutex<Jobs>>,
}

#[derive(Debug, Default)]
struct Jobs {
    by_name: HashMap<String, Arc<Job>>,
    /// Their names, the oldest first.
    order: VecDeque<String>,
}

/// The name of a record that was sent: the same text gets the same review.
pub fn name_of(record: &str) -> String {
    hex::encode(Sha256::digest(record.as_bytes()))
}

impl Reviews {
    /// No review has been made yet.
    pub fn new() -> Reviews {
        Reviews { reviewer: CpuWork::new(1), waiting: Arc::default(), jobs: Arc::default() }
    }

    /// Whether a review of this name is made, or being made: asking for it costs nothing.
    pub fn knows(&self, name: &str) -> bool {
        lock(&self.jobs).by_name.contains_key(name)
    }

    /// Forgets a review: its record has changed.
    pub fn forget(&self, name: &str) {
        let mut jobs = lock(&self.jobs);
        jobs.by_name.remove(name);
        jobs.order.retain(|other| other != name);
    }

    /// The review of a game of the house; `record` is its record.
    ///
    /// # Errors
    /// When the game cannot be reviewed, or too many others are to be reviewed before.
    pub async fn of(
        &self,
        game: &str,
        record: String,
        wait: Duration,
    ) -> Result<ReviewState, ApiError> {
        let job = self.job(game, move |job| make(&record, job))?;
        state_of(&job, wait).await
    }

    /// The review of a record that somebody sent.
    ///
    /// # Errors
    /// When it is no record, was changed, is too long, or too many others are to be reviewed before.
    pub async fn of_sent(&self, record: String, wait: Duration) -> Result<ReviewState, ApiError> {
        let job = self.job(&name_of(&record), move |job| checked(&record, job))?;
        state_of(&job, wait).await
    }

    /// A review that was asked for before; `None` when it was not, or long ago.
    ///
    /// # Errors
    /// When the game cannot be reviewed.
    pub async fn again(&self, name: &str, wait: Duration) -> Result<Option<ReviewState>, ApiError> {
        let job = lock(&self.jobs).by_name.get(name).cloned();
        match job {
            Some(job) => state_of(&job, wait).await.map(Some),
            None => Ok(None),
        }
    }

    /// The job of this name, begun if there is none.
    fn job(
        &self,
        name: &str,
        make: impl FnOnce(&Job) -> Made + Send + 'static,
    ) -> Result<Arc<Job>, ApiError> {
        let mut jobs = lock(&self.jobs);
        if let Some(job) = jobs.by_name.get(name) {
            return Ok(job.clone());
        }
        let place = Place::take(&self.waiting).ok_or_else(too_many)?;
        while jobs.order.len() >= KEPT {
            let Some(oldest) = jobs.order.pop_front() else { break };
            jobs.by_name.remove(&oldest);
        }
        let job = Arc::new(Job::default());
        jobs.order.push_back(name.to_owned());
        jobs.by_name.insert(name.to_owned(), job.clone());
        drop(jobs);
        self.begin(name.to_owned(), job.clone(), place, make);
        Ok(job)
    }

    fn begin(
        &self,
        name: String,
        job: Arc<Job>,
        place: Place,
        make: impl FnOnce(&Job) -> Made + Send + 'static,
    ) {
        let (reviewer, jobs) = (self.reviewer.clone(), self.jobs.clone());
        tokio::spawn(async move {
            let at_work = job.clone();
            let made = reviewer.run(move || make(&at_work)).await;
            drop(place);
            if made.is_none() {
                // It panicked: whoever asks next begins again.
                let mut jobs = lock(&jobs);
                jobs.by_name.remove(&name);
                jobs.order.retain(|other| *other != name);
            }
            job.made.send_replace(Some(made.unwrap_or_else(|| Err("it failed".to_owned()))));
        });
    }
}

/// What there is of a job within this time.
async fn state_of(job: &Job, wait: Duration) -> Result<ReviewState, ApiError> {
    let mut made = job.made.subscribe();
    match timeout(wait, made.wait_for(Option::is_some)).await {
        Ok(Ok(made)) => made.as_ref().map_or_else(
            || Err(ApiError::unavailable()),
            |made| answer(made).map(ReviewState::Ready),
        ),
        Ok(Err(_)) => Err(ApiError::unavailable()),
        Err(_) => Ok(ReviewState::Working(ReviewProgress {
            done: job.done.load(Ordering::Relaxed),
            decisions: job.decisions.load(Ordering::Relaxed),
        })),
    }
}

/// The review of a record from an unknown source. A record that breaks off can be reviewed, a record that was changed
/// cannot.
fn checked(text: &str, job: &Job) -> Made {
    let record = Record::read(text).map_err(|error| error.to_string())?;
    if record.lines.len() > MOST_SENT_LINES {
        return Err(format!("it has more than {MOST_SENT_LINES} lines"));
    }
    match verify(&record) {
        Ok(_) | Err(VerifyError::BreaksOff { .. }) => reviewed(record, job),
        Err(error) => Err(error.to_string()),
    }
}

fn make(record: &str, job: &Job) -> Made {
    reviewed(Record::read(record).map_err(|error| error.to_string())?, job)
}

fn reviewed(record: Record, job: &Job) -> Made {
    let progress = |done: usize, decisions: usize| {
        job.done.fetch_max(done, Ordering::Relaxed);
        job.decisions.store(decisions, Ordering::Relaxed);
    };
    let review =
        review(record, &Options::default(), &progress).map_err(|error| error.to_string())?;
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
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>) -> Option<Place> {
        let place = Place(waiting.clone());
        (waiting.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn old_reviews_make_room_and_nonsense_is_refused() {
        let reviews = Reviews::new();
        for game in 0..KEPT + 10 {
            let asked = reviews.of(&game.to_string(), "nonsense".to_owned(), LONG).await;
            assert_eq!(asked.unwrap_err().0.code, ProblemCode::Conflict);
        }
        assert_eq!(lock(&reviews.jobs).by_name.len(), KEPT);
        assert_eq!(reviews.waiting.load(Ordering::Relaxed), 0);
    }

    /// Nobody waits to the end, and the review is made once and found again.
    #[tokio::test]
    async fn a_job_goes_on_when_nobody_waits() {
        let reviews = Reviews::new();
        let runs = Arc::new(AtomicUsize::new(0));
        let slow = |runs: Arc<AtomicUsize>| {
            move |job: &Job| {
                runs.fetch_add(1, Ordering::Relaxed);
                job.done.store(2, Ordering::Relaxed);
                job.decisions.store(7, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(300));
                Ok(Bytes::from_static(b"{}"))
            }
        };
        for _ in 0..3 {
            let job = reviews.job("game", slow(runs.clone())).unwrap();
            let state = state_of(&job, Duration::from_millis(50)).await.unwrap();
            assert_eq!(state, ReviewState::Working(ReviewProgress { done: 2, decisions: 7 }));
        }
        let ready = reviews.again("game", LONG).await.unwrap();
        assert_eq!(ready, Some(ReviewState::Ready(Bytes::from_static(b"{}"))));
        assert_eq!(runs.load(Ordering::Relaxed), 1);
        assert_eq!(reviews.again("another", LONG).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_review_that_panics_is_begun_again() {
        let reviews = Reviews::new();
        let job = reviews.job("game", |_: &Job| panic!("planted")).unwrap();
        assert!(state_of(&job, LONG).await.is_err());
        assert!(!reviews.knows("game"));
    }

    #[test]
    fn only_so_many_wait() {
        let waiting = Arc::new(AtomicUsize::new(0));
        let places: Vec<Place> = (0..MOST_WAITING).filter_map(|_| Place::take(&waiting)).collect();
        assert_eq!(places.len(), MOST_WAITING);
        assert!(Place::take(&waiting).is_none());
        drop(places);
        assert_eq!(waiting.load(Ordering::Relaxed), 0);
    }
}
