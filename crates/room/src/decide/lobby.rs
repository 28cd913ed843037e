//! Before and between games: seats, bots, readiness, the start.

use dicehouse_rules::Seat;
use dicehouse_table::record::{DiceHeader, Opening, Reveal};
use dicehouse_table::{Name, Seated};

use crate::input::Deal;
use crate::message::{Happened, PersonId, RefusalCode};
use crate::state::{Guest, Holder};

use super::{Decided, Draft, SEEDS};

impl Draft<'_> {
    pub(super) fn sit(&mut self, person: &PersonId, seat: Option<Seat>) -> Decided {
        self.between_games()?;
        if self.state.seat_of(person).is_some() {
            return Err(RefusalCode::Seated.into());
        }
        let seat = match seat {
            Some(seat) => {
                self.seat_exists(seat)?;
                seat
            }
            None => self.free_seats().next().ok_or(RefusalCode::NoFreeSeat)?,
        };
        if *self.state.holder(seat) != Holder::Free {
            return Err(RefusalCode::SeatTaken.into());
        }
        self.add(Happened::Sat { person: person.clone(), seat })
    }

    pub(super) fn stand(&mut self, person: &PersonId) -> Decided {
        self.between_games()?;
        self.state.seat_of(person).ok_or(RefusalCode::NotSeated)?;
        self.add(Happened::Stood { person: person.clone() })
    }

    pub(super) fn ready(&mut self, person: &PersonId, ready: bool) -> Decided {
        self.between_games()?;
        self.state.seat_of(person).ok_or(RefusalCode::NotSeated)?;
        self.add(Happened::Ready { person: person.clone(), ready })
    }

    pub(super) fn seat_bot(&mut self, seat: Option<Seat>, bot: &str) -> Decided {
        self.between_games()?;
        let game = self.state.room.settings.ruleset.game();
        let offer = self.house.bot(game, bot).ok_or(RefusalCode::NoSuchBot)?;
        let seats: Vec<Seat> = match seat {
            Some(seat) => {
                self.seat_exists(seat)?;
                if *self.state.holder(seat) != Holder::Free {
                    return Err(RefusalCode::SeatTaken.into());
                }
                vec![seat]
            }
            None => self.free_seats().collect(),
        };
        if seats.is_empty() {
            return Err(RefusalCode::NoFreeSeat.into());
        }
        for seat in seats {
            let mut bot = offer.seat();
            bot.name = self.bot_name(&bot.bot, &bot.name);
            self.add(Happened::BotSat { seat, bot })?;
        }
        Ok(())
    }

    pub(super) fn remove_bot(&mut self, seat: Seat) -> Decided {
        self.between_games()?;
        self.seat_exists(seat)?;
        if !matches!(self.state.holder(seat), Holder::Bot(_)) {
            return Err(RefusalCode::NoBotThere.into());
        }
        self.add(Happened::BotRemoved { seat })
    }

    /// The host starts, and agrees to a rated game by that.
    pub(super) fn start(&mut self, host: &PersonId) -> Decided {
        self.between_games()?;
        if self.free_seats().next().is_some() {
            return Err(RefusalCode::SeatsFree.into());
        }
        if self.state.room.settings.rated && !self.all_ready(Some(host)) {
            return Err(RefusalCode::NotReady.into());
        }
        self.add(Happened::Starting)
    }

    /// Whether everybody who has a seat is here and ready, and somebody has one. `agrees` is taken for ready.
    fn all_ready(&self, agrees: Option<&PersonId>) -> bool {
        let seated = |guest: &&Guest| self.state.seat_of(&guest.person).is_some();
        let mut people = self.state.room.people.iter().filter(seated).peekable();
        let is_here = |guest: &Guest| self.presences.is_here(&guest.person);
        people.peek().is_some()
            && people.all(|guest| (guest.ready || Some(&guest.person) == agrees) && is_here(guest))
    }

    /// Starts by itself once everybody is ready, where the host wants that.
    pub(super) fn start_when_ready(&mut self) -> Decided {
        let wanted = self.state.room.settings.start_when_ready && self.between_games().is_ok();
        if wanted && self.all_ready(None) && self.free_seats().next().is_none() {
            return self.add(Happened::Starting);
        }
        Ok(())
    }

    /// The game starts, if it still can.
    pub(super) fn deal(&mut self, deal: &Deal) -> Decided {
        if !self.state.room.starting || self.state.is_playing() {
            return Ok(());
        }
        let mut room = self.state.room.clone();
        room.starting = false;
        self.add(Happened::Checkpoint(Box::new(room)))?;
        let seats = self.seated(deal);
        let opening = Opening {
            id: deal.id.clone(),
            started: self.at.0,
            ruleset: self.state.room.settings.ruleset,
            seats,
        };
        let opening = opening.signed_by(self.house.signs);
        let header = match (&self.state.room.challenge, &deal.secret) {
            (None, Reveal::ServerSeed(seed)) => opening.trusted(seed).0,
            (Some(challenge), Reveal::ContestSecret(secret)) => {
                opening.dealt(secret, challenge.day.number().into()).0
            }
            // Somebody who plays alone may want a game that can be repeated.
            (None, Reveal::ContestSecret(secret)) => opening.dealt(secret, 0).0,
            // The dealer does not know what kind of room this is.
            (Some(_), Reveal::ServerSeed(_)) => return Err(RefusalCode::Failed.into()),
        };
        let mut chairs = self.state.room.chairs.iter();
        let any = chairs.any(|chair| matches!(chair.holder, Holder::Person(_)))
            && matches!(header.dice, DiceHeader::Trusted { .. });
        let wait = match (any, &self.state.room.challenge) {
            (true, _) => SEEDS,
            // A moment, so that everybody sees the table before the first throw.
            (false, None) => 1,
            (false, Some(_)) => 0,
        };
        let seeds_until = self.at.plus(wait);
        let players = self.state.room.chairs.len();
        let rated = self.state.room.settings.rated && players > 1 && !deal.one_address;
        self.add_with(Happened::Started { header, seeds_until, rated }, Some(deal.secret), None)
    }

    /// Who sits where, as the table knows them.
    fn seated(&self, deal: &Deal) -> Vec<Seated> {
        let chairs = self.state.room.chairs.iter().enumerate();
        chairs
            .map(|(at, chair)| {
                let seated = match &chair.holder {
                    Holder::Bot(bot) => Seated::bot(&bot.name, &bot.bot, &bot.version),
                    Holder::Person(person) => {
                        let guest = self.state.guest(person);
                        Seated::person(guest.map_or("?", |guest| &guest.name))
                    }
                    Holder::Gone(name) => Seated::person(name),
                    Holder::Free => Seated::person(&Name::new("?")),
                };
                Seated { games_won: deal.won.get(at).copied().unwrap_or(0), ..seated }
            })
            .collect()
    }

    fn free_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.state.seats().filter(|seat| *self.state.holder(*seat) == Holder::Free)
    }
}
