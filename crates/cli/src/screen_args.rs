//! How a game is shown: full screen where there is one, line by line elsewhere.

use std::io::{self, IsTerminal as _, Write};

use clap::Args;
use dicehouse_home::{Home, Liked};
use dicehouse_telling::Language;
use dicehouse_terminal::plain::{Lines, Talkback};
use dicehouse_terminal::screen::{Look, Settings};

/// How a game is shown.
#[derive(Args, Default)]
pub struct ScreenArgs {
    /// Line by line instead of full screen
    #[arg(long)]
    plain: bool,
    /// Line by line for listening: one fact a line, nothing drawn. Remembered; "settings ear off" at a table ends it
    #[arg(long)]
    by_ear: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl ScreenArgs {
    /// Whether there is a screen and it is wanted.
    pub fn is_full(&self) -> bool {
        !self.plain && !self.listens() && at_a_terminal() && !is_dumb()
    }

    /// Whether a person sits at a terminal and wants it line by line.
    pub fn is_plain_terminal(&self) -> bool {
        (self.plain || self.listens() || is_dumb()) && at_a_terminal()
    }

    /// Whether the person listens rather than looks.
    fn listens(&self) -> bool {
        self.by_ear || Home::at_this_computer().memory().settings.by_ear == Some(true)
    }

    /// The conversation line by line, as the person likes it; what they change is remembered.
    pub fn talkback<'a>(
        &self,
        lines: &'a mut dyn Lines,
        output: &'a mut dyn Write,
    ) -> Talkback<'a> {
        let home = Home::at_this_computer();
        if self.by_ear {
            home.remember(|memory| memory.settings.by_ear = Some(true));
        }
        let mut liked = home.memory().settings;
        // A memory that cannot be written does not keep anybody from listening.
        liked.by_ear = if self.by_ear { Some(true) } else { liked.by_ear };
        let keep = move |liked: &Liked| {
            home.remember(|memory| memory.settings = liked.clone());
        };
        let talk = Talkback::new(lines, output).speaking(locale()).liking(liked, Box::new(keep));
        if self.is_plain_terminal() { talk.offering_by_ear() } else { talk }
    }

    /// The screen's settings to begin with.
    pub fn settings(&self) -> Settings {
        let color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let ascii = self.ascii || !speaks_utf8();
        let look = Look { ascii, color, language: locale(), ..Look::default() };
        Settings { look, ..Settings::default() }
    }
}

/// The language that the person has chosen, or that of the environment.
pub fn language() -> Language {
    Home::at_this_computer().memory().settings.language.unwrap_or_else(locale)
}

/// The language of the environment; English where it names another one or none.
fn locale() -> Language {
    let locale = set_of(["LC_ALL", "LC_MESSAGES", "LANG"]);
    locale.and_then(|locale| Language::of_locale(&locale)).unwrap_or_default()
}

/// The first of these variables that says something.
fn set_of(names: [&str; 3]) -> Option<String> {
    names.into_iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether the terminal says that it cannot be drawn on.
fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// Whether the terminal shows more than ASCII, as far as the locale says; one that says nothing is
/// taken for a modern one.
pub fn speaks_utf8() -> bool {
    set_of(["LC_ALL", "LC_CTYPE", "LANG"]).is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
