//! A record as a row of positions to go through, forward and back.

use dicehouse_rules::{Fact, Game, ReplayError};

use crate::table::Entry;

use super::reader::Record;
use super::verify::VerifyError;

/// A game as it stood after one input, with what led to it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game.
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
    /// The record.
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
        let games_won: Vec<u32> = record.header.seats.iter().map(|s| s.games_won).collect();
        let mut game = Game::with_games_won(&record.header.ruleset, &games_won)
            .map_err(|error| VerifyError::Header(error.to_string()))?;
        let mut positions = vec![Position { game: game.clone(), entries: Vec::new(), line: 1 }];
        let mut at = 0;
        while at < record.lines.len() {
            // Words and notes come before the event they belong to.
            let rest = &record.lines[at..];
            let events: Vec<_> = rest
                .iter()
                .filter_map(|line| match &line.entry {
                    Entry::Event(event) => Some(*event),
                    _ => None,
                })
                .take(MOST_EVENTS)
                .collect();
            let taken = match game.replay_step(&events) {
                Ok((_, taken)) => taken,
                Err(ReplayError::Ended) if record.end.is_none() => break,
                Err(ReplayError::Ended) if events.is_empty() => break,
                Err(error) => {
                    let why = error.to_string();
                    return Err(VerifyError::Wrong { line: rest[0].number, why });
                }
            };
            let mut left = taken;
            let used = rest.iter().take_while(|line| {
                let go_on = left > 0;
                left -= usize::from(go_on && matches!(line.entry, Entry::Event(_)));
                go_on
            });
            let used: Vec<_> = used.collect();
            let line = used.last().map_or(rest[0].number, |line| line.number);
            at += used.len();
            let entries = used.iter().map(|line| line.entry.clone()).collect();
            positions.push(Position { game: game.clone(), entries, line });
        }
        Ok(Playback { record, positions })
    }

    /// The positions in which rounds begin, their dice just rolled, with the number of the round.
    pub fn rounds(&self) -> impl DoubleEndedIterator<Item = (usize, u16)> {
        let round = |entry: &Entry| match entry {
            Entry::Event(event) => match event.fact {
                Fact::Round { round, .. }
                | Fact::ClaimRound { round, .. }
                | Fact::SplitRound { round, .. } => Some(round),
                _ => None,
            },
            _ => None,
        };
        let positions = self.positions.iter().enumerate();
        positions
            .filter_map(move |(at, position)| Some((at, position.entries.iter().find_map(round)?)))
    }
}

/// More events than any one input leads to: a call among ten players, each of whom loses a die and
/// goes out, or a roll of twenty throws.
const MOST_EVENTS: usize = 64;
