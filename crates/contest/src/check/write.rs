//! A report as text.

use std::io::{self, Write};
use std::time::Duration;

use dicehouse_rules::{Cause, GameKind};

use super::marks::Marks;
use super::report::{CheckReport, CheckStep, Figures, Problem, Verdict};
use super::transcript::TranscriptLine;
use crate::program::Way;

impl CheckReport {
    /// Writes the last line: how it went altogether.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_sum(&self, marks: Marks, out: &mut dyn Write) -> io::Result<()> {
        let count = |verdict| self.steps.iter().filter(|step| step.verdict == verdict).count();
        let (passed, failed) = (count(Verdict::Passed), count(Verdict::Failed));
        let played = format!("{}, {}", many(self.figures.games, "game"), moves(&self.figures));
        match failed {
            0 => writeln!(out, "{} all {passed} steps passed: {played}", marks.passed()),
            _ => writeln!(
                out,
                "{} {failed} of {} steps failed, {passed} passed: {played}",
                marks.failed(),
                self.steps.len()
            ),
        }
    }
}

/// Writes steps one after the other. A bot with one mistake makes it in every game: it is told once, and the rest is
/// counted.
#[derive(Debug)]
pub(super) struct Teller {
    marks: Marks,
    /// What went wrong, with the names of the steps in which it went wrong again.
    told: Vec<(Mistake, Vec<String>)>,
    skipped: Vec<String>,
}

impl Teller {
    pub(super) fn new(marks: Marks) -> Teller {
        Teller { marks, told: Vec::new(), skipped: Vec::new() }
    }

    /// Writes the step: one line, and what is to be said about it below.
    pub(super) fn tell(&mut self, step: &CheckStep, out: &mut dyn Write) -> io::Result<()> {
        let marks = self.marks;
        let mark = match step.verdict {
            Verdict::Passed => marks.passed(),
            Verdict::Failed if self.is_known(step) => return Ok(()),
            Verdict::Failed => marks.failed(),
            Verdict::Skipped => {
                self.skipped.push(step.name.clone());
                return Ok(());
            }
        };
        write!(out, "{mark} {}", step.name)?;
        if step.figures.moves > 0 {
            write!(out, " ({})", moves(&step.figures))?;
        }
        writeln!(out)?;
        for note in &step.notes {
            writeln!(out, "    {} {note}", marks.note())?;
        }
        step.problem.as_ref().map_or(Ok(()), |problem| self.explain(problem, out))
    }

    /// Counts a step whose mistake was told before.
    fn is_known(&mut self, step: &CheckStep) -> bool {
        let mistake = step.problem.as_ref().and_then(Mistake::of);
        let Some(mistake) = mistake else { return false };
        match self.told.iter_mut().find(|(known, _)| *known == mistake) {
            Some((_, again)) => {
                again.push(step.name.clone());
                true
            }
            None => {
                self.told.push((mistake, Vec::new()));
                false
            }
        }
    }

    fn explain(&self, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "    {}", problem.what)?;
        if let Some(hint) = &problem.hint {
            writeln!(out, "    {hint}")?;
        }
        write_lines(&problem.lines, &problem.stderr, self.marks, out)
    }

    /// Writes how often each mistake was made again, and how much was not tried.
    pub(super) fn finish(&self, out: &mut dyn Write) -> io::Result<()> {
        for (mistake, again) in self.told.iter().filter(|(_, again)| !again.is_empty()) {
            let (mark, steps) = (self.marks.failed(), many(again.len() as u32, "more step"));
            let (what, names) = (mistake.cause.sentence(), named(again));
            writeln!(out, "{mark} the same in {steps}, where it {what}: {names}")?;
        }
        let mark = self.marks.skipped();
        match &self.skipped[..] {
            [] => {}
            [name] => writeln!(out, "{mark} {name}")?,
            names => writeln!(out, "{mark} not tried after that: {} steps", names.len())?,
        }
        Ok(())
    }
}

/// The first few names.
fn named(steps: &[String]) -> String {
    const NAMED: usize = 3;
    let more = if steps.len() > NAMED { ", …" } else { "" };
    format!("{}{more}", steps[..steps.len().min(NAMED)].join(", "))
}

/// What makes two faults the same mistake: the cause, for a crash the last words, and for an illegal act the game.
#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    cause: Cause,
    game: Option<GameKind>,
    last_words: Option<String>,
}

impl Mistake {
    fn of(problem: &Problem) -> Option<Mistake> {
        let cause = problem.cause?;
        Some(Mistake {
            cause,
            game: problem.game.filter(|_| cause == Cause::Illegal),
            last_words: problem.stderr.last().filter(|_| cause == Cause::Crashed).cloned(),
        })
    }
}

/// Writes what was said last.
pub(super) fn write_lines(
    lines: &[TranscriptLine],
    stderr: &[String],
    marks: Marks,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (question, answer) = (marks.question(), marks.answer());
    if !lines.is_empty() {
        writeln!(out, "    the last lines ({question} to the bot, {answer} from the bot):")?;
    }
    for line in lines {
        let mark = match line.way {
            Way::ToBot => question,
            Way::FromBot => answer,
        };
        writeln!(out, "      {mark} {}", line.text)?;
    }
    if !stderr.is_empty() {
        writeln!(out, "    the end of its standard error:")?;
    }
    stderr.iter().try_for_each(|line| writeln!(out, "      {line}"))
}

fn moves(figures: &Figures) -> String {
    format!("{}, slowest {}", many(figures.moves, "move"), milliseconds(figures.slowest()))
}

pub(super) fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 { format!("{ms:.1} ms") } else { format!("{ms:.0} ms") }
}

fn many(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
