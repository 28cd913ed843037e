//! What the program remembers of its user, in a file of their own.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::memory::Memory;
use crate::room::in_words;

/// `config.toml` in the configuration folder.
fn path() -> Option<PathBuf> {
    Some(super::config_dir()?.join("config.toml"))
}

/// What is remembered. A file that cannot be read is as good as none: somebody may have edited it.
pub(super) fn read() -> Memory {
    path().and_then(|path| read_from(&path).ok().flatten()).unwrap_or_default()
}

/// Why the file there is cannot be read, and what becomes of it.
pub fn damage() -> Option<String> {
    let path = path()?;
    let why = read_from(&path).err()?;
    let (path, kept) = (path.display(), path.with_extension(ASIDE));
    let kept = kept.display();
    Some(format!(
        "{path} is not used: {why}; it is kept as {kept} when there is something new to remember"
    ))
}

/// The ending of a file that could not be read and was put aside.
const ASIDE: &str = "toml.unread";

fn read_from(path: &Path) -> Result<Option<Memory>, String> {
    match fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map(Some).map_err(|error| {
            let line = error.span().map_or(1, |span| {
                text.get(..span.start).unwrap_or_default().lines().count().max(1)
            });
            format!("line {line}: {}", error.message())
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(in_words(&error)),
    }
}

/// Changes what is remembered. One program does so at a time, and starts from what the last one wrote.
pub(super) fn change(change: &mut dyn FnMut(&mut Memory)) {
    // Playing works without a memory, too.
    let _ = path().map_or(Ok(()), |path| change_at(&path, change));
}

fn change_at(path: &Path, change: &mut dyn FnMut(&mut Memory)) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        super::private_folder(folder)?;
    }
    let lock = File::create(path.with_extension("toml.lock"))?;
    // There are file systems without locks.
    let _ = lock.lock();
    let before = read_from(path);
    let known = before.as_ref().ok().cloned().flatten().unwrap_or_default();
    let mut memory = known.clone();
    change(&mut memory);
    if before.as_ref().is_ok_and(Option::is_some) && memory == known {
        return Ok(());
    }
    write_to(path, &memory, before.is_err())
}

/// Writes a file and then puts it in the place of the old one, so that a full disk loses nothing.
fn write_to(path: &Path, memory: &Memory, damaged: bool) -> io::Result<()> {
    let text = toml::to_string(memory).map_err(io::Error::other)?;
    if damaged {
        // Somebody's own work may be in it.
        fs::rename(path, path.with_extension(ASIDE))?;
    }
    let fresh = path.with_extension("toml.new");
    fs::write(&fresh, text)?;
    fs::rename(&fresh, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_named_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dicehouse/config.toml");
        assert!(read_from(&path).unwrap().is_none(), "there is none yet");
        let memory = Memory { name: Some("Ann".to_owned()), ..Memory::default() };
        change_at(&path, &mut |known| *known = memory.clone()).unwrap();
        assert_eq!(read_from(&path).unwrap().unwrap().name, memory.name);

        let edited = "name = \"Ann\"\nlast = what is this\n";
        fs::write(&path, edited).unwrap();
        let why = read_from(&path).unwrap_err();
        assert!(why.starts_with("line 2: "), "{why}");
        change_at(&path, &mut |known| *known = memory.clone()).unwrap();
        assert_eq!(fs::read_to_string(path.with_extension(ASIDE)).unwrap(), edited);
        assert_eq!(read_from(&path).unwrap().unwrap().name, memory.name);
    }

    /// Invariant of two windows: what one learns, the other does not forget.
    #[test]
    fn programs_that_remember_at_the_same_time_lose_nothing() {
        use dicehouse_rules::GameKind;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dicehouse/config.toml");
        std::thread::scope(|scope| {
            for game in GameKind::ALL {
                let path = &path;
                scope.spawn(move || change_at(path, &mut |memory| memory.learned(game)).unwrap());
            }
            scope.spawn(|| {
                change_at(&path, &mut |memory| memory.settings.bell = true).unwrap();
            });
        });
        let memory = read_from(&path).unwrap().unwrap();
        assert_eq!(memory.lessons.len(), GameKind::ALL.len());
        assert!(memory.settings.bell);
    }
}
