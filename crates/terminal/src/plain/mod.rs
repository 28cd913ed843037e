//! Line by line: for pipes, scripts, screen readers, and people who like it plain.

mod afterwards;
mod answer;
mod claims;
mod commands;
mod front_door;
mod game;
mod help;
mod lesson;
mod liars;
mod lobby;
mod pairs;
mod play;
mod practise;
mod settings;
mod table;
mod watch;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use dicehouse_home::Liked;
use dicehouse_rules::Fact;
use dicehouse_telling::{Language, Wish};

pub use play::{Start, play, visit};
pub use practise::practise;
pub use watch::{watch, watch_steps};

/// Where typed lines come from.
pub trait Lines {
    /// The next line, waiting for it at most this long, or for as long as it takes.
    fn next(&mut self, longest: Option<Duration>) -> Typed;
}

/// What was typed.
#[derive(Debug)]
pub enum Typed {
    /// A line.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// There is no more: the input has ended, or the program is asked to end.
    End,
    /// The input cannot be read.
    Broken(io::Error),
}

/// The longest line that is read. Longer ones are cut: nobody types that much.
const LONGEST_LINE: u64 = 4096;

/// Lines of a reader that always has one or is at its end.
impl<R: BufRead + ?Sized> Lines for R {
    fn next(&mut self, _: Option<Duration>) -> Typed {
        let mut bytes = Vec::new();
        match io::Read::take(&mut *self, LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => Typed::End,
            Ok(_) => Typed::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => Typed::Broken(error),
        }
    }
}

/// The conversation with the person at the other end.
pub struct Talkback<'a> {
    lines: &'a mut dyn Lines,
    output: &'a mut dyn Write,
    /// The language of the environment; the person may like another one.
    locale: Language,
    /// How the person likes it.
    liked: Liked,
    /// Keeps what they like.
    keep: Keep<'a>,
    /// Whether they may be asked whether they listen.
    offers: bool,
    /// What was said since they were last listened to.
    said: Vec<String>,
    /// A line that was typed and not looked at yet.
    unread: Option<String>,
}

/// The most lines that are said again.
const MOST_REPEATED: usize = 40;

/// Keeps what somebody likes.
pub type Keep<'a> = Box<dyn FnMut(&Liked) + 'a>;

/// The conversation is over.
#[derive(Debug)]
pub enum Hangup {
    /// Somebody asked to leave.
    Left,
    /// There is no more input.
    EndOfInput,
    /// Reading or writing failed.
    Broken(io::Error),
}

impl From<io::Error> for Hangup {
    fn from(error: io::Error) -> Hangup {
        Hangup::Broken(error)
    }
}

impl<'a> Talkback<'a> {
    /// A conversation over `lines` and `output`.
    pub fn new(lines: &'a mut dyn Lines, output: &'a mut dyn Write) -> Talkback<'a> {
        Talkback {
            lines,
            output,
            locale: Language::English,
            liked: Liked::default(),
            keep: Box::new(|_| {}),
            offers: false,
            said: Vec::new(),
            unread: None,
        }
    }

    /// The same conversation in the language of the environment, unless the person has chosen one.
    #[must_use]
    pub fn speaking(self, locale: Language) -> Talkback<'a> {
        Talkback { locale, ..self }
    }

    /// The language of the conversation.
    pub fn language(&self) -> Language {
        self.liked.language.unwrap_or(self.locale)
    }

    /// The same conversation as somebody likes it; what they change about it is given to `keep`.
    #[must_use]
    pub fn liking(self, liked: Liked, keep: Keep<'a>) -> Talkback<'a> {
        Talkback { liked, keep, ..self }
    }

    /// The same conversation with a person at a terminal: if nobody has asked them yet whether they listen to it, that is asked first.
    #[must_use]
    pub fn offering_by_ear(self) -> Talkback<'a> {
        Talkback { offers: self.liked.by_ear.is_none(), ..self }
    }

    /// Whether the person listens rather than looks.
    fn by_ear(&self) -> bool {
        self.liked.by_ear == Some(true)
    }

    /// Says a line. By ear nothing is set in, and nothing is empty.
    pub fn say(&mut self, line: &str) -> Result<(), Hangup> {
        let line = if self.by_ear() { line.trim_start() } else { line };
        if self.by_ear() && line.is_empty() {
            return Ok(());
        }
        writeln!(self.output, "{line}")?;
        self.said.push(line.to_owned());
        if self.said.len() > MOST_REPEATED {
            self.said.remove(0);
        }
        Ok(())
    }

    /// Asks and gives the answer, trimmed; empty when just Enter was pressed.
    pub fn ask(&mut self, prompt: &str) -> Result<String, Hangup> {
        self.prompt(prompt)?;
        loop {
            if let Some(line) = self.typed(None)? {
                return Ok(line);
            }
        }
    }

    /// Says something on whose line the answer is typed.
    fn prompt(&mut self, prompt: &str) -> Result<(), Hangup> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        Ok(())
    }

    /// A line that was typed, trimmed; `None` when none was in this time.
    fn typed(&mut self, longest: Option<Duration>) -> Result<Option<String>, Hangup> {
        if let Some(line) = self.unread.take() {
            return Ok(Some(line));
        }
        match self.lines.next(longest) {
            Typed::Line(line) => {
                let line: String = line.chars().take(LONGEST_LINE as usize).collect();
                Ok(Some(line.trim().to_owned()))
            }
            Typed::Nothing => Ok(None),
            Typed::End => {
                // So that what follows does not stand on the prompt's line.
                writeln!(self.output)?;
                Err(Hangup::EndOfInput)
            }
            Typed::Broken(error) => Err(Hangup::Broken(error)),
        }
    }

    /// Waits for Enter; `q` leaves instead.
    fn wait_for_enter(&mut self, prompt: &str) -> Result<(), Hangup> {
        if asks_to_leave(&self.ask(prompt)?) { Err(Hangup::Left) } else { Ok(()) }
    }

    /// Asks until `read` understands the answer; Enter means `default`, and `q` leaves. What `read` says is
    /// wrong is passed on.
    pub fn choose<T>(
        &mut self,
        question: &str,
        default: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Hangup> {
        loop {
            let answer = self.ask(&format!("{question} [{default}]: "))?;
            if asks_to_leave(&answer) {
                return Err(Hangup::Left);
            }
            let answer = if answer.is_empty() { default } else { &answer };
            match read(answer) {
                Ok(chosen) => return Ok(chosen),
                Err(why) => self.say(&format!("  {why}"))?,
            }
        }
    }
}

/// Whether this answer, to any question, means that its writer wants to leave.
fn asks_to_leave(answer: &str) -> bool {
    Wish::read(answer) == Some(Wish::Leave)
}

/// Whether this answer agrees.
fn agrees(answer: &str) -> bool {
    Wish::read(answer) == Some(Wish::Yes)
}

/// Whether a round starts with this, so that a blank line goes before it.
fn starts_round(fact: &Fact) -> bool {
    matches!(fact, Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. })
}
