//! Who sits where in the games of a unit.
//!
//! A deal is played in every rotation of a circular order, so each bot has each seat, and with it
//! each hand of the deal, exactly once. Rotating does not change who acts after whom, and it matters
//! whose bids one has to answer; so one unit of a match after the other takes the next circular
//! order of a family in which everybody follows everybody else equally often. For up to four bots
//! the family is every circular order there is.

/// The circular orders that the units of a match of `players` bots take in turn.
///
/// With an even number of players each ordered pair of neighbours occurs twice in the family, with
/// an odd number once. The construction is Walecki's: a zigzag 0, 1, −1, 2, −2, … modulo one player
/// less has every difference between neighbours equally often; its shifts, closed to a circle by
/// the last player, have every pair equally often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circles {
    players: usize,
}

impl Circles {
    /// The family for this many players; at least two.
    pub fn new(players: usize) -> Circles {
        debug_assert!(players >= 2, "nobody plays alone");
        Circles { players }
    }

    /// How many circular orders the family has: after this many units everything is balanced.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(self) -> usize {
        let shifts = self.players - 1;
        // Over an even number of shifts the zigzag meets its own reverse half-way; over an odd one
        // it does not, and both directions are wanted.
        if shifts.is_multiple_of(2) { shifts } else { 2 * shifts }
    }

    /// Who sits in `seat` in rotation `game` of the `turn`-th unit: an index into the match's bots.
    pub fn sitting(self, turn: u64, game: usize, seat: usize) -> usize {
        let order = (turn % self.len() as u64) as usize;
        let shifts = self.players - 1;
        let place = (seat + game) % self.players;
        let place = if order >= shifts { shifts - place } else { place };
        if place == shifts {
            return shifts;
        }
        let zigzag = if place.is_multiple_of(2) { shifts - place / 2 } else { place.div_ceil(2) };
        (zigzag + order) % shifts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every number of players: each bot in each seat, and each bot right after each other one.
    fn count(players: usize) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let circles = Circles::new(players);
        let mut seats = vec![vec![0; players]; players];
        let mut follows = vec![vec![0; players]; players];
        for turn in 0..circles.len() as u64 {
            for game in 0..players {
                let order: Vec<usize> =
                    (0..players).map(|seat| circles.sitting(turn, game, seat)).collect();
                for (seat, &bot) in order.iter().enumerate() {
                    seats[bot][seat] += 1;
                    follows[bot][order[(seat + 1) % players]] += 1;
                }
            }
        }
        (seats, follows)
    }

    #[test]
    fn every_unit_has_each_bot_in_each_seat_once() {
        for players in 2..=10 {
            let circles = Circles::new(players);
            for turn in 0..circles.len() as u64 {
                for seat in 0..players {
                    let mut here: Vec<usize> =
                        (0..players).map(|game| circles.sitting(turn, game, seat)).collect();
                    here.sort_unstable();
                    assert_eq!(here, (0..players).collect::<Vec<_>>(), "{players} players");
                }
                for game in 0..players {
                    let mut table: Vec<usize> =
                        (0..players).map(|seat| circles.sitting(turn, game, seat)).collect();
                    table.sort_unstable();
                    assert_eq!(table, (0..players).collect::<Vec<_>>(), "{players} players");
                }
            }
        }
    }

    #[test]
    fn everybody_follows_everybody_equally_often() {
        for players in 2..=10 {
            let (seats, follows) = count(players);
            assert!(seats.iter().flatten().all(|n| *n == seats[0][0]), "{players}: {seats:?}");
            for (bot, row) in follows.iter().enumerate() {
                for (next, times) in row.iter().enumerate() {
                    let expected = if bot == next { 0 } else { follows[0][1] };
                    assert_eq!(*times, expected, "{players} players, {next} after {bot}");
                }
            }
        }
    }

    #[test]
    fn up_to_four_bots_take_every_circular_order() {
        for (players, orders) in [(3, 2), (4, 6)] {
            let circles = Circles::new(players);
            let mut seen: Vec<Vec<usize>> = (0..circles.len() as u64)
                .map(|turn| {
                    let zero = (0..players).position(|s| circles.sitting(turn, 0, s) == 0);
                    let zero = zero.unwrap();
                    (0..players).map(|seat| circles.sitting(turn, zero, seat)).collect()
                })
                .collect();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), orders, "{seen:?}");
        }
    }
}
