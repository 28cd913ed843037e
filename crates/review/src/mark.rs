//! From losses of winning chance to marks and accuracy.
//!
//! What a die is worth depends on the table: of five players each has a chance of 20 % to begin
//! with, of two each has 50 %. So a loss is measured in *fair shares*, 1 divided by the number of
//! players still in.

use crate::shape::{Considered, Mark};

/// Losses from which on a decision is marked, in fair shares.
const MARKS: [(f64, Mark); 3] =
    [(0.20, Mark::Blunder), (0.10, Mark::Mistake), (0.05, Mark::Inaccuracy)];

/// An act that a strong player does at least this often may be part of a mixed strategy …
const MIXED_IN: f64 = 0.10;
/// … unless it surely gives away this much, in fair shares: the acts of a good mix are about equally good.
const NEVER_EXCUSED: f64 = 0.15;
/// What the mix as a whole may give away, in fair shares. Where it gives away more, it was never learnt: play that
/// hardly ever happens among strong players says nothing about what to do.
const MEANINGFUL: f64 = 0.10;

/// A position in which even the best act leaves less than this, in fair shares, is lost: nobody is blamed there.
const LOST: f64 = 0.10;

/// What somebody who chooses blindly among the acts looked at must give away for a decision to matter, in fair shares.
const SOMETHING: f64 = 0.03;

/// How fast the accuracy of a decision falls with its loss in fair shares.
const STEEPNESS: f64 = 5.0;

/// What a decision gave away.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loss {
    /// How far the act was behind the best one: the difference of the two chances that a reader sees.
    pub shown: f64,
    /// How much of that is certain. The best is the best of several estimates, so it looks better than it is: its
    /// lead counts only as far as it goes beyond the margin of error.
    pub sure: f64,
}

/// The mark for a `loss` that is certain, at a table with this many players still in.
pub(crate) fn mark(loss: f64, players: usize) -> Option<Mark> {
    let relative = loss * players as f64;
    MARKS.into_iter().find(|(least, _)| relative >= *least).map(|(_, mark)| mark)
}

/// The winning chance that the chosen act gave away; nothing where that may be noise, where the act belongs to a
/// good mix, and where the game was lost anyway.
pub(crate) fn loss(options: &[Considered], chosen: &Considered, players: usize) -> Loss {
    let best = options.iter().map(|option| option.win).fold(f64::MIN, f64::max);
    let shown = best - chosen.win;
    let sure = shown - 2.0 * chosen.error;
    let shares = players as f64;
    let is_lost = best * shares < LOST;
    if sure <= 0.0 || is_lost || is_mixed_in(options, chosen, sure * shares, shares) {
        return Loss::default();
    }
    Loss { shown, sure }
}

/// Whether the act belongs to a mix of acts that are about equally good. `gap` is what it gives away in fair shares.
fn is_mixed_in(options: &[Considered], chosen: &Considered, gap: f64, shares: f64) -> bool {
    chosen.often >= MIXED_IN && gap < NEVER_EXCUSED && gap_of_mix(options) * shares < MEANINGFUL
}

/// What the strong player's mix gives away for certain, on average.
fn gap_of_mix(options: &[Considered]) -> f64 {
    let best = options.iter().map(|option| option.win).fold(f64::MIN, f64::max);
    let gap = |option: &Considered| (best - option.win - 2.0 * option.error).max(0.0);
    let often: f64 = options.iter().map(|option| option.often).sum();
    let sum: f64 = options.iter().map(|option| option.often * gap(option)).sum();
    if often > 0.0 { sum / often } else { 0.0 }
}

/// Whether there was something to lose: of the acts that were looked at, one chosen blindly would surely give away
/// enough, on average. Where everything is about as good, or the game is lost, nobody shows how well they play.
pub(crate) fn matters(options: &[Considered], players: usize) -> bool {
    let shares = players as f64;
    let best = options.iter().map(|option| option.win).fold(f64::MIN, f64::max);
    let gap = |option: &Considered| (best - option.win - 2.0 * option.error).max(0.0) * shares;
    let blindly = options.iter().map(gap).sum::<f64>() / options.len().max(1) as f64;
    best * shares >= LOST && blindly >= SOMETHING
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
    fn a_lead_within_the_margin_of_error_is_not_a_loss_and_neither_is_good_mixed_play() {
        let best = option(0.5, 0.0, 0.9);
        for (chosen, shown, sure) in [
            (option(0.5, 0.0, 0.0), 0.0, 0.0),
            (option(0.45, 0.03, 0.0), 0.0, 0.0),
            (option(0.40, 0.02, 0.05), 0.10, 0.06),
            (option(0.44, 0.01, 0.10), 0.0, 0.0),
            // What is surely worse by 15 % of a fair share or more is never excused.
            (option(0.38, 0.02, 0.10), 0.12, 0.08),
        ] {
            let found = loss(&[best, chosen], &chosen, 2);
            let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
            assert!(near(found.shown, shown) && near(found.sure, sure), "{chosen:?}: {found:?}");
        }
    }

    /// The case that was called "a fair choice": a call worth 100 % passed over for a raise worth 6 % that the
    /// strategy, which never gets there, makes as often as not.
    #[test]
    fn a_certain_blunder_is_never_excused() {
        let (call, raise) = (option(1.0, 0.0, 0.5), option(0.06, 0.0, 0.5));
        let found = loss(&[call, raise], &raise, 2);
        assert_eq!(mark(found.sure, 2), Some(Mark::Blunder));
    }

    /// A small loss is not excused where the strategy itself loses a lot: it does not know such positions.
    #[test]
    fn a_mix_that_loses_a_lot_excuses_nothing() {
        let (best, chosen) = (option(0.5, 0.0, 0.1), option(0.46, 0.0, 0.3));
        let lost = |rest: Considered| loss(&[best, chosen, rest], &chosen, 2).shown;
        assert!((lost(option(0.1, 0.0, 0.6)) - 0.04).abs() < 1e-12);
        assert_eq!(lost(option(0.49, 0.0, 0.6)), 0.0);
    }

    #[test]
    fn nobody_is_blamed_where_all_is_lost() {
        let (best, chosen) = (option(0.019, 0.0, 1.0), option(0.0, 0.0, 0.0));
        assert_eq!(loss(&[best, chosen], &chosen, 5), Loss::default());
        assert!(loss(&[best, chosen], &chosen, 6).sure > 0.0);
    }

    fn option(win: f64, error: f64, often: f64) -> Considered {
        Considered { act: Act::Call, win, error, often, score: None }
    }

    #[test]
    fn accuracy_is_the_mean_over_decisions_that_count() {
        assert_eq!(accuracy(std::iter::empty()), None);
        assert_eq!(accuracy([(0.0, 2), (0.0, 5)].into_iter()), Some(100.0));
        let half = accuracy([(0.0, 2), (10.0, 2)].into_iter()).unwrap();
        assert!((half - 50.0).abs() < 1e-6);
    }
}
