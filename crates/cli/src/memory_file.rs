//! What the program remembers of its user, in a file of their own.

use std::fs;
use std::path::PathBuf;

use dicehouse_terminal::Memory;

/// `$XDG_CONFIG_HOME/dicehouse/config.toml`, or `~/.config/dicehouse/config.toml`.
fn path() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let xdg = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).and_then(absolute);
    let home = || std::env::home_dir().and_then(absolute).map(|home| home.join(".config"));
    Some(xdg.or_else(home)?.join("dicehouse/config.toml"))
}

/// What is remembered. A file that cannot be read is as good as none: somebody may have edited it.
pub fn read() -> Memory {
    let text = path().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    toml::from_str(&text).unwrap_or_default()
}

/// Remembers. It is written beside the old file first, so that a full disk loses nothing.
pub fn write(memory: &Memory) {
    let (Some(path), Ok(text)) = (path(), toml::to_string(memory)) else { return };
    let Some(folder) = path.parent() else { return };
    let fresh = path.with_extension("toml.new");
    // Playing works without a memory, too.
    let _ = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&fresh, text))
        .and_then(|()| fs::rename(&fresh, &path));
}
