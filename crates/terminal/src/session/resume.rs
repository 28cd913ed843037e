//! Sitting down again at a game that was interrupted.

use dicehouse_rules::{Fact, Seats};
use dicehouse_table::record::{Record, RecordWriter};
use dicehouse_table::{Entry, NoClock, tell};

use super::{Log, Session, Setup, SitError};

impl Session {
    /// Sits down again at a game that was interrupted. `record` is what was written of it up to a
    /// whole step, and `log` holds exactly that. The house bots are asked everything again, so that
    /// they go on as if nothing had happened. The players in the seats `told` only hear what
    /// happened: they are programs, which may be slow to answer and learn the game from that.
    ///
    /// # Errors
    /// When the record is not one of this game, its dice and its rules.
    pub fn resume(
        setup: Setup,
        record: &Record,
        log: Log,
        told: Seats,
    ) -> Result<Session, SitError> {
        let mut session = Session::seated(setup, |_| Ok(RecordWriter::go_on(log, record)))?;
        let entries = record.entries();
        let mut rest = &entries[..];
        while !rest.is_empty() {
            session.ask_again(rest, told);
            let taken = session.table.follow_step(rest)?;
            let (step, left) = rest.split_at(taken);
            if step.is_empty() {
                return Err(SitError::CutOff);
            }
            tell(&mut session.bots, step);
            rest = left;
        }
        session.entries = entries;
        Ok(session)
    }

    /// Asks the bot that decides next in `entries` once more, unless it is `told`: its luck and its memory are then where
    /// they were.
    fn ask_again(&mut self, entries: &[Entry], told: Seats) {
        let decided = |entry: &Entry| match entry.fact()? {
            Fact::Acted { seat, .. } | Fact::Decided { seat } | Fact::Fault { seat, .. } => {
                Some(*seat)
            }
            _ => None,
        };
        let first = entries.iter().find(|entry| entry.event().is_some());
        if let Some(seat) = first.and_then(decided)
            && !self.table.is_person(seat)
            && !told.contains(seat)
            && self.table.is_due(seat)
            && let Some(bot) = self.bots.get_mut(seat.index())
        {
            // What it answered then stands in the record.
            let _ = self.asker.ask(&self.table, seat, bot.as_mut(), &mut NoClock, None);
        }
    }
}
