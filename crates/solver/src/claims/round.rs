//! One round whose players both see their dice from its start.
//!
//! The second claimant knows their own dice when answering, and so whether a call now fits the claim that comes next.
//! The two exchanges are one game then: the first player claims, the second answers and claims, the first answers. It
//! is small enough to be solved by vectors over sums (CFR+).

use super::exchange::Answers;
use super::points::Outcome;
use super::regrets::RegretTable;
use super::sums::Sums;

/// What everything in a round leads to.
#[derive(Clone, Debug)]
pub(super) struct RoundStakes {
    /// Whether the first claimant has a card.
    pub card: bool,
    /// By first claim, end of the first exchange and second claim: the second claimant's winning
    /// chances.
    pub second: Vec<[Vec<Answers>; 4]>,
}

impl RoundStakes {
    /// The least and the greatest of all chances.
    pub fn range(&self) -> (f64, f64) {
        let all = self.second.iter().flatten().flatten();
        let chances = all.flat_map(|a| [a.passed, a.truthful, a.caught]);
        chances.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
    }
}

/// How both play a round.
#[derive(Clone, Debug)]
pub(super) struct RoundMix {
    sums: usize,
    claims: usize,
    /// First claims: by sum, then by claim.
    first: Vec<f64>,
    /// How often the first claim is called: by claim, then by the caller's sum.
    calls: Vec<f64>,
    /// How often a caught first claimant plays the card: by claim.
    cards: Vec<f64>,
    /// Second claims: by first claim, end, sum and claim.
    second: Vec<f64>,
    /// How often the second claim is called: by first claim, end and claim.
    answers: Vec<f64>,
    /// What the round is worth to the first claimant.
    pub value: f64,
}

impl RoundMix {
    /// How often each claim is made first with the `sum`-th sum.
    pub fn first(&self, sum: usize) -> &[f64] {
        &self.first[sum * self.claims..][..self.claims]
    }

    /// How often the first `claim` is called by who holds the `sum`-th sum.
    pub fn call(&self, claim: usize, sum: usize) -> f64 {
        self.calls[claim * self.sums + sum]
    }

    /// How often the card is played when the first `claim` is caught.
    pub fn card(&self, claim: usize) -> f64 {
        self.cards[claim]
    }

    /// How often each claim is made second with the `sum`-th sum.
    pub fn second(&self, claim: usize, end: Outcome, sum: usize) -> &[f64] {
        &self.second[((claim * 4 + end as usize) * self.sums + sum) * self.claims..][..self.claims]
    }

    /// How often the second claim is called.
    pub fn answer(&self, claim: usize, end: Outcome, second: usize) -> f64 {
        self.answers[(claim * 4 + end as usize) * self.claims + second]
    }
}

/// Solves a round.
pub(super) fn solve(sums: &Sums, stakes: &RoundStakes, iterations: u32) -> RoundMix {
    let mut work = RoundWork::new(sums, stakes);
    for iteration in 1..=iterations {
        work.weight = f64::from(iteration).powi(2);
        work.refresh();
        work.learn_first();
        work.refresh();
        work.learn_second();
    }
    work.finish()
}

/// A round being solved.
struct RoundWork<'a> {
    dice: &'a Sums,
    stakes: &'a RoundStakes,
    weight: f64,
    first: RegretTable,
    calls: RegretTable,
    cards: RegretTable,
    second: RegretTable,
    answers: RegretTable,
    /// What the round was worth to the first claimant the last time.
    value: f64,
}

/// The places of acts in decisions with two.
const YES: usize = 0;
const NO: usize = 1;

impl<'a> RoundWork<'a> {
    fn new(dice: &'a Sums, stakes: &'a RoundStakes) -> RoundWork<'a> {
        let (sums, claims) = (dice.len(), dice.claims());
        RoundWork {
            dice,
            stakes,
            weight: 0.0,
            first: RegretTable::new(sums, claims),
            calls: RegretTable::new(claims * sums, 2),
            cards: RegretTable::new(claims, 2),
            second: RegretTable::new(claims * 4 * sums, claims),
            answers: RegretTable::new(claims * 4 * claims, 2),
            value: 0.0,
        }
    }

    fn refresh(&mut self) {
        self.tables().into_iter().for_each(RegretTable::refresh);
    }

    fn tables(&mut self) -> [&mut RegretTable; 5] {
        let RoundWork { first, calls, cards, second, answers, .. } = self;
        [first, calls, cards, second, answers]
    }

    /// The first claimant learns: the first claim, the card, and answering the second claim.
    fn learn_first(&mut self) {
        let (sums, claims) = (self.dice.len(), self.dice.claims());
        // What each claim is worth when it is a bluff, and how much more when it is true.
        let (mut bluffs, mut truths) = (vec![0.0; claims], vec![0.0; claims]);
        for claim in 0..claims {
            let called: Vec<f64> = (0..sums)
                .map(|n| self.dice.chance(n) * self.calls.now[(claim * sums + n) * 2 + YES])
                .collect();
            let passed: Vec<f64> = (0..sums).map(|n| self.dice.chance(n) - called[n]).collect();
            let (truthful, bluffing) = self.first_reach(claim);
            let both = truthful + bluffing;
            let immune = if self.stakes.card { self.cards.now[claim * 2 + YES] } else { 0.0 };
            let pass = self.answer_second(claim, Outcome::Passed, &passed, both);
            let truth = self.answer_second(claim, Outcome::Truthful, &called, truthful);
            let mine = bluffing * (1.0 - immune);
            let caught = self.answer_second(claim, Outcome::Caught, &called, mine);
            let mut bluff = caught;
            if self.stakes.card {
                let mine = bluffing * immune;
                let saved = self.answer_second(claim, Outcome::Immune, &called, mine);
                bluff = self.cards.learn(claim, &[saved, caught], self.weight * bluffing);
            }
            bluffs[claim] = pass + bluff;
            truths[claim] = pass + truth;
        }
        self.value = 0.0;
        for n in 0..sums {
            let mut worth = bluffs.clone();
            worth[self.dice.truth(n)] = truths[self.dice.truth(n)];
            let chance = self.dice.chance(n);
            self.value += chance * self.first.learn(n, &worth, self.weight * chance);
        }
    }

    /// How likely the first claimant makes this claim truthfully, and as a bluff.
    fn first_reach(&self, claim: usize) -> (f64, f64) {
        let (sums, claims) = (self.dice.len(), self.dice.claims());
        let (mut truthful, mut bluffing) = (0.0, 0.0);
        for n in 0..sums {
            let part = self.dice.chance(n) * self.first.now[n * claims + claim];
            if self.dice.true_for(claim) == Some(n) { truthful += part } else { bluffing += part }
        }
        (truthful, bluffing)
    }

    /// The first claimant learns to answer the second claim; what that is worth.
    fn answer_second(&mut self, claim: usize, end: Outcome, theirs: &[f64], mine: f64) -> f64 {
        let (sums, claims) = (self.dice.len(), self.dice.claims());
        let at = claim * 4 + end as usize;
        let mut value = 0.0;
        for second in 0..claims {
            let (mut truths, mut all) = (0.0, 0.0);
            for (n, theirs) in theirs.iter().enumerate() {
                let part = theirs * self.second.now[(at * sums + n) * claims + second];
                all += part;
                if self.dice.true_for(second) == Some(n) {
                    truths += part;
                }
            }
            let Answers { passed, truthful, caught } =
                self.stakes.second[claim][end as usize][second];
            let call = truths * (1.0 - truthful) + (all - truths) * (1.0 - caught);
            let pass = all * (1.0 - passed);
            value += self.answers.learn(at * claims + second, &[call, pass], self.weight * mine);
        }
        value
    }

    /// The second claimant learns: answering the first claim, and claiming.
    fn learn_second(&mut self) {
        let (sums, claims) = (self.dice.len(), self.dice.claims());
        let mut worth = vec![0.0; claims];
        for claim in 0..claims {
            let (truthful, bluffing) = self.first_reach(claim);
            let immune = if self.stakes.card { self.cards.now[claim * 2 + YES] } else { 0.0 };
            let reach =
                [truthful + bluffing, truthful, bluffing * (1.0 - immune), bluffing * immune];
            for n in 0..sums {
                let called = self.calls.now[(claim * sums + n) * 2 + YES];
                let mut values = [0.0; 4];
                for end in Outcome::ALL {
                    if end == Outcome::Immune && !self.stakes.card {
                        continue;
                    }
                    let at = claim * 4 + end as usize;
                    for (second, worth) in worth.iter_mut().enumerate() {
                        let answers = self.stakes.second[claim][end as usize][second];
                        let answered = self.answers.now[(at * claims + second) * 2 + YES];
                        let when_called = match self.dice.true_for(second) == Some(n) {
                            true => answers.truthful,
                            false => answers.caught,
                        };
                        *worth = reach[end as usize]
                            * (answers.passed + answered * (when_called - answers.passed));
                    }
                    let mine = if end == Outcome::Passed { 1.0 - called } else { called };
                    let weight = self.weight * mine * self.dice.chance(n);
                    values[end as usize] = self.second.learn(at * sums + n, &worth, weight);
                }
                let [pass, truth, caught, saved] = values;
                let weight = self.weight * self.dice.chance(n);
                self.calls.learn(claim * sums + n, &[truth + caught + saved, pass], weight);
            }
        }
    }

    fn finish(mut self) -> RoundMix {
        self.tables().into_iter().for_each(RegretTable::average);
        // One more round of learning tells what the average is worth; nothing of it is kept.
        let kept = [&self.first, &self.calls, &self.cards, &self.second, &self.answers]
            .map(|table| table.now.clone());
        self.learn_first();
        let [first, calls, cards, second, answers] = kept;
        let yes =
            |now: &[f64]| now.chunks(2).map(|pair| pair[YES] / (pair[YES] + pair[NO])).collect();
        RoundMix {
            sums: self.dice.len(),
            claims: self.dice.claims(),
            calls: yes(&calls),
            cards: yes(&cards),
            answers: yes(&answers),
            first,
            second,
            value: self.value,
        }
    }
}
