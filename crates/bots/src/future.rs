//! Final scores that are not known yet, and who will have the highest.

/// A final score as a normal distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Future {
    pub mean: f64,
    /// The standard deviation, above 0.
    pub spread: f64,
}

/// Where a distribution is looked at, in standard deviations, with the density there.
const POINTS: [(f64, f64); 11] = [
    (-3.0, 0.0044),
    (-2.4, 0.0224),
    (-1.8, 0.0790),
    (-1.2, 0.1942),
    (-0.6, 0.3332),
    (0.0, 0.3989),
    (0.6, 0.3332),
    (1.2, 0.1942),
    (1.8, 0.0790),
    (2.4, 0.0224),
    (3.0, 0.0044),
];

impl Future {
    /// The chance that this score ends above all the others, each by itself.
    pub fn above_all(&self, others: &[Future]) -> f64 {
        let total: f64 = POINTS.iter().map(|(_, weight)| weight).sum();
        let at = |(point, weight): &(f64, f64)| {
            let own = self.mean + self.spread * point;
            let above = others.iter().map(|other| normal((own - other.mean) / other.spread));
            weight * above.product::<f64>()
        };
        POINTS.iter().map(at).sum::<f64>() / total
    }
}

/// The chance that a standard normal number is below `x`.
fn normal(x: f64) -> f64 {
    // Abramowitz and Stegun, 26.2.17; good to seven digits.
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = 0.398_942_28 * (-x * x / 2.0).exp();
    let fourth = -1.821_255_98 + t * 1.330_274_43;
    let third = 1.781_477_94 + t * fourth;
    let tail = density * t * (0.319_381_53 + t * (-0.356_563_78 + t * third));
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_345), (-1.96, 0.024_998), (3.0, 0.998_650)] {
            assert!((normal(x) - expected).abs() < 1e-5, "{x}: {}", normal(x));
        }
    }

    /// Chances of a whole table add up to one, nearly, and go with the means.
    #[test]
    fn chances_to_end_above_all() {
        let even = Future { mean: 50.0, spread: 10.0 };
        for others in 1..10_usize {
            let all = (others + 1) as f64 * even.above_all(&vec![even; others]);
            assert!((all - 1.0).abs() < 0.02, "{others} others: {all}");
        }
        let ahead = Future { mean: 60.0, spread: 10.0 };
        // The difference has a spread of 14.14, so this is the chance of 0.7071 deviations.
        assert!((ahead.above_all(&[even]) - 0.760_25).abs() < 1e-3);
        assert!((even.above_all(&[ahead]) - 0.239_75).abs() < 1e-3);
    }
}
