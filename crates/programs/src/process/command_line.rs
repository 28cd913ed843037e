//! The command line that starts a bot.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A program and its arguments.
///
/// Parsed the way a shell splits words (quotes and backslashes count) but never handed to a shell: `$`, `*`, `;`, `|`
/// and `>` are ordinary characters. Somebody who wants a shell writes `sh -c "..."`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommandLine {
    program: String,
    args: Vec<String>,
}

/// Why a text is not a command line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CommandLineError {
    /// Nothing but spaces.
    #[error("the command line is empty: name a program, such as `python3 bot.py`")]
    Empty,
    /// A quote was opened and never closed, or the text ends in a backslash.
    #[error("the command line `{0}` has a quote that is never closed")]
    OpenQuote(String),
    /// No program can be handed an argument with a zero byte in it.
    #[error("the command line holds a zero byte")]
    ZeroByte,
}

impl CommandLine {
    /// A program and its arguments, taken as they are.
    ///
    /// # Errors
    /// When the program's name is empty or a word holds a zero byte.
    pub fn new<A: Into<String>>(
        program: impl Into<String>,
        args: impl IntoIterator<Item = A>,
    ) -> Result<Self, CommandLineError> {
        let program = program.into();
        let args: Vec<String> = args.into_iter().map(Into::into).collect();
        if program.is_empty() {
            return Err(CommandLineError::Empty);
        }
        if program.contains('\0') || args.iter().any(|arg| arg.contains('\0')) {
            return Err(CommandLineError::ZeroByte);
        }
        Ok(Self { program, args })
    }

    /// A program without arguments.
    pub(crate) fn bare(program: &'static str) -> Self {
        Self { program: program.to_owned(), args: Vec::new() }
    }

    /// The program, as written: a name to look up on `PATH`, or a path.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The arguments after the program.
    #[must_use]
    pub fn args(&self) -> &[String] {
        &self.args
    }
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = shell_words::split(text)
            .map_err(|_| CommandLineError::OpenQuote(text.to_owned()))?
            .into_iter();
        let program = words.next().ok_or(CommandLineError::Empty)?;
        Self::new(program, words)
    }
}

/// Quoted so that parsing it again gives the same words.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::quote(&self.program))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", shell_words::quote(arg)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, CommandLineError> {
        let line: CommandLine = text.parse()?;
        Ok(std::iter::once(line.program).chain(line.args).collect())
    }

    #[test]
    fn splits_as_a_shell_does_and_expands_nothing() {
        let cases: &[(&str, &[&str])] = &[
            ("bot", &["bot"]),
            ("  python3   bot.py ", &["python3", "bot.py"]),
            ("'my bot' --name \"a b\"", &["my bot", "--name", "a b"]),
            (r"my\ bot x", &["my bot", "x"]),
            (r#"a "say \"hi\"" ''"#, &["a", "say \"hi\"", ""]),
            ("a $HOME *.py ; rm | x > y", &["a", "$HOME", "*.py", ";", "rm", "|", "x", ">", "y"]),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text).unwrap(), *expected, "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(words("   "), Err(CommandLineError::Empty));
        assert_eq!(words("''"), Err(CommandLineError::Empty));
        assert_eq!(words("a 'b"), Err(CommandLineError::OpenQuote("a 'b".into())));
        assert_eq!(words("a b\0"), Err(CommandLineError::ZeroByte));
    }

    #[test]
    fn display_parses_back() {
        let line = CommandLine::new("my bot", ["it's", "", "a\"b", "$x"]).unwrap();
        assert_eq!(line.to_string().parse::<CommandLine>().unwrap(), line);
    }
}
