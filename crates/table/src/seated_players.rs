//! Players who remember: one for each seat of a game, told what happened before they are asked.
//!
//! A bot may learn during a game, so it must be the same player from its first question to its last, and one that sits
//! down again after a restart must know what it knew. Everything that runs a table for people keeps its bots here.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dicehouse_rules::{Cause, Seat, Viewer};

use crate::entry::Entry;
use crate::player::{Answer, Failure, Player, Question};
use crate::record::{GameId, Header, Playback, Record};
use crate::run::panic_text;
use crate::seating::{Bot, SeatKind};

/// A player that can be carried to another thread.
pub type AnyPlayer = Box<dyn Player + Send>;

/// A player who is about to sit down.
pub struct Newcomer {
    /// Makes the player. It is called where the thinking is done, because starting a program takes a while.
    pub make: Box<dyn FnOnce() -> Result<AnyPlayer, String> + Send>,
    /// How it learns what happened before it sat down.
    pub learns: Learns,
}

/// How a player learns of a game that began without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learns {
    /// It is asked everything again that it had decided, so that its luck and its memory are where they were.
    ByAnswering,
    /// It only hears what happened: a program may be slow to answer.
    ByListening,
}

/// The players of the game that is being played.
#[derive(Default)]
pub struct SeatedPlayers {
    game: Option<GameId>,
    places: BTreeMap<Seat, Place>,
    /// How many questions have been handed out.
    asked: u64,
}

struct Place {
    bot: Bot,
    who: Who,
}

enum Who {
    /// Ready to be asked; it has heard this many entries of the game.
    Here(AnyPlayer, usize),
    /// Thinks about the question with this number.
    Thinking(u64),
    /// Crashed: each of its turns is a fault.
    Crashed,
}

impl std::fmt::Debug for SeatedPlayers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seats: Vec<&Seat> = self.places.keys().collect();
        f.debug_struct("SeatedPlayers").field("game", &self.game).field("seats", &seats).finish()
    }
}

/// A question on its way to a player. [`Thinking::think`] may take long and can be called on any thread.
pub struct Thinking {
    number: u64,
    seat: Seat,
    bot: Bot,
    question: Question<'static>,
    player: Sits,
    /// What the player has not heard, as its seat may see it.
    unheard: Vec<Entry>,
    /// How many entries it has heard then.
    heard: usize,
}

enum Sits {
    Already(AnyPlayer),
    Now(Newcomer, Box<Past>),
    Crashed,
}

/// The game up to the question, for a player who sits down in the middle of it.
struct Past {
    header: Header,
    entries: Vec<Entry>,
}

impl std::fmt::Debug for Thought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thought").field("seat", &self.seat).field("answer", &self.answer).finish()
    }
}

/// What came of a question.
pub struct Thought {
    number: u64,
    /// The seat that was asked.
    pub seat: Seat,
    /// What its player answered.
    pub answer: Answer,
    player: Option<AnyPlayer>,
    heard: usize,
}

impl SeatedPlayers {
    /// Seats a player who has been made already and has heard nothing of the game yet.
    pub fn sit(&mut self, game: &GameId, seat: Seat, bot: &Bot, player: AnyPlayer) {
        self.plays(game);
        self.places.insert(seat, Place { bot: bot.clone(), who: Who::Here(player, 0) });
    }

    /// Asks `bot` in `question.seat`. `entries` is everything that happened in the game of `header`; the player is told
    /// what is new to it. When `bot` does not sit there yet, `newcomer` sits down.
    pub fn ask<'e>(
        &mut self,
        header: &Header,
        entries: impl Iterator<Item = &'e Entry> + Clone,
        bot: &Bot,
        question: Question<'static>,
        newcomer: impl FnOnce() -> Newcomer,
    ) -> Thinking {
        self.plays(&header.id);
        self.asked += 1;
        let (number, seat) = (self.asked, question.seat);
        let thinking = Place { bot: bot.clone(), who: Who::Thinking(number) };
        let before = self.places.insert(seat, thinking).filter(|place| place.bot == *bot);
        let all = entries.clone().count();
        let seen = |from: usize| {
            let new = entries.clone().skip(from);
            new.filter_map(|entry| entry.seen_by(Viewer::Seat(seat))).collect()
        };
        let (player, unheard) = match before.map(|place| place.who) {
            Some(Who::Here(player, heard)) => (Sits::Already(player), seen(heard)),
            Some(Who::Crashed) => (Sits::Crashed, Vec::new()),
            // Still thinking about a question that is no longer open: that player is given up.
            Some(Who::Thinking(_)) | None => {
                let past = Past { header: header.clone(), entries: entries.cloned().collect() };
                (Sits::Now(newcomer(), Box::new(past)), Vec::new())
            }
        };
        Thinking { number, seat, bot: bot.clone(), question, player, unheard, heard: all }
    }

    /// Takes the player back, and gives what it answered; `None` when somebody else was asked in its place since.
    pub fn take_back(&mut self, thought: Thought) -> Option<Answer> {
        let place = self.places.get_mut(&thought.seat)?;
        if !matches!(place.who, Who::Thinking(number) if number == thought.number) {
            return None;
        }
        place.who = match thought.player {
            Some(player) => Who::Here(player, thought.heard),
            None => Who::Crashed,
        };
        Some(thought.answer)
    }

    /// Another game is played by other players.
    fn plays(&mut self, game: &GameId) {
        if self.game.as_ref() != Some(game) {
            self.game = Some(game.clone());
            self.places.clear();
        }
    }
}

impl Thinking {
    /// Lets the player hear what is new and answer. A player that panics or cannot be made has crashed.
    #[must_use]
    pub fn think(self) -> Thought {
        let Thinking { number, seat, bot, question, player, unheard, heard } = self;
        let crashed = |why: &str| Err(Failure::fault(Cause::Crashed, why));
        let done = |answer, player| Thought { number, seat, answer, player, heard };
        let mut player = match player {
            Sits::Crashed => return done(Err(Failure::GoesOn(Cause::Crashed)), None),
            Sits::Already(player) => player,
            Sits::Now(newcomer, past) => {
                let learns = newcomer.learns;
                let made = catch_unwind(AssertUnwindSafe(|| -> Result<AnyPlayer, String> {
                    let mut player = (newcomer.make)()?;
                    past.learn(player.as_mut(), seat, &bot, learns);
                    Ok(player)
                }));
                match made {
                    Ok(Ok(player)) => player,
                    Ok(Err(why)) => return done(crashed(&why), None),
                    Err(panic) => return done(crashed(panic_text(panic.as_ref())), None),
                }
            }
        };
        let answer = catch_unwind(AssertUnwindSafe(|| {
            unheard.iter().for_each(|entry| player.saw(entry));
            player.act(&question)
        }));
        match answer {
            Ok(answer @ Err(Failure::Fault { cause: Cause::Crashed, .. })) => done(answer, None),
            Ok(answer) => done(answer, Some(player)),
            Err(panic) => done(crashed(panic_text(panic.as_ref())), None),
        }
    }
}

/// Whether an entry came of the answer of `seat`, or of the game itself.
fn is_answer(entry: &Entry, seat: Seat) -> bool {
    match entry {
        Entry::Event(_) => true,
        Entry::Note { .. } | Entry::Detail { .. } | Entry::Talk { .. } => {
            entry.seat() == Some(seat)
        }
        _ => false,
    }
}

impl Past {
    /// Lets a player learn the game in the order in which it happened.
    fn learn(&self, player: &mut dyn Player, seat: Seat, bot: &Bot, learns: Learns) {
        let mut told = 0;
        let mut tell = |player: &mut dyn Player, upto: usize| {
            let new = self.entries[told..upto].iter();
            new.filter_map(|entry| entry.seen_by(Viewer::Seat(seat)))
                .for_each(|entry| player.saw(&entry));
            told = upto;
        };
        if learns == Learns::ByAnswering
            && let Ok(playback) =
                Playback::new(Record::of(self.header.clone(), self.entries.clone(), None))
        {
            let mut before = 0;
            for (at, position) in playback.positions.iter().enumerate() {
                let own = playback.decision_at(at).filter(|decision| decision.seat == seat);
                let answers = position.entries.iter().position(|entry| is_answer(entry, seat));
                let asked = before + answers.unwrap_or(position.entries.len());
                if let Some(decision) = own
                    && self.plays_for(seat, asked) == Some(bot)
                {
                    tell(player, asked);
                    // The answer is known; what matters is what it does to the player.
                    let _ = player.act(&decision.question());
                }
                before += position.entries.len();
            }
        }
        tell(player, self.entries.len());
    }

    /// The bot that plays in `seat` after so many entries.
    fn plays_for(&self, seat: Seat, after: usize) -> Option<&Bot> {
        let own = match &self.header.seats.get(seat.index())?.kind {
            SeatKind::Bot(bot) => Some(bot),
            SeatKind::Person => None,
        };
        self.entries[..after].iter().fold(own, |bot, entry| match entry {
            Entry::TakenOver { seat: whose, by } if *whose == seat => Some(by),
            Entry::GivenBack { seat: whose } if *whose == seat => own,
            _ => bot,
        })
    }
}
