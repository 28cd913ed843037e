//! What is kept on this computer: the data folder, the results, and the store of a house.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use dicehouse_home::disk::{RESULTS, data_dir, from_home, memory_damage};
use dicehouse_store::{Place, Store};

use super::finding::{Finding, Part};
use crate::problem::in_words;

const PART: Part = Part("Data");

/// Less free space than this is soon full: a thousand records and a house with some rooms.
const LEAST_FREE: u64 = 100 * 1024 * 1024;

/// Looks at everything that is kept.
pub async fn look(db: Option<&str>) -> Vec<Finding> {
    let folder = data_dir();
    let mut found = vec![settings()];
    match &folder {
        None => found.push(PART.broken(
            "data folder",
            "there is no home folder, so games and results are kept nowhere",
            "set HOME, or XDG_DATA_HOME to a folder of yours",
        )),
        Some(folder) => {
            found.push(data_folder(folder));
            found.push(store("results", Place::file(folder.join(RESULTS))).await);
        }
    }
    let house = db.map(Place::parse).or_else(|| Some(Place::file(folder?.join("house.sqlite"))));
    if let Some(place) = house {
        found.push(store("house", place).await);
    }
    found
}

fn settings() -> Finding {
    match memory_damage() {
        None => PART.good("settings", "what is remembered of you can be read"),
        Some(why) => PART.limited("settings", why, "mend the file, or delete it"),
    }
}

/// Whether games can be kept there. A folder that is not there yet is not made.
fn data_folder(folder: &Path) -> Finding {
    let (name, shown) = ("data folder", from_home(folder));
    let there = folder.ancestors().find(|path| path.exists()).unwrap_or(folder);
    if let Err(error) = try_to_write(there) {
        return PART.broken(
            name,
            format!("{} cannot be written: {}", there.display(), in_words(&error)),
            "make it a folder that you may write to, or set XDG_DATA_HOME to one",
        );
    }
    if there != folder {
        return PART.good(name, format!("{shown} is made when it is needed"));
    }
    if others_may_look(folder) {
        return PART.limited(
            name,
            format!("{shown} can be looked into by others on this computer"),
            format!("chmod 700 {}", folder.display()),
        );
    }
    match free(folder) {
        Some(bytes) if bytes < LEAST_FREE => PART.limited(
            name,
            format!("{shown}: {} free", size(bytes)),
            "make room on that disk: what cannot be written is not played",
        ),
        Some(bytes) => PART.good(name, format!("{shown}: can be written, {} free", size(bytes))),
        None => PART.good(name, format!("{shown}: can be written")),
    }
}

/// Writes a file into a folder and takes it away again.
fn try_to_write(folder: &Path) -> io::Result<()> {
    let probe: PathBuf = folder.join(format!(".dicehouse-doctor-{}", std::process::id()));
    let written = fs::File::create_new(&probe).and_then(|mut file| {
        file.write_all(b"dicehouse doctor")?;
        file.sync_all()
    });
    let removed = fs::remove_file(&probe);
    written.and(removed)
}

#[cfg(unix)]
fn others_may_look(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(folder).is_ok_and(|folder| folder.mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn others_may_look(_: &Path) -> bool {
    false
}

/// The bytes that are free for this user.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// A size as people say it.
fn size(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes < 1e9 => format!("{:.0} MB", bytes / 1e6),
        bytes => format!("{:.0} GB", bytes / 1e9),
    }
}

/// Opens a store that is there as every command does, and writes to it.
async fn store(name: &'static str, place: Place) -> Finding {
    if place.path().is_some_and(|path| !path.exists()) {
        let path = place.path().map(from_home).unwrap_or_default();
        let folder = place.path().and_then(Path::parent);
        return match folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
            // The data folder is made when it is needed; another one is somebody's mistake.
            Some(folder) if Some(folder) != data_dir().as_deref() => PART.broken(
                name,
                format!("{path} is not there, and its folder is not either"),
                format!("mkdir -p {}", folder.display()),
            ),
            _ => PART.good(name, format!("{path} is made when it is needed")),
        };
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let counted = async {
        let store = Store::open(place.clone()).await?;
        store.try_to_write(i64::try_from(now).unwrap_or(0)).await?;
        let counts = store.counts().await;
        store.close().await;
        counts
    };
    match counted.await {
        Ok(counts) => {
            let shown = place.path().map_or_else(|| place.to_string(), from_home);
            PART.good(name, format!("{shown}: {} games, can be written", counts.games))
        }
        // Errors of a store say themselves what to do.
        Err(error) => {
            let said = dicehouse_programs::without_numbers(&error.to_string());
            let (found, todo) = said.split_once(". ").unwrap_or((&said, "see the message"));
            PART.broken(name, found, todo)
        }
    }
}
