//! `dicehouse share`: the result of a game, to show to friends.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use dicehouse_table::record::Playback;
use dicehouse_telling::ResultCard;

use crate::output;
use crate::problem::{Problem, in_words};
use crate::records::RecordArg;

/// Show the result of a game to friends: a few lines of text, or a picture
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShareArgs {
    #[command(flatten)]
    record: RecordArg,
    /// Write a picture (SVG) into this file; - for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse share last                          the last game played here
  dicehouse share game.jsonl --svg card.svg";

/// Runs `dicehouse share`.
pub fn run(args: &ShareArgs) -> anyhow::Result<()> {
    let path = args.record.path().display();
    let wrong = |why: String| Problem::failure(format!("{path}: {why}"));
    let playback = Playback::new(args.record.read()?).map_err(|error| wrong(error.to_string()))?;
    let card = ResultCard::of(&playback)
        .ok_or_else(|| wrong("the game was broken off, so it has no result".to_owned()))?;
    match &args.svg {
        None => output::print(&card.text()),
        Some(to) if to.as_os_str() == "-" => output::print(&card.svg()),
        Some(to) => {
            std::fs::write(to, card.svg()).map_err(|error| {
                Problem::failure(format!("cannot write {}: {}", to.display(), in_words(&error)))
            })?;
            output::print(&format!("the picture is in {}\n", to.display()))
        }
    }
}
