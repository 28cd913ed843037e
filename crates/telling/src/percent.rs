//! How chances are written everywhere.

/// A chance in percent: only what is certain is 100, only what is impossible is 0.
pub fn percent(chance: f64) -> String {
    format!("{} %", whole_percent(chance))
}

/// A chance in whole percent: only what is certain is 100, only what is impossible is 0.
///
/// Chances are sums of many small ones, so that what is certain may differ from 1 in the last
/// digits.
pub fn whole_percent(chance: f64) -> u8 {
    const ROUNDING: f64 = 1e-12;
    match chance {
        chance if chance <= ROUNDING => 0,
        chance if chance >= 1.0 - ROUNDING => 100,
        chance => ((chance * 100.0).round() as u8).clamp(1, 99),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_a_hundred_percent() {
        let cases = [
            (1.0, 100),
            (1.000_000_000_000_000_2, 100),
            (0.999_999_999_999_999_8, 100),
            (0.9999, 99),
            (0.5, 50),
            (1e-9, 1),
            (0.0, 0),
            (-0.0, 0),
            (-2.2e-16, 0),
            (2.2e-16, 0),
        ];
        for (chance, shown) in cases {
            assert_eq!(whole_percent(chance), shown, "{chance}");
            assert_eq!(percent(chance), format!("{shown} %"));
        }
    }
}
