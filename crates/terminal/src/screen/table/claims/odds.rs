//! How likely claims are.

use dicehouse_rules::claims::ClaimsView;

use crate::screen::canvas::percent;

/// What the one who answers a claim is asked, with the odds if wanted.
pub(super) fn answer_question(view: &ClaimsView<'_>, odds: bool) -> String {
    let claim = view.claim.unwrap_or_default();
    let asked = format!("Is {claim} the truth? Call it (win or lose {claim}) or let it pass.");
    if !odds {
        return asked;
    }
    format!(
        "Is {claim} true? It is rolled {} of the time. Call it (±{claim}) or let it pass.",
        percent(chance(view.rules.dice, claim))
    )
}

/// How often `dice` dice add up to `sum`.
pub(super) fn chance(dice: u8, sum: u8) -> f64 {
    let mut ways = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; ways.len() + 6];
        for (total, chance) in ways.iter().enumerate() {
            for pips in 1..=6 {
                next[total + pips] += chance / 6.0;
            }
        }
        ways = next;
    }
    ways.get(usize::from(sum)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn seven_is_the_most_likely_sum_of_two_dice() {
        assert!((chance(2, 7) - 1.0 / 6.0).abs() < 1e-12);
        assert!((chance(2, 2) - 1.0 / 36.0).abs() < 1e-12);
        assert_eq!(chance(2, 1), 0.0);
        assert_eq!(chance(2, 200), 0.0);
    }
}
