//! What a pool leaves behind.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use dicehouse_stats::Entrant;

use super::Pool;
use crate::journal::{FolderError, write_whole};
use crate::report::{Report, Standings, as_json};

impl Pool {
    /// Writes `standings.json`, `timing.json` and `report.html` into a folder, which exists, and gives the standings.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, gone: BTreeSet<Entrant>) -> Result<Standings, FolderError> {
        let standings = self.standings(folder, gone);
        let report = Report::new(&standings, &self.results);
        write_whole(&folder.join("standings.json"), &as_json(&standings))?;
        write_whole(&folder.join("timing.json"), &as_json(&report.timing()))?;
        write_whole(&folder.join("report.html"), report.html().as_bytes())?;
        Ok(standings)
    }
}

/// `path` as seen from `base`: the way a link in a file of `base` has to go.
pub(super) fn seen_from(base: &Path, path: &Path) -> String {
    let absolute = |path: &Path| {
        path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.into())
    };
    let (base, path) = (absolute(base), absolute(path));
    let shared = base.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    let up = base.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(path.components().skip(shared)).collect();
    match way.to_string_lossy().into_owned() {
        here if here.is_empty() => ".".to_owned(),
        way => way,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_between_folders() {
        let cases = [
            ("/nowhere/a", "/nowhere/a/added/1", "added/1"),
            ("/nowhere/a/b", "/nowhere/c", "../../c"),
            ("/nowhere/a", "/nowhere/a", "."),
        ];
        for (base, path, way) in cases {
            assert_eq!(seen_from(Path::new(base), Path::new(path)), way);
        }
    }
}
