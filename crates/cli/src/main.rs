//! The `dicehouse` program: reads the arguments and hands them to a command.

mod bot_program;
mod commands;
mod contest_progress;
mod keyboard;
mod layout;
mod luck;
mod network;
mod output;
mod problem;
mod progress;
mod records;
mod ruleset_arg;
mod screen_args;
mod stop;
mod suggest;
mod visitor;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use commands::Command;
use screen_args::ScreenArgs;

/// Liar's Dice and its cousins: the home of bluffing dice.
#[derive(Parser)]
#[command(name = "dicehouse", version, max_term_width = 100, after_help = EXAMPLES)]
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
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => problem::report(&error),
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Some(command) => command.run(Cli::command()),
        None => commands::play::front_door(&cli.screen),
    }
}
