//! `dicehouse verify`: plays a record again and says whether everything in it is right.

use clap::Args;
use dicehouse_home::proof_in_words;
use dicehouse_table::record::{DiceProof, PublicKey, Record, verify};
use dicehouse_telling::Proof;
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
    /// Refuse a record that is not signed by this key, as the house or the contest publishes it
    #[arg(long, value_name = "KEY")]
    signed_by: Option<PublicKey>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Exit codes:
  0  the record is right, and so are its dice
  1  it is not right; the first wrong line is named. Or --signed-by names somebody who did not sign it
  3  it follows the rules, but its dice were given and prove nothing

Examples:
  dicehouse verify last                          the last game played here
  dicehouse verify game.jsonl
  dicehouse verify game.jsonl --signed-by 3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c
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
    /// What is proven by mathematics, what the signature vouches for, and what nobody does.
    #[serde(flatten)]
    proof: Option<Proof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

/// Runs `dicehouse verify`.
pub fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let bytes = args.record.bytes()?;
    let checked = checked(&bytes, args.signed_by);
    let outcome = match &checked {
        Ok((dice, record)) => Outcome {
            right: true,
            dice: Some(*dice),
            lines: record.lines.len(),
            proof: Some(Proof::of(record, *dice)),
            wrong: None,
        },
        Err(wrong) => {
            let wrong = Some(wrong.clone());
            Outcome { right: false, dice: None, lines: 0, proof: None, wrong }
        }
    };
    let path = args.record.path().display();
    if args.json {
        output::print_json(&outcome)?;
    } else if let (Ok((dice, record)), Some(proof)) = (&checked, &outcome.proof) {
        let words = proof_in_words(record, *dice, screen_args::language());
        output::print(&format!("{path}: {words}\n{}\n", proof.lines().join("\n")))?;
    }
    match checked {
        Ok((DiceProof::Given, _)) => {
            let message = format!("{path}: nothing is known of where its dice come from");
            Err(Problem::with_code(UNPROVEN, message).into())
        }
        Ok(_) => Ok(()),
        Err(wrong) => Err(Problem::failure(format!("{path}: {wrong}")).into()),
    }
}

/// What is known of the dice of a record that is right, or what is wrong with it.
fn checked(bytes: &[u8], wanted: Option<PublicKey>) -> Result<(DiceProof, Record), String> {
    let record = Record::read_bytes(bytes).map_err(|error| error.to_string())?;
    let dice = verify(&record).map_err(|error| error.to_string())?;
    match (wanted, record.header.signed_by) {
        (Some(wanted), Some(by)) if by != wanted => {
            Err(format!("it is right by itself, but it is signed by {by}, not by {wanted}"))
        }
        (Some(wanted), None) => Err(format!(
            "it is right by itself, but nobody has signed it, and {wanted} should have"
        )),
        _ => Ok((dice, record)),
    }
}
