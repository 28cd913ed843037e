//! The dice of a house: fresh ones for each game, and those of a day for the daily challenge.

use dicehouse_rules::{Dice, Seat, Throw};
use dicehouse_table::dice::{DealStream, DiceSource, SeatSeed, TrustedDice};
use dicehouse_table::record::{DiceHeader, Header, Reveal};

/// Dice of either kind.
#[derive(Clone, Debug)]
pub(crate) enum HouseDice {
    Trusted(TrustedDice),
    Deal(DealStream),
}

impl HouseDice {
    /// The dice of a game; `None` when its header and the secret are of different kinds.
    pub(crate) fn of(header: &Header, secret: &Reveal) -> Option<HouseDice> {
        match (&header.dice, secret) {
            (DiceHeader::Trusted { .. }, Reveal::ServerSeed(seed)) => {
                Some(HouseDice::Trusted(TrustedDice::new(seed, &header.hash())))
            }
            (DiceHeader::Deal { deal, .. }, Reveal::ContestSecret(secret)) => {
                Some(HouseDice::Deal(DealStream::new(secret, *deal)))
            }
            (
                DiceHeader::Trusted { .. } | DiceHeader::Deal { .. } | DiceHeader::Given,
                Reveal::ServerSeed(_) | Reveal::ContestSecret(_),
            ) => None,
        }
    }
}

impl DiceSource for HouseDice {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        match self {
            HouseDice::Trusted(dice) => dice.throw(round, throw),
            HouseDice::Deal(dice) => dice.throw(round, throw),
        }
    }

    fn add_seat_seed(&mut self, seat: Seat, seed: &SeatSeed) -> bool {
        match self {
            HouseDice::Trusted(dice) => dice.add_seat_seed(seat, seed),
            HouseDice::Deal(dice) => dice.add_seat_seed(seat, seed),
        }
    }

    fn reveal(&self) -> Option<Reveal> {
        match self {
            HouseDice::Trusted(dice) => dice.reveal(),
            HouseDice::Deal(dice) => dice.reveal(),
        }
    }
}
