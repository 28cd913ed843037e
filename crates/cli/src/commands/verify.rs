//! `dicehouse verify`: plays a record again and says whether everything in it is right.

use clap::Args;
use dicehouse_table::record::{DiceHeader, Record, VerifyError, verify};
use serde::Serialize;

use crate::output;
use crate::problem::Problem;
use crate::records::RecordArg;

/// Check a record: the dice, every act, the standing
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    #[command(flatten)]
    record: RecordArg,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Exit code 0 when the record is right, 1 when it is not; the first wrong line is named.

Examples:
  dicehouse verify game.jsonl
  dicehouse verify game.jsonl --json";

#[derive(Serialize)]
struct Outcome {
    right: bool,
    /// Whether the dice could be made again from a revealed seed.
    dice_checked: bool,
    events: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

/// Runs `dicehouse verify`.
pub fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let bytes = args.record.bytes()?;
    let checked = Record::read_bytes(&bytes)
        .map_err(VerifyError::from)
        .and_then(|record| verify(&record).map(|()| record));
    let outcome = match &checked {
        Ok(record) => Outcome {
            right: true,
            dice_checked: record.header.dice != DiceHeader::Given,
            events: record.lines.len(),
            wrong: None,
        },
        Err(error) => {
            Outcome { right: false, dice_checked: false, events: 0, wrong: Some(error.to_string()) }
        }
    };
    if args.json {
        output::print_json(&outcome)?;
    } else if outcome.right {
        let dice = if outcome.dice_checked {
            "the dice are those of the seed committed to"
        } else {
            "the dice were given, so they cannot be made again"
        };
        output::print(&format!(
            "{}: right. {} lines follow the rules, {dice}, and the standing is as it must be.\n",
            args.record.path().display(),
            outcome.events
        ))?;
    }
    match checked {
        Ok(_) => Ok(()),
        Err(error) => {
            let message = format!("{}: {error}", args.record.path().display());
            Err(Problem::failure(message).into())
        }
    }
}
