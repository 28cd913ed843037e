//! The exchange on the table, solved by the chance to win that each outcome leaves.
//!
//! Points are means to an end: the leader in the last round must not be caught, and the others must
//! dare. The chance to win is estimated by taking what is still to come for each player as a normal
//! distribution; the exchange is then a small game between claimant and caller, each for their own
//! chance, solved by regret matching.
//!
//! What past exchanges say about the rival ([`rivals`](super::rivals)) changes that only where it
//! promises clearly more: a rival who never calls is bluffed, one who never bluffs is not called.

use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::{Act, Acts, BySeat, Seat, Seats};
use dicehouse_solver::claims::{ClaimsValues, Scene};

use crate::future::Future;

use super::exchange::{Equilibrium, Stakes, Sums};
use super::rivals::Rivals;

/// Points that a round brings a player on average, per mean sum of the dice, and how much that
/// varies. Measured in games of this bot against itself.
const MEAN: f64 = 1.1;
const SPREAD: f64 = 0.95;
/// How much more of the chance to win an act must promise, by what is believed about the rival, to
/// be played instead of the planned one.
const MARGIN: f64 = 0.02;
/// What is left of chance when nothing is to come: a tie is broken somehow.
const LEAST_SPREAD: f64 = 0.6;
/// Iterations of regret matching: fewer where there are many claims, so that nobody waits.
const ITERATIONS: u32 = 400;
const FEW_ITERATIONS: u32 = 120;
const MANY_CLAIMS: usize = 20;
/// How often each act is played by the viewer, who is to act.
pub(super) fn mix(view: &ClaimsView<'_>, legal: &Acts) -> Vec<(Act, f64)> {
    let exchange = match Exchange::of(view) {
        Some(exchange) => exchange,
        None => return legal.iter().map(|act| (act, 1.0)).collect(),
    };
    match legal {
        Acts::Immunity => {
            let plays = exchange.plays_card(view.claim.unwrap_or(0));
            vec![(if plays { Act::Immunity } else { Act::NoImmunity }, 1.0)]
        }
        Acts::Answer => {
            let called = exchange.calls(view.claim.unwrap_or(0));
            vec![(Act::Call, called), (Act::LetPass, 1.0 - called)]
        }
        Acts::Claim { .. } => exchange.claims(view.hand.map_or(0, |hand| hand.sum() as u8)),
        Acts::Nothing | Acts::Bid(_) | Acts::Split { .. } => Vec::new(),
    }
}

/// The exchange on the table.
pub(super) struct Exchange<'a> {
    view: &'a ClaimsView<'a>,
    pub claimant: Seat,
    pub caller: Seat,
    sums: Sums,
    /// The winning chances of the solved game, where they are to be used.
    values: Option<&'a ClaimsValues>,
}

/// Chances to win of claimant and caller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chances {
    pub claimant: f64,
    pub caller: f64,
}

/// What a claim can lead to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcomes {
    pub passed: Chances,
    pub truthful: Chances,
    pub caught: Chances,
}

impl<'a> Exchange<'a> {
    pub fn of(view: &'a ClaimsView<'a>) -> Option<Exchange<'a>> {
        let (claimant, caller) = (view.claimant?, view.caller?);
        Some(Exchange { view, claimant, caller, sums: Sums::of(view.rules.dice), values: None })
    }

    /// The same, judged by the solved game.
    pub fn solved_by(self, values: Option<&'a ClaimsValues>) -> Exchange<'a> {
        Exchange { values, ..self }
    }

    /// What playing the card leads to for a caught claimant, and what paying does.
    pub fn card_or_pay(&self, claim: u8) -> [Chances; 2] {
        let claim = i32::from(claim);
        [self.chances(0, 0, true), self.chances(-claim, claim, false)]
    }

    /// Whether a caught claimant does better to play the card than to pay.
    fn plays_card(&self, claim: u8) -> bool {
        let [card, pay] = self.card_or_pay(claim);
        card.claimant >= pay.claimant
    }

    pub fn outcomes(&self, claim: u8) -> Outcomes {
        let has_card = self.view.cards.contains(self.claimant);
        let plays = has_card && self.plays_card(claim);
        let claim = i32::from(claim);
        Outcomes {
            passed: self.chances(claim, 0, false),
            truthful: self.chances(claim * 3 / 2, -claim, false),
            caught: if plays {
                self.chances(0, 0, true)
            } else {
                self.chances(-claim, claim, false)
            },
        }
    }

    /// The chances to win after these changes of the scores, and the card if it was played.
    fn chances(&self, claimant: i32, caller: i32, card_played: bool) -> Chances {
        let scores = BySeat::from_fn(self.view.scores.len(), |seat| {
            let change = match seat {
                seat if seat == self.claimant => claimant,
                seat if seat == self.caller => caller,
                _ => 0,
            };
            (i32::from(self.view.scores[seat]) + change).max(0)
        });
        if let Some(chances) = self.solved_chances(&scores, card_played) {
            return chances;
        }
        let futures = self.futures(&scores, card_played);
        Chances { claimant: wins(&futures, self.claimant), caller: wins(&futures, self.caller) }
    }

    /// The chances of the solved game, where it is to be used.
    fn solved_chances(&self, scores: &BySeat<i32>, card_played: bool) -> Option<Chances> {
        let (values, view) = (self.values?, self.view);
        let order = <[Seat; 2]>::try_from(&view.order[..]).ok()?;
        let scene = Scene {
            scores: order.map(|seat| scores[seat].try_into().unwrap_or(u16::MAX)),
            cards: order
                .map(|seat| view.cards.contains(seat) && !(card_played && seat == self.claimant)),
        };
        let second = order[1] == self.claimant;
        let first = values.after_exchange(usize::from(view.round).checked_sub(1)?, second, scene);
        let claimant = if second { 1.0 - first } else { first };
        Some(Chances { claimant, caller: 1.0 - claimant })
    }

    /// Mean and spread of each contender's final score after this exchange.
    fn futures(&self, scores: &BySeat<i32>, card_played: bool) -> BySeat<Option<Future>> {
        let view = self.view;
        let at = view.order.iter().position(|seat| *seat == self.claimant).unwrap_or(0);
        let mut cards = view.cards;
        if card_played {
            cards.remove(self.claimant);
        }
        futures(view, &self.sums, scores, at + 1, cards)
    }

    /// The chance that `claim` is a bluff, by the solved exchange and by what the claimant has
    /// shown.
    pub fn is_bluff(&self, claim: u8, solved: &Solved) -> f64 {
        self.rivals(|rivals| rivals.is_bluff(self.claimant, claim, solved.is_bluff(claim)))
    }

    /// How often to call `claim`.
    fn calls(&self, claim: u8) -> f64 {
        let solved = self.solve();
        let bluff = self.is_bluff(claim, &solved);
        let out = self.outcomes(claim);
        let called = bluff * out.caught.caller + (1.0 - bluff) * out.truthful.caller;
        match called - out.passed.caller {
            gain if gain > MARGIN => 1.0,
            gain if gain < -MARGIN => 0.0,
            _ => solved.calls(claim),
        }
    }

    /// How often to make each claim with dice that add up to `sum`.
    fn claims(&self, sum: u8) -> Vec<(Act, f64)> {
        let solved = self.solve();
        let planned = solved.claims(sum);
        let worth = |claim: u8| self.claim_worth(sum, claim, &solved);
        let worths: Vec<(f64, f64, Act)> = planned
            .iter()
            .filter_map(|(act, share)| match act {
                Act::Claim(claim) => Some((worth(*claim), *share, *act)),
                _ => None,
            })
            .collect();
        let mean: f64 = worths.iter().map(|(worth, share, _)| worth * share).sum();
        match worths.iter().max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((best, _, act)) if *best > mean + MARGIN => vec![(*act, 1.0)],
            _ => planned,
        }
    }

    /// The claimant's winning chance with `claim` and dice that add up to `sum`.
    pub fn claim_worth(&self, sum: u8, claim: u8, solved: &Solved) -> f64 {
        let called = self.called(claim, solved);
        let out = self.outcomes(claim);
        let seen = if claim == sum { out.truthful } else { out.caught };
        out.passed.claimant + called * (seen.claimant - out.passed.claimant)
    }

    /// The chance that `claim` is called, by the solved exchange and by what the caller has done.
    pub fn called(&self, claim: u8, solved: &Solved) -> f64 {
        self.rivals(|rivals| rivals.calls(self.caller, claim, solved.calls(claim)))
    }

    /// What is believed about the players.
    fn rivals<T>(&self, ask: impl FnOnce(&Rivals<'_>) -> T) -> T {
        let others = self.view.contenders.len().saturating_sub(1).max(1);
        let usual = Equilibrium::new(&self.sums, Stakes::usual(1.0 / others as f64, None));
        ask(&Rivals::new(self.view, &self.sums, &usual))
    }

    /// How both play the exchange.
    pub fn solve(&self) -> Solved {
        let claims: Vec<u8> = (self.view.rules.claim_min..=self.view.rules.claim_max()).collect();
        let outcomes: Vec<Outcomes> = claims.iter().map(|claim| self.outcomes(*claim)).collect();
        let most = self.view.rules.claim_max();
        let sums: Vec<(u8, f64)> =
            (self.view.rules.dice..=most).map(|sum| (sum, self.sums.chance(sum))).collect();
        regret_matching(&claims, &sums, &outcomes)
    }
}

/// Everybody's chance to win before the next claim is made, roughly: they need not add up to 1.
pub(super) fn table_chances(view: &ClaimsView<'_>) -> BySeat<f64> {
    let sums = Sums::of(view.rules.dice);
    let at = view.order.iter().position(|seat| Some(*seat) == view.claimant).unwrap_or(0);
    let scores = BySeat::from_fn(view.scores.len(), |seat| view.scores[seat].into());
    let futures = futures(view, &sums, &scores, at, view.cards);
    BySeat::from_fn(scores.len(), |seat| wins(&futures, seat))
}

/// Mean and spread of each contender's final score when the player at place `next` of the order, and
/// all after that, have still to claim in this round.
fn futures(
    view: &ClaimsView<'_>,
    sums: &Sums,
    scores: &BySeat<i32>,
    next: usize,
    cards: Seats,
) -> BySeat<Option<Future>> {
    let mean = sums.mean();
    let rounds = f64::from(u16::from(view.rules.rounds).saturating_sub(view.round));
    BySeat::from_fn(scores.len(), |seat| {
        if !view.contenders.contains(seat) {
            return None;
        }
        let place = view.order.iter().position(|other| *other == seat).unwrap_or(0);
        let to_come = rounds + if place >= next { 1.0 } else { 0.0 };
        let card =
            if cards.contains(seat) { 0.25 * mean * (to_come / (to_come + 1.0)) } else { 0.0 };
        let spread = (SPREAD * mean * to_come.sqrt()).max(LEAST_SPREAD);
        let mean = f64::from(scores[seat]) + MEAN * mean * to_come + card;
        Some(Future { mean, spread })
    })
}

/// The chance that `seat` ends above all others.
fn wins(futures: &BySeat<Option<Future>>, seat: Seat) -> f64 {
    let others = futures.iter().filter(|(other, _)| *other != seat);
    let others: Vec<Future> = others.filter_map(|(_, future)| *future).collect();
    futures[seat].map_or(0.0, |own| own.above_all(&others))
}

/// How both play the exchange.
pub(super) struct Solved {
    first_claim: u8,
    least_sum: u8,
    /// For each sum how often each claim is made.
    claims: Vec<Vec<f64>>,
    /// How often each claim is called.
    calls: Vec<f64>,
    /// How often each claim that is made is a bluff.
    bluffs: Vec<f64>,
}

impl Solved {
    fn claims(&self, sum: u8) -> Vec<(Act, f64)> {
        let Some(shares) = self.claims.get(usize::from(sum.saturating_sub(self.least_sum))) else {
            return Vec::new();
        };
        let claims = (self.first_claim..).zip(shares);
        claims.map(|(claim, share)| (Act::Claim(claim), *share)).collect()
    }

    pub fn calls(&self, claim: u8) -> f64 {
        let at = usize::from(claim.saturating_sub(self.first_claim));
        self.calls.get(at).copied().unwrap_or(0.5)
    }

    /// The chance that `claim` is a bluff when it is made.
    fn is_bluff(&self, claim: u8) -> f64 {
        let at = usize::from(claim.saturating_sub(self.first_claim));
        self.bluffs.get(at).copied().unwrap_or(1.0)
    }
}

/// Plays the exchange against itself until neither regrets much; gives the average play.
fn regret_matching(claims: &[u8], sums: &[(u8, f64)], outcomes: &[Outcomes]) -> Solved {
    let mut claimant: Vec<Regrets> = sums.iter().map(|_| Regrets::new(claims.len())).collect();
    let mut caller: Vec<Regrets> = claims.iter().map(|_| Regrets::new(2)).collect();
    let iterations = if claims.len() > MANY_CLAIMS { FEW_ITERATIONS } else { ITERATIONS };
    for iteration in 1..=iterations {
        let weight = f64::from(iteration);
        let called: Vec<f64> = caller.iter().map(|regrets| regrets.now[0]).collect();
        for ((sum, _), regrets) in sums.iter().zip(&mut claimant) {
            let worth = claims.iter().zip(outcomes).zip(&called).map(|((claim, out), called)| {
                let seen = if claim == sum { out.truthful } else { out.caught };
                out.passed.claimant + called * (seen.claimant - out.passed.claimant)
            });
            regrets.learn(&worth.collect::<Vec<f64>>(), weight);
        }
        for (at, regrets) in caller.iter_mut().enumerate() {
            let (mut truths, mut bluffs) = (0.0, 0.0);
            for ((sum, chance), claimant) in sums.iter().zip(&claimant) {
                let part = chance * claimant.now[at];
                if *sum == claims[at] { truths += part } else { bluffs += part }
            }
            let out = outcomes[at];
            let call = truths * out.truthful.caller + bluffs * out.caught.caller;
            let pass = (truths + bluffs) * out.passed.caller;
            regrets.learn(&[call, pass], weight);
        }
    }
    let made: Vec<Vec<f64>> = claimant.iter().map(Regrets::average).collect();
    let bluffs = claims.iter().enumerate().map(|(at, claim)| {
        let part = |((sum, chance), made): (&(u8, f64), &Vec<f64>)| (*sum, chance * made[at]);
        let parts = || sums.iter().zip(&made).map(part);
        let all: f64 = parts().map(|(_, part)| part).sum();
        let truths: f64 = parts().filter(|(sum, _)| sum == claim).map(|(_, part)| part).sum();
        if all > 1e-9 { 1.0 - truths / all } else { 1.0 }
    });
    Solved {
        first_claim: claims.first().copied().unwrap_or(0),
        least_sum: sums.first().map_or(0, |(sum, _)| *sum),
        bluffs: bluffs.collect(),
        claims: made,
        calls: caller.iter().map(|regrets| regrets.average()[0]).collect(),
    }
}

/// The regrets of one decision, never below nothing (CFR+).
struct Regrets {
    regrets: Vec<f64>,
    played: Vec<f64>,
    /// How often each act is played now.
    now: Vec<f64>,
}

impl Regrets {
    fn new(acts: usize) -> Regrets {
        let even = vec![1.0 / acts as f64; acts];
        Regrets { regrets: vec![0.0; acts], played: vec![0.0; acts], now: even }
    }

    fn learn(&mut self, worth: &[f64], weight: f64) {
        let mean: f64 = worth.iter().zip(&self.now).map(|(worth, now)| worth * now).sum();
        let mut total = 0.0;
        for (((regret, played), now), worth) in
            self.regrets.iter_mut().zip(&mut self.played).zip(&self.now).zip(worth)
        {
            *played += weight * now;
            *regret = (*regret + worth - mean).max(0.0);
            total += *regret;
        }
        let acts = self.now.len() as f64;
        for (now, regret) in self.now.iter_mut().zip(&self.regrets) {
            *now = if total > 0.0 { regret / total } else { 1.0 / acts };
        }
    }

    fn average(&self) -> Vec<f64> {
        let total: f64 = self.played.iter().sum();
        self.played.iter().map(|played| played / total.max(f64::MIN_POSITIVE)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bluff that is called half the time costs more than it brings, and the truth is believed.
    #[test]
    fn regret_matching_finds_what_is_plain() {
        let sure = |claimant, caller| Chances { claimant, caller };
        let outcomes = [1u8, 2].map(|claim| Outcomes {
            passed: sure(f64::from(claim) / 4.0, 0.2),
            truthful: sure(0.9, 0.1),
            caught: sure(0.0, 0.8),
        });
        // The only sum is 1, so a claim of 2 is always a bluff.
        let solved = regret_matching(&[1, 2], &[(1, 1.0)], &outcomes);
        assert!(solved.claims(1)[0].1 > 0.9, "{:?}", solved.claims);
        assert!(solved.calls(1) < 0.1, "the truth is not called: {:?}", solved.calls);
    }
}
