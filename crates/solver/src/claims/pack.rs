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
        ClaimsValues::empty(rules).ok()?.filled(bytes)
    }

    /// How many bytes the packed chances take.
    pub(crate) fn packed_len(&self) -> usize {
        self.states() as usize * size_of::<u16>()
    }

    /// These values with the chances as they were packed; `None` when they are not of this size.
    pub(crate) fn filled(mut self, bytes: &[u8]) -> Option<ClaimsValues> {
        if bytes.len() != self.packed_len() {
            return None;
        }
        let (packed, _) = bytes.as_chunks::<2>();
        for (chance, bytes) in self.chances_mut().zip(packed) {
            *chance = f64::from(u16::from_le_bytes(*bytes)) / CERTAIN;
        }
        Some(self)
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
