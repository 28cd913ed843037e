//! Watching a record line by line, with a verdict on each decision: all of it, or step by step.

use std::io::{self, Write};

use dicehouse_rules::{Fact, Game, Seat, Viewer};
use dicehouse_table::record::Playback;
use dicehouse_telling::{Language, Narrator, Verdict, all_hands, say, text, totals};

use super::{Hangup, Talkback, starts_round};

/// Tells the game of a record to `out`, seen by `viewer`; the public sees all cups open, since the
/// game is over.
///
/// # Errors
/// When `out` cannot be written to.
pub fn watch(
    playback: &Playback,
    viewer: Viewer,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let teller = Teller::new(playback, viewer, language);
    teller.introduce(out)?;
    for at in 1..playback.positions.len() {
        teller.tell(at, out)?;
    }
    teller.end(out)
}

/// Tells the game of a record step by step, forward and back, as `talk` asks for it.
///
/// # Errors
/// When the conversation breaks off otherwise than by the end of input.
pub fn watch_steps(playback: &Playback, viewer: Viewer, talk: &mut Talkback<'_>) -> io::Result<()> {
    match steps(playback, viewer, talk) {
        Err(Hangup::Broken(error)) => Err(error),
        Ok(()) | Err(Hangup::Left | Hangup::EndOfInput) => Ok(()),
    }
}

pub(super) fn steps(
    playback: &Playback,
    viewer: Viewer,
    talk: &mut Talkback<'_>,
) -> Result<(), Hangup> {
    let language = talk.language();
    let help = [text!(language, "watch.help-1"), text!(language, "watch.help-2")];
    let mut teller = Teller::new(playback, viewer, language);
    teller.introduce(talk.output)?;
    talk.say_inset(&help)?;
    let last = playback.positions.len().saturating_sub(1);
    let mut at = 0;
    loop {
        let answer = talk.ask(&format!("{at}/{last}> "))?;
        match WatchWish::read(&answer) {
            Some(WatchWish::On) if at == last => talk.say_inset(&[text!(language, "watch.all")])?,
            Some(WatchWish::On) => {
                at += 1;
                teller.tell(at, talk.output)?;
            }
            Some(WatchWish::Back) => {
                at = at.saturating_sub(1);
                teller.tell(at, talk.output)?;
            }
            Some(WatchWish::Round(round)) => match playback.rounds().find(|(_, n)| *n == round) {
                Some((start, _)) => {
                    at = start;
                    teller.tell(at, talk.output)?;
                }
                None => talk.say_inset(&[say!(language, "watch.no-round", round = round)])?,
            },
            Some(WatchWish::End) => {
                for next in at + 1..=last {
                    teller.tell(next, talk.output)?;
                }
                at = last;
                teller.end(talk.output)?;
            }
            Some(WatchWish::See(seat)) if seat.is_none_or(|seat| teller.sits(seat)) => {
                teller.viewer = seat.map_or(Viewer::Public, Viewer::Seat);
                teller.tell(at, talk.output)?;
            }
            Some(WatchWish::See(_)) => talk.say_inset(&[text!(language, "watch.nobody")])?,
            Some(WatchWish::Leave) => return Ok(()),
            None => talk.say_inset(&help)?,
        }
    }
}

/// What somebody who watches step by step wants.
#[derive(Debug, PartialEq, Eq)]
enum WatchWish {
    On,
    Back,
    Round(u16),
    End,
    /// As the player in a seat saw it, or with all cups open.
    See(Option<Seat>),
    Leave,
}

impl WatchWish {
    fn read(answer: &str) -> Option<WatchWish> {
        let words: Vec<&str> = answer.split_whitespace().collect();
        Some(match words[..] {
            [] => WatchWish::On,
            ["b"] => WatchWish::Back,
            ["e"] => WatchWish::End,
            ["q"] => WatchWish::Leave,
            ["v"] => WatchWish::See(None),
            ["v", seat] => WatchWish::See(Some(Seat::new(seat.parse().ok()?)?)),
            [round] => WatchWish::Round(round.parse().ok()?),
            _ => return None,
        })
    }
}

/// Tells what happened in a record.
struct Teller<'a> {
    playback: &'a Playback,
    viewer: Viewer,
    narrator: Narrator,
}

impl<'a> Teller<'a> {
    fn new(playback: &'a Playback, viewer: Viewer, language: Language) -> Teller<'a> {
        let header = &playback.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, None).speaking(language);
        Teller { playback, viewer, narrator }
    }

    fn language(&self) -> Language {
        self.narrator.language()
    }

    fn sits(&self, seat: Seat) -> bool {
        seat.index() < self.playback.record.header.seats.len()
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = &self.playback.record.header;
        let names: Vec<&str> = header.seats.iter().map(|seated| seated.name.as_str()).collect();
        let names = names.join(", ");
        let rules = header.ruleset;
        writeln!(out, "{}", say!(self.language(), "watch.between", rules = rules, names = names))
    }

    /// What led to the position `at`; before the first one nothing has happened.
    fn tell(&self, at: usize, out: &mut dyn Write) -> io::Result<()> {
        let positions = &self.playback.positions;
        let before = at.checked_sub(1).and_then(|before| positions.get(before));
        let (Some(before), Some(after)) = (before, positions.get(at)) else { return Ok(()) };
        let verdict = self.verdict(at).map(|verdict| self.language().verdict(&verdict));
        for (n, entry) in after.entries.iter().enumerate() {
            if let Some(line) = self.narrator.lead_in(&after.entries, n) {
                writeln!(out, "{line}")?;
            }
            // A viewer without a seat sees everything: the game is over.
            let seen = match self.viewer {
                Viewer::Public => Some(entry.clone()),
                seat => entry.seen_by(seat),
            };
            let Some(line) = seen.and_then(|entry| self.narrator.tell(&entry)) else { continue };
            match (entry.fact(), &verdict) {
                (Some(fact), _) if starts_round(fact) => writeln!(out, "\n{line}")?,
                (Some(Fact::Acted { .. }), Some(verdict)) => writeln!(out, "{line:<34} {verdict}")?,
                _ => writeln!(out, "{line}")?,
            }
        }
        self.tell_hands(&before.game, &after.game, out)
    }

    /// What the decision that led to the position `at` was worth. It tells of hidden dice, so it is
    /// for those who see all.
    fn verdict(&self, at: usize) -> Option<Verdict> {
        let decision = self.playback.decision_at(at).filter(|_| self.viewer == Viewer::Public)?;
        Verdict::of(decision.before(), decision.seat, decision.outcome.act()?)
    }

    /// After a roll: everybody's dice and how many count for each face, or just the viewer's own.
    fn tell_hands(&self, before: &Game, after: &Game, out: &mut dyn Write) -> io::Result<()> {
        let hands = all_hands(after);
        if hands == all_hands(before) || hands.values().all(|hand| hand.is_empty()) {
            return Ok(());
        }
        for (seat, hand) in hands.iter().filter(|(_, hand)| !hand.is_empty()) {
            if matches!(self.viewer, Viewer::Seat(own) if own != seat) {
                continue;
            }
            let name = &self.playback.record.header.seats[seat.index()].name;
            writeln!(out, "  {name}: {}", hand.sorted())?;
        }
        if self.viewer == Viewer::Public {
            let totals: Vec<String> =
                totals(after).iter().map(|(face, count)| format!("{count}x{face}")).collect();
            if !totals.is_empty() {
                let totals = totals.join("  ");
                writeln!(out, "  {}", say!(self.language(), "watch.on-table", totals = totals))?;
            }
        }
        Ok(())
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.playback.record.end {
            Some(_) => Ok(()),
            None => writeln!(out, "\n{}", text!(self.language(), "watch.breaks-off")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read() {
        assert_eq!(WatchWish::read(""), Some(WatchWish::On));
        assert_eq!(WatchWish::read("12"), Some(WatchWish::Round(12)));
        assert_eq!(WatchWish::read("v"), Some(WatchWish::See(None)));
        assert_eq!(WatchWish::read("v 1"), Some(WatchWish::See(Seat::new(1))));
        for unclear in ["v 99", "v x", "-1", "99999", "b 2", "?"] {
            assert_eq!(WatchWish::read(unclear), None, "{unclear}");
        }
    }
}
