//! A record as a row of positions to go through, forward and back.

use dicehouse_rules::{Fact, Game};

use crate::entry::Entry;
use crate::state::{Astray, State};

use super::reader::Record;
use super::verify::VerifyError;

/// A game as it stood after one input, with what led to it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game at that moment.
    pub game: Game,
    /// What happened since the position before: at most one roll, act or fault and all that
    /// followed from it.
    pub entries: Vec<Entry>,
    /// The number of the last line of it in the file.
    pub line: usize,
}

/// A record with the game at each of its positions.
#[derive(Clone, Debug)]
pub struct Playback {
    /// The record the positions are of.
    pub record: Record,
    /// The positions; the first is the start, before anything has happened.
    pub positions: Vec<Position>,
}

impl Playback {
    /// Plays the record through. One that breaks off ends with its last whole step.
    ///
    /// # Errors
    /// When something in it cannot have happened; the error names the line.
    pub fn new(record: Record) -> Result<Playback, VerifyError> {
        let header = &record.header;
        let mut state = State::new(&header.ruleset, header.seats.as_slice().into())
            .map_err(|error| VerifyError::Header(error.to_string()))?;
        let start = Position { game: state.game.clone(), entries: Vec::new(), line: 1 };
        let mut positions = vec![start];
        let mut rest = &record.lines[..];
        while let Some(first) = rest.first() {
            let used = match state.step(rest) {
                Ok(step) => step.used,
                Err(Astray::CutOff) => break,
                Err(Astray::At(n, why)) => {
                    let line = rest.get(n).map_or(first.number, |line| line.number);
                    return Err(VerifyError::Wrong { line, why: why.to_string() });
                }
            };
            let (lines, left) = rest.split_at(used);
            rest = left;
            positions.push(Position {
                game: state.game.clone(),
                entries: lines.iter().map(|line| line.entry.clone()).collect(),
                line: lines.last().map_or(first.number, |line| line.number),
            });
        }
        Ok(Playback { record, positions })
    }

    /// The positions in which rounds begin, their dice just rolled, with the number of the round.
    pub fn rounds(&self) -> impl DoubleEndedIterator<Item = (usize, u16)> {
        let round = |entry: &Entry| match entry.fact() {
            Some(
                Fact::Round { round, .. }
                | Fact::ClaimRound { round, .. }
                | Fact::SplitRound { round, .. },
            ) => Some(*round),
            _ => None,
        };
        let positions = self.positions.iter().enumerate();
        positions
            .filter_map(move |(at, position)| Some((at, position.entries.iter().find_map(round)?)))
    }
}
