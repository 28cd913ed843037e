//! How likely claims are.

use dicehouse_rules::Seat;
use dicehouse_rules::claims::{ClaimsView, chance_of_sum};

use dicehouse_telling::{say, text};

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
    let language = scene.language();
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    match (hints, called, view.caller) {
        (Hints::Off, ..) => text!(language, "table.your-sum").to_owned(),
        (Hints::Bids, Some(called), Some(caller)) => {
            let by = known_by(view, scene, caller, Habit::Answers);
            let chance = percent(called);
            say!(language, "table.called-with", claim = claim, chance = chance, by = by)
        }
        _ => say!(language, "table.rolled-plain", claim = claim, chance = rolled),
    }
}

/// What the one who answers a claim is asked, with hints if wanted.
pub(super) fn answer_question(
    view: &ClaimsView<'_>,
    scene: &Scene<'_>,
    truth: Option<f64>,
    hints: Hints,
) -> String {
    let language = scene.language();
    let claim = view.claim.unwrap_or_default();
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    match (hints, truth, view.claimant) {
        (Hints::Off, ..) => say!(language, "table.is-truth", claim = claim),
        (Hints::Bids, Some(truth), Some(claimant)) => {
            let by = known_by(view, scene, claimant, Habit::Claims);
            let chance = percent(truth);
            say!(language, "table.is-true-by", claim = claim, chance = chance, by = by)
        }
        _ => say!(language, "table.is-true", claim = claim, chance = rolled),
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
    let (language, name) = (scene.language(), scene.name(seat));
    let mut past = view.past.iter();
    match habit {
        Habit::Claims if past.any(|exchange| exchange.claimant == seat) => {
            say!(language, "table.has-claimed", name = name)
        }
        Habit::Claims => say!(language, "table.not-claimed", name = name),
        Habit::Answers if past.any(|exchange| exchange.caller == seat) => {
            say!(language, "table.has-answered", name = name)
        }
        Habit::Answers => say!(language, "table.not-answered", name = name),
    }
}
