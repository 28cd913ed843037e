//! What is typed in an online room, line by line.

use dicehouse_room::message::{Do, PersonId, Say, SeatHolder, SettingsChange};
use dicehouse_rules::{Act, Acts, Seat};
use dicehouse_table::Talk;
use dicehouse_telling::label;
use dicehouse_telling::voice::Voice;
use dicehouse_terminal::plain::Retelling;

use super::{OnlineTable, Said};

const HELP: &str = "\
In the room: sit · stand · ready · who · say WORDS · leave
As the host: bots [NAME] (fill the free seats) · bot NAME (seat one) · seats N · start · host NAME (hand over) · kick NAME · pause · go on · close
In a game: type your act (as 3x5, call, 4+10-3) · bot (let a bot play) · back (play again) · ? (what is allowed)
After a game: story (yours) · replay (the game again) · review (the best acts)";

impl OnlineTable {
    /// Fills the free seats with a bot: by name, or the one that would stand in.
    fn bots(&self, name: &str) -> Said {
        let usual = || self.room.as_ref()?.settings.absence.stand_in.clone();
        match if name.is_empty() { usual() } else { Some(bot_named(name)) } {
            Some(bot) => Said::command(Do::SeatBot { seat: None, bot }),
            None => Said::words("Which bot? dicehouse bots lists them."),
        }
    }

    /// Seats one bot, by name.
    fn one_bot(&self, name: &str) -> Said {
        let Some(room) = &self.room else { return Said::words("You are not in the room yet.") };
        let mut free =
            room.seats.iter().zip(0..).filter(|(seat, _)| seat.holder == SeatHolder::Free);
        match free.next().and_then(|(_, n)| Seat::new(n)) {
            Some(seat) => Said::command(Do::SeatBot { seat: Some(seat), bot: bot_named(name) }),
            None => Said::words("No seat is free."),
        }
    }

    /// A command about somebody in the room, by name.
    fn about(&self, name: &str, command: impl Fn(PersonId) -> Do) -> Said {
        let name = name.trim();
        let mut people = self.room.iter().flat_map(|room| &room.people);
        match people.find(|one| one.name.to_lowercase() == name.to_lowercase()) {
            Some(one) => Said::command(command(one.person.clone())),
            None => Said::words(format!("Nobody here is called \"{name}\".")),
        }
    }

    /// Looks at the last game, when it is over.
    fn look(&self, line: &str) -> Said {
        match (&self.game, Retelling::named(line)) {
            (Some((game, seat)), Some(look)) if self.narrator.is_none() => {
                Said { look: Some((game.clone(), *seat, look)), ..Said::default() }
            }
            (Some(_), _) => Said::words("The game is not over yet."),
            (None, _) => Said::words("No game has been played here yet."),
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
            "bot" if !rest.trim().is_empty() => self.one_bot(rest.trim()),
            "host" => self.about(rest, |person| Do::HandOver { person }),
            "seats" => self.seats(rest.trim()),
            "kick" => self.about(rest, |person| Do::Kick { person }),
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
            _ if Retelling::named(line).is_some() => self.look(line),
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

/// The bot of the roster that is called this at the table, or has this name.
fn bot_named(name: &str) -> String {
    let mut voices = Voice::all().iter();
    let voice = voices.find(|voice| voice.name.eq_ignore_ascii_case(name));
    voice.map_or_else(|| name.to_owned(), |voice| voice.bot.clone())
}

/// What can be done, in a few words.
pub(super) fn offer(legal: &Acts) -> String {
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
