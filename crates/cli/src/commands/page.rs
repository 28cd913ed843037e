//! `dicehouse page`: the page as files for any web host.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use dicehouse_page::{has_engine, is_built, plain_files};

use crate::output;
use crate::problem::Problem;

/// Write the page as files for any web host, with no server behind it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PageArgs {
    /// The folder to write to; it is made when it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Playing against every bot, lessons, replays, reviews and checks run in the browser
then, also without a connection. Friends need a house: see `dicehouse serve`.

Examples:
  dicehouse page --out public
  python3 -m http.server --directory public";

pub fn run(args: &PageArgs) -> anyhow::Result<()> {
    if !is_built() || !has_engine() {
        let what = if is_built() { "the engine of the page" } else { "the page" };
        return Err(Problem::failure(format!("this program was built without {what}"))
            .hints(["build it again and read the warnings: cargo build --release".to_owned()])
            .into());
    }
    let folder = &args.out;
    if holds_something_else(folder) {
        return Err(Problem::failure(format!(
            "{} is not empty, and what is in it is not a page of Dicehouse",
            folder.display()
        ))
        .hints(["choose another folder, or empty this one".to_owned()])
        .into());
    }
    let (mut files, mut bytes) = (0, 0);
    for (path, content) in plain_files() {
        write(&folder.join(path), &content)?;
        files += 1;
        bytes += content.len();
    }
    let size = bytes as f64 / 1e6;
    output::print(&format!(
        "The page is in {}: {files} files, {size:.1} MB. Any web host can serve them.\n",
        folder.display()
    ))
}

/// Whether files would be mixed with those of somebody else.
fn holds_something_else(folder: &Path) -> bool {
    let is_empty = fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
    let is_page = folder.join("sw.js").is_file() && folder.join("assets").is_dir();
    !is_empty && !is_page
}

/// Writes a file, with the folders it lies in.
///
/// # Errors
/// When it cannot be written.
pub fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(file, content).with_context(cannot)
}
