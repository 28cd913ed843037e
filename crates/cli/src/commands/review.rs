//! `dicehouse review`: a recorded game, decision by decision.

use std::path::PathBuf;

use clap::Args;
use dicehouse_review::{Options, Review, review};

use crate::output;
use crate::problem::{Problem, in_words};
use crate::progress::bar;
use crate::records::RecordArg;

/// Look at a recorded game again: better acts, accuracy, key moments
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReviewArgs {
    #[command(flatten)]
    record: RecordArg,
    /// Say something about every decision, not only about the key moments
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// Print the review as JSON
    #[arg(long)]
    json: bool,
    /// Write the review as a page that needs nothing else; - for standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "all"])]
    html: Option<PathBuf>,
    /// How thoroughly: 2 takes twice as long as 1 and finds smaller differences
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    effort: u32,
}

const EXAMPLES: &str = "\
The same record always gives the same review. docs/review.md says how the numbers are made.

Examples:
  dicehouse review last                          the last game played here
  dicehouse review game.jsonl
  dicehouse review game.jsonl --all | less
  dicehouse review game.jsonl --html review.html
  dicehouse review game.jsonl --json";

/// Runs `dicehouse review`.
pub fn run(args: &ReviewArgs) -> anyhow::Result<()> {
    let path = args.record.path();
    let record = args.record.read()?;
    let options = Options { effort: Options::default().effort.saturating_mul(args.effort) };
    let progress = bar(0, "reviewing");
    let reviewed = review(record, &options, &|done, all| {
        progress.set_length(all as u64);
        progress.set_position(done as u64);
    });
    progress.finish_and_clear();
    let review = reviewed.map_err(|error| {
        let hint = format!("dicehouse verify {} says more", path.display());
        Problem::failure(format!("{}: {error}", path.display())).hints([hint])
    })?;
    show(args, &review)
}

fn show(args: &ReviewArgs, review: &Review) -> anyhow::Result<()> {
    if args.json {
        return output::print_json(review);
    }
    match &args.html {
        None => output::print(&review.text(output::width(), args.all)),
        Some(path) if path.as_os_str() == "-" => output::print_bytes(review.html().as_bytes()),
        Some(path) => {
            std::fs::write(path, review.html()).map_err(|error| {
                Problem::failure(format!("cannot write {}: {}", path.display(), in_words(&error)))
            })?;
            output::print(&format!("the review is in {}\n", path.display()))
        }
    }
}
