//! Asking a bot again at one decision of a past game.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use dicehouse_programs::process::Launch;
use dicehouse_protocol::{BotSeed, GameClock, Start};
use dicehouse_rules::{Act, Acts, Seat};
use dicehouse_table::record::{Decision, Outcome, Playback};
use dicehouse_table::{Failure, Info, Name, Player, Question, Talk};
use serde::Serialize;
use thiserror::Error;

use super::marks::Marks;
use super::transcript::{Transcript, TranscriptLine, last_lines};
use super::write::{milliseconds, write_lines};
use crate::program::{Program, ProgramOptions, StartError};

/// How a bot is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOptions {
    /// How long it may take.
    pub per_move: Duration,
    /// How long it may take from its start to `ready`.
    pub ready_limit: Duration,
    /// The seed for its random choices. That of the past game is not in its record.
    pub seed: BotSeed,
}

impl Default for TurnOptions {
    fn default() -> Self {
        let second = Duration::from_secs(1);
        let seed = BotSeed::derive(1, 1, Seat::default());
        Self { per_move: second, ready_limit: 10 * second, seed }
    }
}

/// Which decision a bot was asked again at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AskedAt {
    /// Its number in the game, from 1, everybody's decisions counted.
    pub number: usize,
    /// The line of the record on which it ends.
    pub line: usize,
    /// Who decided.
    pub seat: Seat,
    /// The player's name.
    pub name: Name,
    /// What came of it.
    pub outcome: Outcome,
}

/// What a bot says when it is asked again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// Where in the record it was asked.
    pub decision: AskedAt,
    /// The acts among which the player chose.
    pub legal: Acts,
    /// Its act; `None` when there is none.
    pub act: Option<Act>,
    /// What it said to everyone.
    pub talk: Option<Talk>,
    /// What it thought of its position.
    pub info: Option<Info>,
    /// Whether it decided as was decided in the game.
    pub same: bool,
    /// How long it took, in microseconds.
    pub took_us: u64,
    /// Why there is no act, or none that is legal.
    pub problem: Option<String>,
    /// The question and the answer, as they went over the pipe.
    pub lines: Vec<TranscriptLine>,
    /// The end of the bot's standard error.
    pub stderr: Vec<String>,
}

/// Why a bot could not be asked.
#[derive(Debug, Error)]
pub enum ReplayTurnError {
    /// There is no such decision.
    #[error("there is no decision {number} in this record: it has {count}, counted from 1")]
    NoSuchDecision {
        /// Which was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// The bot could not be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Asks the bot that `launch` starts what it would do at decision `number` of a record: the game is started, the bot
/// hears what its seat had heard by then, and it is asked to act.
///
/// # Errors
/// When there is no such decision, or the bot cannot be started. That it has no answer is no error but a result.
pub fn replay_turn(
    playback: &Playback,
    number: usize,
    launch: &Launch,
    options: &TurnOptions,
) -> Result<Asked, ReplayTurnError> {
    let decision = decision(playback, number)?;
    let transcript = Transcript::default();
    let patience = ProgramOptions { ready_limit: options.ready_limit, ..ProgramOptions::default() };
    let mut program = Program::with_options(launch.clone(), name_of(&decision), patience)
        .tapped(transcript.tap());
    let header = &playback.record.header;
    let clock = GameClock::new(options.per_move, Duration::ZERO);
    let start =
        Start::new(1, &header.ruleset, decision.seat, &header.seats, Some(clock), options.seed);
    program.begin(&start)?;
    let asked = ask(&decision, &mut program, Some(options.per_move));
    let lines = transcript.lines();
    Ok(Asked { lines, stderr: last_lines(&program.close().log), ..asked })
}

/// Asks `player`, which has just sat down, what it would do at decision `number` of a record. It hears what its seat
/// had heard by then.
///
/// # Errors
/// When there is no such decision.
pub fn replay_turn_with(
    playback: &Playback,
    number: usize,
    player: &mut dyn Player,
) -> Result<Asked, ReplayTurnError> {
    Ok(ask(&decision(playback, number)?, player, None))
}

fn decision(playback: &Playback, number: usize) -> Result<Decision<'_>, ReplayTurnError> {
    let all = playback.decisions();
    let chosen = number.checked_sub(1).and_then(|index| all.get(index)).copied();
    chosen.ok_or(ReplayTurnError::NoSuchDecision { number, count: all.len() })
}

fn name_of<'a>(decision: &Decision<'a>) -> &'a str {
    decision.seated().map_or("", |seated| seated.name.as_str())
}

fn ask(decision: &Decision<'_>, player: &mut dyn Player, time: Option<Duration>) -> Asked {
    decision.heard().for_each(|entry| player.saw(&entry));
    let begun = Instant::now();
    let answer = player.act(&Question { time, ..decision.question() });
    let took = begun.elapsed();
    let (reply, mut problem) = match answer {
        Ok(reply) => (Some(reply), None),
        Err(Failure::Fault { cause, detail }) => {
            (None, Some(format!("it {}: {detail}", cause.sentence())))
        }
        Err(Failure::GoesOn(cause)) => (None, Some(format!("it {}", cause.sentence()))),
        Err(Failure::Stop) => (None, Some("it wants the game to stop".to_owned())),
    };
    let act = reply.as_ref().map(|reply| reply.act);
    if let Some(act) = act
        && let Err(refusal) = decision.before().check(decision.seat, act)
    {
        problem = Some(format!("{act} is not legal here: {refusal}"));
    }
    Asked {
        same: act.is_some() && act == decision.outcome.act(),
        problem,
        legal: decision.legal(),
        act,
        info: reply.as_ref().and_then(|reply| reply.info.clone()),
        talk: reply.and_then(|reply| reply.talk),
        took_us: took.as_micros() as u64,
        lines: Vec::new(),
        stderr: Vec::new(),
        decision: AskedAt {
            number: decision.number,
            line: decision.line(),
            seat: decision.seat,
            name: Name::new(name_of(decision)),
            outcome: decision.outcome,
        },
    }
}

impl Asked {
    /// Writes what was decided then and now.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, marks: Marks, out: &mut dyn Write) -> io::Result<()> {
        let decision = &self.decision;
        writeln!(
            out,
            "decision {}, line {} of the record, seat {} ({})",
            decision.number, decision.line, decision.seat, decision.name
        )?;
        match &decision.outcome {
            Outcome::Act(act) => writeln!(out, "  in the game: {act}")?,
            Outcome::Fault(cause) => {
                writeln!(out, "  in the game: no act, the player {}", cause.sentence())?;
            }
        }
        let took = milliseconds(Duration::from_micros(self.took_us));
        match &self.act {
            Some(act) => {
                let same = if self.same { ", the same" } else { "" };
                writeln!(out, "  now:         {act}{same} ({took})")?;
            }
            None => writeln!(out, "  now:         no act ({took})")?,
        }
        if let Some(talk) = &self.talk {
            writeln!(out, "  it says:     {talk}")?;
        }
        self.write_info(out)?;
        match &self.problem {
            Some(problem) => {
                writeln!(out, "    {problem}")?;
                write_lines(&self.lines, &self.stderr, marks, out)
            }
            None => write_lines(&[], &self.stderr, marks, out),
        }
    }

    fn write_info(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(info) = &self.info else { return Ok(()) };
        if let Some(chance) = info.win_chance {
            writeln!(out, "  it thinks:   {:.0} % to win", chance * 100.0)?;
        }
        if let Some(note) = &info.note {
            writeln!(out, "  its note:    {note}")?;
        }
        info.numbers.iter().try_for_each(|(name, number)| writeln!(out, "  {name}: {number}"))
    }
}
