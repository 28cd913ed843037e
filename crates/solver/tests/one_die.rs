//! Values of the one-die game that are known exactly.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{round, rules, solved};

/// One die each, by number of faces from 2: what the round is worth to the opener.
#[test]
fn values_by_number_of_faces() {
    let highest = [1.0 / 2.0, 1.0 / 9.0, 1.0 / 16.0, 1.0 / 125.0, -7.0 / 258.0];
    let none = [0.0, -1.0 / 9.0, -1.0 / 8.0, -3.0 / 25.0, -1.0 / 9.0];
    let ones = [1.0, 1.0 / 3.0, 0.0, 0.0, -7.0 / 327.0];
    for faces in 2..=6u8 {
        let (text, at) = (faces.to_string(), usize::from(faces) - 2);
        for (wild, known) in [(text.as_str(), highest[at]), ("none", none[at]), ("1", ones[at])] {
            let rules = rules("openspiel", &[("faces", &text), ("wild", wild)]);
            let progress = solved(round(rules, [1, 1]), 1000).progress();
            let what = format!("{faces} faces, wild {wild}: {progress:?}, known {known}");
            assert!(progress.exploitability < 1e-3, "{what}");
            assert!((progress.value - known).abs() < 5e-4, "{what}");
        }
    }
}
