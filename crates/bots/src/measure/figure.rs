//! A measured mean with its error.

/// A mean over seeded games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Figure {
    /// The mean of independent samples; without a spread when there are fewer than two.
    pub fn of(samples: &[f64]) -> Figure {
        let count = samples.len().max(1) as f64;
        let mean = samples.iter().sum::<f64>() / count;
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Figure { mean, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error() {
        let figure = Figure::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(figure.mean, 2.5);
        // Variance 5/3, over four samples.
        assert!((figure.error - (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Figure::of(&[]), Figure { mean: 0.0, error: 0.0 });
    }
}
