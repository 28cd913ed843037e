//! A program in its seat.

use dicehouse_rules::{Cause, Fact};
use dicehouse_table::{Answer, Entry, Failure, Player, Question, Reply};

use super::{Down, Program, Trouble, trouble, unheard_message};

impl Program {
    /// Asks the running process.
    fn ask(&mut self, ask: &Question<'_>) -> Result<Reply, Trouble> {
        let Some(running) = &mut self.running else { return Err(Trouble::NotRunning) };
        if let Some(game) = &mut self.game {
            if let Some(news) = unheard_message(&game.unheard) {
                running.talk.tell(&news);
            }
            game.unheard.clear();
        }
        running.talk.ask(&ask.view, ask.legal, ask.time)
    }

    /// What `trouble` means for the game; after some there is nobody left to ask.
    fn failed(&mut self, trouble: &Trouble) -> Failure {
        let mut detail = trouble.to_string();
        let mut running = self.running.take();
        let closed =
            running.as_mut().is_some_and(|running| self.look_into(trouble, &mut running.talk));
        if trouble.is_final() || closed {
            if let Some(running) = running {
                let ending = self.end_now(running.talk);
                detail.push_str(&trouble::last_words(&ending.log));
            }
            self.down = Some(Down { cause: trouble.cause(), detail: None });
        } else {
            self.running = running;
        }
        Failure::fault(trouble.cause(), detail)
    }
}

impl Player for Program {
    fn act(&mut self, ask: &Question<'_>) -> Answer {
        // A program gets no second try, also where its seat is a person's.
        if let Some(refusal) = &ask.refused {
            return Err(Failure::fault(Cause::Illegal, refusal.to_string()));
        }
        if let Some(down) = &mut self.down {
            return Err(match down.detail.take() {
                Some(detail) => Failure::Fault { cause: down.cause, detail },
                None => Failure::GoesOn(down.cause),
            });
        }
        self.ask(ask).map_err(|trouble| self.failed(&trouble))
    }

    fn saw(&mut self, entry: &Entry) {
        if let Some(game) = &mut self.game {
            // It knows what it said itself.
            if !matches!(entry, Entry::Talk { seat, .. } if *seat == game.seat) {
                game.unheard.push(entry.clone());
            }
        }
        if let Some(Fact::Over { standing }) = entry.fact() {
            self.end_game(Some(*standing));
        }
    }
}

/// A program takes its seat for one game and is there again for the next.
impl Player for &mut Program {
    fn act(&mut self, ask: &Question<'_>) -> Answer {
        (**self).act(ask)
    }
    fn saw(&mut self, entry: &Entry) {
        (**self).saw(entry);
    }
}
