//! One exchange whose caller knows nothing: a claim, and whether it is called.
//!
//! Dice only matter by whether the claim is true. All bluffs that are made must be worth the same, or only the best of
//! them would be made; call that worth `bluff`. The caller calls each claim only as often as keeps a bluff from being
//! worth more, because calling a true claim costs. What the exchange is worth to the claimant is then a convex function
//! of `bluff`, and the caller picks its lowest point.

use super::regrets::RegretTable;
use super::sums::Sums;

/// What a claim can lead to, as the claimant's winning chances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Answers {
    /// It is not called.
    pub passed: f64,
    /// It is called, and true.
    pub truthful: f64,
    /// It is called, and a bluff.
    pub caught: f64,
}

/// What an exchange is worth to the claimant when both play as well as can be.
pub(super) fn value(sums: &Sums, answers: &[Answers]) -> f64 {
    let mut low = answers.iter().map(|a| a.caught.min(a.passed)).fold(f64::MIN, f64::max);
    let mut high = answers.iter().map(|a| a.passed.max(a.caught)).fold(f64::MIN, f64::max);
    for _ in 0..48 {
        let third = (high - low) / 3.0;
        if worth(sums, answers, low + third) <= worth(sums, answers, high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    worth(sums, answers, (low + high) / 2.0)
}

/// What the exchange is worth when calls keep every bluff from being worth more than `bluff`.
fn worth(sums: &Sums, answers: &[Answers], bluff: f64) -> f64 {
    let of = |n: usize| {
        let truth = truth_worth(&answers[sums.truth(n)], bluff);
        sums.chance(n) * truth.max(bluff)
    };
    (0..sums.len()).map(of).sum()
}

/// What the truth is worth when the claim is called just so often that a bluff is worth `bluff`.
fn truth_worth(answers: &Answers, bluff: f64) -> f64 {
    let called = call_chance(answers, bluff);
    answers.passed + called * (answers.truthful - answers.passed)
}

/// How often a claim is called so that a bluff is worth no more than `bluff`.
fn call_chance(answers: &Answers, bluff: f64) -> f64 {
    let cost = answers.passed - answers.caught;
    if answers.passed <= bluff {
        0.0
    } else if cost > 0.0 {
        ((answers.passed - bluff) / cost).min(1.0)
    } else {
        1.0
    }
}

/// How both play an exchange.
#[derive(Clone, Debug)]
pub(super) struct ExchangeMix {
    /// For each sum how often each claim is made.
    pub claims: Vec<Vec<f64>>,
    /// For each claim how often it is called.
    pub calls: Vec<f64>,
}

/// Iterations after which a mix is good to about a thousandth of what the exchange decides.
const ITERATIONS: u32 = 2000;

/// How both play an exchange, by regret matching (CFR+).
pub(super) fn mix(sums: &Sums, answers: &[Answers]) -> ExchangeMix {
    let (rolls, claims) = (sums.len(), sums.claims());
    // The claimant decides by the sum, the caller by the claim: to call or to let pass.
    let (mut claimant, mut caller) = (RegretTable::new(rolls, claims), RegretTable::new(claims, 2));
    let mut worth = vec![0.0; claims];
    claimant.refresh();
    caller.refresh();
    for iteration in 1..=ITERATIONS {
        for n in 0..rolls {
            for (claim, worth) in worth.iter_mut().enumerate() {
                let Answers { passed, truthful, caught } = answers[claim];
                let when_called = if sums.true_for(claim) == Some(n) { truthful } else { caught };
                *worth = passed + caller.now[2 * claim] * (when_called - passed);
            }
            claimant.learn(n, &worth, f64::from(iteration) * sums.chance(n));
        }
        claimant.refresh();
        for (claim, answers) in answers.iter().enumerate() {
            let (mut truths, mut bluffs) = (0.0, 0.0);
            for n in 0..rolls {
                let part = sums.chance(n) * claimant.now[n * claims + claim];
                if sums.true_for(claim) == Some(n) { truths += part } else { bluffs += part }
            }
            let call = -truths * answers.truthful - bluffs * answers.caught;
            let pass = -(truths + bluffs) * answers.passed;
            caller.learn(claim, &[call, pass], f64::from(iteration));
        }
        caller.refresh();
    }
    claimant.average();
    caller.average();
    ExchangeMix {
        claims: claimant.now.chunks(claims).map(<[f64]>::to_vec).collect(),
        calls: caller.now.chunks(2).map(|answer| answer[0]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use dicehouse_rules::claims::ClaimsRules;

    use super::*;

    /// Points instead of chances, with scores far from 0: a bluff is worth 6 (see the house bots,
    /// which play for points).
    fn points(sums: &Sums) -> Vec<Answers> {
        let answers = |n: usize| {
            let claim = f64::from(sums.claim(n));
            let truthful = (1.5 * claim).floor() + claim;
            Answers { passed: claim, truthful, caught: -2.0 * claim }
        };
        (0..sums.claims()).map(answers).collect()
    }

    #[test]
    fn sums_of_two_dice() {
        let sums = Sums::new(&ClaimsRules::default());
        assert_eq!((sums.len(), sums.claims(), sums.claim(0)), (11, 12, 1));
        assert!((sums.chance(5) - 1.0 / 6.0).abs() < 1e-12, "seven");
        assert_eq!((sums.true_for(0), sums.true_for(1), sums.truth(0)), (None, Some(0), 1));
    }

    #[test]
    fn the_mix_is_worth_the_value() {
        let sums = Sums::new(&ClaimsRules::default());
        let answers = points(&sums);
        let value = value(&sums, &answers);
        let mix = mix(&sums, &answers);
        // The caller's mix holds the claimant down to the value.
        let best: f64 = (0..sums.len())
            .map(|n| {
                let worth = |claim: usize| {
                    let a = answers[claim];
                    let called =
                        if sums.true_for(claim) == Some(n) { a.truthful } else { a.caught };
                    a.passed + mix.calls[claim] * (called - a.passed)
                };
                sums.chance(n) * (0..sums.claims()).map(worth).fold(f64::MIN, f64::max)
            })
            .sum();
        assert!((best - value).abs() < 0.02, "{best} {value}");
        assert!((mix.calls[11] - 6.0 / 36.0).abs() < 0.01, "twelves are called now and then");
        assert!(mix.claims[0][1] < 0.01, "a two is never told");
    }
}
