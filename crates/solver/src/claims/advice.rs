//! What to do in a game of `claims` for two.

use dicehouse_rules::claims::{ClaimsView, ExchangeEnd, RollTime};
use dicehouse_rules::{Act, Dice, Seat, Viewer};

use super::exchange;
use super::points::{Outcome, Scene};
use super::values::ClaimsValues;

impl ClaimsValues {
    /// How often each act is played by the viewer, who is to act; `None` when it is nobody's turn
    /// here, or more than two play.
    pub fn mix(&self, view: &ClaimsView<'_>) -> Option<Vec<(Act, f64)>> {
        let at = At::new(view)?;
        match view.rules.roll {
            RollTime::RoundStart if at.second => self.second_mix(view, &at),
            RollTime::RoundStart => self.first_mix(view, &at),
            RollTime::EachTurn => self.single_mix(view, &at),
        }
    }

    /// The viewer's winning chance before the round that is being played.
    pub fn before_this_round(&self, view: &ClaimsView<'_>) -> Option<f64> {
        let at = At::new(view)?;
        let chance = self.before_round(at.played, at.start(view));
        Some(if at.claims_first { chance } else { 1.0 - chance })
    }

    /// The first exchange of a round whose dice were rolled at its start.
    fn first_mix(&self, view: &ClaimsView<'_>, at: &At) -> Option<Vec<(Act, f64)>> {
        let mix = self.round_mix(at.played, at.scene);
        match (view.claim, view.shown) {
            (None, _) => Some(self.claims(mix.first(self.sum(view.hand?)?))),
            (Some(claim), None) => {
                Some(called(mix.call(self.claim(claim)?, self.sum(view.hand?)?)))
            }
            (Some(claim), Some(_)) => Some(card(mix.card(self.claim(claim)?))),
        }
    }

    /// The second exchange of such a round.
    fn second_mix(&self, view: &ClaimsView<'_>, at: &At) -> Option<Vec<(Act, f64)>> {
        let first = view.past.last().filter(|past| past.round == view.round);
        let end = first.and_then(|past| Outcome::of(past.end));
        let (Some(first), Some(end), None) = (first, end, view.shown) else {
            // Nothing was claimed before, or only the card is left to decide.
            return self.single_mix(view, at);
        };
        let before = self.claim(first.claim?)?;
        let mix = self.round_mix(at.played, at.start(view));
        match view.claim {
            None => Some(self.claims(mix.second(before, end, self.sum(view.hand?)?))),
            Some(claim) => Some(called(mix.answer(before, end, self.claim(claim)?))),
        }
    }

    /// An exchange whose caller's dice do not matter.
    fn single_mix(&self, view: &ClaimsView<'_>, at: &At) -> Option<Vec<(Act, f64)>> {
        if view.shown.is_some() {
            return Some(card(self.card_helps(view, at)?));
        }
        let mix = self.recent.get((at.played, at.second, at.scene), || {
            let answers = match at.second {
                true => self.second_answers(at.played, at.scene),
                false => self.first_answers(at.played, at.scene),
            };
            exchange::mix(&self.sums, &answers)
        });
        match view.claim {
            None => Some(self.claims(&mix.claims[self.sum(view.hand?)?])),
            Some(claim) => Some(called(mix.calls[self.claim(claim)?])),
        }
    }

    /// 1 when a caught claimant does better to play the card, else 0.
    fn card_helps(&self, view: &ClaimsView<'_>, at: &At) -> Option<f64> {
        let claimant = usize::from(at.second);
        let worth = |outcome| {
            let scene = at.scene.after(claimant, view.claim.unwrap_or(0).into(), outcome);
            let first = match at.second {
                true => self.before_round(at.played + 1, scene),
                false => 1.0 - exchange::value(&self.sums, &self.second_answers(at.played, scene)),
            };
            if at.second { 1.0 - first } else { first }
        };
        Some(if worth(Outcome::Immune) >= worth(Outcome::Caught) { 1.0 } else { 0.0 })
    }

    fn claims(&self, shares: &[f64]) -> Vec<(Act, f64)> {
        let claim = |(n, share): (usize, &f64)| (Act::Claim(self.sums.claim(n) as u8), *share);
        shares.iter().enumerate().map(claim).collect()
    }

    fn sum(&self, hand: Dice) -> Option<usize> {
        usize::from(hand.sum()).checked_sub(self.sums.least).filter(|n| *n < self.sums.len())
    }

    fn claim(&self, claim: u8) -> Option<usize> {
        let n = usize::from(claim).checked_sub(self.sums.first_claim)?;
        (n < self.sums.claims()).then_some(n)
    }
}

/// Where a view stands.
struct At {
    /// Rounds played, elimination rounds counted.
    played: usize,
    /// Whether the round's second exchange is played.
    second: bool,
    /// Scores and cards now, the first claimant's first.
    scene: Scene,
    order: [Seat; 2],
    /// Whether the viewer claims first in this round.
    claims_first: bool,
}

impl At {
    fn new(view: &ClaimsView<'_>) -> Option<At> {
        let [first, second] = <[Seat; 2]>::try_from(&view.order[..]).ok()?;
        let Viewer::Seat(viewer) = view.viewer else { return None };
        if view.scores.len() != 2 || view.to_act != Some(viewer) {
            return None;
        }
        let order = [first, second];
        Some(At {
            played: usize::from(view.round).checked_sub(1)?,
            second: view.claimant? == second,
            scene: Scene {
                scores: order.map(|seat| view.scores[seat]),
                cards: order.map(|seat| view.cards.contains(seat)),
            },
            order,
            claims_first: viewer == first,
        })
    }

    /// Scores and cards at the start of the round.
    fn start(&self, view: &ClaimsView<'_>) -> Scene {
        let first = view.past.last().filter(|past| self.second && past.round == view.round);
        let Some((first, claim)) = first.and_then(|past| Some((past, past.claim?))) else {
            return self.scene;
        };
        let claim = u16::from(claim);
        let [a, b] = self.scene.scores;
        let mut start = self.scene;
        match first.end {
            ExchangeEnd::Void => {}
            ExchangeEnd::Passed => start.scores[0] = a.saturating_sub(claim),
            ExchangeEnd::Truthful => {
                // The other player may have had fewer points than the claim; that far behind it hardly matters.
                start.scores = [a.saturating_sub(claim * 3 / 2), b + claim];
            }
            ExchangeEnd::Caught => start.scores = [a + claim, b.saturating_sub(claim)],
            ExchangeEnd::Immune => start.cards[0] = true,
        }
        self.replayed(view).unwrap_or(start)
    }

    /// The scores at the start of the round by playing all exchanges before it again; `None` when
    /// faults were punished in between.
    fn replayed(&self, view: &ClaimsView<'_>) -> Option<Scene> {
        let card = view.rules.immunity;
        let mut scene = Scene { scores: [0, 0], cards: [card, card] };
        let mut start = scene;
        for past in view.past.iter() {
            let claimant = self.order.iter().position(|seat| *seat == past.claimant)?;
            let outcome = Outcome::of(past.end)?;
            scene = scene.after(claimant, past.claim?.into(), outcome);
            if past.round < view.round {
                start = scene;
            }
        }
        (scene == self.scene).then_some(start)
    }
}

fn called(chance: f64) -> Vec<(Act, f64)> {
    vec![(Act::Call, chance), (Act::LetPass, 1.0 - chance)]
}

fn card(chance: f64) -> Vec<(Act, f64)> {
    vec![(Act::Immunity, chance), (Act::NoImmunity, 1.0 - chance)]
}
