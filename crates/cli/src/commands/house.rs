//! `dicehouse house`: what an operator does with the store of a house.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use dicehouse_server::check;
use dicehouse_store::{Counts, Place, Store};
use tokio::runtime::Builder;

use super::operator::look_after;
use super::serve::store_place;
use crate::house_key::KeyArgs;
use crate::output;
use crate::problem::Problem;
use crate::progress;

/// Look after a house: its store, and the people in it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HouseArgs {
    /// Where the house keeps everything, as for `dicehouse serve`
    #[arg(long, value_name = "URL", global = true)]
    db: Option<String>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
pub(super) enum What {
    /// How much the store holds
    Status,
    /// Check everything: every log of a room replays, every record verifies; also while the house is open
    Check {
        #[command(flatten)]
        key: KeyArgs,
    },
    /// Copy the store into a new file; also while the house is open
    Backup {
        /// The file to make
        file: PathBuf,
    },
    /// Put a backup in the place of the store; the house must be closed
    Restore {
        /// The backup
        file: PathBuf,
    },
    /// Give what was deleted back to the disk
    Vacuum,
    /// List the rooms that are not closed
    Rooms,
    /// Close a room of a house that is open; a game in it is broken off
    Close {
        /// The code of the room
        room: String,
        /// What those in it are told
        #[arg(long, value_name = "TEXT", default_value = "")]
        message: String,
    },
    /// Say something to everybody who is connected
    Announce {
        /// The words
        text: String,
    },
    /// Do not let an account or an address in for a while
    Ban {
        /// The id of an account, or an address
        who: String,
        #[command(flatten)]
        term: Term,
    },
    /// Do not let an account speak for a while
    Mute {
        /// The id of an account
        who: String,
        #[command(flatten)]
        term: Term,
    },
    /// List who is banned or muted
    Bans,
    /// Take the bans and mutes of an account or an address back
    Lift {
        /// The id of an account, or an address
        who: String,
    },
    /// List what players told about others
    Reports {
        /// Settle this one instead
        #[arg(long, value_name = "ID")]
        settle: Option<String>,
    },
    /// List from which addresses an account was used, or which accounts were used from an address
    Addresses {
        /// The id of an account, or an address
        who: String,
    },
    /// Let an account look after the house over its API
    Operator {
        /// The id of an account
        who: String,
        /// Do not let it any more
        #[arg(long)]
        remove: bool,
    },
}

/// For how long, and why.
#[derive(Args)]
pub(super) struct Term {
    /// For how many hours
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=87_600))]
    pub(super) hours: u32,
    /// Why; the person is told
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(super) why: String,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse house status
  dicehouse house backup house-monday.sqlite
  dicehouse house restore house-monday.sqlite --db rooms.db
  dicehouse house check --db rooms.db
  dicehouse house close QK7PXA --message 'This table has to close.'
  dicehouse house ban 6FPD631ZXS73D3Y3 --hours 48 --why insults
  dicehouse house ban 192.0.2.7
  dicehouse house reports";

/// Runs `dicehouse house`.
pub fn run(args: &HouseArgs) -> anyhow::Result<()> {
    let place = store_place(args.db.as_deref())?;
    let runtime =
        Builder::new_current_thread().enable_all().build().context("cannot start the runtime")?;
    runtime.block_on(async {
        match &args.what {
            What::Restore { file } => restore(file, &place).await,
            What::Status => status(&existing(place).await?).await,
            What::Check { key } => check_all(&existing(place).await?, key).await,
            What::Backup { file } => backup(&existing(place).await?, file).await,
            What::Vacuum => vacuum(&existing(place).await?).await,
            other => look_after(&existing(place).await?, other).await,
        }
    })
}

/// Opens a store that must be there: a new one would have nothing in it.
async fn existing(place: Place) -> anyhow::Result<Store> {
    if place.path().is_some_and(|path| !path.exists()) {
        return Err(Problem::failure(format!("there is no house at {place}"))
            .hints(["name its file with --db, as for dicehouse serve".to_owned()])
            .into());
    }
    Ok(Store::open(place).await?)
}

async fn status(store: &Store) -> anyhow::Result<()> {
    let Counts { people, bots, rooms_waiting, rooms_playing, rooms_closed, games, records } =
        store.counts().await?;
    let mut text = format!(
        "{}\n  people   {people}\n  bots     {bots}\n  rooms    {rooms_playing} playing, {rooms_waiting} waiting, \
         {rooms_closed} closed\n  games    {games}\n  records  {records}\n",
        store.place()
    );
    if let Some(path) = store.place().path() {
        let bytes = fs::metadata(path).map_or(0, |file| file.len());
        text.push_str(&format!("  size     {:.1} MB\n", bytes as f64 / 1e6));
    }
    store.close().await;
    output::print(&text)?;
    Ok(())
}

async fn check_all(store: &Store, key: &KeyArgs) -> anyhow::Result<()> {
    let key = key.find_known(store).await?;
    let counts = store.counts().await?;
    let rooms = counts.rooms_waiting + counts.rooms_playing + counts.rooms_closed;
    let bar = progress::bar(rooms + counts.records, "checking");
    let checked = check(store, key.as_ref(), || bar.inc(1)).await?;
    bar.finish_and_clear();
    store.close().await;
    output::print(&format!(
        "{} rooms with {} entries, {} records\n",
        checked.rooms, checked.entries, checked.records
    ))?;
    for wrong in &checked.wrong {
        output::print(&format!("WRONG: {wrong}\n"))?;
    }
    if checked.wrong.is_empty() {
        output::print("Every log replays and every record verifies.\n")?;
        return Ok(());
    }
    let message = match checked.wrong.len() {
        1 => "one thing is wrong".to_owned(),
        count => format!("{count} things are wrong"),
    };
    let hint = "restore a backup with dicehouse house restore, or keep the file and report it";
    Err(Problem::failure(message).hints([hint.to_owned()]).into())
}

async fn backup(store: &Store, file: &Path) -> anyhow::Result<()> {
    if file.exists() {
        return Err(Problem::failure(format!("{} is there already", file.display()))
            .hints(["name a new file: a backup replaces nothing".to_owned()])
            .into());
    }
    store.backup(file).await?;
    store.close().await;
    output::print(&format!("{} has everything the house had a moment ago.\n", file.display()))?;
    Ok(())
}

async fn vacuum(store: &Store) -> anyhow::Result<()> {
    store.vacuum().await?;
    store.close().await;
    output::print("Done.\n")?;
    Ok(())
}

async fn restore(file: &Path, place: &Place) -> anyhow::Result<()> {
    let Some(path) = place.path() else {
        return Err(Problem::usage("a backup is restored into a file")
            .hints(["restore PostgreSQL with its own tools (pg_restore)".to_owned()])
            .into());
    };
    if !file.exists() {
        return Err(Problem::failure(format!("there is no file {}", file.display())).into());
    }
    if is_open(path) {
        return Err(Problem::failure(format!("the house at {place} is open"))
            .hints(["close it first: what it writes meanwhile would be lost".to_owned()])
            .into());
    }
    // A copy is looked at, not the backup itself: opening a store may change it.
    let new = beside(path, ".restoring");
    let _ = fs::remove_file(&new);
    copy_privately(file, &new)?;
    let looked_at = look_at(&new).await;
    let counts = match looked_at {
        Ok(counts) => counts,
        Err(error) => {
            let _ = fs::remove_file(&new);
            return Err(error);
        }
    };
    let kept = set_aside(path)?;
    fs::rename(&new, path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut text = format!(
        "{place} is as it was in {}: {} people, {} games.\n",
        file.display(),
        counts.people,
        counts.games
    );
    if let Some(kept) = kept {
        text.push_str(&format!("What was there before is in {}.\n", kept.display()));
    }
    output::print(&text)?;
    Ok(())
}

/// Whether some process has the file open: SQLite keeps a write-ahead log beside it until the last one closes it.
fn is_open(path: &Path) -> bool {
    beside(path, "-shm").exists() && has_holders(path)
}

/// Whether a process of this computer has the file open, as far as this user can see.
fn has_holders(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.into_iter().any(|process| {
        let files = fs::read_dir(process.path().join("fd")).into_iter().flatten().flatten();
        files.into_iter().any(|file| fs::read_link(file.path()).is_ok_and(|open| open == path))
    })
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies a file so that only its owner can read it.
fn copy_privately(from: &Path, to: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let whole = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    let made = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
    let written = made.and_then(|mut file| {
        file.write_all(&whole)?;
        file.sync_all()
    });
    written.with_context(|| format!("cannot write {}", to.display()))
}

/// What a store holds that is sound.
async fn look_at(path: &Path) -> anyhow::Result<Counts> {
    let store = Store::open(Place::file(path)).await?;
    let damage = store.damage().await?;
    let counts = store.counts().await?;
    store.close().await;
    match damage.first() {
        Some(damage) => Err(Problem::failure(format!("the backup is damaged: {damage}")).into()),
        None => Ok(counts),
    }
}

/// Moves the store that was there out of the way, with what SQLite keeps beside it.
fn set_aside(path: &Path) -> anyhow::Result<Option<PathBuf>> {
    if !path.exists() {
        return Ok(None);
    }
    let free = (1..).map(|number| beside(path, &format!(".before-{number}")));
    let kept = free.into_iter().find(|kept| !kept.exists()).unwrap_or_default();
    for end in ["-wal", "-shm", "-journal", ""] {
        let (from, to) = (beside(path, end), beside(&kept, end));
        if from.exists() {
            fs::rename(&from, &to).with_context(|| format!("cannot move {}", from.display()))?;
        }
    }
    Ok(Some(kept))
}
