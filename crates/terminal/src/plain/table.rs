//! A room line by line, at this computer or elsewhere: what happens becomes sentences, and what is typed becomes commands.

use std::time::{Duration, Instant};

use dicehouse_home::{Note, RoomLine};
use dicehouse_room::message::{
    Absence, Answer, Do, GameSnapshot, Happened, Notice, Outcome, Phase, RoomEntry, RoomState,
    SeatHolder, Snapshot, Time,
};
use dicehouse_rules::{Act, Acts, Dice, Fact, Seat, ThrowKind, View};
use dicehouse_table::record::{GameId, Playback};
use dicehouse_table::{Entry, SeatKind, Seated};
use dicehouse_telling::voice::{Remark, Voice, called};
use dicehouse_telling::{Narrator, Wish, say, text};

use super::answer::question;
use super::game::game;
use super::play::people;
use super::{Hangup, Talkback, asks_to_leave};
use crate::party::{Asked, News, Party};
use crate::steps::steps;
use crate::words::{Guests, presence, refused, told};

/// How a visit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoomEnd {
    /// The game at this computer is over.
    Over,
    /// The person left; a game at this computer waits for them.
    Left,
}

/// How often it is looked whether something came.
const LOOKS: Duration = Duration::from_millis(50);
/// How long the room has to hear that somebody leaves.
const FAREWELL: Duration = Duration::from_millis(300);

/// A room line by line.
pub(super) struct LineTable<'a, 't> {
    pub talk: &'a mut Talkback<'t>,
    pub party: Party,
    /// Whether the room is at this computer.
    pub here: bool,
    start: Instant,
    guests: Guests,
    /// The game that is told, by whom it is seen.
    pub game: Option<Told>,
    /// The last game, and the person's seat in it.
    pub last: Option<(GameId, Option<Seat>)>,
    /// The question that is to be answered.
    pub asked: Option<Asked>,
    /// The question whose position was shown last.
    shown: Option<Asked>,
    /// An act that certainly loses and was warned of.
    pub warned: Option<Act>,
    /// The questions that were answered last.
    pub answered: Vec<Asked>,
    /// An act that was read back before it was played.
    pub read_back: Option<Act>,
    /// The round and the dice that were told last to somebody who listens.
    hand_told: Option<(u16, Dice)>,
    /// Somebody who listens has not heard how the game stands.
    recap: bool,
    /// Whose dice may be seen: the person at the keyboard.
    at_keyboard: Option<Seat>,
    /// The connection is gone, and that was said.
    is_lost: bool,
    end: Option<RoomEnd>,
}

/// A game that is told.
pub(super) struct Told {
    pub narrator: Narrator,
    pub seats: Vec<Seated>,
    /// The people at this keyboard.
    people: Vec<Seat>,
    /// How many of its entries have been told.
    taken: usize,
}

impl<'a, 't> LineTable<'a, 't> {
    pub(super) fn new(talk: &'a mut Talkback<'t>, line: Box<dyn RoomLine>) -> LineTable<'a, 't> {
        let mut party = Party::new(line);
        LineTable {
            talk,
            here: party.is_here(),
            party,
            start: Instant::now(),
            guests: Guests::default(),
            game: None,
            last: None,
            asked: None,
            shown: None,
            warned: None,
            answered: Vec::new(),
            read_back: None,
            hand_told: None,
            recap: false,
            at_keyboard: None,
            is_lost: false,
            end: None,
        }
    }

    /// Follows the room until the game is over or the person leaves.
    pub(super) fn run(&mut self) -> Result<RoomEnd, Hangup> {
        loop {
            while let Some(news) = self.party.next(self.now()) {
                self.take(news)?;
            }
            if let Some(end) = self.end {
                return Ok(end);
            }
            self.try_again_when_stuck()?;
            self.put_question()?;
            // At this computer a line is read when somebody is asked; elsewhere people may talk at any time.
            if self.here && self.asked.is_none() {
                self.party.line.wait(LOOKS);
                continue;
            }
            let wait = if self.here { None } else { Some(LOOKS) };
            if let Some(line) = self.talk.typed(wait)? {
                self.typed(&line)?;
            }
        }
    }

    /// What is worth telling at the end, and the game to look at again.
    pub(super) fn leave(mut self) -> (Vec<Note>, Option<Playback>) {
        let Some(here) = self.party.line.here() else { return (Vec::new(), None) };
        let Some(kept) = here.kept() else { return (vec![here.way_back()], None) };
        let notes = kept.notes.clone();
        let record =
            self.last.and_then(|(game, _)| self.party.line.record(&game).ok()?.wait().ok());
        (notes, record.and_then(|record| Playback::new(record).ok()))
    }

    pub(super) fn now(&self) -> Time {
        Time(u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// The first one at the keyboard wants something.
    pub(super) fn send(&mut self, what: Do) {
        let now = self.now();
        self.party.want(now, 0, what);
    }

    pub(super) fn room(&self) -> Option<&RoomState> {
        self.party.shown().map(|shown| &shown.room)
    }

    fn take(&mut self, news: News) -> Result<(), Hangup> {
        match news {
            News::Shown => self.shown(),
            News::Happened(entries) => self.happened(&entries),
            News::Changed => self.presence(),
            News::Answered(answer) => self.answered(&answer),
            News::Noticed(Notice::Restart { .. }) => {
                self.talk.say(text!(self.talk.language(), "at.restart"))
            }
            News::Noticed(Notice::TooFast { .. }) => {
                self.talk.say(text!(self.talk.language(), "at.too-fast"))
            }
            News::Noticed(Notice::Announcement { text }) => {
                let line = say!(self.talk.language(), "house.says", text = text);
                self.talk.say(&line)
            }
            // The client core handles the other messages: it gives up, or connects again.
            News::Noticed(_) | News::Seen(..) => Ok(()),
            News::Slow(true) => self.talk.say(text!(self.talk.language(), "at.sending")),
            News::Slow(false) => Ok(()),
            News::Lost if self.is_lost => Ok(()),
            News::Lost => {
                self.is_lost = true;
                self.talk.say(text!(self.talk.language(), "at.lost"))
            }
            News::Ended(why) => {
                self.end = Some(RoomEnd::Left);
                self.talk.say(&why)
            }
        }
    }

    /// Says that the connection is there again, if it was gone.
    fn back(&mut self) -> Result<(), Hangup> {
        match std::mem::take(&mut self.is_lost) {
            true => self.talk.say(text!(self.talk.language(), "at.connected")),
            false => Ok(()),
        }
    }

    /// Everything was shown anew: on coming in, after a long absence, and when a game starts.
    fn shown(&mut self) -> Result<(), Hangup> {
        self.back()?;
        let Some(shown) = self.party.shown().cloned() else { return Ok(()) };
        let first = self.guests.is_empty();
        self.guests.note(&shown.room);
        self.guests.note_away(&shown.room);
        if first && !self.here {
            let language = self.talk.language();
            let rules = language.table_in_words(&shown.room.settings.ruleset);
            self.talk.say(&say!(language, "at.room", code = shown.room.code, rules = rules))?;
            if let Some(challenge) = &shown.room.challenge {
                self.talk.say(&say!(language, "at.challenge", day = challenge.day))?;
            }
        }
        match &shown.game {
            Some(game) if shown.room.phase == Phase::Playing => self.sits_down(&shown, game),
            _ if self.here => Ok(()),
            _ => {
                self.game = None;
                self.say_who()?;
                self.say_advice()
            }
        }
    }

    fn sits_down(&mut self, shown: &Snapshot, game: &GameSnapshot) -> Result<(), Hangup> {
        let header = &game.header;
        let same = self.last.as_ref().is_some_and(|(id, _)| *id == header.id);
        if let Some(told) = self.game.as_mut().filter(|_| same) {
            // Back at the same table: what was missed is told.
            let missed = game.entries.get(told.taken..).unwrap_or_default().to_vec();
            told.taken = game.entries.len();
            self.talk.tell(&told.narrator, &missed, None)?;
            return Ok(());
        }
        let people: Vec<Seat> = match self.here {
            true => people(&header.seats),
            false => shown.you.seat.into_iter().collect(),
        };
        // A single person is spoken to as "you"; several hear of each other by name.
        let you = people.first().copied().filter(|_| people.len() == 1);
        self.at_keyboard = you;
        self.last = Some((header.id.clone(), you));
        let language = self.talk.language();
        let narrator = Narrator::new(&header.ruleset, &header.seats, you).speaking(language);
        let rules = language.table_in_words(&header.ruleset);
        if self.here {
            self.talk.say("")?;
        }
        self.talk.say(&say!(language, "at.game-is", rules = rules))?;
        if self.here && !people.is_empty() {
            self.talk.say(text!(language, "at.help"))?;
        }
        let resumed = self.party.line.here().is_some_and(|here| here.is_resumed());
        if resumed {
            let round = game.now.view.round();
            self.talk.say(&say!(language, "at.resumed", round = round))?;
            self.recap = true;
        } else {
            self.talk.tell(&narrator, &game.entries, None)?;
        }
        if game.paused {
            self.talk.say(text!(language, "at.paused"))?;
        }
        let (seats, taken) = (header.seats.clone(), game.entries.len());
        self.game = Some(Told { narrator, seats, people, taken });
        self.tell_new_dice()
    }

    fn happened(&mut self, entries: &[RoomEntry]) -> Result<(), Hangup> {
        self.back()?;
        if let Some(shown) = self.party.shown() {
            self.guests.note(&shown.room);
        }
        for entry in entries {
            let line = told(entry, &self.guests, self.talk.language());
            if let Some(line) = line.filter(|_| !self.here || is_talk(entry)) {
                self.talk.say(&line.text)?;
            }
            match &entry.what {
                Happened::Played { entries, remark, .. } => {
                    let remark = remark.and_then(|remark| self.remark(&remark));
                    self.tell(entries.clone(), remark)?;
                }
                Happened::Ended { .. } => self.ends()?,
                Happened::Sat { .. }
                | Happened::BotSat { .. }
                | Happened::Stood { .. }
                | Happened::BotRemoved { .. } => self.say_who()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Tells what happened at the table, step by step; at this computer people look at a showdown until they go on.
    fn tell(&mut self, entries: Vec<Entry>, mut remark: Option<String>) -> Result<(), Hangup> {
        let Some(told) = &mut self.game else { return Ok(()) };
        told.taken += entries.len();
        let (narrator, waits) = (told.narrator.clone(), self.here && !told.people.is_empty());
        let mut rolled_off = false;
        for step in steps(entries) {
            let rolls_off = step.iter().any(is_roll_off);
            if rolls_off && rolled_off {
                self.talk.say(text!(narrator.language(), "at.tie-again"))?;
            }
            rolled_off = rolls_off;
            let known = self.read_back.take();
            let showed = self.talk.tell(&narrator, &step, known)?;
            // A bot speaks about what was done, which comes first.
            if let Some(words) = remark.take() {
                self.talk.say(&words)?;
            }
            if showed && waits {
                self.wait_for_enter()?;
            }
        }
        self.tell_new_dice()
    }

    /// Waits until somebody has looked at a showdown, or heard it as often as they like.
    fn wait_for_enter(&mut self) -> Result<(), Hangup> {
        loop {
            let question = text!(self.talk.language(), "lesson.go-on");
            let answer = self.talk.ask(&format!("{question} "))?;
            match Wish::read(&answer) {
                Some(Wish::Leave) => return Err(Hangup::Left),
                wish @ Some(_) if self.tells(wish)? => {}
                _ => return Ok(()),
            }
        }
    }

    /// Tells somebody who listens what they have rolled, and in which order a round goes.
    fn tell_new_dice(&mut self) -> Result<(), Hangup> {
        let Some(told) = self.game.as_ref().filter(|told| told.people.len() == 1) else {
            return Ok(());
        };
        let Some(now) = self.party.shown().and_then(|shown| shown.game.as_ref()) else {
            return Ok(());
        };
        let view = now.now.view.clone();
        let rolled = game(&view).rolled().map(|dice| (view.round(), dice));
        if !self.talk.by_ear() || rolled.is_none() || rolled == self.hand_told {
            return Ok(());
        }
        self.hand_told = rolled;
        let order = game(&view).order(&told.narrator);
        let hand = game(&view).hand(self.talk.language());
        hand.into_iter().chain(order).try_for_each(|line| self.talk.say(&line))
    }

    fn ends(&mut self) -> Result<(), Hangup> {
        self.game = None;
        self.asked = None;
        if self.here {
            self.end = Some(RoomEnd::Over);
            return Ok(());
        }
        let language = self.talk.language();
        let offers = text!(language, "after.offers");
        self.talk.say(&say!(language, "after.again", offers = offers))?;
        self.say_advice()
    }

    fn answered(&mut self, answer: &Answer) -> Result<(), Hangup> {
        match &answer.outcome {
            Outcome::Done(_) => Ok(()),
            Outcome::Refused(refusal) => {
                // The question stands.
                self.answered.clear();
                let language = self.talk.language();
                let why = refused(refusal, language);
                self.talk.say(&format!("  {}", say!(language, "at.refused", why = why)))
            }
        }
    }

    /// What a bot says, with its face.
    fn remark(&self, remark: &Remark) -> Option<String> {
        let game = self.game.as_ref().filter(|_| self.talk.liked.voices)?;
        let seated = game.seats.get(remark.seat.index())?;
        let SeatKind::Bot(bot) = &seated.kind else { return None };
        let language = self.talk.language();
        let words = remark.words(bot.bot.as_str(), language)?;
        let said = say!(language, "at.remark", name = seated.name, words = words);
        match self.talk.by_ear() {
            true => Some(said),
            false => Some(format!("{} {said}", Voice::of(bot.bot.as_str())?.face)),
        }
    }

    /// Says why the game does not go on, and tries again when the person wants that.
    fn try_again_when_stuck(&mut self) -> Result<(), Hangup> {
        while let Some(why) =
            self.party.line.here().and_then(|here| here.stuck().map(str::to_owned))
        {
            self.talk.say(&format!("  {why}."))?;
            let question = text!(self.talk.language(), "at.stuck");
            let answer = self.talk.ask(&format!("{question} "))?;
            if asks_to_leave(&answer) {
                return Err(Hangup::Left);
            }
            if let Some(here) = self.party.line.here() {
                here.try_again();
            }
        }
        Ok(())
    }

    /// Puts the question that is open, once; after something happened that leaves it open, it stands.
    fn put_question(&mut self) -> Result<(), Hangup> {
        let open = self.party.asked().find(|asked| !self.answered.contains(asked));
        if open == self.asked {
            return Ok(());
        }
        self.asked = open;
        let Some(asked) = open else { return Ok(()) };
        if self.shown == open {
            return self.prompt();
        }
        self.shown = open;
        self.warned = None;
        let Some((view, legal)) = self.position(asked) else { return Ok(()) };
        let Some(told) = &self.game else { return Ok(()) };
        let narrator = told.narrator.speaking_to(Some(asked.seat));
        let several = told.people.len() > 1;
        if several && self.at_keyboard != Some(asked.seat) {
            self.pass_the_keyboard(asked.seat)?;
        }
        // Somebody who listens has followed it, unless another one has sat here.
        if !self.talk.by_ear() || several || std::mem::take(&mut self.recap) {
            self.talk.show_position(&view, &narrator)?;
        }
        self.talk.list_choices(&legal, &view)?;
        self.prompt()
    }

    /// Asks for what is due.
    pub(super) fn prompt(&mut self) -> Result<(), Hangup> {
        let Some(asked) = self.asked else { return Ok(()) };
        let Some((_, legal)) = self.position(asked) else { return Ok(()) };
        let language = self.talk.language();
        let question = question(&legal, language);
        if self.here {
            return self.talk.prompt(&format!("{question} "));
        }
        let clock = self.room().and_then(|room| room.settings.clock.per_turn);
        self.talk.say(&match clock {
            Some(seconds) => say!(language, "at.seconds", n = seconds.0, question = question),
            None => say!(language, "at.your-turn", question = question),
        })
    }

    /// What the person who is asked sees and may do.
    pub(super) fn position(&self, asked: Asked) -> Option<(View<'static>, Acts)> {
        let game = self.party.seen_by(asked.who)?.game.as_ref()?;
        Some((game.now.view.clone(), game.now.legal))
    }

    /// Hides what the last person saw before the next one sits down.
    fn pass_the_keyboard(&mut self, seat: Seat) -> Result<(), Hangup> {
        if self.at_keyboard.is_some() {
            for _ in 0..40 {
                self.talk.say("")?;
            }
        }
        self.at_keyboard = Some(seat);
        let name = self.game.as_ref().map_or(String::new(), |told| {
            told.seats.get(seat.index()).map_or(String::new(), |seated| seated.name.to_string())
        });
        let question = say!(self.talk.language(), "at.pass-keyboard", name = name);
        self.talk.wait_for_enter(&format!("{question} "))
    }

    /// Leaves: for good where others play on, for now at this computer.
    pub(super) fn leaves(&mut self) -> Result<(), Hangup> {
        if self.here {
            return Err(Hangup::Left);
        }
        self.send(Do::Leave);
        let until = self.start.elapsed() + FAREWELL;
        while self.start.elapsed() < until {
            while self.party.next(self.now()).is_some() {}
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(Hangup::Left)
    }

    pub(super) fn say_who(&mut self) -> Result<(), Hangup> {
        let Some(room) = self.room().filter(|_| !self.here) else { return Ok(()) };
        let is_away = |person: &dicehouse_room::message::PersonId| {
            room.people.iter().any(|one| one.person == *person && !one.here)
        };
        let language = self.talk.language();
        let name = |holder: &SeatHolder| match holder {
            SeatHolder::Free => text!(language, "at.free").to_owned(),
            SeatHolder::Person { name, stand_in: Some(bot), .. } => {
                say!(language, "at.bot-plays", name = name, bot = called(&bot.bot))
            }
            SeatHolder::Person { person, name, .. } if is_away(person) => {
                say!(language, "at.away", name = name)
            }
            SeatHolder::Person { name, .. } => name.to_string(),
            SeatHolder::Gone { name, .. } => say!(language, "at.gone", name = name),
            SeatHolder::Bot(bot) => say!(language, "at.bot", name = bot.name),
        };
        let seats: Vec<String> = room.seats.iter().map(|seat| name(&seat.holder)).collect();
        self.talk.say(&say!(language, "at.seats", seats = seats.join(", ")))
    }

    /// Says what to do next in a room where no game is going on.
    fn say_advice(&mut self) -> Result<(), Hangup> {
        let Some(shown) = self.party.shown() else { return Ok(()) };
        let room = &shown.room;
        let me = room.people.iter().find(|person| person.person == shown.you.person);
        let Some(me) = me else { return Ok(()) };
        let free = room.seats.iter().filter(|seat| seat.holder == SeatHolder::Free).count();
        let language = self.talk.language();
        let words = match (me.seat, room.host.as_ref() == Some(&me.person), free) {
            _ if room.challenge.is_some() => text!(language, "at.type-leave"),
            (None, _, 1..) => text!(language, "at.type-sit"),
            (None, _, 0) => text!(language, "at.look-on"),
            (Some(_), true, 1..) => text!(language, "at.host-fill"),
            (Some(_), true, 0) => text!(language, "at.host-start"),
            (Some(_), false, _) if !me.ready => text!(language, "at.type-ready"),
            (Some(_), false, _) => text!(language, "at.host-starts"),
        };
        self.talk.say(words)
    }

    /// Says who went away and who is back; in a game also what follows from that.
    fn presence(&mut self) -> Result<(), Hangup> {
        self.back()?;
        let Some(shown) = self.party.shown().filter(|_| !self.here) else { return Ok(()) };
        let changes = self.guests.changes(&shown.room, &shown.you.person);
        let absence = shown.room.settings.absence.clone();
        for person in changes {
            let language = self.talk.language();
            let words = presence(&person.name, person.here, language);
            let plays = self.game.is_some() && person.seat.is_some();
            let words = match Some(&absence).filter(|_| plays && !person.here) {
                Some(Absence { grace, stand_in: Some(bot) }) => {
                    say!(language, "at.then-bot", words = words, n = grace.0, bot = called(bot))
                }
                Some(Absence { grace, stand_in: None }) => {
                    say!(language, "at.then-lost", words = words, n = grace.0)
                }
                None => words,
            };
            self.talk.say(&words)?;
        }
        Ok(())
    }
}

/// Whether somebody rolls for a tie.
fn is_roll_off(entry: &Entry) -> bool {
    matches!(entry.fact(), Some(Fact::Rolled { what: ThrowKind::RollOff, .. }))
}

/// Whether somebody said something; everything else that is told of a room is known at this computer.
fn is_talk(entry: &RoomEntry) -> bool {
    matches!(entry.what, Happened::Said { .. })
}
