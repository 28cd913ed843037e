//! Going on with a game that was interrupted.

use std::fs;
use std::path::{Path, PathBuf};

use dicehouse_rules::{Seat, Seats};
use dicehouse_table::Table;
use dicehouse_table::record::{Header, Record};
use dicehouse_terminal::{BotPlayer, GamePlan, SeatPlan, Session, Setup};
use rand::Rng as _;

use super::LocalHouse;
use crate::beside::Beside;
use crate::opponent::Opponent;
use crate::problem::in_words;
use crate::record_file::{self, RecordFile};

impl LocalHouse {
    /// The records of interrupted games that can go on, the latest first.
    pub fn interrupted_games(&self) -> Vec<PathBuf> {
        let folder = self.data.as_ref().map(|data| data.join("games"));
        let files = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
        let mut records: Vec<PathBuf> = files
            .filter_map(|file| Some(file.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
            .filter(|path| Beside::is_kept(path) && !record_file::is_being_written(path))
            .collect();
        // Their names begin with the time they started.
        records.sort_unstable_by(|a, b| b.cmp(a));
        records
    }

    /// Sits down again at the game whose record is in `path`: the next game is that one. Gives its
    /// plan.
    ///
    /// # Errors
    /// Why that is not possible, in a sentence.
    pub fn resume_from(&mut self, path: &Path) -> Result<GamePlan, String> {
        let cannot = |why: String| format!("{} cannot be continued: {why}", path.display());
        let text = fs::read(path).map_err(|error| cannot(in_words(&error)))?;
        let record = Record::read_bytes(&text).map_err(|error| cannot(error.to_string()))?;
        if record.end.is_some() {
            return Err(cannot("the game has ended".to_owned()));
        }
        if let Some(warning) = record.warnings.first() {
            return Err(cannot(warning.to_string()));
        }
        let beside = Beside::of(path).map_err(|error| {
            let why = in_words(&error);
            cannot(format!("what its dice are made from is not kept beside it ({why})"))
        })?;
        if !beside.fits(&record.header) {
            return Err(cannot("what is kept beside it is of another game".to_owned()));
        }
        let luck = beside.luck;
        let header = &record.header;
        let dice = || luck.dice_of(header).ok_or("what is kept beside it are not its dice");
        let dice = || dice().map_err(|why| cannot(why.to_owned()));
        // Nobody was told of a step that is cut off in the middle.
        let (_, whole) = Table::resume(header, &record.entries(), dice()?)
            .map_err(|error| cannot(error.to_string()))?;
        let length = record.length_of(whole, &text);
        let record =
            Record::read_bytes(&text[..length]).map_err(|error| cannot(error.to_string()))?;
        let file = RecordFile::go_on(path, length as u64).map_err(|e| cannot(in_words(&e)))?;
        let (bots, programs) = bots_again(&record.header, &beside).map_err(cannot)?;
        let setup = Setup::untimed(record.header.clone(), dice()?, bots);
        let session = Session::resume(setup, &record, Box::new(file), programs)
            .map_err(|error| cannot(error.to_string()))?;
        self.writing = Some(path.to_owned());
        self.luck = Some(luck);
        self.resumed = Some(session);
        Ok(beside.plan)
    }
}

/// Who played besides people.
type Bots = Vec<Option<BotPlayer>>;

/// The bots of a game that was interrupted, with the luck they had, and which of them are programs:
/// these are started anew and told what happened.
fn bots_again(header: &Header, beside: &Beside) -> Result<(Bots, Seats), String> {
    let (plan, mut luck) = (&beside.plan, beside.luck.of_bots());
    let (mut bots, mut programs) = (Vec::new(), Seats::NONE);
    for (seat, plan_of_seat) in Seat::first(plan.seats.len()).zip(&plan.seats) {
        let SeatPlan::Bot { bot, .. } = plan_of_seat else {
            bots.push(None);
            continue;
        };
        let opponent = Opponent::find(plan.ruleset.game(), bot, plan.sandbox)?;
        if opponent.is_program() {
            programs.insert(seat);
        }
        let player = opponent.player(&plan.ruleset, seat, &header.seats, luck.next_u64());
        bots.push(Some(player.map_err(|why| why + &elsewhere(beside.folder.as_deref()))?));
    }
    Ok((bots, programs))
}

/// Where the game was begun, if that was not here: a command may be meant from there.
fn elsewhere(begun_in: Option<&Path>) -> String {
    match (begun_in, std::env::current_dir()) {
        (Some(folder), Ok(here)) if folder != here => {
            format!(" (the game was begun in {}: try again from there)", folder.display())
        }
        _ => String::new(),
    }
}
