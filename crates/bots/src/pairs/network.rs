//! The value network behind `planner`. `training/pairs/README.md` describes it and its file.

use std::sync::LazyLock;

use dicehouse_rules::Face;
use dicehouse_rules::pairs::{NUMBERS, PairsRules, Sheet};

use crate::trained::Trained;
use crate::weights::{Bytes, Layer};

const MAGIC: &[u8; 8] = b"DHPAIRS1";

/// Where each group of inputs starts; one input of every row of a group is 1.
mod input {
    pub const MARKS: usize = 0;
    pub const COUNTERS: usize = 121;
    pub const COLLECTED: usize = 169;
    pub const HIGHEST: usize = 173;
    pub const TOTAL: usize = 181;
    pub const ALL: usize = 203;
    /// How many inputs are 1.
    pub const ACTIVE: usize = 20;
}

/// Marks beyond these score no more.
const MOST_MARKS: u8 = 10;
const FACES: u8 = 6;
/// The count at which the game it was trained on ends, and the most numbers collected in it.
const LAST_COUNT: u8 = 8;
const MOST_COLLECTED: usize = 3;

/// A network of layers; each but the last is followed by a rectifier.
pub(super) struct ValueNetwork {
    layers: Vec<Layer>,
    /// Points per unit of the output.
    points: f32,
}

impl ValueNetwork {
    /// The trained network.
    pub fn trained() -> &'static ValueNetwork {
        static TRAINED: LazyLock<ValueNetwork> = LazyLock::new(|| {
            ValueNetwork::read(Trained::Planner.bytes())
                .expect("the file is part of the program, and a test reads it")
        });
        &TRAINED
    }

    /// Whether these are the rules it was trained on.
    pub fn knows(rules: &PairsRules) -> bool {
        rules.last_count == LAST_COUNT && usize::from(rules.removed_numbers) == MOST_COLLECTED
    }

    fn read(bytes: &[u8]) -> Option<ValueNetwork> {
        let mut bytes = Bytes(bytes.strip_prefix(MAGIC)?);
        let count = bytes.u32()?;
        let sizes: Vec<usize> = (0..count).map(|_| bytes.u32()).collect::<Option<_>>()?;
        let points = bytes.f32()?;
        let mut layers = Vec::new();
        for size in sizes.windows(2) {
            layers.push(Layer::read(&mut bytes, size[0], size[1])?);
        }
        let fits = sizes.first() == Some(&input::ALL) && sizes.last() == Some(&1);
        (fits && bytes.0.is_empty()).then_some(ValueNetwork { layers, points })
    }

    /// The final total to expect of a sheet before the next roll.
    pub fn expected_total(&self, sheet: &Sheet, rules: &PairsRules) -> f64 {
        if sheet.is_full(rules) {
            return sheet.total().into();
        }
        let mut values: Vec<f32> = Vec::new();
        for (depth, layer) in self.layers.iter().enumerate() {
            let mut sums = layer.start();
            if depth == 0 {
                active_inputs(sheet).iter().for_each(|input| layer.add(*input, 1.0, &mut sums));
            } else {
                let lit = values.iter().enumerate().filter(|(_, value)| **value > 0.0);
                lit.for_each(|(input, value)| layer.add(input, *value, &mut sums));
            }
            values = sums;
        }
        f64::from(values.first().copied().unwrap_or(0.0) * self.points)
    }
}

/// The inputs that are 1.
fn active_inputs(sheet: &Sheet) -> [usize; input::ACTIVE] {
    let mut active = [0; input::ACTIVE];
    let mut slots = active.iter_mut();
    let mut light = |input: usize| {
        if let Some(slot) = slots.next() {
            *slot = input;
        }
    };
    for (at, number) in NUMBERS.enumerate() {
        let marks = sheet.marks(number).min(MOST_MARKS);
        light(input::MARKS + at * usize::from(MOST_MARKS + 1) + usize::from(marks));
    }
    let mut highest = 0;
    let mut total = 0;
    for (at, face) in Face::first(FACES).enumerate() {
        let removed = sheet.removed().iter().find(|removed| removed.number == face);
        let count = removed.map_or(0, |removed| usize::from(removed.count.min(LAST_COUNT - 1)));
        light(input::COUNTERS + at * usize::from(LAST_COUNT) + count);
        highest = highest.max(count);
        total += count;
    }
    light(input::COLLECTED + sheet.removed().len().min(MOST_COLLECTED));
    light(input::HIGHEST + highest);
    light(input::TOTAL + total.min(MOST_COLLECTED * usize::from(LAST_COUNT - 1)));
    active
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Ruleset;
    use dicehouse_rules::{GameKind, Rules};
    use serde_json::{Value, json};

    fn classic() -> PairsRules {
        match *Ruleset::default_of(GameKind::Pairs).rules() {
            Rules::Pairs(rules) => rules,
            _ => unreachable!(),
        }
    }

    /// The afterstates that the training's own reference evaluated.
    #[test]
    fn the_reference_values() {
        let text = include_str!("../../training/pairs/vectors.json");
        let cases: Vec<Value> = serde_json::from_str(text).unwrap();
        assert!(cases.len() >= 20);
        for case in cases {
            let removed: Vec<Value> = case["removed"]
                .as_array()
                .unwrap()
                .iter()
                .map(|pair| json!({ "number": pair[0], "count": pair[1] }))
                .collect();
            let sheet = json!({ "marks": case["marks"], "removed": removed });
            let sheet: Sheet = serde_json::from_value(sheet).unwrap();
            let value = ValueNetwork::trained().expected_total(&sheet, &classic());
            let expected = case["value"].as_f64().unwrap();
            assert!((value - expected).abs() < 0.05, "{sheet:?}: {value}, not {expected}");
        }
    }

    #[test]
    fn a_damaged_file_is_not_read() {
        let bytes = Trained::Planner.bytes();
        assert!(ValueNetwork::read(bytes).is_some());
        assert!(ValueNetwork::read(&bytes[..bytes.len() - 1]).is_none());
        assert!(ValueNetwork::read(&bytes[1..]).is_none());
        assert!(ValueNetwork::read(&[bytes, &[0]].concat()).is_none());
        assert!(ValueNetwork::read(b"").is_none());
    }
}
