//! What has happened, line by line.

use dicehouse_rules::{Act, Bid, Fact, Seat, Showdown};
use dicehouse_table::Entry;
use ratatui::layout::Rect;

use crate::narrate::Narrator;
use crate::screen::canvas::{Canvas, wrap};

/// How a line is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A round begins.
    Heading,
    /// Something happened.
    Plain,
    /// Somebody lost something.
    Bad,
    /// Somebody won something.
    Good,
    /// Somebody said something.
    Talk,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How it is shown.
    pub tone: Tone,
    /// What it says.
    pub text: String,
    /// Who said it, in talk.
    pub speaker: Option<Seat>,
}

impl Line {
    /// The line for an entry, if it needs one.
    pub fn of(entry: &Entry, narrator: &Narrator) -> Option<Line> {
        if let Entry::Event(event) = entry {
            match event.fact {
                // Bids have a list of their own.
                Fact::Acted { act: Act::Bid(_), .. } | Fact::Decided { .. } => return None,
                Fact::Showdown(showdown) => {
                    let text = counted(&showdown);
                    return Some(Line { tone: Tone::Plain, text, speaker: None });
                }
                _ => {}
            }
        }
        let (tone, speaker) = match entry {
            Entry::Talk(seat, _) => (Tone::Talk, Some(*seat)),
            Entry::Event(event) => (tone(&event.fact), None),
            Entry::Info(..) | Entry::Detail(..) => return None,
        };
        Some(Line { tone, text: narrator.tell(entry)?, speaker })
    }
}

/// A showdown in short; everybody's dice are on the table to be seen.
fn counted(showdown: &Showdown) -> String {
    let found = Bid::new(showdown.count, showdown.bid.face).spoken();
    let are = if showdown.count == 1 { "is" } else { "are" };
    let bid = showdown.bid;
    let verdict = match (showdown.exact, showdown.right) {
        (false, true) => format!("{bid} was a lie"),
        (false, false) => format!("{bid} was true"),
        (true, true) => format!("exactly {bid}"),
        (true, false) => format!("not exactly {bid}"),
    };
    format!("There {are} {found}: {verdict}.")
}

fn tone(fact: &Fact) -> Tone {
    match fact {
        Fact::Round { .. } | Fact::ClaimRound { .. } | Fact::SplitRound { .. } => Tone::Heading,
        Fact::DieLost { .. } | Fact::Out { .. } | Fact::Fault { .. } => Tone::Bad,
        Fact::Scored { change, .. } if *change < 0 => Tone::Bad,
        Fact::DieGained { .. } | Fact::Scored { .. } | Fact::Over { .. } => Tone::Good,
        _ => Tone::Plain,
    }
}

/// Draws the newest lines, the newest at the bottom.
pub fn draw<'l>(
    canvas: &mut Canvas<'_>,
    area: Rect,
    lines: impl DoubleEndedIterator<Item = &'l Line>,
) {
    let mut bottom = area.bottom();
    for line in lines.rev() {
        let look = canvas.look;
        let (mark, style) = match line.tone {
            Tone::Heading => ("─", look.title()),
            Tone::Plain => (" ", look.text()),
            Tone::Bad => ("−", look.bad()),
            Tone::Good => ("+", look.good()),
            Tone::Talk => ("“", look.turn()),
        };
        let wrapped = wrap(&line.text, area.width.saturating_sub(2));
        for (n, text) in wrapped.iter().enumerate().rev() {
            if bottom == area.y {
                return;
            }
            bottom -= 1;
            if n == 0 {
                canvas.text(area.x, bottom, 1, mark, style);
            }
            canvas.text(area.x + 2, bottom, area.width.saturating_sub(2), text, style);
        }
    }
}
