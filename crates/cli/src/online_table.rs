//! An online room line by line: messages in, sentences out; words in, commands out. It does no I/O.

mod typed;

use dicehouse_room::message::{
    Absence, Do, Happened, Moment, Notice, Outcome, Person, PersonId, Phase, RoomEntry, RoomState,
    SeatHolder, Snapshot, ToClient, Update, Version,
};
use dicehouse_rules::Seat;
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::GameId;
use dicehouse_table::{SeatKind, Seated};
use dicehouse_telling::voice::{Remark, Voice, called};
use dicehouse_telling::{Language, Narrator, table_in_words};
use dicehouse_terminal::plain::{AFTERWARDS, Retelling};
use dicehouse_terminal::screen::{Names, presence, told};

use typed::offer;

/// What to print and to send.
#[derive(Debug, Default)]
pub struct Said {
    /// Lines for the person.
    pub lines: Vec<String>,
    /// Commands for the room.
    pub commands: Vec<Do>,
    /// A game that is over, to be looked at like this.
    pub look: Option<(GameId, Option<Seat>, Retelling)>,
    /// Whether the person leaves.
    pub leave: bool,
}

impl Said {
    /// Only words.
    pub fn words(text: impl Into<String>) -> Said {
        Said { lines: vec![text.into()], ..Said::default() }
    }

    fn command(what: Do) -> Said {
        Said { commands: vec![what], ..Said::default() }
    }
}

/// What a person at the terminal knows of an online room.
pub struct OnlineTable {
    /// Their own part in the dice.
    seed: SeatSeed,
    room: Option<RoomState>,
    /// Everybody who has been here.
    names: Names,
    me: Option<PersonId>,
    seat: Option<Seat>,
    narrator: Option<Narrator>,
    /// Who sits where in the game.
    seats: Vec<Seated>,
    /// The last game, and the person's seat in it.
    game: Option<(GameId, Option<Seat>)>,
    moment: Option<Moment>,
    asked: Option<Version>,
    /// The connection is gone and was told to be.
    is_lost: bool,
}

impl OnlineTable {
    /// Nothing is known yet. The bytes become the person's part in the dice.
    pub fn new(seed: [u8; 32]) -> OnlineTable {
        OnlineTable {
            seed: SeatSeed::from_bytes(&seed),
            room: None,
            names: Names::default(),
            me: None,
            seat: None,
            narrator: None,
            seats: Vec::new(),
            game: None,
            moment: None,
            asked: None,
            is_lost: false,
        }
    }

    /// The connection is gone; it is tried again.
    pub fn lost(&mut self) -> Said {
        match std::mem::replace(&mut self.is_lost, true) {
            true => Said::default(),
            false => Said::words("The connection is gone; trying again …"),
        }
    }

    /// What to say when the connection is there again.
    fn back(&mut self) -> Option<String> {
        std::mem::take(&mut self.is_lost).then(|| "You are connected again.".to_owned())
    }

    /// Takes a message of the room.
    pub fn take(&mut self, message: ToClient) -> Said {
        match message {
            ToClient::Welcome(snapshot) => self.welcome(*snapshot),
            ToClient::Resumed(resumed) => {
                self.seat = resumed.you.seat;
                let back = self.back();
                let mut said = self.update(resumed.update);
                said.lines.splice(0..0, back);
                said
            }
            ToClient::Update(update) => self.update(update),
            ToClient::Answer(answer) => match answer.outcome {
                Outcome::Done(_) => Said::default(),
                Outcome::Refused(refusal) => {
                    // The question stands.
                    self.asked = None;
                    let mut said = Said::words(format!("That is not possible: {}", refusal.text));
                    said.lines.extend(self.question());
                    said
                }
            },
            ToClient::Presence(presence) => self.present(presence.person.as_str(), presence.here),
            ToClient::Notice(Notice::Restart { .. }) => {
                Said::words("The house restarts; you will be back in a moment. Nothing is lost.")
            }
            ToClient::Notice(Notice::TooFast { .. }) => {
                Said::words("That was too much at once; wait a moment.")
            }
            // The connection deals with the others: it ends, or comes again.
            ToClient::Notice(
                Notice::Replaced
                | Notice::Unreadable { .. }
                | Notice::Refused { .. }
                | Notice::TooSlow
                | Notice::Closed,
            )
            | ToClient::Pong { .. } => Said::default(),
        }
    }

    fn welcome(&mut self, snapshot: Snapshot) -> Said {
        let mut said = Said { lines: self.back().into_iter().collect(), ..Said::default() };
        if self.room.is_none() {
            let rules = table_in_words(&snapshot.room.settings.ruleset);
            said.lines
                .push(format!("Room {}: {rules}. Type ? for what you can do.", snapshot.room.code));
            if let Some(challenge) = &snapshot.room.challenge {
                said.lines.push(format!(
                    "This is your try at the challenge of {}: the same dice for everyone today.",
                    challenge.day
                ));
            }
        }
        self.seat = snapshot.you.seat;
        self.me = Some(snapshot.you.person.clone());
        let phase = snapshot.room.phase;
        self.names.note(&snapshot.room);
        self.room = Some(snapshot.room);
        self.narrator = None;
        self.moment = None;
        match snapshot.game {
            Some(game) if phase == Phase::Playing => {
                let narrator = Narrator::new(&game.header.ruleset, &game.header.seats, self.seat);
                said.lines.push(format!("The game is {}.", table_in_words(&game.header.ruleset)));
                said.lines.extend(game.entries.iter().filter_map(|entry| narrator.tell(entry)));
                if let (Some(_), Some(_)) = (game.seeds_until, self.seat) {
                    said.commands.push(Do::SeatSeed { seed: self.seed.clone() });
                }
                if game.paused {
                    said.lines.push("The host has paused the game.".to_owned());
                }
                self.narrator = Some(narrator);
                self.game = Some((game.header.id, self.seat));
                self.seats = game.header.seats;
                self.moment = Some(game.now);
                said.lines.extend(self.question());
            }
            _ => {
                said.lines.extend(self.who());
                said.lines.extend(self.advice());
            }
        }
        said
    }

    /// What to do next in a room where no game is going on.
    fn advice(&self) -> Option<String> {
        let room = self.room.as_ref()?;
        let host = room.host.as_ref();
        let me = room.people.iter().find(|person| Some(&person.person) == self.me.as_ref())?;
        let free = room.seats.iter().filter(|seat| seat.holder == SeatHolder::Free).count();
        let words = match (me.seat, host == Some(&me.person), free) {
            _ if room.challenge.is_some() => return None,
            (None, _, 1..) => "Type sit to play.",
            (None, _, 0) => "All seats are taken; you look on.",
            (Some(_), true, 1..) => {
                "You are the host: type bots to fill the free seats, or wait for others; then start."
            }
            (Some(_), true, 0) => "You are the host: type start.",
            (Some(_), false, _) if !me.ready => "Type ready, and wait for the host to start.",
            (Some(_), false, _) => "The host starts the game.",
        };
        Some(words.to_owned())
    }

    fn update(&mut self, update: Update) -> Said {
        let mut said = Said::default();
        if let Some(room) = update.room {
            self.names.note(&room);
            self.room = Some(*room);
        }
        for entry in update.entries {
            self.tell(entry, &mut said);
        }
        if let Some(moment) = update.moment {
            match &mut self.moment {
                Some(had) => had.follow(*moment),
                None => self.moment = Some(*moment),
            }
        }
        said.lines.extend(self.question());
        said
    }

    fn tell(&mut self, entry: RoomEntry, said: &mut Said) {
        said.lines.extend(told(&entry, &self.names).map(|line| line.text));
        match entry.what {
            Happened::Played { entries, remark, .. } => {
                if let Some(narrator) = &self.narrator {
                    said.lines.extend(entries.iter().filter_map(|entry| narrator.tell(entry)));
                }
                said.lines.extend(remark.and_then(|remark| self.remark(&remark)));
            }
            Happened::Ended { .. } => {
                self.narrator = None;
                self.moment = None;
                said.lines.push(format!("To look at the game again: {AFTERWARDS}."));
                said.lines.extend(self.advice().or_else(|| Some("Type leave.".to_owned())));
            }
            Happened::Sat { .. }
            | Happened::BotSat { .. }
            | Happened::Stood { .. }
            | Happened::BotRemoved { .. } => {
                said.lines.extend(self.who());
            }
            _ => {}
        }
    }

    /// What a bot says, with its face.
    fn remark(&self, remark: &Remark) -> Option<String> {
        let seated = self.seats.get(remark.seat.index())?;
        let SeatKind::Bot(bot) = &seated.kind else { return None };
        let face = &Voice::of(bot.bot.as_str())?.face;
        let words = remark.words(bot.bot.as_str(), Language::English)?;
        Some(format!("{face} {} says: {words}", seated.name))
    }

    /// The question the person is to answer, once.
    fn question(&mut self) -> Option<String> {
        let moment = self.moment.as_ref()?;
        let asked = moment.asked?;
        if self.asked == Some(asked) {
            return None;
        }
        self.asked = Some(asked);
        let clock = self.room.as_ref().and_then(|room| room.settings.clock.per_turn);
        let time = clock.map_or(String::new(), |seconds| format!(" ({} seconds)", seconds.0));
        Some(format!("Your turn{time}: {}", offer(&moment.legal)))
    }

    fn who(&self) -> Option<String> {
        let room = self.room.as_ref()?;
        let is_away =
            |person: &PersonId| room.people.iter().any(|one| one.person == *person && !one.here);
        let name = |holder: &SeatHolder| match holder {
            SeatHolder::Free => "(free)".to_owned(),
            SeatHolder::Person { name, stand_in: Some(bot), .. } => {
                format!("{name} ({} plays)", called(&bot.bot))
            }
            SeatHolder::Person { person, name, .. } if is_away(person) => format!("{name} (away)"),
            SeatHolder::Person { name, .. } => name.to_string(),
            SeatHolder::Gone { name, .. } => format!("{name} (gone)"),
            SeatHolder::Bot(bot) => format!("{} (bot)", bot.name),
        };
        let seats: Vec<String> = room.seats.iter().map(|seat| name(&seat.holder)).collect();
        Some(format!("Seats: {}", seats.join(", ")))
    }

    /// Notes who is connected. Somebody who comes in for the first time has been told of already.
    fn present(&mut self, person: &str, here: bool) -> Said {
        let mut people = self.room.iter_mut().flat_map(|room| &mut room.people);
        let Some(one) = people.find(|one| one.person.as_str() == person) else {
            return Said::default();
        };
        one.here = here;
        let one = one.clone();
        Said::words(self.presence_of(&one, here))
    }

    /// Somebody is connected now, or no longer; in a game also what follows from that.
    fn presence_of(&self, person: &Person, here: bool) -> String {
        let words = presence(&person.name, here);
        let absence = self.room.as_ref().map(|room| &room.settings.absence);
        let plays = self.narrator.is_some() && person.seat.is_some();
        match absence.filter(|_| plays && !here) {
            Some(Absence { grace, stand_in: Some(bot) }) => {
                format!("{words} After {} seconds the bot {} plays for them.", grace.0, called(bot))
            }
            Some(Absence { grace, stand_in: None }) => {
                format!("{words} After {} seconds their turns are lost.", grace.0)
            }
            None => words,
        }
    }
}
