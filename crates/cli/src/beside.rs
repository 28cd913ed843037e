//! What is kept beside a record while its game is played: its luck, and who was to sit where.
//!
//! A game that was interrupted can go on from it. The file can be read by its owner alone, since all dice follow from
//! it, and it goes when the game ends.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use dicehouse_table::record::Header;
use dicehouse_table::{SeatKind, Seated};
use dicehouse_terminal::{GamePlan, SeatPlan};
use serde::{Deserialize, Serialize};

use crate::luck::Luck;

/// What a game needs besides its record to go on after an interruption.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Beside {
    /// Where its luck comes from.
    pub luck: Luck,
    /// How it was chosen: the record names programs, but not their commands.
    pub plan: GamePlan,
    /// The folder in which it was started: commands may be meant from there.
    pub folder: Option<PathBuf>,
}

impl Beside {
    /// What is to be kept of a game that begins now and here.
    pub fn new(luck: Luck, plan: GamePlan) -> Beside {
        Beside { luck, plan, folder: std::env::current_dir().ok() }
    }

    /// Whether it is about the game with this header.
    pub fn fits(&self, header: &Header) -> bool {
        let alike = |(plan, seated): (&SeatPlan, &Seated)| match (plan, &seated.kind) {
            (SeatPlan::Person { .. }, SeatKind::Person) => true,
            (SeatPlan::Bot { .. }, SeatKind::Bot(_)) => true,
            (SeatPlan::Person { .. } | SeatPlan::Bot { .. }, _) => false,
        };
        self.plan.ruleset == header.ruleset
            && self.plan.seats.len() == header.seats.len()
            && self.plan.seats.iter().zip(&header.seats).all(alike)
    }

    /// Keeps it beside a record.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, record: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600);
        let mut file = options.open(file_of(record))?;
        file.write_all(serde_json::to_string(self)?.as_bytes())?;
        file.sync_all()
    }

    /// Reads what was kept beside a record.
    ///
    /// # Errors
    /// When there is nothing, or it cannot be read.
    pub fn of(record: &Path) -> io::Result<Beside> {
        Ok(serde_json::from_slice(&fs::read(file_of(record))?)?)
    }

    /// The game of this record has ended: nobody needs this any more.
    pub fn forget(record: &Path) {
        // Where it is not there any more, all is well.
        let _ = fs::remove_file(file_of(record));
    }

    /// Whether something is kept beside this record.
    pub fn is_kept(record: &Path) -> bool {
        file_of(record).is_file()
    }
}

fn file_of(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".secret");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{GameKind, Ruleset};
    use dicehouse_table::record::Opening;
    use rand::Rng as _;

    fn plan(game: GameKind) -> GamePlan {
        let person = SeatPlan::Person { name: "Ann".to_owned() };
        let bot = SeatPlan::Bot { bot: "python3 bot.py".to_owned(), name: None };
        let plan = GamePlan::new(Ruleset::default_of(game), vec![person, bot]);
        GamePlan { sandbox: true, ..plan }
    }

    #[test]
    fn it_is_kept_for_its_owner_alone_until_the_game_ends() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("game.jsonl");
        for luck in [Luck::new(None), Luck::new(Some(u64::MAX))] {
            Beside::new(luck, plan(GameKind::Liars)).keep(&record).unwrap();
            let mode = fs::metadata(file_of(&record)).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "nobody else may read it");
            let read = Beside::of(&record).unwrap();
            assert_eq!(luck.of_bots().next_u64(), read.luck.of_bots().next_u64());
            assert_eq!(read.plan, plan(GameKind::Liars));
            Beside::forget(&record);
            assert!(!Beside::is_kept(&record));
        }
    }

    #[test]
    fn another_game_is_noticed() {
        let luck = Luck::new(Some(1));
        let header = |seats: Vec<Seated>| {
            let ruleset = Ruleset::default_of(GameKind::Liars);
            let id = "test-1".parse().unwrap();
            luck.open(Opening { id, started: 0, ruleset, seats }).0
        };
        let (ann, bot) = (Seated::person("Ann"), Seated::bot("bot", "bot", ""));
        let right = header(vec![ann.clone(), bot.clone()]);
        assert!(Beside::new(luck, plan(GameKind::Liars)).fits(&right));
        assert!(!Beside::new(luck, plan(GameKind::Claims)).fits(&right), "another game");
        for seats in [vec![bot.clone(), ann.clone()], vec![ann.clone(), bot, ann]] {
            assert!(!Beside::new(luck, plan(GameKind::Liars)).fits(&header(seats)), "other seats");
        }
    }
}
