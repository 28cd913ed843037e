//! What the dice of all seats are worth between rounds: everybody's chance to win the game.
//!
//! Between two with one die each it is solved ([`liars_opener_wins`]). Elsewhere `master` has learnt it
//! ([`liars_chances`]). For games of one round, which it has not, there is a simple picture.
//! Round after round somebody loses a die. A player with fewer dice knows less of the table and loses somewhat more
//! often: with `d` dice a player loses a round with a weight of `d` to the power of −[`KNOWING`]. That is a race: if
//! each seat lost its dice at random times of its own, at the rate of its weight, the next loser would be drawn by just
//! these weights. The last player to lose all dice wins, and the chance of that is one integral over time for any
//! number of seats.

use std::sync::LazyLock;

use dicehouse_bots::strategy::{liars_chances, liars_opener_wins};
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{BySeat, Game, MAX_DICE, Seat, View, Viewer};

use crate::engine::shared_by;

/// How much more often players with fewer dice lose one. Measured by who lost the rounds of `contest`: 0.55 among four
/// copies of `odds` (5,197 rounds), 0.5 between two of `master` (421) and 0.2 among three (755).
const KNOWING: f64 = 0.4;
/// Steps in which time is looked at, and how long a step is. Ten dice are lost in a time of about 15
/// with a spread of 5.
const STEPS: usize = 600;
const STEP: f64 = 0.1;
/// Parts of a step in which the race is computed.
const PARTS: usize = 20;

/// The chance that a number of dice is lost by the end of each step.
type Lost = [f64; STEPS + 1];

/// For each number of dice the chance that all are lost by each time.
static LOST: LazyLock<Vec<Lost>> = LazyLock::new(|| (0..=MAX_DICE).map(lost).collect());

/// Everybody's winning chances between rounds. What was asked for once is kept: a round has few ends.
#[derive(Default)]
pub(super) struct Worth {
    known: Vec<(BySeat<u8>, Option<Seat>, BySeat<f64>)>,
}

impl Worth {
    /// Everybody's chance to win the game, which is between two rounds or over.
    pub fn of(&mut self, game: &Game) -> BySeat<f64> {
        if let Some(standing) = game.standing() {
            return shared_by(standing.winners(), game.seats());
        }
        match game.view(Viewer::Public) {
            View::Liars(view) => self.between_rounds(&view),
            View::Claims(_) | View::Pairs(_) => BySeat::filled(game.seats(), 0.0),
        }
    }

    fn between_rounds(&mut self, view: &LiarsView<'_>) -> BySeat<f64> {
        let (dice, opener) = (view.dice, view.opener);
        let asked = |known: &&(BySeat<u8>, Option<Seat>, _)| (known.0, known.1) == (dice, opener);
        if let Some((.., chances)) = self.known.iter().find(asked) {
            return *chances;
        }
        let known = solved(view).or_else(|| liars_chances(&view.rules, &dice, opener));
        let chances = known.unwrap_or_else(|| winning_chances(&dice));
        self.known.push((dice, opener, chances));
        chances
    }
}

/// Everybody's chance to win where the rest of the game is solved.
fn solved(view: &LiarsView<'_>) -> Option<BySeat<f64>> {
    let opener = view.opener?;
    let wins = liars_opener_wins(view)?;
    let others = |seat| if view.dice[seat] > 0 { 1.0 - wins } else { 0.0 };
    Some(BySeat::from_fn(view.dice.len(), |seat| if seat == opener { wins } else { others(seat) }))
}

/// Everybody's chance to win with so many dice each.
fn winning_chances(dice: &BySeat<u8>) -> BySeat<f64> {
    let lost: BySeat<Option<&Lost>> = BySeat::from_fn(dice.len(), |seat| match dice[seat] {
        0 => None,
        count => LOST.get(usize::from(count)),
    });
    let mut chances = BySeat::filled(dice.len(), 0.0);
    for step in 0..STEPS {
        // All others are out by the middle of the step in which the winner would go out.
        let out = |lost: &Lost| (lost[step] + lost[step + 1]) / 2.0;
        for (seat, own) in lost.iter() {
            let Some(own) = own else { continue };
            let others = lost.iter().filter(|(other, _)| *other != seat);
            let all_out: f64 = others.filter_map(|(_, lost)| lost.map(out)).product();
            chances[seat] += (own[step + 1] - own[step]) * all_out;
        }
    }
    let total: f64 = chances.values().sum();
    BySeat::from_fn(dice.len(), |seat| if total > 0.0 { chances[seat] / total } else { 0.0 })
}

/// The chance that `dice` dice are lost by each time, one after the other.
fn lost(dice: usize) -> Lost {
    // The chance to hold each number of dice, which falls from `dice` to 0.
    let mut holds = [0.0; MAX_DICE + 1];
    holds[dice] = 1.0;
    let mut lost = [0.0; STEPS + 1];
    lost[0] = holds[0];
    for slot in &mut lost[1..] {
        for _ in 0..PARTS {
            holds = after_part(&holds);
        }
        *slot = holds[0];
    }
    lost
}

fn after_part(holds: &[f64; MAX_DICE + 1]) -> [f64; MAX_DICE + 1] {
    let mut after = *holds;
    for count in 1..=MAX_DICE {
        let weight = (count as f64).powf(-KNOWING);
        let moved = holds[count] * (1.0 - (-weight * STEP / PARTS as f64).exp());
        after[count] -= moved;
        after[count - 1] += moved;
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(dice: &[u8]) -> Vec<f64> {
        let dice = BySeat::from_fn(dice.len(), |seat| dice[seat.index()]);
        winning_chances(&dice).values().copied().collect()
    }

    #[test]
    fn even_dice_are_even_chances() {
        for seats in 2..=10 {
            for chance in chances(&vec![5; seats]) {
                assert!((chance - 1.0 / seats as f64).abs() < 1e-9);
            }
        }
    }

    /// Two dice against one. The single die is the next to be lost with odds of 1 : 2^−KNOWING, and then the game is
    /// over; else both have one die left, and chances are even.
    #[test]
    fn a_race_worked_out_by_hand() {
        let two = 2.0_f64.powf(-KNOWING);
        let single_loses = 1.0 / (1.0 + two);
        let wins = single_loses + (1.0 - single_loses) * 0.5;
        let found = chances(&[2, 1]);
        assert!((found[0] - wins).abs() < 2e-3, "{found:?}, not {wins}");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn who_has_no_dice_has_no_chance_and_who_is_alone_has_won() {
        assert_eq!(chances(&[3, 0, 0]), [1.0, 0.0, 0.0]);
        let found = chances(&[5, 0, 3, 1]);
        assert_eq!(found[1], 0.0);
        assert!(found[0] > found[2] && found[2] > found[3] && found[3] > 0.0);
    }
}
