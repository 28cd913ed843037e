//! An online room line by line: messages in, sentences out; words in, commands out. It does no I/O.

use dicehouse_room::message::{
    Do, Happened, Moment, Notice, Outcome, PersonId, Phase, RoomEntry, RoomState, Say, SeatHolder,
    SettingsChange, Snapshot, ToClient, Update, Version,
};
use dicehouse_rules::{Act, Acts, Language, Seat};
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::{SeatKind, Seated, Talk};
use dicehouse_telling::voice::{Remark, Voice};
use dicehouse_telling::{Narrator, label, table_in_words};
use dicehouse_terminal::screen::{Names, presence, told};

/// What to print and to send.
#[derive(Debug, Default)]
pub struct Said {
    /// Lines for the person.
    pub lines: Vec<String>,
    /// Commands for the room.
    pub commands: Vec<Do>,
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
pub struct Table {
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
    moment: Option<Moment>,
    asked: Option<Version>,
    /// The connection is gone and was told to be.
    is_lost: bool,
}

const HELP: &str = "\
In the room: sit · stand · ready · who · say WORDS · leave
As the host: bots [NAME] (fill the free seats) · seats N · start · kick NAME · pause · go on · close
In a game: type your act (as 3x5, call, 4+10-3) · bot (let a bot play) · back (play again) · ? (what is allowed)";

impl Table {
    /// Nothing is known yet. The bytes become the person's part in the dice.
    pub fn new(seed: [u8; 32]) -> Table {
        Table {
            seed: SeatSeed::from_bytes(&seed),
            room: None,
            names: Names::default(),
            me: None,
            seat: None,
            narrator: None,
            seats: Vec::new(),
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
            ToClient::Presence(presence) => {
                // Who comes in for the first time has been told of.
                match self.name_of(presence.person.as_str()) {
                    Some(name) => Said::words(self::presence(&name, presence.here)),
                    None => Said::default(),
                }
            }
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
                self.narrator = Some(narrator);
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
        let name = |holder: &SeatHolder| match holder {
            SeatHolder::Free => "(free)".to_owned(),
            SeatHolder::Person { name, .. } | SeatHolder::Gone { name, .. } => name.to_string(),
            SeatHolder::Bot(bot) => format!("{} (bot)", bot.name),
        };
        let seats: Vec<String> = room.seats.iter().map(|seat| name(&seat.holder)).collect();
        Some(format!("Seats: {}", seats.join(", ")))
    }

    fn name_of(&self, person: &str) -> Option<String> {
        let mut people = self.room.iter().flat_map(|room| &room.people);
        people.find(|one| one.person.as_str() == person).map(|one| one.name.to_string())
    }

    /// Fills the free seats with a bot: by name, or the one that would stand in.
    fn bots(&self, name: &str) -> Said {
        let usual = || self.room.as_ref()?.settings.absence.stand_in.clone();
        let name = (!name.is_empty()).then(|| name.to_owned());
        match name.or_else(usual) {
            Some(bot) => Said::command(Do::SeatBot { seat: None, bot }),
            None => Said::words("Which bot? dicehouse bots lists them."),
        }
    }

    fn kick(&self, name: &str) -> Said {
        let mut people = self.room.iter().flat_map(|room| &room.people);
        let found = people.find(|one| one.name.to_lowercase() == name.to_lowercase());
        match found {
            Some(one) => Said::command(Do::Kick { person: one.person.clone() }),
            None => Said::words(format!("Nobody here is called \"{name}\".")),
        }
    }

    fn seats(&self, number: &str) -> Said {
        match number.parse() {
            Ok(seats) => Said::command(Do::Change {
                settings: SettingsChange { seats: Some(seats), ..SettingsChange::default() },
            }),
            Err(_) => Said::words("How many? As in: seats 3"),
        }
    }

    /// Takes a line that was typed.
    pub fn typed(&mut self, line: &str) -> Said {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => Said::default(),
            "?" | "help" => {
                let mut said = Said::words(HELP);
                if let Some(moment) = self.moment.as_ref().filter(|moment| moment.asked.is_some()) {
                    said.lines.push(format!("Allowed now: {}", list(&moment.legal)));
                }
                said
            }
            "sit" => Said {
                commands: vec![Do::Sit { seat: None }, Do::Ready { ready: true }],
                ..Said::default()
            },
            "stand" => Said::command(Do::Stand),
            "ready" => Said::command(Do::Ready { ready: true }),
            "bots" => self.bots(rest.trim()),
            "seats" => self.seats(rest.trim()),
            "kick" => self.kick(rest.trim()),
            "pause" => Said::command(Do::Pause),
            "go" => Said::command(Do::GoOn),
            "close" => Said::command(Do::Close),
            "start" => Said::command(Do::Start),
            "bot" => Said::command(Do::GiveToBot),
            "back" => Said::command(Do::TakeBack),
            "who" => Said { lines: self.who().into_iter().collect(), ..Said::default() },
            "say" => match Talk::new(rest) {
                Some(talk) => Said::command(Do::Say { say: Say::Text(talk) }),
                None => Said::words("Say what?"),
            },
            "leave" | "q" | "quit" => {
                Said { commands: vec![Do::Leave], leave: true, ..Said::default() }
            }
            _ => self.act(line),
        }
    }

    fn act(&mut self, line: &str) -> Said {
        let Some(moment) = &self.moment else {
            return Said::words("No game is going on. Type ? for what you can do.");
        };
        let Some(asked) = moment.asked else { return Said::words("It is not your turn.") };
        match line.parse::<Act>() {
            Ok(act) => Said::command(Do::Act { act, asked }),
            Err(error) => Said::words(format!("{error}. Type ? for what is allowed.")),
        }
    }
}

/// What can be done, in a few words.
fn offer(legal: &Acts) -> String {
    let mut acts: Vec<String> = legal.iter().take(3).map(label).collect();
    if legal.len() > acts.len() {
        acts.push("…".to_owned());
    }
    acts.join(", ")
}

/// Everything that can be done, as far as it fits.
fn list(legal: &Acts) -> String {
    const MOST: usize = 40;
    let mut acts: Vec<String> = legal.iter().take(MOST).map(|act| act.to_string()).collect();
    if legal.len() > MOST {
        acts.push(format!("… ({} in all)", legal.len()));
    }
    acts.join(" ")
}
