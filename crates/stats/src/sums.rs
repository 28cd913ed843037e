//! Integer sums over units from which a mean and its variance between units follow.

use std::ops::AddAssign;

/// Sums over units of what an entrant got, of what it could have got, and of their products.
///
/// The mean is the ratio `got / of`; a unit with more games weighs more. Its residual in a unit is
/// `got − mean · of`, and the sum of squared residuals expands into the three sums of products kept
/// here, so that it can be taken around any mean afterwards. All are integers: addition is exact,
/// so it may be done in any order. Products are 128 bits wide because 64 would limit the number of
/// units a long contest may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub units: u64,
    pub games: u64,
    pub got: u64,
    pub of: u64,
    got_got: u128,
    got_of: u128,
    of_of: u128,
}

impl Sums {
    /// Counts `times` units of `games` games in each of which `got` of `of` was made.
    pub fn add(&mut self, got: u64, of: u64, games: u64, times: u64) {
        debug_assert!(got <= of && of > 0 && games > 0);
        let (wide_got, wide_of, wide_times) = (u128::from(got), u128::from(of), u128::from(times));
        self.units += times;
        self.games += games * times;
        self.got += got * times;
        self.of += of * times;
        self.got_got += wide_got * wide_got * wide_times;
        self.got_of += wide_got * wide_of * wide_times;
        self.of_of += wide_of * wide_of * wide_times;
    }

    /// The sums of `units` units of `games` games and of size `of` each, from the sums of what was
    /// made in them and of its squares.
    pub fn of_equal_units(units: u64, games: u64, of: u64, got: u64, squares: u128) -> Self {
        let (wide_units, wide_of) = (u128::from(units), u128::from(of));
        Self {
            units,
            games: games * units,
            got,
            of: of * units,
            got_got: squares,
            got_of: u128::from(got) * wide_of,
            of_of: wide_of * wide_of * wide_units,
        }
    }

    /// The mean over units; none without a unit.
    pub fn mean(&self) -> Option<f64> {
        (self.of > 0).then(|| self.got as f64 / self.of as f64)
    }

    /// The sum over units of `(got − mean · of)²`, made larger by U / (U − 1) for the mean is
    /// estimated from the same units.
    pub fn scatter(&self) -> f64 {
        let mean = self.mean().unwrap_or(0.0);
        let (gg, go, oo) = (self.got_got as f64, self.got_of as f64, self.of_of as f64);
        let squares = (gg - 2.0 * mean * go + mean * mean * oo).max(0.0);
        match self.units {
            0 | 1 => 0.0,
            units => squares * units as f64 / (units - 1) as f64,
        }
    }
}

impl AddAssign<&Sums> for Sums {
    fn add_assign(&mut self, other: &Sums) {
        self.units += other.units;
        self.games += other.games;
        self.got += other.got;
        self.of += other.of;
        self.got_got += other.got_got;
        self.got_of += other.got_of;
        self.of_of += other.of_of;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scatter_is_that_of_the_units() {
        let units = [(3, 4), (0, 4), (5, 6), (2, 2)];
        let mut sums = Sums::default();
        for (got, of) in units {
            sums.add(got, of, of / 2, 1);
        }
        assert_eq!(sums.mean(), Some(10.0 / 16.0));
        let residual = |&(got, of): &(u64, u64)| (got as f64 - 0.625 * of as f64).powi(2);
        let direct = units.iter().map(residual).sum::<f64>() * 4.0 / 3.0;
        assert!((sums.scatter() - direct).abs() < 1e-12);
    }

    #[test]
    fn equal_units_need_only_two_sums() {
        let mut one_by_one = Sums::default();
        for got in [3, 0, 4, 4, 1] {
            one_by_one.add(got, 4, 2, 1);
        }
        assert_eq!(one_by_one, Sums::of_equal_units(5, 2, 4, 12, 9 + 16 + 16 + 1));
    }
}
