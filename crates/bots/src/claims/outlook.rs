//! What the acts of an exchange promise, for reviews.

use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::{Act, Acts, BySeat, Seat};
use dicehouse_solver::claims::{ClaimsValues, Scene};

use super::master::{self, each_turn, solved};
use super::winning::{Exchange, table_chances};

/// An act of an exchange.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClaimsAct {
    /// What can be done.
    pub act: Act,
    /// How often `master` does it.
    pub often: f64,
    /// The actor's chance to win the game after it.
    pub win: f64,
}

/// What the acts of the player who is to act promise.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimsOutlook {
    /// What each legal act leads to.
    pub acts: Vec<ClaimsAct>,
    /// The chance that the claim on the table is true, for what the actor knows.
    pub is_true: Option<f64>,
}

impl ClaimsOutlook {
    /// The outlook of the viewer, who is to choose one of these acts. By the solved game where two
    /// play by rules it was solved for, else by the winning chances that `master` reckons with.
    pub fn new(view: &ClaimsView<'_>, legal: &Acts) -> Option<ClaimsOutlook> {
        let view = &each_turn(view);
        let exchange = Exchange::of(view)?.solved_by(solved(view));
        let mix = master::mix(view, legal);
        let often =
            |act: Act| mix.iter().find(|(known, _)| *known == act).map_or(0.0, |(_, often)| *often);
        let act = |act: Act, win: f64| ClaimsAct { act, often: often(act), win };
        match (legal, view.claim) {
            (Acts::Claim { min, max }, _) => {
                let (plan, sum) = (exchange.solve(), super::own_sum(view));
                let claims = (*min..=*max)
                    .map(|claim| act(Act::Claim(claim), exchange.claim_worth(sum, claim, &plan)));
                Some(ClaimsOutlook { acts: claims.collect(), is_true: None })
            }
            (Acts::Answer, Some(claim)) => {
                let bluff = exchange.is_bluff(claim, &exchange.solve()).clamp(0.0, 1.0);
                let out = exchange.outcomes(claim);
                let called = bluff * out.caught.caller + (1.0 - bluff) * out.truthful.caller;
                let acts = vec![act(Act::Call, called), act(Act::LetPass, out.passed.caller)];
                Some(ClaimsOutlook { acts, is_true: Some(1.0 - bluff) })
            }
            (Acts::Immunity, Some(claim)) => {
                let [card, pay] = exchange.card_or_pay(claim);
                let acts =
                    vec![act(Act::Immunity, card.claimant), act(Act::NoImmunity, pay.claimant)];
                Some(ClaimsOutlook { acts, is_true: None })
            }
            _ => None,
        }
    }
}

/// The chance that each claim from the lowest on is called, as `master` believes by how the caller
/// has answered before.
pub(crate) fn call_chances(view: &ClaimsView<'_>) -> Option<Vec<f64>> {
    let view = &each_turn(view);
    let exchange = Exchange::of(view)?.solved_by(solved(view));
    let plan = exchange.solve();
    let claims = view.rules.claim_min..=view.rules.claim_max();
    Some(claims.map(|claim| exchange.called(claim, &plan).clamp(0.0, 1.0)).collect())
}

/// Everybody's chance to win as the game stands before the next claim, whatever the dice are.
pub fn claims_chances(view: &ClaimsView<'_>) -> BySeat<f64> {
    let view = &each_turn(view);
    let chances = match solved(view).and_then(|values| solved_chances(view, values)) {
        Some(chances) => chances,
        None => table_chances(view),
    };
    let total: f64 = chances.values().sum();
    BySeat::from_fn(chances.len(), |seat| if total > 0.0 { chances[seat] / total } else { 0.0 })
}

/// Those of a solved game for two, before the next claim.
fn solved_chances(view: &ClaimsView<'_>, values: &ClaimsValues) -> Option<BySeat<f64>> {
    let played = usize::from(view.round).checked_sub(1)?;
    let scene = |seats: [Seat; 2]| Scene {
        scores: seats.map(|seat| view.scores[seat]),
        cards: seats.map(|seat| view.cards.contains(seat)),
    };
    let order = <[Seat; 2]>::try_from(&view.order[..]).ok();
    let second = order.filter(|order| view.claimant == Some(order[1]));
    let (first, chance) = match second {
        Some(order) => (order[0], values.after_exchange(played, false, scene(order))),
        None => {
            let seats = [Seat::new(0)?, Seat::new(1)?];
            (seats[0], values.before_round(played, scene(seats)))
        }
    };
    Some(BySeat::from_fn(2, |seat| if seat == first { chance } else { 1.0 - chance }))
}
