//! A bot in its seat for one game: asked while it has not forfeited, and its faults counted.

use std::time::Duration;

use dicehouse_rules::{Cause, Fact, Seat};
use dicehouse_table::{Answer, Entry, Failure, Player, Question, Reply};

use super::faults::Faults;

/// What a game did to a seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeatFigures {
    /// How often it was asked.
    pub(super) moves: u32,
    /// How often it failed, by cause.
    pub(super) faults: Faults,
    /// Whether it forfeited, before the game or in it.
    pub(super) forfeited: bool,
}

/// A player that forfeits after so many faults.
///
/// After a crash a bot's remaining turns in the game are faults by the rules; they are one failure,
/// and counted as one.
pub(super) struct SeatPlayer<'a> {
    seat: Seat,
    /// `None` when nobody came to the table.
    player: Option<Box<dyn Player + 'a>>,
    /// Faults that are left before it forfeits.
    left: u32,
    figures: &'a mut SeatFigures,
    /// Whether the next fault of this seat is one to be counted.
    new_fault: bool,
    /// Whether the others hear what it says.
    may_talk: bool,
}

impl<'a> SeatPlayer<'a> {
    pub(super) fn new(
        seat: Seat,
        player: Option<Box<dyn Player + 'a>>,
        left: u32,
        figures: &'a mut SeatFigures,
        may_talk: bool,
    ) -> SeatPlayer<'a> {
        SeatPlayer { seat, player, left, figures, new_fault: false, may_talk }
    }
}

impl Player for SeatPlayer<'_> {
    fn act(&mut self, ask: &Question<'_>) -> Answer {
        let forfeited = self.figures.forfeited;
        let Some(player) = self.player.as_mut().filter(|_| !forfeited) else {
            return Err(Failure::GoesOn(Cause::Left));
        };
        self.figures.moves += 1;
        let answer = player.act(ask);
        // A reply can still turn out to be late or illegal.
        self.new_fault = true;
        match answer {
            // Nobody but a person may stop a game.
            Err(Failure::Stop) => Err(Failure::fault(Cause::Left, "wanted to stop the game")),
            // It was counted when it began.
            Err(Failure::GoesOn(cause)) => {
                self.new_fault = false;
                self.figures.moves -= 1;
                Err(Failure::GoesOn(cause))
            }
            Ok(reply) if !self.may_talk => Ok(Reply { talk: None, ..reply }),
            other => other,
        }
    }

    fn thought(&self) -> Option<Duration> {
        self.player.as_ref().and_then(|player| player.thought())
    }

    fn saw(&mut self, entry: &Entry) {
        if let Some(&Fact::Fault { seat, cause }) = entry.fact()
            && seat == self.seat
            && std::mem::take(&mut self.new_fault)
            && !self.figures.forfeited
        {
            self.figures.faults.add(cause, 1);
            self.left = self.left.saturating_sub(1);
            self.figures.forfeited = self.left == 0;
        }
        if let Some(player) = &mut self.player {
            player.saw(entry);
        }
    }
}
