//! The `dicehouse` program: reads the arguments and hands them to a command.

mod bot_program;
mod commands;
mod contest_progress;
mod hosting;
mod house_key;
mod key_file;
mod keyboard;
mod known;
mod layout;
mod luck;
mod network;
mod output;
mod problem;
mod progress;
mod qr;
mod records;
mod ruleset_arg;
mod screen_args;
mod stop;
mod suggest;
mod visitor;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};

use commands::Command;
use screen_args::ScreenArgs;

/// The version, and in a release the commit it was built from: build.rs says which.
pub const VERSION: &str = env!("DICEHOUSE_VERSION");

/// Liar's Dice and its cousins: the home of bluffing dice.
#[derive(Parser)]
#[command(name = "dicehouse", version = VERSION, max_term_width = 100, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse                         choose a game and play
  dicehouse play liars --bots odds,gambler
  dicehouse contest --bot odds --bot gambler --games 1000
  dicehouse rules                   the games and their presets
  dicehouse rules liars perudo      one ruleset, in plain words
  dicehouse help rules              more about a command";

fn main() -> ExitCode {
    // Contests start this program again, to look after bots that are programs.
    dicehouse_programs::process::keep_if_asked();
    let cli = program()
        .try_get_matches()
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .unwrap_or_else(|error| in_words(error).exit());
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => problem::report(&error),
    }
}

/// All commands. The help of each begins with what it is for and with examples.
fn program() -> clap::Command {
    const HELP: &str = "{about}{after-help}\n\n{usage-heading} {usage}\n\n{all-args}";
    Cli::command().mut_subcommands(|command| command.help_template(HELP))
}

/// A number that is not one, said as people say it.
fn in_words(error: clap::Error) -> clap::Error {
    use std::error::Error as _;
    use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
    if error.kind() != ErrorKind::ValueValidation {
        return error;
    }
    let cause = error.source();
    let number = cause.and_then(|cause| cause.downcast_ref::<ParseIntError>());
    let should = match number.map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow) => "that number is too large",
        Some(_) => "it is a whole number, as in 3",
        None if cause.is_some_and(|cause| cause.is::<ParseFloatError>()) => {
            "it is a number, as in 0.5"
        }
        None => return error,
    };
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (arg, value) = (named(ContextKind::InvalidArg), named(ContextKind::InvalidValue));
    let message = format!("\"{value}\" is not a value for {arg}: {should}\n");
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Some(command) => command.run(program()),
        None => commands::play::front_door(&cli.screen),
    }
}
