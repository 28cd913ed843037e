//! An online room line by line: messages in, sentences out; words in, commands out. It does no I/O.

use dicehouse_room::message::{
    Do, Happened, Moment, Outcome, Phase, RoomEntry, RoomState, Say, SeatHolder, Snapshot,
    ToClient, Update, Version,
};
use dicehouse_rules::{Act, Acts, Seat};
use dicehouse_table::{Name, Talk};
use dicehouse_telling::{Narrator, label};

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
    seed: String,
    room: Option<RoomState>,
    seat: Option<Seat>,
    narrator: Option<Narrator>,
    moment: Option<Moment>,
    asked: Option<Version>,
}

const HELP: &str = "\
In the room: sit · stand · ready · bots NAME (fill the free seats) · start · say WORDS · who · leave
In a game: type your act (as 3x5, call, 4+10-3) · bot (let a bot play) · back (play again) · ? (what is allowed)";

impl Table {
    /// Nothing is known yet. The bytes become the person's part in the dice.
    pub fn new(seed: [u8; 32]) -> Table {
        let seed = seed.iter().map(|byte| format!("{byte:02x}")).collect();
        Table { seed, room: None, seat: None, narrator: None, moment: None, asked: None }
    }

    /// Takes a message of the room.
    pub fn take(&mut self, message: ToClient) -> Said {
        match message {
            ToClient::Welcome(snapshot) => self.welcome(*snapshot),
            ToClient::Resumed(resumed) => {
                self.seat = resumed.you.seat;
                self.update(resumed.update)
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
                let name = self.name_of(presence.person.as_str());
                Said::words(format!(
                    "{name} {}.",
                    if presence.here { "is here" } else { "is away" }
                ))
            }
            ToClient::Notice(_) | ToClient::Pong { .. } => Said::default(),
        }
    }

    fn welcome(&mut self, snapshot: Snapshot) -> Said {
        let mut said = Said::default();
        if self.room.is_none() {
            let rules = &snapshot.room.settings.ruleset;
            said.lines
                .push(format!("Room {}: {rules}. Type ? for what you can do.", snapshot.room.code));
        }
        self.seat = snapshot.you.seat;
        let phase = snapshot.room.phase;
        self.room = Some(snapshot.room);
        self.narrator = None;
        self.moment = None;
        match snapshot.game {
            Some(game) if phase == Phase::Playing => {
                let narrator = Narrator::new(&game.header.ruleset, &game.header.seats, self.seat);
                said.lines.push(format!("The game is {}.", game.header.ruleset));
                said.lines.extend(game.entries.iter().filter_map(|entry| narrator.tell(entry)));
                if let (Some(_), Some(_), Ok(seed)) =
                    (game.seeds_until, self.seat, self.seed.parse())
                {
                    said.commands.push(Do::SeatSeed { seed });
                }
                self.narrator = Some(narrator);
                self.moment = Some(game.now);
                said.lines.extend(self.question());
            }
            _ => said.lines.extend(self.who()),
        }
        said
    }

    fn update(&mut self, update: Update) -> Said {
        let mut said = Said::default();
        if let Some(room) = update.room {
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
        match entry.what {
            Happened::Played { entries, .. } => {
                if let Some(narrator) = &self.narrator {
                    said.lines.extend(entries.iter().filter_map(|entry| narrator.tell(entry)));
                }
            }
            Happened::Ended { .. } => {
                self.narrator = None;
                self.moment = None;
                said.lines.push("The game is over. Type ready for another, or leave.".to_owned());
            }
            Happened::Came { name, .. } => said.lines.push(format!("{name} came in.")),
            Happened::Left { person, .. } => {
                said.lines.push(format!("{} left.", self.name_of(person.as_str())))
            }
            Happened::Sat { .. }
            | Happened::BotSat { .. }
            | Happened::Stood { .. }
            | Happened::BotRemoved { .. } => {
                said.lines.extend(self.who());
            }
            Happened::Said { person, say, .. } => {
                let words = match &say {
                    Say::Phrase(phrase) => phrase.text().to_owned(),
                    Say::Emote(emote) => emote.text().to_owned(),
                    Say::Text(talk) => talk.to_string(),
                };
                said.lines.push(format!("{}: {words}", self.name_of(person.as_str())));
            }
            _ => {}
        }
    }

    /// The question the person is to answer, once.
    fn question(&mut self) -> Option<String> {
        let moment = self.moment.as_ref()?;
        let asked = moment.asked?;
        if self.asked == Some(asked) {
            return None;
        }
        self.asked = Some(asked);
        Some(format!("Your turn: {}", offer(&moment.legal)))
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

    fn name_of(&self, person: &str) -> String {
        let people = self.room.iter().flat_map(|room| &room.people);
        let found = people.into_iter().find(|one| one.person.as_str() == person);
        found.map_or_else(
            || "Somebody".to_owned(),
            |one: &dicehouse_room::message::Person| Name::to_string(&one.name),
        )
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
            "bots" => Said::command(Do::SeatBot { seat: None, bot: rest.trim().to_owned() }),
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
