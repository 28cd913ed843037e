//! The terminal: whether the full screen plays here, with which colours and characters.

use std::io::{self, IsTerminal as _};

use dicehouse_terminal::screen::SMALLEST;

use super::finding::{Finding, Part};
use crate::screen_args;

const PART: Part = Part("Terminal");

/// What there is to know about a terminal.
pub struct Surroundings {
    /// Whether a person types.
    pub typed: bool,
    /// Whether a person reads.
    pub shown: bool,
    /// Columns and rows.
    pub size: Option<(u16, u16)>,
    /// `TERM`.
    pub term: Option<String>,
    /// `NO_COLOR` is set.
    pub no_color: bool,
    /// `COLORTERM`.
    pub colorterm: Option<String>,
    /// Whether the locale says that more than ASCII can be shown.
    pub utf8: bool,
}

impl Surroundings {
    /// Those of this program.
    pub fn here() -> Surroundings {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let size = terminal_size::terminal_size_of(io::stdout());
        Surroundings {
            typed: io::stdin().is_terminal(),
            shown: io::stdout().is_terminal(),
            size: size.map(|(columns, rows)| (columns.0, rows.0)),
            term: set("TERM"),
            no_color: set("NO_COLOR").is_some(),
            colorterm: set("COLORTERM"),
            utf8: screen_args::speaks_utf8(),
        }
    }
}

/// Looks at the terminal.
pub fn look(here: &Surroundings) -> Vec<Finding> {
    vec![screen(here), size(here), colours(here), characters(here)]
}

fn screen(here: &Surroundings) -> Finding {
    let (name, todo) = ("screen", "start dicehouse in a terminal to play on the full screen");
    match &here.term {
        _ if !here.typed || !here.shown => PART.limited(
            name,
            "this is not a terminal but a pipe or a file: the game is told line by line",
            todo,
        ),
        Some(term) if term == "dumb" => PART.limited(
            name,
            "TERM=dumb cannot be drawn on: the game is told line by line",
            "set TERM to what your terminal is, as in TERM=xterm-256color, or stay line by line",
        ),
        Some(term) => PART.good(name, format!("a terminal ({term})")),
        None => PART.limited(
            name,
            "a terminal that does not say what it is",
            "set TERM, as in TERM=xterm-256color",
        ),
    }
}

fn size(here: &Surroundings) -> Finding {
    let (name, (columns, rows)) = ("window", SMALLEST);
    match here.size {
        None => PART.good(name, "no window: lines are 80 columns wide"),
        Some((wide, high)) if wide < columns || high < rows => PART.limited(
            name,
            format!("{wide} columns by {high} rows"),
            format!(
                "make it {columns} by {rows} or larger for the full screen, or play with --plain"
            ),
        ),
        Some((wide, high)) => PART.good(name, format!("{wide} columns by {high} rows")),
    }
}

fn colours(here: &Surroundings) -> Finding {
    let name = "colours";
    let many = here.colorterm.as_deref().is_some_and(|text| {
        text.eq_ignore_ascii_case("truecolor") || text.eq_ignore_ascii_case("24bit")
    });
    match here.term.as_deref() {
        _ if here.no_color => PART.good(name, "none, because NO_COLOR is set"),
        _ if many => PART.good(name, "16 million"),
        Some(term) if term.contains("256color") => PART.good(name, "256"),
        _ => PART.good(name, "the terminal does not say how many; 16 are used"),
    }
}

fn characters(here: &Surroundings) -> Finding {
    let name = "characters";
    if !here.utf8 {
        return PART.limited(
            name,
            "ASCII alone, by the locale: dice are drawn with letters",
            "set a UTF-8 locale, as in LANG=C.UTF-8",
        );
    }
    // Only a person can see whether the font has them.
    PART.good(
        name,
        "UTF-8. Is this a die in a frame: ╭───╮ │ ● │ ╰───╯ ⚄ ▄█▌? If not, play with --ascii",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::finding::State;

    fn modern() -> Surroundings {
        Surroundings {
            typed: true,
            shown: true,
            size: Some((120, 40)),
            term: Some("xterm-256color".to_owned()),
            no_color: false,
            colorterm: Some("truecolor".to_owned()),
            utf8: true,
        }
    }

    fn states(here: &Surroundings) -> Vec<State> {
        look(here).iter().map(|finding| finding.state).collect()
    }

    #[test]
    fn a_modern_terminal_is_good() {
        assert_eq!(states(&modern()), [State::Good; 4]);
    }

    #[test]
    fn what_is_missing_is_said_with_what_to_do() {
        use State::{Good, Limited};
        for (here, expected, todo) in [
            (
                Surroundings { typed: false, ..modern() },
                [Limited, Good, Good, Good],
                "in a terminal",
            ),
            (
                Surroundings { term: Some("dumb".to_owned()), ..modern() },
                [Limited, Good, Good, Good],
                "TERM=xterm-256color",
            ),
            (Surroundings { term: None, ..modern() }, [Limited, Good, Good, Good], "set TERM"),
            (
                Surroundings { size: Some((77, 22)), ..modern() },
                [Good, Limited, Good, Good],
                "78 by 22",
            ),
            (Surroundings { utf8: false, ..modern() }, [Good, Good, Good, Limited], "C.UTF-8"),
        ] {
            assert_eq!(states(&here), expected, "{todo}");
            let said = look(&here).into_iter().find_map(|finding| finding.todo).unwrap();
            assert!(said.contains(todo), "{said}");
        }
    }

    #[test]
    fn colours_are_counted() {
        for (here, found) in [
            (Surroundings { no_color: true, ..modern() }, "NO_COLOR"),
            (modern(), "16 million"),
            (Surroundings { colorterm: None, ..modern() }, "256"),
            (Surroundings { colorterm: None, term: None, ..modern() }, "does not say"),
        ] {
            assert!(colours(&here).found.contains(found), "{found}");
        }
    }
}
