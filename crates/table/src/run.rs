//! The loop that plays a game to its end: terminal, contests and tests all use it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dicehouse_rules::{BySeat, Cause, Refusal, Seat, Standing, Turn, Viewer};

use crate::clock::Clock;
use crate::dice::DiceSource;
use crate::player::{Ask, Failure, Player, Reply};
use crate::table::{Entry, Observer, Table};

/// Plays `table` to its end with `players` in seat order. Gives the standing, or `None` when a
/// player stopped the game.
///
/// A player that answers with an illegal act, too late, with nothing, or panics is punished as the
/// rules say; after a panic it is not asked again, and each of its turns is a fault.
pub fn run<D: DiceSource, O: Observer + ?Sized>(
    table: &mut Table<D>,
    players: &mut [Box<dyn Player + '_>],
    clock: &mut dyn Clock,
    out: &mut O,
) -> Option<Standing> {
    let mut crashed = BySeat::filled(table.seats().len(), false);
    loop {
        match table.turn() {
            Turn::Over => return table.standing(),
            Turn::Roll(_) => {
                table.roll(&mut Audience { players, out });
            }
            Turn::Act(due) => {
                let seat = due.nth(0)?;
                let answer = if crashed[seat] {
                    Err(Failure::fault(Cause::Crashed, ""))
                } else {
                    ask(table, seat, players.get_mut(seat.index())?.as_mut(), clock)
                };
                let mut audience = Audience { players, out };
                match answer {
                    Ok(reply) => {
                        let played = table.play(seat, &reply, &mut audience);
                        debug_assert_eq!(played, Ok(()), "`ask` gives legal acts only");
                    }
                    Err(Failure::Stop) => return None,
                    Err(Failure::Fault { cause, detail }) => {
                        crashed[seat] |= cause == Cause::Crashed;
                        let punished = table.fault(seat, cause, &detail, &mut audience);
                        debug_assert_eq!(punished, Ok(()), "only a seat that is due is asked");
                    }
                }
            }
        }
    }
}

/// Asks `player`, whose `seat` is due, until there is a legal act: people are told why one is
/// refused and asked again.
///
/// # Errors
/// When there is none: the player failed (its illegal act included, where that is a fault) or
/// wants to stop.
pub fn ask<D: DiceSource>(
    table: &Table<D>,
    seat: Seat,
    player: &mut (dyn Player + '_),
    clock: &mut dyn Clock,
) -> Result<Reply, Failure> {
    let view = table.view(Viewer::Seat(seat));
    let legal = table.legal(seat);
    let mut refused: Option<Refusal> = None;
    loop {
        let ask = Ask { seat, view: &view, legal, time: clock.allowed(seat), refused };
        let began = clock.now();
        let answer = catch_unwind(AssertUnwindSafe(|| player.act(&ask)));
        let thought = clock.now().saturating_sub(began);
        if clock.spent(seat, thought) {
            let detail = format!("thought for {} ms", thought.as_millis());
            return Err(Failure::fault(Cause::Timeout, detail));
        }
        let reply = answer
            .map_err(|panic| Failure::fault(Cause::Crashed, panic_text(panic.as_ref())))??;
        if legal.contains(reply.act) {
            return Ok(reply);
        }
        let Some(refusal) = table.refusal(seat, reply.act) else { return Ok(reply) };
        if table.must_fault(seat) {
            let detail = format!("{}: {refusal}", reply.act);
            return Err(Failure::fault(Cause::Illegal, detail));
        }
        refused = Some(refusal);
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("panicked").to_owned()
}

/// Everyone who hears of an entry: the players, each as its seat may, and an observer.
pub struct Audience<'a, 'p, O: ?Sized> {
    /// The players in seat order.
    pub players: &'a mut [Box<dyn Player + 'p>],
    /// Who hears everything.
    pub out: &'a mut O,
}

impl<O: Observer + ?Sized> Observer for Audience<'_, '_, O> {
    fn entry(&mut self, entry: &Entry) {
        let seats = Seat::first(self.players.len());
        for (seat, player) in seats.zip(self.players.iter_mut()) {
            match entry {
                Entry::Event(event) => player.saw(&event.seen_by(Viewer::Seat(seat))),
                Entry::Talk(speaker, talk) => player.heard(*speaker, talk),
                Entry::Info(..) | Entry::Detail(..) => {}
            }
        }
        self.out.entry(entry);
    }
}
