//! Who sits where.

use dicehouse_rules::MAX_SEATS;

use dicehouse_telling::{Language, say, text};

use super::{Focus, Lobby};
use crate::screen::input::Typing;
use dicehouse_bots::{BotInfo, Roster};
use dicehouse_home::{SeatPlan, bot_name, bots, next_bot};

/// What the player in a seat is called.
pub(super) fn name(seat: &SeatPlan) -> &str {
    match seat {
        SeatPlan::Person { name } => name,
        SeatPlan::Bot { bot, name } => name.as_deref().unwrap_or(bot),
    }
}

/// The same player by another name.
pub(super) fn called(seat: &SeatPlan, name: String) -> SeatPlan {
    match seat {
        SeatPlan::Person { .. } => SeatPlan::Person { name },
        SeatPlan::Bot { bot, .. } => SeatPlan::Bot { bot: bot.clone(), name: Some(name) },
    }
}

/// The bot in a seat, if there is one.
pub(super) fn bot(seat: &SeatPlan) -> Option<&str> {
    match seat {
        SeatPlan::Person { .. } => None,
        SeatPlan::Bot { bot, .. } => Some(bot),
    }
}

/// The most characters of a command.
const LONGEST_COMMAND: usize = 200;

impl Lobby {
    /// What is known of a bot, whatever options it is given.
    pub(super) fn bot_named(&self, spec: &str) -> Option<&'static BotInfo> {
        bots(self.game()).into_iter().find(|bot| bot.name == bot_name(spec))
    }

    fn person(&self, index: usize) -> SeatPlan {
        SeatPlan::Person { name: say!(self.language, "lobby.player", n = index + 1) }
    }

    fn newcomer(&self) -> Option<SeatPlan> {
        let seated: Vec<&str> = self.seats.iter().filter_map(bot).collect();
        let choice = next_bot(self.game(), &seated)?;
        Some(SeatPlan::Bot { bot: choice.name.to_owned(), name: None })
    }

    pub(super) fn add_seat(&mut self) {
        if self.seats.len() >= MAX_SEATS {
            self.error = Some(say!(self.language, "lobby.at-most", most = MAX_SEATS));
            return;
        }
        let seat = self.newcomer().unwrap_or_else(|| self.person(self.seats.len()));
        self.seats.push(seat);
        self.seat = self.seats.len() - 1;
    }

    pub(super) fn remove_seat(&mut self) {
        let fewest = self.game().fewest_players();
        if self.seats.len() <= fewest {
            let game = match self.language {
                Language::English => self.game().to_string(),
                other => other.game_title(self.game()).to_owned(),
            };
            self.error = Some(say!(self.language, "lobby.at-least", game = game, fewest = fewest));
            return;
        }
        self.seats.remove(self.seat.min(self.seats.len() - 1));
        self.seat = self.seat.min(self.seats.len() - 1);
    }

    /// Puts the next bot, or a person, in the chosen seat.
    pub(super) fn turn_seat(&mut self, on: bool) {
        let bots: Vec<&str> = bots(self.game()).iter().map(|bot| bot.name).collect();
        let Some(seat) = self.seats.get(self.seat) else { return };
        let known = bot(seat).and_then(|spec| self.bot_named(spec)).map(|bot| bot.name);
        let at = known.and_then(|known| bots.iter().position(|name| *name == known));
        let (at, len) = (at.map_or(0, |at| at + 1), bots.len() + 1);
        let to = (at + if on { 1 } else { len - 1 }) % len;
        let index = self.seat;
        self.seats[index] = match to.checked_sub(1).and_then(|n| bots.get(n)) {
            Some(bot) => SeatPlan::Bot { bot: (*bot).to_owned(), name: None },
            None => self.person(index),
        };
    }

    /// Types the command of a program that is to sit in the chosen seat.
    pub(super) fn edit_program(&mut self) {
        self.focus = Focus::Seats;
        let seated = self.seats.get(self.seat).and_then(bot);
        let command = seated.filter(|spec| self.is_program(spec)).unwrap_or("");
        self.typing = Some(Typing::new(command, LONGEST_COMMAND));
        self.program = true;
    }

    /// Puts the program with this command in the chosen seat.
    pub(super) fn seat_program(&mut self, command: &str) {
        let command = command.trim();
        if command.is_empty() {
            self.error = Some(text!(self.language, "lobby.command").to_owned());
        } else if let Some(seat) = self.seats.get_mut(self.seat) {
            *seat = SeatPlan::Bot { bot: command.to_owned(), name: None };
        }
    }

    /// Whether this names a program: no house bot has this name.
    pub(super) fn is_program(&self, spec: &str) -> bool {
        !Roster::all().any(|bot| bot.name == bot_name(spec))
    }

    /// Whether a program sits at the table.
    pub(super) fn has_program(&self) -> bool {
        self.seats.iter().filter_map(bot).any(|spec| self.is_program(spec))
    }

    /// Another game is played: bots that cannot play it are replaced, and there must be enough
    /// seats.
    pub(super) fn game_changed(&mut self) {
        for index in 0..self.seats.len() {
            let stranger = bot(&self.seats[index])
                .is_some_and(|spec| self.bot_named(spec).is_none() && !self.is_program(spec));
            if stranger {
                self.seats[index] = self.newcomer().unwrap_or_else(|| self.person(index));
            }
        }
        while self.seats.len() < self.game().fewest_players() {
            self.add_seat();
        }
    }
}
