//! How a game is shown: full screen where there is one, line by line elsewhere.

use std::io::{self, IsTerminal as _};

use clap::Args;
use dicehouse_terminal::screen::{Look, Settings};

/// How a game is shown.
#[derive(Args, Default)]
pub struct ScreenArgs {
    /// Line by line instead of full screen
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl ScreenArgs {
    /// Whether there is a screen and it is wanted.
    pub fn is_full(&self) -> bool {
        !self.plain && at_a_terminal()
    }

    /// Whether a person sits at a terminal and wants it line by line.
    pub fn is_plain_terminal(&self) -> bool {
        self.plain && at_a_terminal()
    }

    /// The screen's settings to begin with.
    pub fn settings(&self) -> Settings {
        let color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Settings { look: Look { ascii: self.ascii, color }, ..Settings::default() }
    }
}

fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
