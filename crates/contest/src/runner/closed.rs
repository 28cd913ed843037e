//! Results of contests that lie where a bot may read.
//!
//! A bot is often entered from a working folder in which its host also keeps results. They tell the dice of contests that
//! can be held again and the records of games that another bot of the same author plays elsewhere, so every folder of
//! results is closed to bots, whichever contest it is of.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The most files that are looked through.
const MOST: usize = 1_000_000;

/// The folders of results inside of what is open, and those that something open lies in.
///
/// # Errors
/// When there is too much to look through, with the folder.
pub(super) fn results_in(open: &BTreeSet<PathBuf>) -> Result<BTreeSet<PathBuf>, PathBuf> {
    let mut found = BTreeSet::new();
    for path in open {
        found.extend(path.ancestors().filter(|folder| holds_results(folder)).map(Path::to_owned));
        search(path, &mut found)?;
    }
    Ok(found)
}

/// Looks through everything below `top`, without following links: they do not lead out of what is open.
fn search(top: &Path, found: &mut BTreeSet<PathBuf>) -> Result<(), PathBuf> {
    let mut seen = 0;
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        if found.contains(&folder) || holds_results(&folder) {
            found.insert(folder);
            continue;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            seen += 1;
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
        }
        if seen > MOST {
            return Err(top.to_owned());
        }
    }
    Ok(())
}

/// Whether a contest, several together or a ladder are in this folder. The house writes the first of these files before a
/// game is played.
fn holds_results(folder: &Path) -> bool {
    let commits = |name: &str| {
        let mut text = String::new();
        let file = fs::File::open(folder.join(name)).map(|file| file.take(1 << 20));
        file.and_then(|mut file| file.read_to_string(&mut text)).is_ok()
            && text.contains("\"commitment\"")
    };
    folder.join("ladder.toml").is_file() || commits("contest.json") || commits("standings.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_wherever_they_lie() {
        let scratch = tempfile::tempdir().unwrap();
        let top = scratch.path().canonicalize().unwrap();
        let files = [
            ("old/contest.json", "{\"commitment\": \"ab\"}"),
            ("deep/er/both/standings.json", "{\"parts\": [{\"commitment\": \"ab\"}]}"),
            ("arena/ladder.toml", ""),
            ("arena/sittings/0001/contest.json", "{\"commitment\": \"ab\"}"),
            ("mine/contest.json", "{\"a file\": \"of the bot's\"}"),
            ("old/bots/bot.py", ""),
        ];
        for (name, text) in files {
            fs::create_dir_all(top.join(name).parent().unwrap()).unwrap();
            fs::write(top.join(name), text).unwrap();
        }
        let found = |open: &str| results_in(&[top.join(open)].into()).unwrap();
        let folders = ["arena", "deep/er/both", "old"].map(|name| top.join(name));
        assert_eq!(found(""), BTreeSet::from(folders));
        assert_eq!(found("mine"), BTreeSet::new());
        // A bot that lies among results.
        assert_eq!(found("old/bots"), BTreeSet::from([top.join("old")]));
        assert_eq!(found("old/bots/bot.py"), BTreeSet::from([top.join("old")]));
    }
}
