//! The hands one player can hold: multisets of faces with their chances.

use dicehouse_rules::{Dice, Face};

/// How many dice of a hand show each face, from face 1.
pub(crate) type Counts = [u8; Face::MOST_BID as usize];

/// All hands of so many dice, each with its chance.
#[derive(Clone, Debug)]
pub struct Hands {
    faces: u8,
    all: Vec<Counts>,
    chances: Vec<f64>,
}

impl Hands {
    /// The hands of `dice` dice with `faces` faces.
    pub fn new(dice: u8, faces: u8) -> Hands {
        let mut hands = Hands { faces, all: Vec::new(), chances: Vec::new() };
        hands.add(&mut [0; Face::MOST_BID as usize], 0, dice);
        let throws = f64::from(faces).powi(dice.into());
        hands.chances = hands.all.iter().map(|counts| ways(counts) / throws).collect();
        hands
    }

    fn add(&mut self, counts: &mut Counts, face: usize, left: u8) {
        if face + 1 == usize::from(self.faces) {
            counts[face] = left;
            self.all.push(*counts);
            return;
        }
        for many in (0..=left).rev() {
            counts[face] = many;
            self.add(counts, face + 1, left - many);
        }
        counts[face] = 0;
    }

    /// How many hands there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always a hand")]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The chance of each hand.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The place of a hand of dice, in whatever order they fell.
    pub fn index(&self, dice: &Dice) -> Option<usize> {
        let mut counts = [0; Face::MOST_BID as usize];
        for face in dice.faces() {
            *counts.get_mut(face.index())? += 1;
        }
        self.all.iter().position(|hand| *hand == counts)
    }

    /// The hand at a place, from lowest to highest die.
    pub fn dice(&self, index: usize) -> Dice {
        let counts = &self.all[index];
        let faces =
            Face::first(self.faces).flat_map(|face| (0..counts[face.index()]).map(move |_| face));
        Dice::from_faces(faces).unwrap_or_default()
    }

    /// How many dice of the hand count for `face` when `wild` is wild.
    pub(crate) fn count_for(&self, index: usize, face: Face, wild: Option<Face>) -> u8 {
        self.dice(index).count_for(face, wild)
    }
}

/// In how many orders the dice of a hand can fall.
fn ways(counts: &Counts) -> f64 {
    let mut fallen = 0;
    let mut ways = 1.0;
    for many in counts {
        for n in 1..=*many {
            fallen += 1;
            ways *= f64::from(fallen) / f64::from(n);
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_with_multinomial_chances() {
        let hands = Hands::new(2, 6);
        assert_eq!(hands.len(), 21);
        assert!((hands.chances().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let chance =
            |pips: &[u8]| hands.chances()[hands.index(&Dice::from_pips(pips).unwrap()).unwrap()];
        assert!((chance(&[6, 1]) - 2.0 / 36.0).abs() < 1e-12);
        assert!((chance(&[4, 4]) - 1.0 / 36.0).abs() < 1e-12);
        assert_eq!(Hands::new(3, 6).len(), 56);
    }

    #[test]
    fn every_hand_has_its_place() {
        let hands = Hands::new(3, 5);
        for index in 0..hands.len() {
            assert_eq!(hands.index(&hands.dice(index)), Some(index));
        }
        assert_eq!(hands.index(&Dice::from_pips(&[1, 2]).unwrap()), None);
        assert_eq!(hands.index(&Dice::from_pips(&[1, 2, 11]).unwrap()), None);
    }
}
