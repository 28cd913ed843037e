//! The house of a computer: files in the data folder, results in a database, programs as opponents.

mod append_file;
mod memory_file;
mod opponents;
mod results;
mod shelf;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use dicehouse_room::message::Time;

use crate::home::Home;
use crate::platform::{NoResults, Platform, Results, System};
use crate::thinking::{Thinker, Threads};

pub use memory_file::damage as memory_damage;
pub use opponents::with_tables;
pub use results::{RESULTS, open_store};

use opponents::BotsAndPrograms;
use results::ResultsInStore;
use shelf::DataFolder;

impl Home {
    /// The house at this computer, with its data folder.
    pub fn at_this_computer() -> Home {
        let data = data_dir();
        let results: Box<dyn Results> = match &data {
            Some(data) => Box::new(ResultsInStore { data: data.clone() }),
            None => Box::new(NoResults),
        };
        Home::new(Platform {
            shelf: Box::new(DataFolder { data: data.clone() }),
            results,
            opponents: Box::new(BotsAndPrograms { data }),
            system: Box::new(ThisComputer),
        })
    }
}

/// Where Dicehouse keeps records and results: `$XDG_DATA_HOME/dicehouse`, or
/// `~/.local/share/dicehouse`.
pub fn data_dir() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let xdg = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).and_then(absolute);
    let home = || std::env::home_dir().and_then(absolute).map(|home| home.join(".local/share"));
    Some(xdg.or_else(home)?.join("dicehouse"))
}

/// Where Dicehouse keeps what its user has chosen: `$XDG_CONFIG_HOME/dicehouse`, or `~/.config/dicehouse`.
pub fn config_dir() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let xdg = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).and_then(absolute);
    let home = || std::env::home_dir().and_then(absolute).map(|home| home.join(".config"));
    Some(xdg.or_else(home)?.join("dicehouse"))
}

/// Makes a folder, with those above it, that only its owner can look into; one that is there stays as it is.
///
/// # Errors
/// When it cannot be made.
pub fn private_folder(path: &Path) -> std::io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// A path as people write it: what lies in their home begins with `~`.
pub fn from_home(path: &Path) -> String {
    let inside = std::env::home_dir().and_then(|home| path.strip_prefix(home).ok());
    inside.map_or_else(|| path.display().to_string(), |rest| format!("~/{}", rest.display()))
}

/// The time by this computer's clock.
fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The clock, the luck and the processors of a computer.
struct ThisComputer;

impl System for ThisComputer {
    fn now(&self) -> Time {
        now()
    }

    fn random(&self) -> [u8; 32] {
        rand::random()
    }

    fn thinker(&self) -> Box<dyn Thinker> {
        Box::new(Threads::default())
    }

    fn person_name(&self) -> String {
        let name = std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
        name.unwrap_or_else(|| "Player".to_owned())
    }

    fn folder(&self) -> Option<PathBuf> {
        std::env::current_dir().ok()
    }
}
