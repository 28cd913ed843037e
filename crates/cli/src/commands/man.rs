//! `dicehouse man`: the manual pages, made from the help.

use clap::Args;

use crate::output;
use crate::problem::Problem;
use crate::suggest;

/// Print the manual page of dicehouse or of one of its commands
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// The command the page is about; dicehouse itself when left out
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse man > dicehouse.1
  dicehouse man rules > dicehouse-rules.1";

pub fn run(args: &ManArgs, mut program: clap::Command) -> anyhow::Result<()> {
    program.build();
    let about = match args.command.as_deref() {
        Some(name) => program.find_subcommand(name).ok_or_else(|| unknown(name, &program))?.clone(),
        None => program,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(about).render(&mut page)?;
    output::print_bytes(&page)
}

fn unknown(name: &str, program: &clap::Command) -> Problem {
    let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    Problem::usage(format!("there is no command \"{name}\": there are {}", known.join(", ")))
        .hints(suggest::did_you_mean(name, known))
}
