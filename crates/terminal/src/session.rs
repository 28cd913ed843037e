//! A game played here: people at this terminal, bots beside them, a record written as it goes.
//!
//! A session drives a [`Table`]: each step is taken on a clone, kept in the record, and only then
//! told to the bots and to whoever called. When it cannot be kept, the game is where it was.

mod outcome;
mod resume;
mod setup;

use std::io;
use std::time::Duration;

use dicehouse_rules::{Act, Acts, BySeat, Fact, Refusal, Ruleset, Seat, Turn, View, Viewer};
use dicehouse_table::dice::{AnyDice, SeatSeed};
use dicehouse_table::record::{Header, RecordWriter};
use dicehouse_table::{
    Answer, Asker, Bot, Clock, Entry, Judgement, Keep as _, NotNow, Player, Question, Reply,
    Seated, Table, tell,
};

pub use outcome::{Finished, Played, SitError, StepError, Stepped};
pub use setup::{BotPlayer, Log, Setup};

/// A game being played here. Go on with [`Session::step`]; when a person is due, ask them and
/// [`Session::play`].
pub struct Session {
    header: Header,
    table: Table<AnyDice>,
    bots: Vec<BotPlayer>,
    asker: Asker,
    clock: Box<dyn Clock + Send>,
    /// Since when a person has been thinking.
    thinking: Option<(Seat, Duration)>,
    /// What a bot answered to a step that could not be kept.
    answered: Option<(Seat, Answer)>,
    entries: Vec<Entry>,
    record: RecordWriter<Log>,
}

/// Stands for a person among the players: never asked, hears nothing.
struct AtTheKeyboard;

impl Player for AtTheKeyboard {
    fn act(&mut self, _: &Question<'_>) -> Answer {
        Err(dicehouse_table::Failure::Stop)
    }
}

impl Session {
    /// Sits down. The record goes to `log`, its header first.
    ///
    /// # Errors
    /// When the game cannot be played by so many, or the record cannot be written.
    pub fn new(setup: Setup, log: Log) -> Result<Session, SitError> {
        Session::seated(setup, |header| RecordWriter::new(log, header))
    }

    /// Everybody sits; the record is opened when it is known that the game can be played.
    fn seated(
        setup: Setup,
        open: impl FnOnce(&Header) -> io::Result<RecordWriter<Log>>,
    ) -> Result<Session, SitError> {
        let Setup { header, dice, bots, clock } = setup;
        let table = Table::new(header.ruleset, header.seats.as_slice(), dice)?;
        Ok(Session {
            table,
            record: open(&header)?,
            bots: bots.into_iter().map(seat_bot).collect(),
            asker: Asker::default(),
            clock,
            thinking: None,
            answered: None,
            entries: Vec::new(),
            header,
        })
    }

    /// The rules.
    pub fn ruleset(&self) -> &Ruleset {
        self.table.ruleset()
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seated] {
        self.table.seats()
    }

    /// Everything that has happened, from the start of the game.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What `viewer` may know.
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        self.table.view(viewer)
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Acts {
        self.table.legal(seat)
    }

    /// Why `act` would be refused, if it would.
    pub fn refusal(&self, seat: Seat, act: Act) -> Option<Refusal> {
        self.table.refusal(seat, act)
    }

    /// What a person who is due is asked, with the time they have; `None` when they are not due.
    pub fn question(&self, seat: Seat) -> Option<Question<'_>> {
        let question = self.table.question(seat)?;
        Some(Question { time: self.clock.allowed(seat), ..question })
    }

    /// Whether it is this seat's turn.
    pub fn is_due(&self, seat: Seat) -> bool {
        self.table.is_due(seat)
    }

    /// Goes on: rolls the dice that are due or asks the next bot. Where several are due at once,
    /// bots come before people, so that nobody waits for a bot.
    ///
    /// # Errors
    /// When what happened could not be kept, or the game waits; the same step can be tried again.
    pub fn step(&mut self) -> Result<Stepped, StepError> {
        match self.table.turn() {
            Turn::Over => match self.table.standing() {
                Some(standing) => Ok(Stepped::Over(standing)),
                None => Err(NotNow::Over.into()),
            },
            Turn::Roll(_) => self.keep(Table::roll).map(Stepped::Happened),
            Turn::Act(due) => {
                let bot = due.iter().find(|seat| !self.table.is_person(*seat));
                match (bot, due.nth(0)) {
                    (Some(seat), _) => self.ask_bot(seat).map(Stepped::Happened),
                    (None, Some(seat)) => {
                        if self.thinking.is_none_or(|(before, _)| before != seat) {
                            self.thinking = Some((seat, self.clock.now()));
                        }
                        Ok(Stepped::Person(seat))
                    }
                    (None, None) => Err(NotNow::Over.into()),
                }
            }
        }
    }

    fn ask_bot(&mut self, seat: Seat) -> Result<Vec<Entry>, StepError> {
        let mut refused = None;
        loop {
            let answer = match self.answered.take().filter(|(whose, _)| *whose == seat) {
                Some((_, answer)) => answer,
                None => match self.bots.get_mut(seat.index()) {
                    Some(bot) => {
                        let (bot, clock) = (bot.as_mut(), self.clock.as_mut());
                        self.asker.ask(&self.table, seat, bot, clock, refused)
                    }
                    None => return Err(NotNow::NoSuchSeat { seat }.into()),
                },
            };
            match self.judge(seat, answer.clone()) {
                Ok(Played::Happened(entries)) => return Ok(entries),
                Ok(Played::Refused(refusal)) => refused = Some(refusal),
                Err(error) => {
                    self.answered = Some((seat, answer));
                    return Err(error);
                }
            }
        }
    }

    /// Plays a person's reply.
    ///
    /// # Errors
    /// When what happened could not be kept, or the game waits; the same reply can be tried again.
    pub fn play(&mut self, seat: Seat, reply: &Reply) -> Result<Played, StepError> {
        if !self.is_due(seat) {
            return Ok(Played::Refused(Refusal::NotYourTurn));
        }
        let mut answer = Ok(reply.clone());
        if let Some((_, began)) = self.thinking.filter(|(whose, _)| *whose == seat) {
            let thought = self.clock.now().saturating_sub(began);
            if self.clock.allowed(seat).is_some_and(|allowed| thought > allowed) {
                answer = Err(dicehouse_table::Failure::too_late(thought));
            }
        }
        let played = self.judge(seat, answer)?;
        if let (Played::Happened(_), Some((_, began))) = (&played, self.thinking.take()) {
            let thought = self.clock.now().saturating_sub(began);
            self.clock.spent(seat, thought);
        }
        Ok(played)
    }

    fn judge(&mut self, seat: Seat, answer: Answer) -> Result<Played, StepError> {
        let mut refused = None;
        let happened = self.keep(|table| {
            Ok(match table.judge(seat, answer)? {
                Judgement::Played(entries) | Judgement::Punished(entries) => entries,
                Judgement::AskAgain(refusal) => {
                    refused = Some(refusal);
                    Vec::new()
                }
            })
        })?;
        Ok(refused.map_or(Played::Happened(happened), Played::Refused))
    }

    /// The person in `seat` adds a seed to the dice, before the first throw.
    ///
    /// # Errors
    /// When it is too late for that, or it could not be kept.
    pub fn add_seat_seed(&mut self, seat: Seat, seed: SeatSeed) -> Result<Vec<Entry>, StepError> {
        self.keep(|table| table.add_seat_seed(seat, seed))
    }

    /// `player` plays for whoever sits in `seat` from now on.
    ///
    /// # Errors
    /// When a bot does already, or it could not be kept.
    pub fn take_over(
        &mut self,
        seat: Seat,
        by: Bot,
        player: BotPlayer,
    ) -> Result<Vec<Entry>, StepError> {
        let entries = self.keep(|table| table.take_over(seat, by))?;
        self.seat_player(seat, Some(player));
        Ok(entries)
    }

    /// The person who sits in `seat` plays again.
    ///
    /// # Errors
    /// When no bot plays for them, or it could not be kept.
    pub fn give_back(&mut self, seat: Seat) -> Result<Vec<Entry>, StepError> {
        let entries = self.keep(|table| table.give_back(seat))?;
        self.seat_player(seat, None);
        Ok(entries)
    }

    fn seat_player(&mut self, seat: Seat, player: Option<BotPlayer>) {
        if let Some(place) = self.bots.get_mut(seat.index()) {
            *place = seat_bot(player);
            self.asker.forgive(seat);
        }
    }

    /// Takes a step: on a clone, into the record, and then for everybody to hear.
    fn keep(
        &mut self,
        step: impl FnOnce(&mut Table<AnyDice>) -> Result<Vec<Entry>, NotNow>,
    ) -> Result<Vec<Entry>, StepError> {
        let mut ahead = self.table.clone();
        let entries = step(&mut ahead)?;
        if !entries.is_empty() {
            self.record.keep(&entries)?;
        }
        self.table = ahead;
        self.entries.extend_from_slice(&entries);
        tell(&mut self.bots, &entries);
        Ok(entries)
    }

    /// Gets up: ends the record, whether the game is over or not.
    pub fn finish(mut self) -> Finished {
        let mut faults = BySeat::filled(self.seats().len(), 0);
        for entry in &self.entries {
            if let Some(Fact::Fault { seat, .. }) = entry.fact() {
                faults[*seat] += 1;
            }
        }
        let end = self.table.end();
        let record = self.record.end(&end);
        Finished { header: self.header, entries: self.entries, end, faults, record }
    }
}

fn seat_bot(bot: Option<BotPlayer>) -> BotPlayer {
    bot.unwrap_or_else(|| Box::new(AtTheKeyboard))
}
