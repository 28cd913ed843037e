//! A program in its seat.

use std::time::Duration;

use dicehouse_rules::{Cause, Fact};
use dicehouse_table::{Answer, Entry, Failure, Player, Question, Reply};

use dicehouse_protocol::ToBot;

use super::{Down, Program, Trouble, trouble, unheard_message};

impl Program {
    /// Asks the running process, and a new one if that turns out to have left after the last game.
    fn ask(&mut self, ask: &Question<'_>) -> Result<Reply, Trouble> {
        let news = self.game.as_mut().map(|game| std::mem::take(&mut game.unheard));
        let news = news.unwrap_or_default();
        match self.ask_once(&news, ask) {
            Err(trouble) if trouble.is_final() && self.start_again_after_last_game() => {
                self.ask_once(&news, ask)
            }
            answer => answer,
        }
    }

    fn ask_once(&mut self, news: &[Entry], ask: &Question<'_>) -> Result<Reply, Trouble> {
        let Some(running) = &mut self.running else { return Err(Trouble::NotRunning) };
        if let Some(news) = unheard_message(news) {
            running.talk.tell(&news);
        }
        let answer = running.talk.ask(&ask.view, ask.legal, ask.time);
        self.thought = Some(running.talk.thought());
        running.heard_over &= answer.is_err();
        answer
    }

    /// A bot hears of the end of a game when it is next woken, and may end then: if it has, it is started anew, as if it had
    /// ended between the games. Says whether it was.
    fn start_again_after_last_game(&mut self) -> bool {
        let Some(ended) = self.running.take_if(|running| running.heard_over) else { return false };
        self.end_now(ended.talk);
        let Some(start) = self.game.as_ref().map(|game| game.start.clone()) else { return false };
        if self.start_for(start.ruleset.game()).is_err() {
            return false;
        }
        self.tell(&ToBot::Start(start));
        true
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
        self.thought = None;
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

    fn thought(&self) -> Option<Duration> {
        self.thought
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
    fn thought(&self) -> Option<Duration> {
        (**self).thought()
    }
}
