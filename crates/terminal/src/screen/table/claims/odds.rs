//! How likely claims are.

use dicehouse_rules::Seat;
use dicehouse_rules::claims::ClaimsView;

use crate::screen::format::percent;
use dicehouse_home::Hints;
use crate::screen::table::scene::Scene;

/// What the claimant is asked, with hints if wanted.
pub(super) fn claim_question(
    view: &ClaimsView<'_>,
    scene: &Scene<'_>,
    claim: u8,
    called: Option<f64>,
    hints: Hints,
) -> String {
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    match (hints, called, view.caller) {
        (Hints::Off, ..) => "What is your sum, true or not? Arrows or digits choose.".to_owned(),
        (Hints::Bids, Some(called), Some(caller)) => {
            let by = known_by(view, scene, caller, Habit::Answers);
            format!("{claim}: called with {}, {by}.", percent(called))
        }
        _ => format!("{claim}: rolled {rolled} of the time. That is all plain chance says."),
    }
}

/// What the one who answers a claim is asked, with hints if wanted.
pub(super) fn answer_question(
    view: &ClaimsView<'_>,
    scene: &Scene<'_>,
    truth: Option<f64>,
    hints: Hints,
) -> String {
    let claim = view.claim.unwrap_or_default();
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    match (hints, truth, view.claimant) {
        (Hints::Off, ..) => {
            format!("Is {claim} the truth? Call it (win or lose {claim}) or let it pass.")
        }
        (Hints::Bids, Some(truth), Some(claimant)) => {
            let by = known_by(view, scene, claimant, Habit::Claims);
            format!("Is {claim} true? {}, {by}.", percent(truth))
        }
        _ => format!(
            "Is {claim} true? It is rolled {rolled} of the time. Call it (±{claim}) or let it pass."
        ),
    }
}

/// What is believed of a player by.
#[derive(Clone, Copy)]
enum Habit {
    /// How they claim.
    Claims,
    /// How they answer claims.
    Answers,
}

/// What a belief about `seat` rests on: what they did before, or how good players play.
fn known_by(view: &ClaimsView<'_>, scene: &Scene<'_>, seat: Seat, habit: Habit) -> String {
    let mut past = view.past.iter();
    let (met, did) = match habit {
        Habit::Claims => (past.any(|exchange| exchange.claimant == seat), "claimed"),
        Habit::Answers => (past.any(|exchange| exchange.caller == seat), "answered"),
    };
    let name = scene.name(seat);
    match met {
        true => format!("by how {name} has {did} so far"),
        false => format!("as good players do ({name} has not {did} yet)"),
    }
}

/// How often `dice` dice add up to `sum`.
pub(crate) fn chance_of_sum(dice: u8, sum: u8) -> f64 {
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
    use super::chance_of_sum;

    #[test]
    fn seven_is_the_most_likely_sum_of_two_dice() {
        assert!((chance_of_sum(2, 7) - 1.0 / 6.0).abs() < 1e-12);
        assert!((chance_of_sum(2, 2) - 1.0 / 36.0).abs() < 1e-12);
        assert_eq!(chance_of_sum(2, 1), 0.0);
        assert_eq!(chance_of_sum(2, 200), 0.0);
    }
}
