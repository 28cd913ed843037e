//! How good somebody is at exercises: a rating that each answer moves.

use serde::{Deserialize, Serialize};

/// Somebody's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rating {
    /// The rating; somebody new has 1200.
    pub value: f64,
    /// How many exercises were answered.
    pub answered: u32,
    /// How many of them were answered well.
    pub right: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { value: 1200.0, answered: 0, right: 0 }
    }
}

impl Rating {
    /// With fewer answers a rating is a first guess.
    const FIRST_GUESS: u32 = 10;

    /// The rating after an exercise that is rated `exercise` was answered for `points`, from 0 to 1.
    #[must_use]
    pub fn after(self, exercise: f64, points: f64) -> Rating {
        let expected = 1.0 / (1.0 + 10_f64.powf((exercise - self.value) / 400.0));
        let step = match self.answered {
            0..Rating::FIRST_GUESS => 48.0,
            Rating::FIRST_GUESS..30 => 24.0,
            _ => 16.0,
        };
        Rating {
            value: (self.value + step * (points - expected)).clamp(100.0, 3000.0),
            answered: self.answered.saturating_add(1),
            right: self.right.saturating_add(u32::from(points >= 1.0)),
        }
    }

    /// Whether there are enough answers for it to mean something.
    pub fn is_settled(&self) -> bool {
        self.answered >= Rating::FIRST_GUESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_answers_raise_it_and_hard_ones_more() {
        let start = Rating::default();
        let [easy, hard] = [900.0, 1500.0].map(|of| start.after(of, 1.0).value);
        assert!(start.value < easy && easy < hard);
        assert!(start.after(900.0, 0.0).value < start.after(1500.0, 0.0).value);
        assert!(start.after(1200.0, 0.5).value == 1200.0);
    }

    /// Somebody who answers every second exercise of 1400 well gets there.
    #[test]
    fn it_settles_where_answers_are_right_half_of_the_time() {
        let mut rating = Rating::default();
        for n in 0..200 {
            rating = rating.after(1400.0, f64::from(n % 2));
        }
        assert!((rating.value - 1400.0).abs() < 25.0, "{rating:?}");
        assert_eq!((rating.answered, rating.right), (200, 100));
    }
}
