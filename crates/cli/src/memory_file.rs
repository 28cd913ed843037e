//! What the program remembers of its user, in a file of their own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use dicehouse_terminal::Memory;

use crate::problem::in_words;

/// `$XDG_CONFIG_HOME/dicehouse/config.toml`, or `~/.config/dicehouse/config.toml`.
fn path() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let xdg = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).and_then(absolute);
    let home = || std::env::home_dir().and_then(absolute).map(|home| home.join(".config"));
    Some(xdg.or_else(home)?.join("dicehouse/config.toml"))
}

/// What is remembered. A file that cannot be read is as good as none: somebody may have edited it.
pub fn read() -> Memory {
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

/// Beside the file, for one that could not be read.
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

/// Remembers. It is written beside the old file first, so that a full disk loses nothing.
pub fn write(memory: &Memory) {
    // Playing works without a memory, too.
    let _ = path().map_or(Ok(()), |path| write_to(&path, memory));
}

fn write_to(path: &Path, memory: &Memory) -> io::Result<()> {
    let text = toml::to_string(memory).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let fresh = path.with_extension("toml.new");
    if read_from(path).is_err() {
        // Somebody's own work may be in it.
        fs::rename(path, path.with_extension(ASIDE))?;
    }
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
        write_to(&path, &memory).unwrap();
        assert_eq!(read_from(&path).unwrap().unwrap().name, memory.name);

        let edited = "name = \"Ann\"\nlast = what is this\n";
        fs::write(&path, edited).unwrap();
        let why = read_from(&path).unwrap_err();
        assert!(why.starts_with("line 2: "), "{why}");
        write_to(&path, &memory).unwrap();
        assert_eq!(fs::read_to_string(path.with_extension(ASIDE)).unwrap(), edited);
        assert_eq!(read_from(&path).unwrap().unwrap().name, memory.name);
    }
}
