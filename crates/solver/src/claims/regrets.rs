//! Regret matching for many decisions with the same number of acts (CFR+).

/// Regrets, strategy sums and the strategy of this iteration, for decisions with `acts` acts each.
pub(super) struct RegretTable {
    acts: usize,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    /// How often each act is played now: decision by decision, act by act in each.
    pub now: Vec<f64>,
}

impl RegretTable {
    /// For so many decisions between so many acts, about which nothing is known yet.
    pub fn new(decisions: usize, acts: usize) -> RegretTable {
        let zero = || vec![0.0; decisions * acts];
        RegretTable { acts, regrets: zero(), sums: zero(), now: zero() }
    }

    /// Plays what the regrets ask for.
    pub fn refresh(&mut self) {
        for (regrets, now) in self.regrets.chunks(self.acts).zip(self.now.chunks_mut(self.acts)) {
            share(regrets, now);
        }
    }

    /// Plays the average of all strategies so far.
    pub fn average(&mut self) {
        for (sums, now) in self.sums.chunks(self.acts).zip(self.now.chunks_mut(self.acts)) {
            share(sums, now);
        }
    }

    /// Learns what the acts of a decision are worth, and gives what the decision is worth.
    pub fn learn(&mut self, decision: usize, worth: &[f64], weight: f64) -> f64 {
        let cells = decision * self.acts..(decision + 1) * self.acts;
        let now = &self.now[cells.clone()];
        let value: f64 = worth.iter().zip(now).map(|(worth, now)| worth * now).sum();
        let learnt = self.regrets[cells.clone()].iter_mut().zip(&mut self.sums[cells]);
        for (((regret, sum), worth), now) in learnt.zip(worth).zip(now) {
            *regret = (*regret + worth - value).max(0.0);
            *sum += weight * now;
        }
        value
    }
}

/// Writes the numbers in proportion, adding up to 1; all alike where there are none.
fn share(numbers: &[f64], out: &mut [f64]) {
    let total: f64 = numbers.iter().sum();
    let even = 1.0 / numbers.len() as f64;
    for (out, number) in out.iter_mut().zip(numbers) {
        *out = if total > 0.0 { number / total } else { even };
    }
}
