//! What a position between rounds is worth: everybody's chance to win the game, as it was learnt along with
//! the policy. It knows the dice of all, who opens, and the rules: what an exact call wins back, for one.
//! Whether the round to come is a palifico round it is not told.

use std::sync::LazyLock;

use dicehouse_rules::liars::{ExactRight, ExactWrong, LiarsRules, NextOpener, RaiseRule};
use dicehouse_rules::{BySeat, MAX_SEATS, Seat};

use crate::trained::Trained;
use crate::weights::{Bytes, Layer};

const MAGIC: &[u8; 8] = b"DHWORTH1";
const INPUTS: usize = 3 * MAX_SEATS + 22;
const WIDTH: usize = 128;

/// Everybody's chance to win a game whose seats hold these numbers of dice, where `opener` opens the next round;
/// without one, it is drawn by lot. `None` for games of one round, which it has not learnt, and for a table
/// without dice.
pub fn liars_chances(
    rules: &LiarsRules,
    dice: &BySeat<u8>,
    opener: Option<Seat>,
) -> Option<BySeat<f64>> {
    let seats_in = dice.seats_where(|count| *count > 0);
    if rules.one_round || seats_in.is_empty() {
        return None;
    }
    let mut sum = BySeat::filled(dice.len(), 0.0);
    let openers = seats_in.iter().filter(|seat| opener.is_none_or(|opener| opener == *seat));
    let mut drawn = 0.0;
    for opener in openers {
        let likes = BySeat::from_fn(dice.len(), |seat| {
            let told = Position { rules, dice, opener, seat };
            if dice[seat] > 0 { Worth::trained().likes(&told.inputs()) } else { f64::MIN }
        });
        let most = likes.values().copied().fold(f64::MIN, f64::max);
        let parts = BySeat::from_fn(dice.len(), |seat| (likes[seat] - most).exp());
        let total: f64 = parts.values().sum();
        for (seat, part) in parts.iter() {
            sum[seat] += part / total;
        }
        drawn += 1.0;
    }
    (drawn > 0.0).then(|| BySeat::from_fn(dice.len(), |seat| sum[seat] / drawn))
}

/// A position between rounds as one seat sees it.
struct Position<'a> {
    rules: &'a LiarsRules,
    dice: &'a BySeat<u8>,
    opener: Seat,
    seat: Seat,
}

impl Position<'_> {
    /// The position as numbers; `worth_inputs` of the training computes the same in the same order.
    fn inputs(&self) -> Vec<f32> {
        let flag = |set: bool| f32::from(u8::from(set));
        let all = self.dice.seats_where(|count| *count > 0);
        let mut seats = vec![self.seat];
        while let Some(next) = all.next_after(seats[seats.len() - 1]).filter(|s| *s != self.seat) {
            seats.push(next);
        }
        let slots = || (0..MAX_SEATS).map(|slot| seats.get(slot).copied());
        let held = |seat: Option<Seat>| seat.map_or(0.0, |seat| f32::from(self.dice[seat]));
        let mut inputs = Vec::with_capacity(INPUTS);
        inputs.extend(slots().map(|seat| held(seat) / 5.0));
        inputs.extend(slots().map(|seat| flag(seat.is_some())));
        inputs.extend(slots().map(|seat| flag(seat == Some(self.opener))));
        self.about_rules(&mut inputs);
        let (own, most) = (held(Some(self.seat)), slots().map(held).fold(0.0, f32::max));
        let total: f32 = slots().map(held).sum();
        inputs.extend([seats.len() as f32 / 10.0, total / 20.0, own / total, 1.0 / total]);
        inputs.extend([flag(own >= most), flag(own == 1.0), most / 5.0, own / 5.0]);
        debug_assert_eq!(inputs.len(), INPUTS, "every number has its place");
        inputs
    }

    fn about_rules(&self, inputs: &mut Vec<f32>) {
        let rules = self.rules;
        let mut flag = |set: bool| inputs.push(f32::from(u8::from(set)));
        let exact = rules.exact;
        flag(rules.wild.is_some());
        for raise in [RaiseRule::Quantity, RaiseRule::Face, RaiseRule::Half, RaiseRule::Perudo] {
            flag(rules.raise == raise);
        }
        flag(exact.is_some());
        flag(exact.is_some_and(|exact| exact.right == ExactRight::CallerGains));
        flag(exact.is_some_and(|exact| exact.wrong == ExactWrong::BidderLoses));
        // Whether the round is a palifico round: positions with few dice are learnt mostly without.
        flag(false);
        for opener in [NextOpener::AfterLoser, NextOpener::Loser, NextOpener::Random] {
            flag(rules.next_opener == opener);
        }
        inputs.insert(3 * MAX_SEATS, f32::from(rules.faces) / 9.0);
        inputs.push(f32::from(rules.dice) / 5.0);
    }
}

/// The trained network.
struct Worth {
    first: Layer,
    second: Layer,
    last: Layer,
}

impl Worth {
    fn trained() -> &'static Worth {
        static TRAINED: LazyLock<Worth> = LazyLock::new(|| {
            Worth::read(Trained::Worth.bytes())
                .expect("the file is part of the program, and a test reads it")
        });
        &TRAINED
    }

    fn read(bytes: &[u8]) -> Option<Worth> {
        let mut bytes = Bytes(bytes.strip_prefix(MAGIC)?);
        let worth = Worth {
            first: Layer::read(&mut bytes, INPUTS, WIDTH)?,
            second: Layer::read(&mut bytes, WIDTH, WIDTH)?,
            last: Layer::read(&mut bytes, WIDTH, 1)?,
        };
        bytes.0.is_empty().then_some(worth)
    }

    /// The logarithm of the chance to win, up to a number that all seats share.
    fn likes(&self, inputs: &[f32]) -> f64 {
        let first = rectified(&self.first, inputs);
        let second = rectified(&self.second, &first);
        let both: Vec<f32> = first.iter().zip(&second).map(|(one, other)| one + other).collect();
        f64::from(outputs(&self.last, &both)[0])
    }
}

fn outputs(layer: &Layer, inputs: &[f32]) -> Vec<f32> {
    let mut sums = layer.start();
    let set = inputs.iter().enumerate().filter(|(_, value)| **value != 0.0);
    set.for_each(|(input, value)| layer.add(input, *value, &mut sums));
    sums
}

fn rectified(layer: &Layer, inputs: &[f32]) -> Vec<f32> {
    outputs(layer, inputs).into_iter().map(|value| value.max(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::training::TrainedRules;
    use super::*;

    /// A position of the training with what its network said there.
    #[derive(Deserialize)]
    struct Case {
        #[serde(flatten)]
        rules: TrainedRules,
        opener: usize,
        dice: Vec<u8>,
        chances: Vec<f64>,
    }

    #[test]
    fn the_worth_is_what_the_training_said() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../training/liars/worth.json")).unwrap();
        assert!(cases.len() >= 40);
        for case in cases {
            let dice = BySeat::from_fn(case.dice.len(), |seat| case.dice[seat.index()]);
            let found = liars_chances(&case.rules.rules(), &dice, Seat::new(case.opener)).unwrap();
            for (found, expected) in found.values().zip(&case.chances) {
                assert!((found - expected).abs() < 0.002, "{found}, not {expected}: {dice:?}");
            }
        }
    }

    #[test]
    fn who_is_out_has_no_chance_and_an_unknown_opener_is_any() {
        let rules = LiarsRules::default();
        let dice = BySeat::from_fn(3, |seat| [2, 0, 1][seat.index()]);
        let [first, last] =
            [0, 2].map(|at| liars_chances(&rules, &dice, Some(Seat::new(at).unwrap())).unwrap());
        let drawn = liars_chances(&rules, &dice, None).unwrap();
        assert_eq!(drawn.values().nth(1), Some(&0.0));
        for (seat, chance) in drawn.iter() {
            assert!((chance - (first[seat] + last[seat]) / 2.0).abs() < 1e-12);
        }
        assert!((drawn.values().sum::<f64>() - 1.0).abs() < 1e-9);
        let one_round = LiarsRules { one_round: true, ..rules };
        assert!(liars_chances(&one_round, &dice, None).is_none());
        assert!(liars_chances(&rules, &BySeat::filled(2, 0), None).is_none());
    }
}
