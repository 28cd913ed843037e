//! What is said at the table besides the game: the clock, a pause, who is away.

use dicehouse_room::message::{GameSnapshot, SeatHolder};
use dicehouse_rules::Seat;
use dicehouse_telling::voice::called;

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
        let clock = self.clock_words();
        let notice = self.notice();
        if let Screen::Table(play) = &mut state.screen {
            play.clock = clock;
            play.notice = notice;
        }
    }

    fn clock_words(&self) -> Option<String> {
        let game = self.game_shown()?;
        if game.paused {
            return Some("paused".to_owned());
        }
        self.left().map(|left| format!("{} left", clock_face(left)))
    }

    fn notice(&self) -> Option<String> {
        if let Some(notice) = self.line.notice() {
            return Some(notice.to_owned());
        }
        if self.slow {
            return Some("Sending …".to_owned());
        }
        let shown = self.shown()?;
        let game = shown.game.as_ref().filter(|game| game.end.is_none())?;
        if game.paused {
            return Some("The host has paused the game.".to_owned());
        }
        let own = shown.you.seat.and_then(|seat| shown.room.seats.get(seat.index()));
        if let Some(SeatHolder::Person { stand_in: Some(bot), .. }) = own.map(|seat| &seat.holder) {
            return Some(format!(
                "The bot {} plays for you. Esc: play again yourself.",
                called(&bot.bot)
            ));
        }
        if game.seeds_until.is_some() && !self.here {
            return Some("Everybody adds a seed to the dice …".to_owned());
        }
        self.who_is_away(game)
    }

    /// Who is waited for and not there.
    fn who_is_away(&self, game: &GameSnapshot) -> Option<String> {
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
                format!("{name} is away; after {seconds} seconds the bot {bot} plays for them.")
            }
            None => format!("{name} is away."),
        })
    }
}

/// Seconds as a clock shows them: `0:07`, `12:30`.
fn clock_face(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
