//! Verifying a record: playing it again and holding everything against the rules and the dice.

use dicehouse_rules::{Dice, Fact, Input, Turn};
use serde::Serialize;
use thiserror::Error;

use crate::dice::{DealStream, DiceSource, TrustedDice};
use crate::entry::Entry;
use crate::state::{Astray, State, Step};

use super::line::{DiceHeader, End, Header, Reveal};
use super::reader::{ReadError, Record, RecordLine, Warning};
use super::rename::FORGOTTEN;
use super::signature::PublicKey;

/// Why a record is not right. Each names the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// It is not even a record.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Something in it was passed over when it was read.
    #[error("{}{}", _0, if matches!(_0.line, 1) { ", so the dice cannot be bound to it" } else { "" })]
    PassedOver(Warning),
    /// The header describes a game that cannot be played.
    #[error("line 1: {0}")]
    Header(String),
    /// Something cannot have happened, or something else must have.
    #[error("line {line}: {why}")]
    Wrong {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The dice are not those the seed gives.
    #[error("line {line}: these are not the dice that the revealed seed gives")]
    Dice {
        /// The line's number, from 1.
        line: usize,
    },
    /// Nobody has vouched for the record, though its header says that somebody does.
    #[error(
        "line {line}: the signature of {by} is missing, which line 1 says that the record ends with"
    )]
    Unsigned {
        /// The number of the line that is missing.
        line: usize,
        /// Whose signature is missing.
        by: PublicKey,
    },
    /// Somebody else has signed, or something else was signed.
    #[error(
        "line {line}: this is not the signature of {by}, whom line 1 names, for these lines: something in the record was \
         changed after it was signed"
    )]
    Signature {
        /// The number of the signature's line.
        line: usize,
        /// Whose signature it should be.
        by: PublicKey,
    },
    /// The record breaks off. What is there follows the rules, but the dice cannot be checked.
    #[error(
        "line {line}: the record breaks off here, before the game has ended. What there is follows \
         the rules; the dice cannot be checked without the last line"
    )]
    BreaksOff {
        /// The number of the line that is missing.
        line: usize,
    },
}

/// What is known of the dice of a record that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DiceProof {
    /// They are those of the server seed that the header commits to.
    Trusted,
    /// They are those of the contest's secret, which is bound to the header.
    Deal,
    /// They come from elsewhere: nothing is proven.
    Given,
}

/// Plays `record` again: every event, the standing and, where the dice were derived from a seed,
/// every throw. Says what is proven of the dice. Whom its header names has signed all of it.
///
/// # Errors
/// When anything differs; the error names the first line that is wrong.
pub fn verify(record: &Record) -> Result<DiceProof, VerifyError> {
    if let Some(warning) = record.warnings.first() {
        return Err(VerifyError::PassedOver(warning.clone()));
    }
    let header = &record.header;
    let has_gone = || header.seats.iter().any(|seated| seated.name.as_str() == FORGOTTEN);
    if header.header_hash.is_some() && !has_gone() {
        let why = "it has a hash of its own, but no name was taken out of it".to_owned();
        return Err(VerifyError::Header(why));
    }
    let mut state = State::new(&header.ruleset, header.seats.as_slice().into())
        .map_err(|error| VerifyError::Header(error.to_string()))?;
    let last_line = 1 + record.lines.len() + 1;
    let mut dice = match &record.end {
        Some(end) => source(header, end, last_line)?,
        None => None,
    };
    let mut rest = &record.lines[..];
    while let Some(first) = rest.first() {
        let wrong = |n: usize, why: String| {
            let line = rest.get(n).map_or(last_line, |line| line.number);
            VerifyError::Wrong { line, why }
        };
        let step = match state.step(rest) {
            Ok(step) => step,
            // A killed game may have written only part of what its last act led to.
            Err(Astray::CutOff) if record.end.is_none() => break,
            Err(Astray::CutOff) => {
                let why = "the game had not come to a rest when the record ended".to_owned();
                return Err(wrong(usize::MAX, why));
            }
            Err(Astray::At(n, why)) => return Err(wrong(n, why.to_string())),
        };
        let (lines, left) = rest.split_at(step.used.max(1));
        rest = left;
        if let Some(source) = &mut dice {
            check_seeds(source.as_mut(), &lines[..step.before])?;
            if let Some(throw) = wrong_throw(source.as_mut(), &step) {
                let line = roll_line(lines, throw).unwrap_or(first.number);
                return Err(VerifyError::Dice { line });
            }
        } else if header.dice == DiceHeader::Given
            && let Some(line) = lines.iter().find(|line| is_seed(&line.entry))
        {
            let why = "nobody can add a seed to dice that are given".to_owned();
            return Err(VerifyError::Wrong { line: line.number, why });
        }
    }
    let wrong = |why: &str| VerifyError::Wrong { line: last_line, why: why.to_owned() };
    match &record.end {
        None => Err(VerifyError::BreaksOff { line: last_line }),
        Some(end) if end.standing == state.game.standing() => {
            check_signature(record, last_line + 1)?;
            Ok(match header.dice {
                DiceHeader::Trusted { .. } => DiceProof::Trusted,
                DiceHeader::Deal { .. } => DiceProof::Deal,
                DiceHeader::Given => DiceProof::Given,
            })
        }
        Some(_) if state.game.standing().is_some() => Err(wrong("this is not how the game ended")),
        Some(_) => Err(wrong("the game had not ended, so there is no standing")),
    }
}

/// Whether the one named in the header has signed, and nobody else has.
fn check_signature(record: &Record, line: usize) -> Result<(), VerifyError> {
    match (record.header.signed_by, &record.signature) {
        (None, None) => Ok(()),
        (Some(by), Some(signature)) if by.signed(record.head(), signature) => Ok(()),
        (Some(by), Some(_)) => Err(VerifyError::Signature { line, by }),
        (Some(by), None) => Err(VerifyError::Unsigned { line, by }),
        (None, Some(_)) => {
            let why = "line 1 does not say who signs the record".to_owned();
            Err(VerifyError::Wrong { line, why })
        }
    }
}

fn is_seed(entry: &Entry) -> bool {
    matches!(entry, Entry::SeatSeed { .. })
}

/// Gives the seats' seeds to the dice.
fn check_seeds(source: &mut dyn DiceSource, lines: &[RecordLine]) -> Result<(), VerifyError> {
    for line in lines {
        if let Entry::SeatSeed { seat, seed } = &line.entry
            && !source.add_seat_seed(*seat, seed)
        {
            let why = "nobody can add a seed to these dice".to_owned();
            return Err(VerifyError::Wrong { line: line.number, why });
        }
    }
    Ok(())
}

/// Makes the throws of a step again; gives the first that differs.
fn wrong_throw(source: &mut dyn DiceSource, step: &Step) -> Option<usize> {
    let (Turn::Roll(dealt), Some(Input::Roll(rolled))) = (step.turn, &step.input) else {
        return None;
    };
    let made: Vec<Dice> = dealt.iter().map(|throw| source.throw(step.round, throw)).collect();
    made.iter().zip(rolled).position(|(made, said)| made != said)
}

/// The line of the `throw`-th roll: the start of a round may stand before it.
fn roll_line(lines: &[RecordLine], throw: usize) -> Option<usize> {
    let is_roll = |line: &&RecordLine| matches!(line.entry.fact(), Some(Fact::Rolled { .. }));
    lines.iter().filter(is_roll).nth(throw).map(|line| line.number)
}

/// The source that made the dice, if it can be known.
fn source(
    header: &Header,
    end: &End,
    last_line: usize,
) -> Result<Option<Box<dyn DiceSource>>, VerifyError> {
    let wrong = |why: &str| VerifyError::Wrong { line: last_line, why: why.to_owned() };
    match (&header.dice, &end.reveal) {
        (DiceHeader::Trusted { commitment }, Some(Reveal::ServerSeed(seed))) => {
            let hash = header.hash();
            if seed.commitment(&hash) != *commitment {
                return Err(wrong(
                    "the server seed is not the one committed to in line 1, or line 1 was changed",
                ));
            }
            Ok(Some(Box::new(TrustedDice::new(seed, &hash))))
        }
        (DiceHeader::Deal { deal, commitment }, Some(Reveal::ContestSecret(secret))) => {
            if secret.commitment(*deal, &header.hash()) != *commitment {
                return Err(wrong(
                    "the contest's secret is not the one that line 1 is bound to, or line 1 was \
                     changed",
                ));
            }
            Ok(Some(Box::new(DealStream::new(secret, *deal))))
        }
        (DiceHeader::Given, None) => Ok(None),
        (DiceHeader::Given, Some(_)) => Err(wrong("there is nothing to reveal of given dice")),
        (_, _) => Err(wrong("what the dice were made from is not revealed")),
    }
}
