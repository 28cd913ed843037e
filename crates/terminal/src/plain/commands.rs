//! What is typed in a room, line by line.

use std::time::Duration;

use dicehouse_home::review_in_background;
use dicehouse_room::message::{Do, PersonId, Say, SeatHolder, SettingsChange};
use dicehouse_rules::{Act, Acts, Seat};
use dicehouse_table::Talk;
use dicehouse_table::record::Playback;
use dicehouse_telling::voice::Voice;
use dicehouse_telling::{Language, Wish, read_command, say, tells, text};

use super::afterwards::{Retelling, told};
use super::answer::{Answer, example, read};
use super::game::game;
use super::table::LineTable;
use super::{Hangup, agrees};
use crate::party::Asked;
use crate::screen::warning;

/// How long an act can be taken back by ear.
const TIME_TO_UNDO: Duration = Duration::from_secs(2);

/// What can be typed in a room, line by line.
fn help(language: Language) -> [&'static str; 5] {
    [
        text!(language, "room-help.room"),
        text!(language, "room-help.host"),
        text!(language, "room-help.game"),
        text!(language, "room-help.always"),
        text!(language, "room-help.after"),
    ]
}

impl LineTable<'_, '_> {
    /// Takes a line that was typed.
    pub(super) fn typed(&mut self, line: &str) -> Result<(), Hangup> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (rest, language) = (rest.trim(), self.talk.language());
        match (read_command(word).as_str(), rest) {
            ("bot", "") => self.send(Do::GiveToBot),
            ("back", "") => self.send(Do::TakeBack),
            ("say", "exact") if self.asked.is_some() => return self.answer(line),
            ("say", "") => self.talk.say(text!(language, "cmd.say-what"))?,
            ("say", words) => {
                if let Some(talk) = Talk::new(words) {
                    self.send(Do::Say { say: Say::Text(talk) });
                }
            }
            ("break", "off" | "") => return self.break_off(),
            ("?" | "help", _) if !self.here => {
                help(language).iter().try_for_each(|line| self.talk.say(line))?;
                if let Some((_, legal)) = self.asked.and_then(|asked| self.position(asked)) {
                    let acts = list(&legal, language);
                    self.talk.say(&say!(language, "room-help.allowed", acts = acts))?;
                }
            }
            (word, rest) if Wish::read(word) == Some(Wish::Settings) => {
                self.talk.settings(rest)?;
                // Another language may have been chosen.
                if let Some(told) = &mut self.game {
                    told.narrator = told.narrator.clone().speaking(self.talk.language());
                }
            }
            (_, _) if Wish::read(line).is_some() && self.tells(Wish::read(line))? => {}
            (_, _) if !self.here && self.room_command(word, rest)? => {}
            _ => return self.answer(line),
        }
        // A question that is open is still to be answered.
        if self.here { self.prompt() } else { Ok(()) }
    }

    /// Does what is typed in a room elsewhere. Says whether it was a command.
    fn room_command(&mut self, word: &str, rest: &str) -> Result<bool, Hangup> {
        match read_command(word).as_str() {
            "" => {}
            "sit" => {
                self.send(Do::Sit { seat: None });
                self.send(Do::Ready { ready: true });
            }
            "stand" => self.send(Do::Stand),
            "ready" => self.send(Do::Ready { ready: true }),
            "bots" => self.fill_with_bots(rest)?,
            "bot" => self.seat_bot(rest)?,
            "host" => self.about(rest, |person| Do::HandOver { person })?,
            "kick" => self.about(rest, |person| Do::Kick { person })?,
            "seats" => match rest.parse() {
                Ok(seats) => {
                    let settings = SettingsChange { seats: Some(seats), ..Default::default() };
                    self.send(Do::Change { settings });
                }
                Err(_) => self.talk.say(text!(self.talk.language(), "cmd.how-many"))?,
            },
            "pause" => self.send(Do::Pause),
            "go" => self.send(Do::GoOn),
            "close" => self.send(Do::Close),
            "start" => self.send(Do::Start),
            "leave" => self.leaves()?,
            _ => match Retelling::named(word) {
                Some(look) => self.look_back(look)?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Fills the free seats with a bot: by name, or the one that would stand in.
    fn fill_with_bots(&mut self, name: &str) -> Result<(), Hangup> {
        let usual = || self.room()?.settings.absence.stand_in.clone();
        match if name.is_empty() { usual() } else { Some(bot_named(name)) } {
            Some(bot) => self.send(Do::SeatBot { seat: None, bot }),
            None => self.talk.say(text!(self.talk.language(), "cmd.which-bot"))?,
        }
        Ok(())
    }

    /// Seats one bot, by name.
    fn seat_bot(&mut self, name: &str) -> Result<(), Hangup> {
        let seats = self.room().into_iter().flat_map(|room| room.seats.iter().zip(0..));
        let free = seats.filter(|(seat, _)| seat.holder == SeatHolder::Free).map(|(_, n)| n).next();
        match free.and_then(Seat::new) {
            Some(seat) => self.send(Do::SeatBot { seat: Some(seat), bot: bot_named(name) }),
            None => self.talk.say(text!(self.talk.language(), "cmd.no-seat"))?,
        }
        Ok(())
    }

    /// A command about somebody in the room, by name.
    fn about(&mut self, name: &str, command: impl Fn(PersonId) -> Do) -> Result<(), Hangup> {
        let mut people = self.room().into_iter().flat_map(|room| &room.people);
        let found = people.find(|one| one.name.to_lowercase() == name.to_lowercase());
        match found.map(|one| one.person.clone()) {
            Some(person) => self.send(command(person)),
            None => self.talk.say(&say!(self.talk.language(), "cmd.nobody", name = name))?,
        }
        Ok(())
    }

    /// Ends the game before its end, when the person really wants that.
    fn break_off(&mut self) -> Result<(), Hangup> {
        let really = format!("{} ", text!(self.talk.language(), "cmd.really-break"));
        if self.here && !agrees(&self.talk.ask(&really)?) {
            return self.prompt();
        }
        self.asked = None;
        self.send(Do::BreakOff);
        Ok(())
    }

    /// Tells the last game again, when it is over.
    fn look_back(&mut self, look: Retelling) -> Result<(), Hangup> {
        let language = self.talk.language();
        let Some((game, seat)) = self.last.clone() else {
            return self.talk.say(text!(language, "cmd.no-game-yet"));
        };
        if self.game.is_some() {
            return self.talk.say(text!(language, "cmd.not-over"));
        }
        if look == Retelling::Review {
            self.talk.say(text!(language, "after.moment"))?;
        }
        let lines = (|| {
            let record = self.party.line.record(&game)?.wait()?;
            let playback = Playback::new(record).map_err(|error| error.to_string())?;
            let review = || review_in_background(playback.record.clone()).wait();
            told(look, &playback, seat, language, review)
        })();
        lines.unwrap_or_else(|why| vec![why]).iter().try_for_each(|line| self.talk.say(line))
    }

    /// Tells what is asked for about the game or the room. Says whether there was something to tell.
    pub(super) fn tells(&mut self, wish: Option<Wish>) -> Result<bool, Hangup> {
        let said = std::mem::take(&mut self.talk.said);
        let told = self.tells_about(wish, &said);
        // What was asked for does not belong to what is said again.
        self.talk.said = said;
        told
    }

    fn tells_about(&mut self, wish: Option<Wish>, said: &[String]) -> Result<bool, Hangup> {
        if wish == Some(Wish::Who) {
            self.say_who()?;
        }
        let seen = self.asked.map_or(0, |asked| asked.who);
        let view = self.party.seen_by(seen).and_then(|shown| shown.game.as_ref());
        let Some((view, told)) = view.map(|game| game.now.view.clone()).zip(self.game.as_ref())
        else {
            return Ok(wish == Some(Wish::Who) && !self.here);
        };
        let narrator = told.narrator.speaking_to(view.seat());
        let lines = match wish {
            Some(Wish::Repeat) => said.to_vec(),
            Some(Wish::Hand) => match game(&view).hand(narrator.language()) {
                hand if hand.is_empty() => {
                    vec![text!(narrator.language(), "cmd.no-dice").to_owned()]
                }
                hand => hand,
            },
            Some(Wish::Bids) => game(&view).bids(&narrator),
            Some(Wish::Who) => {
                let mut lines = game(&view).standings(&narrator);
                let turn = |seat| tells!(&narrator, seat, "cmd.turn");
                lines.extend(view.to_act().iter().map(turn));
                lines
            }
            Some(Wish::Undo) => vec![self.no_undo().to_owned()],
            _ => return Ok(false),
        };
        lines.iter().try_for_each(|line| self.talk.say(line))?;
        Ok(true)
    }

    /// Why nothing is taken back. An act that others have seen stays.
    fn no_undo(&self) -> &'static str {
        match self.talk.takes_back() {
            true => text!(self.talk.language(), "cmd.too-late"),
            false => text!(self.talk.language(), "cmd.no-undo"),
        }
    }

    /// An answer to the question that is open.
    fn answer(&mut self, line: &str) -> Result<(), Hangup> {
        let language = self.talk.language();
        let Some(asked) = self.asked else {
            return self.talk.say(match self.game.is_some() {
                true => text!(language, "cmd.not-your-turn"),
                false => text!(language, "cmd.no-game"),
            });
        };
        let Some((view, legal)) = self.position(asked) else { return Ok(()) };
        match read(line, &legal) {
            Answer::Wish(Wish::Leave) => return self.leaves(),
            Answer::Wish(Wish::Help) => self.talk.help(&legal, &view, self.here)?,
            Answer::Wish(Wish::Rules) => {
                let ruleset = self.party.shown().map(|shown| shown.room.settings.ruleset);
                ruleset.map_or(Ok(()), |ruleset| self.talk.explain(&ruleset))?;
            }
            Answer::Wish(Wish::Odds) => {
                if let Some(told) = &self.game {
                    self.talk.odds(&legal, &view, &told.narrator, self.here)?;
                }
            }
            Answer::Wish(_) | Answer::Unclear => {
                let example = example(&legal, language);
                let line = say!(language, "cmd.means-nothing", line = line, example = example);
                self.talk.say(&format!("  {line}"))?;
            }
            Answer::Nothing if self.here => {
                // Refusing to bid means a call, as in the original game; the player is asked once more.
                if agrees(&self.talk.ask(&format!("{} ", text!(language, "cmd.no-bid-call")))?) {
                    return self.acts(Act::Call);
                }
            }
            Answer::Nothing => {}
            Answer::Act(act) => return self.acts(act),
        }
        self.prompt()
    }

    /// Plays `act`. A player is warned once of an act that certainly loses; repeating the act plays it.
    fn acts(&mut self, act: Act) -> Result<(), Hangup> {
        let language = self.talk.language();
        let Some(asked) = self.asked else { return Ok(()) };
        let Some((view, legal)) = self.position(asked) else { return Ok(()) };
        if self.warned != Some(act)
            && legal.contains(act)
            && let Some(why) = warning(&view, act, language)
        {
            self.warned = Some(act);
            self.talk.say(&format!("  {why}"))?;
            self.talk.say(&format!("  {}", text!(language, "cmd.type-again")))?;
            return self.prompt();
        }
        if legal.contains(act) && !self.stands(asked, act)? {
            return self.prompt();
        }
        self.talk.said.clear();
        self.asked = None;
        self.answered.retain(|before| before.who != asked.who);
        self.answered.push(asked);
        let now = self.now();
        self.party.want(now, asked.who, Do::Act { act, asked: asked.version });
        Ok(())
    }

    /// By ear, an act is read back and waits for a moment before anybody else knows it. Says whether it stands.
    fn stands(&mut self, asked: Asked, act: Act) -> Result<bool, Hangup> {
        let Some(told) = self.game.as_ref().filter(|_| self.talk.takes_back()) else {
            return Ok(true);
        };
        let narrator = told.narrator.speaking_to(Some(asked.seat));
        self.talk.say(&narrator.acted(asked.seat, act))?;
        match self.talk.typed(Some(TIME_TO_UNDO))? {
            Some(line) if Wish::read(&line) == Some(Wish::Undo) => {
                self.talk.say(text!(self.talk.language(), "cmd.taken-back"))?;
                return Ok(false);
            }
            line => self.talk.unread = line,
        }
        self.read_back = Some(act);
        Ok(true)
    }
}

/// Everything that can be done, as far as it fits.
fn list(legal: &Acts, language: Language) -> String {
    const MOST: usize = 40;
    let mut acts: Vec<String> = legal.iter().take(MOST).map(|act| act.to_string()).collect();
    if legal.len() > MOST {
        acts.push(say!(language, "cmd.in-all", count = legal.len()));
    }
    acts.join(" ")
}

/// The bot of the roster that is called this at the table, or has this name.
fn bot_named(name: &str) -> String {
    let mut voices = Voice::all().iter();
    let voice = voices.find(|voice| voice.name.eq_ignore_ascii_case(name));
    voice.map_or_else(|| name.to_owned(), |voice| voice.bot.clone())
}
