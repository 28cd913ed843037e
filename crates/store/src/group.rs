//! Group commit: while one commit waits for the disk, the appends that come meanwhile gather, and
//! go into the next one together.

use tokio::sync::{mpsc, oneshot};

use crate::db::Database;
use crate::error::{Error, Result};
use crate::place::Place;
use crate::rooms::{self, Append};

/// The most appends of one commit.
const MOST: usize = 1024;

type Answer = oneshot::Sender<Result<()>>;

/// The way in to the task that commits.
#[derive(Debug, Clone)]
pub struct Group {
    queue: mpsc::Sender<(Append, Answer)>,
    place: Place,
}

impl Group {
    /// Starts the task. It ends when the last way in is gone.
    pub fn start(database: Database, place: Place) -> Group {
        let (queue, appends) = mpsc::channel(MOST);
        tokio::spawn(run(database, place.clone(), appends));
        Group { queue, place }
    }

    /// Appends and waits until it is on the disk. An append that was handed over is committed even if the
    /// caller stops waiting.
    pub async fn append(&self, append: Append) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        let gone = || Error::GroupFailed {
            place: self.place.clone(),
            reason: "the store was closed".to_owned(),
        };
        self.queue.send((append, answer)).await.map_err(|_| gone())?;
        answered.await.unwrap_or_else(|_| Err(gone()))
    }
}

async fn run(database: Database, place: Place, mut appends: mpsc::Receiver<(Append, Answer)>) {
    let mut group = Vec::with_capacity(MOST);
    while appends.recv_many(&mut group, MOST).await > 0 {
        let (wanted, answers): (Vec<Append>, Vec<Answer>) = group.drain(..).unzip();
        match commit(&database, &wanted).await {
            Ok(results) => {
                for (answer, result) in answers.into_iter().zip(results) {
                    // A caller that no longer waits misses nothing: the log has the entries.
                    let _ = answer.send(result);
                }
            }
            Err(error) => fail(&place, error, answers),
        }
    }
}

async fn commit(database: &Database, wanted: &[Append]) -> sqlx::Result<Vec<Result<()>>> {
    let mut tx = database.begin().await?;
    let mut results = Vec::with_capacity(wanted.len());
    for append in wanted {
        let refused = rooms::write(&mut tx, append).await?;
        results.push(refused.map_or(Ok(()), Err));
    }
    tx.commit().await?;
    Ok(results)
}

/// The first gets the error itself, the others its words.
fn fail(place: &Place, error: sqlx::Error, answers: Vec<Answer>) {
    let error = Error::database(place, error);
    let reason = error.to_string();
    let mut error = Some(error);
    for answer in answers {
        let error = error
            .take()
            .unwrap_or_else(|| Error::GroupFailed { place: place.clone(), reason: reason.clone() });
        let _ = answer.send(Err(error));
    }
}
