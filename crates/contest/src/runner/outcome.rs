//! What came of the games.

use dicehouse_rules::{Cause, Few, MAX_SEATS, Seat, Seats, Standing};
use dicehouse_stats::{Entrant, Place, ResultError};
use serde::{Deserialize, Serialize};

use super::faults::Faults;
use crate::schedule::Lineup;

/// What came of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameOutcome {
    /// The bots in seat order, by their number in the contest.
    pub seats: Lineup,
    /// Their places, with bots that forfeited last.
    pub places: Few<u8, MAX_SEATS>,
    /// How often each was asked.
    pub moves: Few<u32, MAX_SEATS>,
    /// How long each thought in all, in nanoseconds.
    pub thought: Few<u64, MAX_SEATS>,
    /// The faults of the seats that made any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<SeatFaults>,
    /// The seats that forfeited, before the game or in it.
    #[serde(default, skip_serializing_if = "none")]
    pub forfeits: Seats,
}

fn none(seats: &Seats) -> bool {
    seats.is_empty()
}

/// How often one seat failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatFaults {
    /// The seat that failed.
    pub seat: Seat,
    /// How often, by cause.
    pub faults: Faults,
}

/// A fault with what exactly went wrong, for the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultNote {
    /// The bot, by its number in the contest.
    pub bot: u32,
    /// The game, by its number in the contest.
    pub game: u64,
    /// How it failed.
    pub cause: Cause,
    /// What exactly happened.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// The games of one deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitOutcome {
    /// The unit's number in the contest.
    pub unit: u64,
    /// Its games, in order.
    pub games: Vec<GameOutcome>,
    /// The first faults of each bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<FaultNote>,
}

impl GameOutcome {
    /// The places of a game that was played: those who forfeited come last, whatever the rules made
    /// of their faults.
    pub(super) fn places(standing: &Standing, forfeits: Seats) -> Few<u8, MAX_SEATS> {
        let playing = |seat: &Seat| !forfeits.contains(*seat);
        let seats = Seat::first(standing.places.len());
        let place = |seat: Seat| {
            let better = |other: &Seat| {
                playing(other)
                    && (!playing(&seat) || standing.places[*other] < standing.places[seat])
            };
            1 + Seat::first(standing.places.len()).filter(better).count() as u8
        };
        Few::try_collect(seats.map(place)).unwrap_or_default()
    }

    /// The places of a game that is not played, because all but at most one have forfeited it.
    pub(super) fn places_unplayed(seats: usize, forfeits: Seats) -> Few<u8, MAX_SEATS> {
        let playing = seats - forfeits.len();
        let place = |seat| if forfeits.contains(seat) { 1 + playing as u8 } else { 1 };
        Few::try_collect(Seat::first(seats).map(place)).unwrap_or_default()
    }

    /// The seats from the winner to the last; those who share a place in one group.
    pub fn order(&self) -> Vec<Vec<Seat>> {
        let mut groups: Vec<(u8, Vec<Seat>)> = Vec::new();
        for (seat, place) in Seat::first(self.places.len()).zip(self.places.iter()) {
            match groups.iter_mut().find(|(known, _)| known == place) {
                Some((_, group)) => group.push(seat),
                None => groups.push((*place, vec![seat])),
            }
        }
        groups.sort_by_key(|(place, _)| *place);
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// The result for the statistics.
    ///
    /// # Errors
    /// When it is not the result of a game.
    pub fn result(&self) -> Result<dicehouse_stats::Game, ResultError> {
        let seats = self.seats.iter().zip(self.places.iter());
        dicehouse_stats::Game::new(seats.map(|(bot, place)| (Entrant(*bot), Place(*place))))
    }
}

impl UnitOutcome {
    /// The result for the statistics.
    ///
    /// # Errors
    /// When it is not the result of a unit.
    pub fn result(&self) -> Result<dicehouse_stats::Unit, ResultError> {
        dicehouse_stats::Unit::new(
            self.games.iter().map(GameOutcome::result).collect::<Result<_, _>>()?,
        )
    }

    /// How many faults `bot` made in it.
    pub fn faults_of(&self, bot: u32) -> u32 {
        let faults = self.games.iter().flat_map(|game| {
            game.faults.iter().filter(move |f| game.seats.get(f.seat.index()) == Some(&bot))
        });
        let total: u64 = faults.map(|fault| fault.faults.total()).sum();
        u32::try_from(total).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::BySeat;

    fn seats(list: &[usize]) -> Seats {
        list.iter().filter_map(|seat| Seat::new(*seat)).collect()
    }

    #[test]
    fn who_forfeits_comes_last() {
        let standing = |places: &[u8]| Standing {
            places: BySeat::from_fn(places.len(), |seat| places[seat.index()]),
            scores: None,
        };
        let cases: [(&[u8], &[usize], &[u8]); 6] = [
            (&[1, 2], &[], &[1, 2]),
            (&[1, 2], &[0], &[2, 1]),
            (&[1, 2, 3], &[0], &[3, 1, 2]),
            (&[2, 1, 2, 4], &[1], &[1, 4, 1, 3]),
            (&[1, 2, 3], &[0, 2], &[2, 1, 2]),
            (&[1, 2, 3], &[0, 1, 2], &[1, 1, 1]),
        ];
        for (places, forfeits, expected) in cases {
            let found = GameOutcome::places(&standing(places), seats(forfeits));
            assert_eq!(&found[..], expected, "{places:?} without {forfeits:?}");
        }
        assert_eq!(&GameOutcome::places_unplayed(2, seats(&[0]))[..], [2, 1]);
        assert_eq!(&GameOutcome::places_unplayed(3, seats(&[0, 1, 2]))[..], [1, 1, 1]);
    }

    #[test]
    fn order_groups_ties() {
        let places = Few::try_collect([2, 1, 2, 4]).unwrap();
        let game = GameOutcome { places, ..GameOutcome::default() };
        let order: Vec<Vec<usize>> =
            game.order().iter().map(|g| g.iter().map(|s| s.index()).collect()).collect();
        assert_eq!(order, [vec![1], vec![0, 2], vec![3]]);
    }
}
