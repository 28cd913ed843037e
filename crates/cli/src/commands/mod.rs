//! The commands, one file each.

mod completions;
mod man;
mod rules;

/// What `dicehouse` can do.
#[derive(clap::Subcommand)]
pub enum Command {
    Rules(rules::RulesArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Command {
    /// Runs the command. `program` describes all of them, for those that write about the others.
    pub fn run(self, program: clap::Command) -> anyhow::Result<()> {
        match self {
            Command::Rules(args) => rules::run(&args),
            Command::Completions(args) => completions::run(&args, program),
            Command::Man(args) => man::run(&args, program),
        }
    }
}
