//! A program in its seat.

use dicehouse_protocol::Happened;
use dicehouse_rules::{Cause, Event, Fact, Seat};
use dicehouse_table::{Ask, Failure, Player, Reply, Talk};

use super::{Down, Program, Trouble, trouble, unheard_message};

impl Program {
    /// Asks the running process.
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Reply, Trouble> {
        let Some(running) = &mut self.running else { return Err(Trouble::NotRunning) };
        if let Some(game) = &mut self.game {
            if let Some(news) = unheard_message(&game.unheard) {
                running.talk.tell(&news);
            }
            game.unheard.clear();
        }
        running.talk.ask(ask.view, ask.legal, ask.time)
    }

    /// What `trouble` means for the game; after some there is nobody left to ask.
    fn failed(&mut self, trouble: &Trouble) -> Failure {
        let mut detail = trouble.to_string();
        if trouble.is_final() {
            if let Some(running) = self.running.take() {
                let ending = self.bury(running.talk);
                detail.push_str(&trouble::last_words(&ending.log));
            }
            // Said once; the turns that are left are faults of the same kind.
            self.down = Some(Down { cause: trouble.cause(), detail: String::new() });
        }
        Failure::fault(trouble.cause(), detail)
    }
}

impl Player for Program {
    fn act(&mut self, ask: &Ask<'_>) -> Result<Reply, Failure> {
        // A program gets no second try, also where its seat is a person's.
        if let Some(refusal) = &ask.refused {
            return Err(Failure::fault(Cause::Illegal, refusal.to_string()));
        }
        if let Some(down) = &mut self.down {
            return Err(Failure::fault(down.cause, std::mem::take(&mut down.detail)));
        }
        self.ask(ask).map_err(|trouble| self.failed(&trouble))
    }

    fn saw(&mut self, event: &Event) {
        if let Some(game) = &mut self.game {
            game.unheard.push(Happened::Event(*event));
        }
        if let Fact::Over { standing } = event.fact {
            self.end_game(Some(standing));
        }
    }

    fn heard(&mut self, seat: Seat, talk: &Talk) {
        if let Some(game) = &mut self.game {
            // It knows what it said itself.
            if game.seat != seat {
                game.unheard.push(Happened::talk(seat, talk.clone()));
            }
        }
    }
}

/// A program takes its seat for one game and is there again for the next.
impl Player for &mut Program {
    fn act(&mut self, ask: &Ask<'_>) -> Result<Reply, Failure> {
        (**self).act(ask)
    }
    fn saw(&mut self, event: &Event) {
        (**self).saw(event);
    }
    fn heard(&mut self, seat: Seat, talk: &Talk) {
        (**self).heard(seat, talk);
    }
}
