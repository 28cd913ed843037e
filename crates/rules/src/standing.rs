//! How a game ended.

use serde::{Deserialize, Serialize};

use crate::seat::{BySeat, Seat, Seats};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// Each seat's place: 1 for the winner; those who tie share a place and the next ones are
    /// left out (1, 2, 2, 4).
    pub places: BySeat<u8>,
    /// Each seat's score, in games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<BySeat<i32>>,
}

/// ```
/// use dicehouse_rules::{Act, Dice, Game, GameKind, Ignore, Ruleset, Seat};
///
/// let mut game = Game::new(&Ruleset::preset(GameKind::Liars, "openspiel")?, 2)?;
/// game.roll(&[2, 5].map(|pips| Dice::from_pips(&[pips]).unwrap()), &mut Ignore)?;
/// let [ann, bob] = [0, 1].map(|seat| Seat::new(seat).unwrap());
/// game.play(ann, "2x2".parse()?, &mut Ignore)?;
/// game.play(bob, Act::Call, &mut Ignore)?;
///
/// let standing = game.standing().expect("openspiel is a single round");
/// assert_eq!(standing.order(), [bob, ann]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Standing {
    /// Ranks the seats by `key`, the highest first; equal keys share a place.
    pub(crate) fn rank<K: Ord + Copy + Default>(
        keys: &BySeat<K>,
        scores: Option<BySeat<i32>>,
    ) -> Standing {
        let places = BySeat::from_fn(keys.len(), |seat| {
            1 + keys.values().filter(|key| **key > keys[seat]).count() as u8
        });
        Standing { places, scores }
    }

    /// The seats in first place.
    pub fn winners(&self) -> Seats {
        self.places.seats_where(|place| *place == 1)
    }

    /// The seats from first place to last; seats that share a place come in seat order.
    pub fn order(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::first(self.places.len()).collect();
        seats.sort_by_key(|seat| self.places[*seat]);
        seats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_share_a_place_and_leave_the_next_out() {
        let keys = [5, 9, 5, 1];
        let by_seat = BySeat::from_fn(4, |seat| keys[seat.index()]);
        let standing = Standing::rank(&by_seat, None);
        assert_eq!(standing.places.values().copied().collect::<Vec<_>>(), [2, 1, 2, 4]);
        assert_eq!(standing.winners().len(), 1);
        let order: Vec<usize> = standing.order().iter().map(|s| s.index()).collect();
        assert_eq!(order, [1, 0, 2, 3]);
    }
}
