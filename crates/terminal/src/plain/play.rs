//! Playing line by line.

use std::path::Path;

use dicehouse_home::{GamePlan, Home, LocalRoom, RoomLine, Work};
use dicehouse_rules::{Act, Fact, Seat, SecretContent};
use dicehouse_table::record::Playback;
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::{Narrator, text};

use super::afterwards::{Afterwards, afterwards};
use super::lobby::{Chosen, choose_game};
use super::table::{LineTable, RoomEnd};
use super::{Hangup, Talkback, starts_round};
use crate::online::Network;

/// What is to be played at once.
#[derive(Clone, Debug)]
pub enum Start<'p> {
    /// The front door asks.
    FrontDoor,
    /// This game.
    Play(&'p GamePlan),
    /// The game that was interrupted and has this log.
    Resume(&'p Path),
}

/// Plays until nobody wants another game.
///
/// # Errors
/// When the game cannot be started (a sentence for the player) or the output is gone.
pub fn play(
    talk: &mut Talkback<'_>,
    home: &mut Home,
    network: &mut dyn Network,
    start: Start<'_>,
) -> Result<(), String> {
    let (mut plan, mut opening) = match start {
        Start::Play(plan) => (plan.clone(), home.sit_down(plan)?),
        Start::Resume(log) => home.resume(log)?,
        Start::FrontDoor => match choose_game(talk, home) {
            Ok(Chosen::Play(plan)) => {
                let opening = home.sit_down(&plan)?;
                (plan, opening)
            }
            Ok(Chosen::Resume(log)) => home.resume(&log)?,
            Ok(Chosen::Online(way)) => {
                let reached = network.go(&way, &home.person_name())?.wait()?;
                if let Some(note) = reached.note {
                    said(talk.say(&note))?;
                }
                return visit(talk, reached.line);
            }
            Ok(Chosen::Nothing) => return Ok(()),
            Err(hangup) => return gone(hangup),
        },
    };
    loop {
        let goes_on = match one_game(talk, home, &plan, opening)? {
            Ok(goes_on) => goes_on,
            Err(hangup) => return gone(hangup),
        };
        if !goes_on {
            return Ok(());
        }
        plan = plan.clone();
        opening = home.sit_down(&plan)?;
    }
}

/// Visits a room line by line until the person leaves.
///
/// # Errors
/// When the output is gone.
pub fn visit(talk: &mut Talkback<'_>, line: Box<dyn RoomLine>) -> Result<(), String> {
    match LineTable::new(talk, line).run() {
        Ok(_) => Ok(()),
        Err(hangup) => gone(hangup),
    }
}

/// Plays one game at this computer. Says whether another one is wanted.
fn one_game(
    talk: &mut Talkback<'_>,
    home: &mut Home,
    plan: &GamePlan,
    opening: Work<LocalRoom>,
) -> Result<Result<bool, Hangup>, String> {
    let room = opening.wait()?;
    home.remember(|memory| memory.last_table = Some(plan.clone()));
    let mut table = LineTable::new(talk, Box::new(room));
    let end = table.run();
    let (notes, playback) = table.leave();
    let over = matches!(end, Ok(RoomEnd::Over));
    let farewell = || -> Result<bool, Hangup> {
        if !over {
            talk.say(text!(talk.language(), "at.thanks"))?;
        }
        notes.iter().try_for_each(|note| talk.say(&note.text(talk.language())))?;
        let end = end?;
        match (end, playback) {
            (RoomEnd::Over, Some(playback)) => another(talk, &playback),
            _ => Ok(false),
        }
    };
    Ok(farewell())
}

/// Asks whether to play another game. Where only bots played, nobody is there to be asked.
fn another(talk: &mut Talkback<'_>, playback: &Playback) -> Result<bool, Hangup> {
    let people = people(&playback.record.header.seats);
    if people.is_empty() || playback.record.end.as_ref().is_none_or(|end| end.standing.is_none()) {
        return Ok(false);
    }
    let only = people.first().copied().filter(|_| people.len() == 1);
    Ok(afterwards(talk, playback, only)? == Afterwards::Rematch)
}

/// The seats of people.
pub(super) fn people(seats: &[Seated]) -> Vec<Seat> {
    Seat::first(seats.len()).filter(|seat| seats[seat.index()].is_person()).collect()
}

/// Leaving and the end of input are no errors, and neither is a reader that has had enough.
fn gone(hangup: Hangup) -> Result<(), String> {
    match hangup {
        Hangup::Left | Hangup::EndOfInput => Ok(()),
        Hangup::Broken(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        Hangup::Broken(error) => Err(format!("the terminal is gone: {error}")),
    }
}

fn said(said: Result<(), Hangup>) -> Result<(), String> {
    said.or_else(gone)
}

impl Talkback<'_> {
    /// Tells what happened, apart from an act that was read back already. Says whether cups were lifted.
    pub(super) fn tell(
        &mut self,
        narrator: &Narrator,
        entries: &[Entry],
        known: Option<Act>,
    ) -> Result<bool, Hangup> {
        let mut showed = false;
        for (at, entry) in entries.iter().enumerate() {
            narrator.lead_in(entries, at).map_or(Ok(()), |line| self.say(line))?;
            showed |= matches!(entry.fact(), Some(Fact::Showdown(_)));
            if known.is_some_and(|act| is_known(entry, act)) {
                continue;
            }
            if self.by_ear() {
                narrator.by_ear(entry).iter().try_for_each(|line| self.say(line))?;
            } else if let Some(line) = narrator.tell(entry) {
                if entry.fact().is_some_and(starts_round) {
                    self.say("")?;
                }
                self.say(&line)?;
            }
        }
        Ok(showed)
    }
}

/// Whether an entry only says that `act` was done.
fn is_known(entry: &Entry, act: Act) -> bool {
    match entry.fact() {
        Some(Fact::Acted { act: done, .. }) => *done == act,
        Some(Fact::Decided { .. }) => {
            let Entry::Event(event) = entry else { return false };
            let Some(SecretContent::Split(split)) = event.secret.map(|secret| secret.content)
            else {
                return false;
            };
            act == Act::Split(split)
        }
        _ => false,
    }
}
