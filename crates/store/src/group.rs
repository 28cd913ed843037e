//! Group commit: while one commit waits for the disk, what is to be written meanwhile gathers, and goes
//! into the next one together.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use crate::append::{self, Append};
use crate::db::{Database, Tx};
use crate::error::{Error, Result};
use crate::folding::Folding;
use crate::place::Place;

/// The most things of one commit.
const MOST: usize = 1024;

/// When more than this come at once, more will come in a moment.
const FEW: usize = 8;
/// How long a commit lasts at least in a busy house: more go into the next one, and all of them together cost less.
const BUSY: Duration = Duration::from_millis(5);

/// Something to write, as a part of a transaction. It may have to be written again, when the transaction
/// failed because of others.
pub trait Write: Send + Sync + 'static {
    /// What comes of it.
    type Output: Send;

    /// Writes it and says what came of it.
    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, Self::Output>;
}

/// Something being written.
pub type Writing<'t, T> = Pin<Box<dyn Future<Output = sqlx::Result<T>> + Send + 't>>;

type Answer<T> = oneshot::Sender<Result<T>>;

/// The way in to the task that commits.
#[derive(Debug, Clone)]
pub struct Group {
    queue: mpsc::Sender<Queued>,
    place: Place,
    commits: Arc<AtomicU64>,
}

impl Group {
    /// Starts the task. It ends when the last way in is gone.
    pub fn start(database: Database, place: Place) -> Group {
        let (queue, queued) = mpsc::channel(MOST);
        let commits = Arc::<AtomicU64>::default();
        let writer = Writer { database, place: place.clone(), commits: commits.clone() };
        writer.start(queued);
        Group { queue, place, commits }
    }

    /// How many commits there were.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Appends and waits until it is on the disk. An append that was handed over is committed even if the
    /// caller stops waiting.
    pub async fn append(&self, append: Append) -> Result<()> {
        self.queued(|answer| Queued::Append(append, answer)).await
    }

    /// Writes and waits until it is on the disk. What was handed over is committed even if the caller
    /// stops waiting.
    pub async fn write<W: Write>(&self, what: W) -> Result<W::Output> {
        self.queued(|answer| Queued::Other(Box::new(Waiting { what, done: None, answer }))).await
    }

    async fn queued<T>(&self, job: impl FnOnce(Answer<T>) -> Queued) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let gone = || Error::Closed { place: self.place.clone() };
        self.queue.send(job(answer)).await.map_err(|_| gone())?;
        answered.await.unwrap_or_else(|_| Err(gone()))
    }
}

enum Queued {
    Append(Append, Answer<()>),
    Other(Box<dyn Job>),
}

/// Something to write and whoever waits for it.
trait Job: Send {
    fn write<'t>(&'t mut self, tx: &'t mut Tx) -> Writing<'t, ()>;

    /// Answers whoever waits. One who no longer does misses nothing: it is written.
    fn answer(self: Box<Self>, result: Result<()>);
}

struct Waiting<W: Write> {
    what: W,
    done: Option<W::Output>,
    answer: Answer<W::Output>,
}

impl<W: Write> Job for Waiting<W> {
    fn write<'t>(&'t mut self, tx: &'t mut Tx) -> Writing<'t, ()> {
        Box::pin(async {
            self.done = Some(self.what.write(tx).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<()>) {
        let _ = match (result, self.done) {
            (Ok(()), Some(done)) => self.answer.send(Ok(done)),
            (Err(error), _) => self.answer.send(Err(error)),
            // Nothing was written. Without an answer, the one who waits hears that the store is closed.
            (Ok(()), None) => return,
        };
    }
}

struct Writer {
    database: Database,
    place: Place,
    commits: Arc<AtomicU64>,
}

/// What goes into one commit, with who waits for it.
#[derive(Default)]
struct Batch {
    appends: Vec<Append>,
    answers: Vec<Answer<()>>,
    others: Vec<Box<dyn Job>>,
}

/// Where a commit failed.
enum Failed {
    /// Nobody can write now.
    Beginning(sqlx::Error),
    /// Something of the batch cannot be written, or not all of it together.
    Writing(sqlx::Error),
}

async fn run(writer: Writer, mut queued: mpsc::Receiver<Queued>) {
    let mut group = Vec::with_capacity(MOST);
    let mut folding = Folding::new();
    let mut gather = Duration::ZERO;
    while queued.recv_many(&mut group, MOST).await > 0 {
        if !gather.is_zero() {
            sleep(gather).await;
            while group.len() < MOST
                && let Ok(one) = queued.try_recv()
            {
                group.push(one);
            }
        }
        let began = Instant::now();
        let is_busy = group.len() > FEW;
        let mut batch = Batch::default();
        for one in group.drain(..) {
            batch.add(one);
        }
        writer.keep(batch).await;
        folding.go_on(&writer.database).await;
        gather = if is_busy { BUSY.saturating_sub(began.elapsed()) } else { Duration::ZERO };
    }
}

impl Batch {
    fn add(&mut self, queued: Queued) {
        match queued {
            Queued::Append(append, answer) => {
                self.appends.push(append);
                self.answers.push(answer);
            }
            Queued::Other(job) => self.others.push(job),
        }
    }

    fn len(&self) -> usize {
        self.appends.len() + self.others.len()
    }

    /// Each part as a batch of its own.
    fn apart(self) -> impl Iterator<Item = Batch> {
        let appends = self.appends.into_iter().zip(self.answers);
        let appends = appends.map(|(append, answer)| Queued::Append(append, answer));
        appends.chain(self.others.into_iter().map(Queued::Other)).map(|one| {
            let mut batch = Batch::default();
            batch.add(one);
            batch
        })
    }

    /// Tells everybody that it is on the disk; or, of an append, why it was refused.
    fn succeed(self, refused: Vec<Option<Error>>) {
        for (answer, refused) in self.answers.into_iter().zip(refused) {
            let _ = answer.send(refused.map_or(Ok(()), Err));
        }
        for job in self.others {
            job.answer(Ok(()));
        }
    }

    /// Tells everybody why it failed. Several share the one error.
    fn fail(self, place: &Place, error: sqlx::Error) {
        let error = Error::database(place, error);
        let mut errors: Box<dyn Iterator<Item = Error>> = if self.len() > 1 {
            let cause = Arc::new(error);
            Box::new(std::iter::repeat_with(move || Error::NotCommitted(cause.clone())))
        } else {
            Box::new(std::iter::once(error))
        };
        for (answer, error) in self.answers.into_iter().zip(errors.by_ref()) {
            let _ = answer.send(Err(error));
        }
        for (job, error) in self.others.into_iter().zip(errors) {
            job.answer(Err(error));
        }
    }
}

impl Writer {
    fn start(self, queued: mpsc::Receiver<Queued>) {
        // Each statement is a message to SQLite's thread and one back. Among the tasks of a busy house the answers would
        // wait for their turn many times in a commit, and everybody waits for the commit: it has a thread of its own.
        let runtime = match self.database {
            Database::Sqlite { .. } => Builder::new_current_thread().enable_time().build().ok(),
            // Its connections belong to the runtime they were opened in.
            Database::Postgres(_) => None,
        };
        match runtime {
            Some(runtime) => {
                let thread = std::thread::Builder::new().name("commits".to_owned());
                // When the system gives no thread, the queue is gone, and every writer is told so.
                let _ = thread.spawn(move || runtime.block_on(run(self, queued)));
            }
            None => drop(tokio::spawn(run(self, queued))),
        }
    }

    /// Commits a batch. When it fails, its parts are tried one by one: what cannot be written hurts nothing else.
    async fn keep(&self, mut batch: Batch) {
        match self.commit(&mut batch).await {
            Ok(refused) => batch.succeed(refused),
            Err(Failed::Writing(_)) if batch.len() > 1 => {
                for mut batch in batch.apart() {
                    match self.commit(&mut batch).await {
                        Ok(refused) => batch.succeed(refused),
                        Err(Failed::Beginning(error) | Failed::Writing(error)) => {
                            batch.fail(&self.place, error);
                        }
                    }
                }
            }
            Err(Failed::Beginning(error) | Failed::Writing(error)) => {
                batch.fail(&self.place, error);
            }
        }
    }

    async fn commit(&self, batch: &mut Batch) -> Result<Vec<Option<Error>>, Failed> {
        let mut tx = self.database.begin().await.map_err(Failed::Beginning)?;
        let written = async {
            let refused = append::write(&mut tx, &batch.appends).await?;
            for job in &mut batch.others {
                job.write(&mut tx).await?;
            }
            tx.commit().await?;
            // Replaced between its beginning and its end, nobody may rely on it.
            self.database.check()?;
            self.commits.fetch_add(1, Ordering::Relaxed);
            Ok(refused)
        };
        written.await.map_err(Failed::Writing)
    }
}
