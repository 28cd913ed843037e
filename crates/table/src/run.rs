//! The loop that plays a game to its end: contests, measurements and tests use it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dicehouse_rules::{Cause, Refusal, Seat, Seats, Standing, Turn, Viewer};

use crate::clock::Clock;
use crate::dice::DiceSource;
use crate::entry::Entry;
use crate::player::{Answer, Failure, Player, Question};
use crate::table::{Ruling, Table};

/// Where the entries of a table are kept: a record, a list, nowhere.
pub trait Keep {
    /// Keeps what one step led to, all of it or nothing.
    ///
    /// # Errors
    /// When it cannot be kept. Nobody may be told of it then.
    fn keep(&mut self, entries: &[Entry]) -> io::Result<()>;
}

/// Keeps nothing.
impl Keep for () {
    fn keep(&mut self, _: &[Entry]) -> io::Result<()> {
        Ok(())
    }
}

impl Keep for Vec<Entry> {
    fn keep(&mut self, entries: &[Entry]) -> io::Result<()> {
        self.extend_from_slice(entries);
        Ok(())
    }
}

impl<K: Keep + ?Sized> Keep for &mut K {
    fn keep(&mut self, entries: &[Entry]) -> io::Result<()> {
        (**self).keep(entries)
    }
}

/// Plays `table` to its end with `players` in seat order: each step is kept, then told. Gives the
/// standing, or `None` when a player stopped the game.
///
/// A player that answers with an illegal act, too late, with nothing, or panics is punished as the
/// rules say; after a panic it is not asked again, and each of its turns is a fault.
///
/// # Errors
/// When a step cannot be kept: the players have not heard of it, and the table is of no use any
/// more. To go on after such an error, take each step on a clone as [`Table`] describes.
pub fn run<D: DiceSource, K: Keep + ?Sized>(
    table: &mut Table<D>,
    players: &mut [Box<dyn Player + '_>],
    clock: &mut dyn Clock,
    keep: &mut K,
) -> io::Result<Option<Standing>> {
    let mut asker = Asker::default();
    let mut refused = None;
    let mut entries = Vec::new();
    loop {
        entries.clear();
        match table.turn() {
            Turn::Over => return Ok(table.standing()),
            Turn::Roll(_) => {
                let rolled = table.roll_into(&mut entries);
                if rolled.is_err() {
                    return Ok(None);
                }
            }
            Turn::Act(due) => {
                let Some((seat, player)) =
                    due.nth(0).and_then(|seat| Some((seat, players.get_mut(seat.index())?)))
                else {
                    return Ok(None);
                };
                let answer = asker.ask(table, seat, player.as_mut(), clock, refused);
                if matches!(answer, Err(Failure::Stop)) {
                    return Ok(None);
                }
                match table.judge_into(seat, answer, &mut entries) {
                    Ok(Ruling::Played | Ruling::Punished) => refused = None,
                    Ok(Ruling::AskAgain(refusal)) => {
                        refused = Some(refusal);
                        continue;
                    }
                    Err(_) => return Ok(None),
                }
            }
        }
        keep.keep(&entries)?;
        tell(players, &entries);
    }
}

/// Asks players, and knows which of them have crashed and cannot be asked any more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asker {
    crashed: Seats,
}

impl Asker {
    /// Asks `player` in the `seat` that is due; `refused` is why the last try was not taken.
    ///
    /// # Errors
    /// When there is no act: the player failed, took too long, or wants to stop.
    pub fn ask<D: DiceSource>(
        &mut self,
        table: &Table<D>,
        seat: Seat,
        player: &mut (dyn Player + '_),
        clock: &mut dyn Clock,
        refused: Option<Refusal>,
    ) -> Answer {
        if self.crashed.contains(seat) {
            return Err(Failure::GoesOn(Cause::Crashed));
        }
        let view = table.view(Viewer::Seat(seat));
        let (legal, time) = (table.legal(seat), clock.allowed(seat));
        let question = Question { seat, view, legal, time, refused };
        let began = clock.now();
        let answer = catch_unwind(AssertUnwindSafe(|| player.act(&question)));
        let took = clock.now().saturating_sub(began);
        let thought = player.thought().unwrap_or(took);
        let answer = answer.unwrap_or_else(|panic| {
            Err(Failure::fault(Cause::Crashed, panic_text(panic.as_ref())))
        });
        if matches!(answer, Err(Failure::Fault { cause: Cause::Crashed, .. })) {
            self.crashed.insert(seat);
        }
        let is_late = clock.spent(seat, thought);
        match answer {
            // The asker noticed that it was late and knows more about it.
            Err(Failure::Fault { cause: Cause::Timeout, .. }) => answer,
            _ if is_late => Err(Failure::too_late(thought)),
            _ => answer,
        }
    }

    /// Asks the player in `seat` again after all: somebody else plays there now.
    pub fn forgive(&mut self, seat: Seat) {
        self.crashed.remove(seat);
    }
}

pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("panicked")
}

/// Tells `players`, in seat order, what happened, each as its seat may see it.
pub fn tell<P: Player + ?Sized>(players: &mut [Box<P>], entries: &[Entry]) {
    for entry in entries {
        for (seat, player) in Seat::first(players.len()).zip(players.iter_mut()) {
            if let Some(seen) = entry.shown_to(Viewer::Seat(seat)) {
                player.saw(&seen);
            }
        }
    }
}
