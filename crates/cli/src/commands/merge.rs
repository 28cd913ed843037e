//! `dicehouse merge`: one set of standings from several contests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use dicehouse_contest::pool::Pool;
use dicehouse_contest::report::Report;

use crate::output;
use crate::problem::Problem;

/// Combine the results of several contests
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// The folders of contests with the same rules
    #[arg(required = true, num_args = 2.., value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write standings and report into this new folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A bot is the same in two contests when its name and its program are the same.
The contests need the same rules and table size, and different dice.

Examples:
  dicehouse merge monday tuesday
  dicehouse merge monday tuesday --out both";

/// Runs `dicehouse merge`.
pub fn run(args: &MergeArgs) -> anyhow::Result<()> {
    let mut folders = args.folders.iter().map(PathBuf::as_path);
    // Clap asks for two or more.
    let Some(first) = folders.next() else { return Ok(()) };
    let pool = Pool::read(first, folders).map_err(Problem::failure)?;
    let standings = match &args.out {
        Some(folder) => {
            make(folder)?;
            pool.write(folder, BTreeSet::new())?
        }
        None => pool.standings(Path::new("."), BTreeSet::new()),
    };
    if args.json {
        output::print_json(&standings)?;
    } else {
        output::print(&Report::new(&standings, pool.results()).text())?;
    }
    if let Some(folder) = &args.out {
        let report = folder.join("report.html");
        output::print_error(&format!("The report: {}\n", report.display()));
    }
    Ok(())
}

/// A folder of its own: nothing is written over.
fn make(folder: &Path) -> anyhow::Result<()> {
    let made = std::fs::create_dir_all(folder).and_then(|()| std::fs::read_dir(folder));
    let mut inside = made.with_context(|| format!("cannot make {}", folder.display()))?;
    if inside.next().is_some() {
        let what = format!("{} is not empty", folder.display());
        return Err(Problem::failure(what).hints(["name a new folder".to_owned()]).into());
    }
    Ok(())
}
