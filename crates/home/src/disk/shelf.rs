//! The data folder: logs of games that are being played, and records of those that are over.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use dicehouse_table::record::GameId;

use super::append_file::{AppendFile, is_being_written};
use super::{from_home, memory_file};
use crate::memory::Memory;
use crate::platform::{Log, Shelf};
use crate::room::in_words;

/// The ending of a log, and of a record.
const LOG: &str = "room";
const RECORD: &str = "jsonl";

/// The folder in which Dicehouse keeps what has to last.
pub(super) struct DataFolder {
    /// Where it is; `None` where there is no such place.
    pub data: Option<PathBuf>,
}

impl DataFolder {
    fn games(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|data| data.join("games"))
    }

    /// The files of a kind, newest first: games are named after when they started.
    fn files(&self, ending: &str) -> Vec<PathBuf> {
        let folder = self.games().and_then(|games| fs::read_dir(games).ok());
        let mut files: Vec<PathBuf> = folder
            .into_iter()
            .flatten()
            .filter_map(|file| Some(file.ok()?.path()))
            .filter(|path| path.extension() == Some(OsStr::new(ending)))
            // Somebody who reads a pipe waits for its writer.
            .filter(|path| path.is_file())
            .collect();
        files.sort_unstable_by(|a, b| b.cmp(a));
        files
    }
}

impl Shelf for DataFolder {
    fn begin_log(&self, game: &GameId) -> Result<Option<(PathBuf, Log)>, String> {
        let Some(games) = self.games() else { return Ok(None) };
        let path = games.join(format!("{game}.{LOG}"));
        let begin = || {
            super::private_folder(&games)?;
            AppendFile::create_new(&path)
        };
        match begin() {
            Ok(log) => Ok(Some((path, Box::new(log)))),
            Err(error) => Err(format!(
                "the game cannot be saved in {}: {}. Set XDG_DATA_HOME to a folder that you can write to",
                games.display(),
                in_words(&error)
            )),
        }
    }

    fn logs(&self) -> Vec<PathBuf> {
        self.files(LOG).into_iter().filter(|path| !is_being_written(path)).collect()
    }

    fn read_log(&self, log: &Path) -> io::Result<Vec<u8>> {
        fs::read(log)
    }

    fn go_on(&self, log: &Path, length: u64) -> io::Result<Log> {
        Ok(Box::new(AppendFile::go_on(log, length)?))
    }

    fn can_keep(&self, to: &Path) -> io::Result<()> {
        if is_special(to) {
            return Ok(());
        }
        let fresh = unfinished(to);
        fs::File::create(&fresh)?;
        fs::remove_file(&fresh)
    }

    fn remove_log(&self, log: &Path) {
        // Where it is not there any more, all is well.
        let _ = fs::remove_file(log);
    }

    fn keep_record(
        &self,
        game: &GameId,
        to: Option<&Path>,
        record: &[u8],
    ) -> io::Result<Option<PathBuf>> {
        let path = match (to, self.games()) {
            (Some(path), _) => path.to_owned(),
            (None, Some(games)) => {
                super::private_folder(&games)?;
                games.join(format!("{game}.{RECORD}"))
            }
            (None, None) => return Ok(None),
        };
        write_whole(&path, record)?;
        Ok(Some(path))
    }

    fn records(&self) -> Vec<PathBuf> {
        self.files(RECORD)
    }

    fn read_record(&self, record: &Path) -> io::Result<Vec<u8>> {
        fs::read(record)
    }

    fn display(&self, path: &Path) -> String {
        from_home(path)
    }

    fn note(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.data.as_ref()?.join(name)).ok()
    }

    fn keep_note(&self, name: &str, bytes: &[u8]) {
        let Some(data) = &self.data else { return };
        // It can be made again, so it is no loss when there is no space for it.
        let _ = super::private_folder(data).and_then(|()| write_whole(&data.join(name), bytes));
    }

    fn memory(&self) -> Memory {
        memory_file::read()
    }

    fn change_memory(&self, change: &mut dyn FnMut(&mut Memory)) {
        memory_file::change(change);
    }
}

/// Whether there is a pipe or a device.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| !known.is_file())
}

/// The name of a file until it is complete.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    PathBuf::from(name)
}

/// Writes a file whole: a plain one is put in its place when it is complete, so that nobody finds half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(path) {
        // Pipes and devices have no other name.
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let fresh = unfinished(path);
    let written = (|| {
        let mut file = fs::File::create(&fresh)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&fresh, path)
    })();
    if written.is_err() {
        // What there is of it is of no use.
        let _ = fs::remove_file(&fresh);
    }
    written
}
