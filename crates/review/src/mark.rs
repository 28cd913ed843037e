//! From losses of winning chance to marks and accuracy.
//!
//! What a die is worth depends on the table: of five players each has a chance of 20 % to begin
//! with, of two each has 50 %. So a loss is measured in *fair shares*, 1 divided by the number of
//! players still in.

use crate::shape::{Considered, Mark};

/// Losses from which on a decision is marked, in fair shares.
const MARKS: [(f64, Mark); 3] =
    [(0.20, Mark::Blunder), (0.10, Mark::Mistake), (0.05, Mark::Inaccuracy)];

/// An act that a strong player does at least this often is no mistake: it is part of a mixed strategy.
const MIXED_IN: f64 = 0.10;

/// How fast the accuracy of a decision falls with its loss in fair shares.
const STEEPNESS: f64 = 5.0;

/// The mark for a `loss` at a table with so many players still in.
pub(crate) fn mark(loss: f64, players: usize) -> Option<Mark> {
    let relative = loss * players as f64;
    MARKS.into_iter().find(|(least, _)| relative >= *least).map(|(_, mark)| mark)
}

/// The winning chance that the chosen act surely gave away.
///
/// The best is the best of several estimates, so it looks better than it is: its lead counts only
/// as far as it goes beyond the margin of error.
pub(crate) fn loss(options: &[Considered], chosen: &Considered) -> f64 {
    let best = options.iter().map(|option| option.win).fold(f64::MIN, f64::max);
    if chosen.often >= MIXED_IN { 0.0 } else { (best - chosen.win - 2.0 * chosen.error).max(0.0) }
}

/// From 0 to 100: how good decisions with these losses and numbers of players were.
pub(crate) fn accuracy(losses: impl Iterator<Item = (f64, usize)>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for (loss, players) in losses {
        sum += (-STEEPNESS * loss * players as f64).exp();
        count += 1;
    }
    (count > 0).then(|| 100.0 * sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Act;

    #[test]
    fn marks_are_for_losses_in_fair_shares() {
        let cases = [
            (0.0, 2, None),
            (0.024, 2, None),
            (0.026, 2, Some(Mark::Inaccuracy)),
            (0.06, 2, Some(Mark::Mistake)),
            (0.11, 2, Some(Mark::Blunder)),
            (0.011, 5, Some(Mark::Inaccuracy)),
            (0.05, 5, Some(Mark::Blunder)),
        ];
        for (loss, players, expected) in cases {
            assert_eq!(mark(loss, players), expected, "{loss} of {players}");
        }
    }

    #[test]
    fn a_lead_within_the_margin_of_error_is_no_loss_and_neither_is_mixed_play() {
        let option =
            |win, error, often| Considered { act: Act::Call, win, error, often, score: None };
        let best = option(0.5, 0.0, 0.9);
        for (chosen, expected) in [
            (option(0.5, 0.0, 0.0), 0.0),
            (option(0.45, 0.03, 0.0), 0.0),
            (option(0.40, 0.02, 0.05), 0.06),
            (option(0.40, 0.02, 0.10), 0.0),
        ] {
            let loss = loss(&[best, chosen], &chosen);
            assert!((loss - expected).abs() < 1e-12, "{chosen:?}: {loss}");
        }
    }

    #[test]
    fn accuracy_is_the_mean_over_decisions_that_count() {
        assert_eq!(accuracy(std::iter::empty()), None);
        assert_eq!(accuracy([(0.0, 2), (0.0, 5)].into_iter()), Some(100.0));
        let half = accuracy([(0.0, 2), (10.0, 2)].into_iter()).unwrap();
        assert!((half - 50.0).abs() < 1e-6);
    }
}
