//! A platform without a computer: everything in memory, luck from a number. For tests, and for trying a house out.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehouse_room::message::Time;
use dicehouse_table::record::{Append, GameId};

use crate::memory::Memory;
use crate::platform::{HouseBots, Log, NoResults, Platform, Shelf, System};
use crate::thinking::{AtOnce, Thinker};

/// What is kept. Clones share it, so it can be looked at from outside and outlives a house.
#[derive(Clone, Default)]
pub struct InMemory(Arc<Mutex<Files>>);

#[derive(Default)]
struct Files {
    logs: BTreeMap<PathBuf, Vec<u8>>,
    records: BTreeMap<PathBuf, Vec<u8>>,
    notes: BTreeMap<String, Vec<u8>>,
    memory: Memory,
    /// Nothing can be written any more.
    full: bool,
    /// There is space for logs and none for records.
    no_records: bool,
}

impl InMemory {
    /// A house that keeps everything here, with luck from `seed`. Bots think at once.
    pub fn platform(&self, seed: u64) -> Platform {
        Platform {
            shelf: Box::new(self.clone()),
            results: Box::new(NoResults),
            opponents: Box::new(HouseBots),
            system: Box::new(Repeatable {
                seed,
                drawn: AtomicU64::new(0),
                looked: AtomicU64::new(0),
            }),
        }
    }

    /// From now on nothing can be written, or it can again.
    pub fn set_full(&self, full: bool) {
        self.files().full = full;
    }

    /// From now on no record can be written, or it can again.
    pub fn set_no_records(&self, no_records: bool) {
        self.files().no_records = no_records;
    }

    /// Somebody deletes all records.
    pub fn lose_records(&self) {
        self.files().records.clear();
    }

    /// The records that were kept, in the order of their names.
    pub fn kept(&self) -> Vec<Vec<u8>> {
        self.files().records.values().cloned().collect()
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, write: impl FnOnce(&mut Files)) -> io::Result<()> {
        let mut files = self.files();
        match files.full {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => {
                write(&mut files);
                Ok(())
            }
        }
    }
}

/// A log that is being written.
struct OpenLog {
    to: InMemory,
    path: PathBuf,
}

impl Append for OpenLog {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.to.write(|files| {
            files.logs.entry(self.path.clone()).or_default().extend_from_slice(lines);
        })
    }
}

impl Shelf for InMemory {
    fn begin_log(&self, game: &GameId) -> Result<Option<(PathBuf, Log)>, String> {
        let path = PathBuf::from(format!("games/{game}.room"));
        Ok(Some((path.clone(), Box::new(OpenLog { to: self.clone(), path }))))
    }

    fn logs(&self) -> Vec<PathBuf> {
        self.files().logs.keys().rev().cloned().collect()
    }

    fn read_log(&self, log: &Path) -> io::Result<Vec<u8>> {
        self.files().logs.get(log).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn go_on(&self, log: &Path, length: u64) -> io::Result<Log> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        self.write(|files| files.logs.entry(log.to_owned()).or_default().truncate(length))?;
        Ok(Box::new(OpenLog { to: self.clone(), path: log.to_owned() }))
    }

    fn remove_log(&self, log: &Path) {
        self.files().logs.remove(log);
    }

    fn keep_record(
        &self,
        game: &GameId,
        to: Option<&Path>,
        record: &[u8],
    ) -> io::Result<Option<PathBuf>> {
        if self.files().no_records {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let path = to.map_or_else(|| format!("games/{game}.jsonl").into(), Path::to_owned);
        self.write(|files| {
            files.records.insert(path.clone(), record.to_vec());
        })?;
        Ok(Some(path))
    }

    fn records(&self) -> Vec<PathBuf> {
        self.files().records.keys().rev().cloned().collect()
    }

    fn read_record(&self, record: &Path) -> io::Result<Vec<u8>> {
        self.files().records.get(record).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn note(&self, name: &str) -> Option<Vec<u8>> {
        self.files().notes.get(name).cloned()
    }

    fn keep_note(&self, name: &str, bytes: &[u8]) {
        self.files().notes.insert(name.to_owned(), bytes.to_vec());
    }

    fn memory(&self) -> Memory {
        self.files().memory.clone()
    }

    fn change_memory(&self, change: &mut dyn FnMut(&mut Memory)) {
        change(&mut self.files().memory);
    }
}

/// A clock that ticks when it is looked at, and luck from a number.
struct Repeatable {
    seed: u64,
    drawn: AtomicU64,
    looked: AtomicU64,
}

impl System for Repeatable {
    fn now(&self) -> Time {
        Time(1_794_735_000_000 + self.looked.fetch_add(1, Ordering::Relaxed))
    }

    fn random(&self) -> [u8; 32] {
        let mut state = self.seed ^ (self.drawn.fetch_add(1, Ordering::Relaxed) << 40);
        let mut bytes = [0; 32];
        for byte in &mut bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (state >> 33) as u8;
        }
        bytes
    }

    fn thinker(&self) -> Box<dyn Thinker> {
        Box::new(AtOnce::default())
    }

    fn person_name(&self) -> String {
        "Ann".to_owned()
    }
}
