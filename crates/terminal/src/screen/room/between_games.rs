//! In a room before and between games.

use dicehouse_room::message::{Do, SettingsChange};

use super::Visit;
use crate::screen::action::Action;
use crate::screen::gathering::{Gathering, Next};
use crate::screen::state::{Screen, State};

impl Visit {
    /// Shows the room, as it is before and between games.
    pub(super) fn show_room(&mut self, state: &mut State) {
        let Some(shown) = self.party.shown() else { return };
        let at = match &state.screen {
            Screen::Room(before) => before.at.min(shown.room.seats.len().saturating_sub(1)),
            _ => 0,
        };
        state.screen = Screen::Room(Box::new(Gathering {
            room: shown.room.clone(),
            me: shown.you.person.clone(),
            link: self.party.line.link().unwrap_or_default().to_owned(),
            log: self.log.clone(),
            at,
            note: None,
            notice: self.line.notice(state.language()).map(str::to_owned),
        }));
    }

    /// Shows in the room on the screen what has changed of it.
    pub(super) fn refresh_room(&mut self, state: &mut State) {
        let Some(shown) = self.party.shown() else { return };
        let language = state.language();
        if let Screen::Room(room) = &mut state.screen {
            room.room = shown.room.clone();
            room.log.clone_from(&self.log);
            room.at = room.at.min(room.room.seats.len().saturating_sub(1));
            room.notice = self.line.notice(language).map(str::to_owned);
        }
    }

    /// Before and between games.
    pub(super) fn in_room(&mut self, state: &mut State, action: Action) {
        let Screen::Room(room) = &mut state.screen else { return };
        room.note = None;
        let seats = room.room.seats.len();
        match action {
            Action::Move(step) => room.step(step),
            Action::Seat(n) => room.at = n.min(seats.saturating_sub(1)),
            Action::Next => match room.next() {
                Next::Sit => {
                    self.send(Do::Sit { seat: None });
                    self.send(Do::Ready { ready: true });
                }
                Next::Ready => self.send(Do::Ready { ready: true }),
                Next::Bots => self.offer_bots(state, None),
                Next::Start => self.send(Do::Start),
                Next::Wait(_) => {}
            },
            Action::Bots => self.offer_bots(state, None),
            Action::SeatMenu => self.offer_seat(state),
            Action::AddSeat => self.change_seats(seats + 1),
            Action::RemoveSeat => self.change_seats(seats.saturating_sub(1)),
            Action::Change => self.offer_changes(state),
            Action::Back => self.offer_more(state),
            _ => {}
        }
    }

    /// The room refuses what makes no sense, and says why.
    fn change_seats(&mut self, seats: usize) {
        let seats = u8::try_from(seats).ok();
        self.change(SettingsChange { seats, ..SettingsChange::default() });
    }

    fn change(&mut self, settings: SettingsChange) {
        self.send(Do::Change { settings });
    }
}
