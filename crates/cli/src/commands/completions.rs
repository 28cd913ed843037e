//! `dicehouse completions`: what a shell needs to complete our arguments.

use clap::Args;
use clap_complete::Shell;

use crate::output;

/// Print a script that completes dicehouse's arguments in a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// Which shell the script is for
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse completions bash > ~/.local/share/bash-completion/completions/dicehouse
  dicehouse completions fish > ~/.config/fish/completions/dicehouse.fish";

pub fn run(args: &CompletionsArgs, mut program: clap::Command) -> anyhow::Result<()> {
    // Into memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "dicehouse", &mut script);
    output::print_bytes(&script)
}
