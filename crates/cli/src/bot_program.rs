//! A bot that is a program, named after `--` on the command line.

use clap::Args;
use dicehouse_contest::check::Marks;
use dicehouse_programs::process::{CommandLine, Launch};

use crate::output;
use crate::problem::Problem;

/// A bot that is a program.
#[derive(Args)]
pub struct ProgramArg {
    /// The program and its arguments, after --
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

impl ProgramArg {
    /// How the bot is started.
    ///
    /// # Errors
    /// When it cannot be a command.
    pub fn launch(&self) -> Result<Launch, Problem> {
        launch(&self.command)
    }
}

/// How a bot is started by a command and its arguments.
///
/// # Errors
/// When it cannot be a command.
pub fn launch(command: &[String]) -> Result<Launch, Problem> {
    let (program, arguments) = command.split_first().map_or(("", &[][..]), |(p, a)| (p, a));
    let command =
        CommandLine::new(program, arguments.iter().map(String::as_str)).map_err(Problem::usage)?;
    Ok(Launch::new(command))
}

/// The signs that standard output can show.
pub fn marks() -> Marks {
    if output::is_terminal() { Marks::Unicode } else { Marks::Ascii }
}
