//! Verifying a record: playing it again and holding everything against the rules and the dice.

use dicehouse_rules::{Event, Game, Input, ReplayError, Turn, Viewer};
use thiserror::Error;

use crate::dice::{DealStream, DiceSource, TrustedDice};
use crate::table::Entry;

use super::line::{DiceHeader, End, Reveal};
use super::reader::{ReadError, Record};

/// Why a record is not right. Each names the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// It is not even a record.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The header describes a game that cannot be played.
    #[error("line 1: {0}")]
    Header(String),
    /// An event cannot have happened, or something else must have.
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

/// Plays `record` again: every event, the standing and, where the dice were derived from a seed,
/// every throw.
///
/// # Errors
/// When anything differs; the error names the first line that is wrong.
pub fn verify(record: &Record) -> Result<(), VerifyError> {
    let header = &record.header;
    let games_won: Vec<u32> = header.seats.iter().map(|seated| seated.games_won).collect();
    let mut game = Game::with_games_won(&header.ruleset, &games_won)
        .map_err(|error| VerifyError::Header(error.to_string()))?;
    let last_line = 1 + record.lines.len() + 1;
    let mut dice = match &record.end {
        Some(end) => source(&header.dice, end, last_line)?,
        None => None,
    };
    check_speakers(record)?;

    let events: Vec<(usize, Event)> = record
        .lines
        .iter()
        .filter_map(|line| match &line.entry {
            Entry::Event(event) => Some((line.number, *event)),
            _ => None,
        })
        .collect();
    let facts: Vec<Event> = events.iter().map(|(_, event)| *event).collect();
    let line_of = |at: usize| events.get(at).map_or(last_line, |(line, _)| *line);
    let mut at = 0;
    while at < facts.len() {
        let (turn, round) = (game.turn(), game.view(Viewer::Public).round());
        let (input, taken) = match game.replay_step(&facts[at..]) {
            Ok(step) => step,
            // A killed game may have written only part of what its last act led to.
            Err(ReplayError::Ended) if record.end.is_none() => break,
            Err(error) => return Err(wrong(error, |n| line_of(at + n))),
        };
        if let (Some(source), Turn::Roll(dealt), Input::Roll(rolled)) = (&mut dice, turn, input) {
            let made = dealt.iter().map(|throw| source.throw(round, throw));
            if let Some(throw) = made.zip(rolled.iter()).position(|(made, said)| made != *said) {
                return Err(VerifyError::Dice {
                    line: line_of(at + roll_event(&facts[at..], throw)),
                });
            }
        }
        at += taken;
    }
    match &record.end {
        None => Err(VerifyError::BreaksOff { line: last_line }),
        Some(end) if end.standing != game.standing() => Err(VerifyError::Wrong {
            line: last_line,
            why: match game.standing() {
                Some(_) => "this is not how the game ended".to_owned(),
                None => "the game had not ended, so there is no standing".to_owned(),
            },
        }),
        Some(_) => Ok(()),
    }
}

/// Which of `events` is the `throw`-th roll: the start of a round may stand before it.
fn roll_event(events: &[Event], throw: usize) -> usize {
    let is_roll = |event: &Event| matches!(event.fact, dicehouse_rules::Fact::Rolled { .. });
    events.iter().enumerate().filter(|(_, event)| is_roll(event)).nth(throw).map_or(0, |(n, _)| n)
}

/// The source that made the dice, if it can be known.
fn source(
    header: &DiceHeader,
    end: &End,
    last_line: usize,
) -> Result<Option<Box<dyn DiceSource>>, VerifyError> {
    let wrong = |why: &str| VerifyError::Wrong { line: last_line, why: why.to_owned() };
    match (header, &end.reveal) {
        (DiceHeader::Trusted { commitment, seat_seeds }, Some(Reveal::ServerSeed(seed))) => {
            if seed.commitment() != *commitment {
                return Err(wrong("the server seed is not the one committed to in line 1"));
            }
            Ok(Some(Box::new(TrustedDice::new(seed, seat_seeds))))
        }
        (DiceHeader::Deal { deal }, Some(Reveal::ContestSeed(seed))) => {
            Ok(Some(Box::new(DealStream::new(*seed, *deal))))
        }
        (DiceHeader::Given, None) => Ok(None),
        (DiceHeader::Given, Some(_)) => Err(wrong("there is nothing to reveal of given dice")),
        (_, _) => Err(wrong("what the dice were made from is not revealed")),
    }
}

/// Everyone who speaks must sit at the table.
fn check_speakers(record: &Record) -> Result<(), VerifyError> {
    for line in &record.lines {
        let seat = match &line.entry {
            Entry::Talk(seat, _) | Entry::Info(seat, _) | Entry::Detail(seat, _) => *seat,
            Entry::Event(_) => continue,
        };
        if seat.index() >= record.header.seats.len() {
            let why = format!("there is no seat {seat} at this table");
            return Err(VerifyError::Wrong { line: line.number, why });
        }
    }
    Ok(())
}

fn wrong(error: ReplayError, line_of: impl Fn(usize) -> usize) -> VerifyError {
    let at = match &error {
        ReplayError::OutOfPlace { at, .. } | ReplayError::Differs { at, .. } => *at,
        ReplayError::Ended | ReplayError::Over | ReplayError::Refused { .. } => 0,
    };
    let why = match error {
        ReplayError::Differs { expected, .. } => {
            let expected = serde_json::to_string(&*expected).unwrap_or_default();
            format!("this is not what follows by the rules, which is {expected}")
        }
        ReplayError::OutOfPlace { expected, .. } => format!("the game waits for {expected} here"),
        other => other.to_string(),
    };
    VerifyError::Wrong { line: line_of(at), why }
}
