//! Winning chances in few bytes, to come with a program.

use dicehouse_rules::claims::ClaimsRules;

use super::values::ClaimsValues;

/// What stands for certainty.
const CERTAIN: f64 = 65_535.0;

impl ClaimsValues {
    /// The chances in order, two bytes each.
    pub fn pack(&self) -> Vec<u8> {
        let packed = |chance: f64| (chance.clamp(0.0, 1.0) * CERTAIN).round() as u16;
        self.chances().flat_map(|chance| packed(chance).to_le_bytes()).collect()
    }

    /// The chances of a game with these rules, as they were packed; `None` when they are not of
    /// the size that these rules need.
    pub fn unpack(rules: &ClaimsRules, bytes: &[u8]) -> Option<ClaimsValues> {
        let mut values = ClaimsValues::empty(rules).ok()?;
        let (packed, rest) = bytes.as_chunks::<2>();
        if packed.len() as u64 != values.states() || !rest.is_empty() {
            return None;
        }
        for (chance, bytes) in values.chances_mut().zip(packed) {
            *chance = f64::from(u16::from_le_bytes(*bytes)) / CERTAIN;
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{GameKind, Rules, Ruleset};

    #[test]
    fn chances_survive_being_packed() {
        let ruleset = Ruleset::preset(GameKind::Claims, "simple").unwrap();
        let ruleset = ruleset.with(&[("dice", "1"), ("rounds", "2")]).unwrap();
        let Rules::Claims(rules) = *ruleset.rules() else { unreachable!() };
        let values = ClaimsValues::solve(&rules, &|_, _| ()).unwrap();
        let again = ClaimsValues::unpack(&rules, &values.pack()).unwrap();
        for (one, other) in values.chances().zip(again.chances()) {
            assert!((one - other).abs() < 1e-5, "{one} {other}");
        }
        assert!(ClaimsValues::unpack(&rules, &values.pack()[2..]).is_none());
        assert!(ClaimsValues::unpack(&rules, &[]).is_none());
    }
}
