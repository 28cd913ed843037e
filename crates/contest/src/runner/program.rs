//! Programs as entrants: processes of their own for every worker, one for each rotation of a deal.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dicehouse_programs::process::{CommandLine, Exit, Launch};
use dicehouse_protocol::{GameClock, Start};
use dicehouse_rules::GameKind;
use dicehouse_table::{Player, Seated};
use sha2::{Digest as _, Sha256};

use super::entrant::{Bot, ClosedBot, Entrant, GameStart, NoShow};
use crate::config::{TimeControl, script};
use crate::program::{Program, ProgramOptions, StartError, Tap, Way};

/// A program that takes part.
#[derive(Debug)]
pub struct ProgramEntrant {
    name: String,
    launch: Launch,
    clock: TimeControl,
    /// What it said of itself when it was looked at.
    version: OnceLock<String>,
}

/// Whether a program is of no use in a contest from the start, for a reason that will not go away.
fn is_hopeless(error: &StartError) -> bool {
    matches!(error, StartError::Spawn(_) | StartError::NotItsGame { .. })
}

impl ProgramEntrant {
    /// The program that `launch` starts, under `name`. What is said with it is traced.
    pub fn new(name: &str, launch: Launch, clock: TimeControl) -> ProgramEntrant {
        ProgramEntrant { name: name.to_owned(), launch, clock, version: OnceLock::new() }
    }

    fn program(&self) -> Program {
        let options = ProgramOptions { ready_limit: self.clock.start, ..ProgramOptions::default() };
        let program = Program::with_options(self.launch.clone(), &self.name, options);
        program.with_surprising_questions()
    }
}

impl Entrant for ProgramEntrant {
    fn name(&self) -> &str {
        &self.name
    }

    fn seated(&self) -> Seated {
        let version = self.version.get().map_or("", String::as_str);
        Seated::bot(&self.name, &self.launch.command().to_string(), version)
    }

    fn identity(&self) -> String {
        identity(self.launch.command())
    }

    fn clock(&self) -> Option<TimeControl> {
        Some(self.clock)
    }

    fn is_program(&self) -> bool {
        true
    }

    fn check(&self, game: GameKind) -> Result<Option<String>, String> {
        let here = self.launch.folder().unwrap_or(Path::new(""));
        if let Some(script) = script(self.launch.command()).filter(|name| !here.join(name).exists())
        {
            return Err(format!("there is no file `{}`", here.join(script).display()));
        }
        let mut program = self.program();
        // A program that is not ready now may be ready later; the contest counts that as a fault.
        if let Err(error) = program.start_for(game)
            && is_hopeless(&error)
        {
            return Err(error.to_string());
        }
        if let Some(version) = program.ready().and_then(|ready| ready.version.as_deref()) {
            let _ = self.version.set(version.to_owned());
        }
        let report = program.sandbox_report().filter(|report| !report.is_complete());
        let note = report.map(|report| {
            format!("the sandbox of {} is incomplete on this machine:\n{report}", self.name)
        });
        program.close();
        Ok(note)
    }

    fn open(&self) -> Box<dyn Bot> {
        let mut program = self.program();
        if tracing::enabled!(tracing::Level::TRACE) {
            let name = self.name.clone();
            program = program.tapped(Tap::new(move |way, line| {
                let arrow = if way == Way::ToBot { "→" } else { "←" };
                tracing::trace!("{name} {arrow} {line}");
            }));
        }
        Box::new(RunningProgram { program, clock: self.clock })
    }
}

/// A program at work.
struct RunningProgram {
    program: Program,
    clock: TimeControl,
}

impl Bot for RunningProgram {
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow> {
        let clock = GameClock::new(self.clock.per_move, self.clock.bank);
        let GameStart { number, ruleset, seat, seats, seed } = *game;
        let start = Start::new(number, ruleset, seat, seats, Some(clock), seed);
        match self.program.begin(&start) {
            Ok(()) => Ok(Box::new(&mut self.program)),
            Err(error) => Err(NoShow { cause: error.cause(), detail: error.to_string() }),
        }
    }

    fn close(self: Box<Self>) -> ClosedBot {
        let closed = self.program.close();
        let exit = closed.last_exit.unwrap_or(Exit::Unknown);
        let ending = match closed.starts {
            0 | 1 => exit.to_string(),
            several => format!("{exit}, the last of {several} started one after the other"),
        };
        ClosedBot { log: closed.log.to_bytes(), ending }
    }
}

/// The command line, and what is in the files that it names.
fn identity(command: &CommandLine) -> String {
    let mut text = command.to_string();
    let program = find(command.program());
    let args = command.args().iter().map(PathBuf::from).filter(|path| path.is_file());
    for path in program.into_iter().chain(args) {
        if let Some(digest) = digest(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("; {name} {digest}"));
        }
    }
    text
}

/// The file of a program that is named with a slash; one that is found on `PATH` belongs to the
/// system, which may be brought up to date without changing a bot.
fn find(program: &str) -> Option<PathBuf> {
    Some(PathBuf::from(program)).filter(|path| program.contains('/') && path.is_file())
}

fn digest(path: &Path) -> Option<String> {
    let mut hash = Sha256::new();
    std::io::copy(&mut std::fs::File::open(path).ok()?, &mut HashWriter(&mut hash)).ok()?;
    let digest = hash.finalize();
    Some(digest[..8].iter().map(|byte| format!("{byte:02x}")).collect())
}

struct HashWriter<'a>(&'a mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_file_is_another_bot() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        std::fs::write(&file, "one").unwrap();
        let command = CommandLine::new("python3", [file.to_str().unwrap()]).unwrap();
        let one = identity(&command);
        std::fs::write(&file, "two").unwrap();
        assert_ne!(identity(&command), one);
        std::fs::write(&file, "one").unwrap();
        assert_eq!(identity(&command), one);
        assert!(one.contains("; bot.py "), "{one}");
    }
}
