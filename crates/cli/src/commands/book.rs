//! `dicehouse book`: the documentation as files.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::page::write;
use crate::output;
use crate::problem::Problem;

/// Write the documentation as a book of HTML files; a house serves it under /docs/
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BookArgs {
    /// The folder to write to; it is made when it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse book --out book
  python3 -m http.server --directory book";

/// Runs `dicehouse book`.
pub fn run(args: &BookArgs) -> anyhow::Result<()> {
    let folder = &args.out;
    let is_empty = fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
    if !is_empty && !folder.join("book.css").is_file() {
        return Err(Problem::failure(format!(
            "{} is not empty, and what is in it is not this book",
            folder.display()
        ))
        .hints(["choose another folder, or empty this one".to_owned()])
        .into());
    }
    for file in dicehouse_book::files() {
        write(&folder.join(&file.path), &file.content)?;
    }
    let count = dicehouse_book::files().len();
    output::print(&format!("The book is in {}: {count} files.\n", folder.display()))
}

/// The file of the book at a path, for a house that serves it.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let file = dicehouse_book::find(path)?;
    Some((file.media_type, file.content.as_slice()))
}
