//! `dicehouse verify`: plays a record again and says whether everything in it is right.

use clap::Args;
use dicehouse_table::record::{DiceProof, Record, VerifyError, verify};
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
Exit codes:
  0  the record is right, and so are its dice
  1  it is not right; the first wrong line is named
  3  it follows the rules, but its dice were given and prove nothing

Examples:
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
    } else if let Some(dice) = outcome.dice {
        let broken_off = matches!(&checked, Ok((_, record)) if is_broken_off(record));
        output::print(&format!(
            "{}: {}\n",
            args.record.path().display(),
            sentence(outcome.lines, dice, broken_off)
        ))?;
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

/// What came of checking a record, in a sentence.
///
/// # Errors
/// What is wrong with it, in words.
pub fn in_words(record: &RecordArg) -> Result<String, String> {
    let bytes = record.bytes().map_err(|error| error.to_string())?;
    let record = Record::read_bytes(&bytes).map_err(|error| error.to_string())?;
    let dice = verify(&record).map_err(|error| error.to_string())?;
    let text = sentence(record.lines.len(), dice, is_broken_off(&record));
    let mut chars = text.chars();
    Ok(chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect()))
}

fn is_broken_off(record: &Record) -> bool {
    record.end.as_ref().is_some_and(|end| end.standing.is_none())
}

fn sentence(lines: usize, dice: DiceProof, broken_off: bool) -> String {
    let end = match broken_off {
        true => "it was broken off before its end",
        false => "the standing is as it must be",
    };
    match dice {
        DiceProof::Trusted => format!(
            "right. {lines} lines follow the rules, the dice are those that the house had \
             committed itself to, and {end}."
        ),
        DiceProof::Deal => format!(
            "right. {lines} lines follow the rules, the dice are those of the secret that is \
             revealed at its end, and {end}."
        ),
        DiceProof::Given => format!(
            "{lines} lines follow the rules, and {end}. Its dice were given: they prove nothing."
        ),
    }
}
