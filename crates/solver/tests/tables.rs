//! Tables in files: what is read is what was written, and damage is noticed.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;

use dicehouse_rules::claims::ClaimsRules;
use dicehouse_rules::{GameKind, Rules, Ruleset};
use dicehouse_solver::claims::Scene;
use dicehouse_solver::tables::{ClaimsTableError, Tables};

fn rules() -> ClaimsRules {
    let changes = [("rounds", "2"), ("dice", "1")];
    let ruleset = Ruleset::preset(GameKind::Claims, "simple").unwrap().with(&changes).unwrap();
    match ruleset.rules() {
        Rules::Claims(rules) => *rules,
        _ => unreachable!("a preset of claims"),
    }
}

#[test]
fn chances_are_kept_and_damage_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(folder.path());
    assert!(tables.claims(&rules()).unwrap().is_none());
    let solved = tables.claims_or_solve(&rules(), &|_, _| {}).unwrap();
    let kept = tables.claims(&rules()).unwrap().unwrap();
    for a in 0..10 {
        let scene = Scene { scores: [a, 3], cards: [false, false] };
        let apart = (solved.before_round(1, scene) - kept.before_round(1, scene)).abs();
        assert!(apart < 1e-5, "{scene:?}: {apart}");
    }
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    // Every byte counts: flipped bits anywhere, and every length.
    for place in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        fs::write(&file, &damaged).unwrap();
        let read = tables.claims(&rules());
        assert!(matches!(read, Err(ClaimsTableError::File(_))), "byte {place}: {read:?}");
    }
    for length in (0..whole.len()).step_by(13) {
        fs::write(&file, &whole[..length]).unwrap();
        let read = tables.claims(&rules());
        assert!(matches!(read, Err(ClaimsTableError::File(_))), "length {length}");
    }
    tables.claims_or_solve(&rules(), &|_, _| {}).unwrap();
    assert_eq!(fs::read(&file).unwrap(), whole, "made again, the same");
}
