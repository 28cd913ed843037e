//! The end of a game in words.

use dicehouse_rules::{BySeat, Seat, Standing};

use crate::narrator::Narrator;

impl Narrator {
    /// Who won, and with how many points where there are points.
    pub fn over(&self, standing: &Standing) -> String {
        let winning = self.winning(standing);
        match &standing.scores {
            Some(scores) if scores.len() > 1 => {
                format!("{winning} {}", self.final_scores(standing, scores))
            }
            _ => winning,
        }
    }

    pub(crate) fn winning(&self, standing: &Standing) -> String {
        let winners = standing.winners();
        let scores = standing.scores.as_ref();
        match (winners.nth(0), winners.len()) {
            // Alone there is nobody to win against.
            (Some(only), 1) if standing.places.len() == 1 => {
                let points = scores.map_or(0, |scores| scores[only]);
                format!("{} with {points} points.", self.says(only, "finish", "finishes"))
            }
            (Some(winner), 1) => format!("{} the game!", self.says(winner, "win", "wins")),
            _ => format!("The win is shared by {}!", self.list(winners)),
        }
    }

    fn final_scores(&self, standing: &Standing, scores: &BySeat<i32>) -> String {
        let of = |seat: &Seat| format!("{} {}", self.name(*seat), scores[*seat]);
        format!("Scores: {}.", standing.order().iter().map(of).collect::<Vec<_>>().join(", "))
    }
}
