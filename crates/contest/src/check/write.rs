//! A report as text.

use std::io::{self, Write};
use std::time::Duration;

use super::marks::Marks;
use super::report::{Figures, Problem, Report, Step, Verdict};
use super::transcript::Line;
use crate::program::Way;

impl Report {
    /// Writes the whole report.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, marks: Marks, out: &mut dyn Write) -> io::Result<()> {
        self.steps.iter().try_for_each(|step| step.write(marks, out))?;
        self.write_sum(marks, out)
    }

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

impl Step {
    /// Writes the step: one line, and what is to be said about it below.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, marks: Marks, out: &mut dyn Write) -> io::Result<()> {
        let mark = match self.verdict {
            Verdict::Passed => marks.passed(),
            Verdict::Failed => marks.failed(),
            Verdict::Skipped => marks.skipped(),
        };
        write!(out, "{mark} {}", self.name)?;
        if self.figures.moves > 0 {
            write!(out, " ({})", moves(&self.figures))?;
        }
        writeln!(out)?;
        for note in &self.notes {
            writeln!(out, "    {} {note}", marks.note())?;
        }
        self.problem.as_ref().map_or(Ok(()), |problem| problem.write(marks, out))
    }
}

impl Problem {
    fn write(&self, marks: Marks, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "    {}", self.what)?;
        if let Some(hint) = &self.hint {
            writeln!(out, "    {hint}")?;
        }
        write_lines(&self.lines, &self.stderr, marks, out)
    }
}

/// Writes what was said last.
pub(super) fn write_lines(
    lines: &[Line],
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
