//! `dicehouse verify`: plays a record again and says whether everything in it is right.

use clap::Args;
use dicehouse_home::proof_in_words;
use dicehouse_table::record::{DiceProof, Record, VerifyError, verify};
use serde::Serialize;

use crate::output;
use crate::problem::Problem;
use crate::records::RecordArg;
use crate::screen_args;

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
Exit codes:
  0  the record is right, and so are its dice
  1  it is not right; the first wrong line is named
  3  it follows the rules, but its dice were given and prove nothing

Examples:
  dicehouse verify last                          the last game played here
  dicehouse verify game.jsonl
  dicehouse verify game.jsonl --json";

/// The record follows the rules, but nothing is proven of its dice.
const UNPROVEN: u8 = 3;

#[derive(Serialize)]
struct Outcome {
    right: bool,
    /// What is known of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<DiceProof>,
    lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

/// Runs `dicehouse verify`.
pub fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let bytes = args.record.bytes()?;
    let checked = Record::read_bytes(&bytes)
        .map_err(VerifyError::from)
        .and_then(|record| Ok((verify(&record)?, record)));
    let outcome = match &checked {
        Ok((dice, record)) => {
            Outcome { right: true, dice: Some(*dice), lines: record.lines.len(), wrong: None }
        }
        Err(error) => {
            Outcome { right: false, dice: None, lines: 0, wrong: Some(error.to_string()) }
        }
    };
    if args.json {
        output::print_json(&outcome)?;
    } else if let Ok((dice, record)) = &checked {
        let words = proof_in_words(record, *dice, screen_args::language());
        output::print(&format!("{}: {words}\n", args.record.path().display()))?;
    }
    let path = args.record.path().display();
    match checked {
        Ok((DiceProof::Given, _)) => {
            let message = format!("{path}: nothing is known of where its dice come from");
            Err(Problem::with_code(UNPROVEN, message).into())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(Problem::failure(format!("{path}: {error}")).into()),
    }
}
