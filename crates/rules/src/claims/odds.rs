//! How likely sums are.

use super::rules::SIDES;

/// The chance of each sum of `dice` dice, from 0 up to the highest.
///
/// ```
/// let chances = dicehouse_rules::claims::sum_chances(2);
/// assert!((chances[7] - 1.0 / 6.0).abs() < 1e-12);
/// assert_eq!((chances[1], chances.len()), (0.0, 13));
/// ```
pub fn sum_chances(dice: u8) -> Vec<f64> {
    let (dice, sides) = (usize::from(dice), usize::from(SIDES));
    let mut chances = vec![0.0; dice * sides + 1];
    chances[0] = 1.0;
    for _ in 0..dice {
        let before = chances.clone();
        for (sum, chance) in chances.iter_mut().enumerate() {
            let pips = 1..=sides.min(sum);
            *chance = pips.map(|pips| before[sum - pips]).sum::<f64>() / sides as f64;
        }
    }
    chances
}

/// How often `dice` dice add up to `sum`.
pub fn chance_of_sum(dice: u8, sum: u8) -> f64 {
    sum_chances(dice).get(usize::from(sum)).copied().unwrap_or(0.0)
}
