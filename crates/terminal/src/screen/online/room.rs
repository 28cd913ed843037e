//! In an online room before and between games.

use dicehouse_room::message::{Do, SettingsChange};

use super::{Visit, Wire};
use crate::screen::action::Action;
use crate::screen::gathering::{Gathering, Next};
use crate::screen::state::Screen;

impl<W: Wire> Visit<W> {
    /// Shows the room, as it is before and between games.
    pub(super) fn show_room(&mut self) {
        let Some(shown) = self.mirror.shown() else { return };
        let at = match &self.state.screen {
            Screen::Room(before) => before.at.min(shown.room.seats.len().saturating_sub(1)),
            _ => 0,
        };
        self.state.screen = Screen::Room(Box::new(Gathering {
            room: shown.room.clone(),
            me: shown.you.person.clone(),
            link: self.luggage.link.clone(),
            log: self.log.clone(),
            at,
            note: None,
            notice: self.line.notice().map(str::to_owned),
        }));
    }

    /// Shows in the room on the screen what has changed of it.
    pub(super) fn refresh_room(&mut self) {
        let Some(shown) = self.mirror.shown() else { return };
        if let Screen::Room(room) = &mut self.state.screen {
            room.room = shown.room.clone();
            room.log.clone_from(&self.log);
            room.at = room.at.min(room.room.seats.len().saturating_sub(1));
            room.notice = self.line.notice().map(str::to_owned);
        }
    }

    /// Before and between games.
    pub(super) fn in_room(&mut self, action: Action) {
        let Screen::Room(room) = &mut self.state.screen else { return };
        room.note = None;
        let seats = room.room.seats.len();
        match action {
            Action::Move(step) => room.step(step),
            Action::Seat(n) => room.at = n.min(seats.saturating_sub(1)),
            Action::Next => match room.next() {
                Next::Sit => {
                    self.wire.send(Do::Sit { seat: None });
                    self.wire.send(Do::Ready { ready: true });
                }
                Next::Ready => self.wire.send(Do::Ready { ready: true }),
                Next::Bots => self.offer_bots(None),
                Next::Start => self.wire.send(Do::Start),
                Next::Wait(_) => {}
            },
            Action::Bots => self.offer_bots(None),
            Action::SeatMenu => self.offer_seat(),
            Action::AddSeat => self.change_seats(seats + 1),
            Action::RemoveSeat => self.change_seats(seats.saturating_sub(1)),
            Action::Change => self.offer_changes(),
            Action::Back => self.offer_more(),
            _ => {}
        }
    }

    /// The room refuses what makes no sense, and says why.
    fn change_seats(&mut self, seats: usize) {
        let seats = u8::try_from(seats).ok();
        self.change(SettingsChange { seats, ..SettingsChange::default() });
    }

    fn change(&mut self, settings: SettingsChange) {
        self.wire.send(Do::Change { settings });
    }
}
