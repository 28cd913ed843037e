//! How likely claims are.

use dicehouse_rules::Seat;
use dicehouse_rules::claims::{ClaimsView, chance_of_sum};

use crate::screen::format::percent;
use crate::screen::table::scene::Scene;
use dicehouse_home::Hints;

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
