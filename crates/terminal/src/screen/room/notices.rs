//! What is said at the table besides the game: the clock, a pause, who is away.

use dicehouse_room::message::{GameSnapshot, SeatHolder};
use dicehouse_rules::Seat;
use dicehouse_telling::voice::called;
use dicehouse_telling::{Language, say, text};

use super::Visit;
use crate::screen::state::{Screen, State};

impl Visit {
    /// Seconds left for those who are due.
    pub(super) fn left(&self) -> Option<u64> {
        let until = self.moment()?.until?;
        let now = self.party.room_time(self.now())?;
        Some(until.since(now).div_ceil(1000))
    }

    /// Says at the table how the clock stands and what is the matter.
    pub(super) fn refresh_table(&mut self, state: &mut State) {
        let language = state.language();
        let clock = self.clock_words(language);
        let notice = self.notice(language);
        if let Screen::Table(play) = &mut state.screen {
            play.clock = clock;
            play.notice = notice;
        }
    }

    fn clock_words(&self, language: Language) -> Option<String> {
        let game = self.game_shown()?;
        if game.paused {
            return Some(text!(language, "hear.paused").to_owned());
        }
        self.left().map(|left| say!(language, "hear.left", time = clock_face(left)))
    }

    fn notice(&self, language: Language) -> Option<String> {
        if let Some(notice) = self.line.notice(language) {
            return Some(notice.to_owned());
        }
        if self.slow {
            return Some(text!(language, "at.sending").to_owned());
        }
        let shown = self.shown()?;
        let game = shown.game.as_ref().filter(|game| game.end.is_none())?;
        if game.paused {
            return Some(text!(language, "at.paused").to_owned());
        }
        let own = shown.you.seat.and_then(|seat| shown.room.seats.get(seat.index()));
        if let Some(SeatHolder::Person { stand_in: Some(bot), .. }) = own.map(|seat| &seat.holder) {
            return Some(say!(language, "hear.bot-plays", bot = called(&bot.bot)));
        }
        if game.seeds_until.is_some() && !self.here {
            return Some(text!(language, "hear.seeds").to_owned());
        }
        self.who_is_away(game, language)
    }

    /// Who is waited for and not there.
    fn who_is_away(&self, game: &GameSnapshot, language: Language) -> Option<String> {
        let shown = self.shown()?;
        let away = |seat: &Seat| match shown.room.seats.get(seat.index()).map(|seat| &seat.holder) {
            Some(SeatHolder::Person { person, stand_in: None, .. }) => {
                shown.room.people.iter().any(|one| one.person == *person && !one.here)
            }
            _ => false,
        };
        let seat = game.now.due.iter().find(away)?;
        let name = game.header.seats.get(seat.index()).map(|seated| &seated.name)?;
        let seconds = shown.room.settings.absence.grace.0;
        Some(match &shown.room.settings.absence.stand_in {
            Some(bot) => {
                let bot = called(bot);
                say!(language, "hear.away-bot", name = name, n = seconds, bot = bot)
            }
            None => say!(language, "room.away", name = name),
        })
    }
}

/// Seconds as a clock shows them: `0:07`, `12:30`.
fn clock_face(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
