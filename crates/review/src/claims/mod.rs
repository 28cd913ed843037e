//! Decisions of `claims`.

mod words;

use dicehouse_bots::strategy::{ClaimsAct, ClaimsOutlook, claims_chances};
use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::{Act, Acts, BySeat, Game, Ignore, Seat, View, Viewer};
use dicehouse_table::record::Decision;
use rand_chacha::ChaCha8Rng;

use crate::engine::{Findings, Judge, shared_by};
use crate::shape::{Considered, Truth};

pub(crate) use self::words::{comment, sentence};

/// Judges decisions by the solved game for two, and by the chances `master` reckons with elsewhere.
pub(crate) struct ClaimsJudge;

impl Judge for ClaimsJudge {
    fn judge(&self, decision: &Decision<'_>, _: &mut ChaCha8Rng) -> Findings {
        let after = chances(decision.after());
        let View::Claims(view) = decision.view() else {
            return Findings { truth: None, options: Vec::new(), chances: Vec::new(), after };
        };
        let outlook = ClaimsOutlook::new(&view, &decision.legal());
        let truth = truth(&view, decision, outlook.as_ref());
        let options = match (decision.outcome.act(), outlook) {
            (Some(_), Some(outlook)) => options(&outlook),
            _ => Vec::new(),
        };
        Findings { truth, options, chances: Vec::new(), after }
    }

    fn start(&self, game: &Game) -> BySeat<f64> {
        chances(game)
    }
}

fn options(outlook: &ClaimsOutlook) -> Vec<Considered> {
    let considered = |option: &ClaimsAct| Considered {
        act: option.act,
        win: option.win.clamp(0.0, 1.0),
        error: 0.0,
        often: option.often,
        score: None,
    };
    outlook.acts.iter().map(considered).collect()
}

/// Everybody's winning chances, all dice seen.
fn chances(game: &Game) -> BySeat<f64> {
    if let Some(standing) = game.standing() {
        return shared_by(standing.winners(), game.seats());
    }
    let View::Claims(public) = game.view(Viewer::Public) else {
        return BySeat::filled(game.seats(), 0.0);
    };
    let (Some(seat), Some(_)) = (public.to_act, public.claim) else {
        return claims_chances(&public);
    };
    // A claim is on the table: its answer, or the card, is weighed by how often a strong player
    // gives it.
    let View::Claims(view) = game.view(Viewer::Seat(seat)) else { return claims_chances(&public) };
    let Some(outlook) = ClaimsOutlook::new(&view, &game.legal(seat)) else {
        return claims_chances(&public);
    };
    let mut sum = BySeat::filled(game.seats(), 0.0);
    for option in outlook.acts.iter().filter(|option| option.often > 0.0) {
        let mut next = game.clone();
        if next.play(seat, option.act, &mut Ignore).is_ok() {
            for (seat, chance) in chances(&next).iter() {
                sum[seat] += option.often * chance;
            }
        }
    }
    let total: f64 = sum.values().sum();
    if total <= 0.0 {
        return claims_chances(&public);
    }
    BySeat::from_fn(sum.len(), |seat| sum[seat] / total)
}

/// The claim that was made or answered, and its chances.
fn truth(
    view: &ClaimsView<'_>,
    decision: &Decision<'_>,
    outlook: Option<&ClaimsOutlook>,
) -> Option<Truth> {
    let claimant = view.claimant?;
    let sum = sum_of(decision.before(), claimant)?;
    let (claim, believed, by_dice) = match (decision.outcome.act()?, decision.legal()) {
        (Act::Claim(claim), _) => {
            // Who claims knows the own dice.
            let certain = if u16::from(claim) == sum { 1.0 } else { 0.0 };
            (claim, certain, certain)
        }
        (Act::Call | Act::LetPass, Acts::Answer) => {
            let claim = view.claim?;
            (claim, outlook?.is_true?, chance_of_sum(view.rules.dice, claim))
        }
        _ => return None,
    };
    let of = Act::Claim(claim);
    let is_true = u16::from(claim) == sum;
    Some(Truth { of, by_dice, believed, exactly: None, is_true, count: sum })
}

/// What the dice of `seat` add up to.
fn sum_of(game: &Game, seat: Seat) -> Option<u16> {
    match game.view(Viewer::Seat(seat)) {
        View::Claims(view) => Some(view.hand?.sum()),
        View::Liars(_) | View::Pairs(_) => None,
    }
}

/// The chance that so many fair dice add up to `sum`.
fn chance_of_sum(dice: u8, sum: u8) -> f64 {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 6];
        for (at, chance) in chances.iter().enumerate() {
            for slot in &mut next[at + 1..=at + 6] {
                *slot += chance / 6.0;
            }
        }
        chances = next;
    }
    chances.get(usize::from(sum)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_fair_dice() {
        for (dice, sum, ways) in [(2, 7, 6.0 / 36.0), (2, 12, 1.0 / 36.0), (1, 6, 1.0 / 6.0)] {
            assert!((chance_of_sum(dice, sum) - ways).abs() < 1e-12);
        }
        assert_eq!((chance_of_sum(2, 1), chance_of_sum(2, 13)), (0.0, 0.0));
    }
}
