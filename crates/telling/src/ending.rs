//! The end of a game in words.

use dicehouse_rules::{BySeat, Seat, Standing};

use crate::narrator::Narrator;
use crate::{say, tells};

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
                tells!(self, only, "tell.alone", points = points)
            }
            (Some(winner), 1) => tells!(self, winner, "tell.wins"),
            _ => say!(self.language(), "tell.shared-win", names = self.list(winners)),
        }
    }

    fn final_scores(&self, standing: &Standing, scores: &BySeat<i32>) -> String {
        let of = |seat: &Seat| format!("{} {}", self.name(*seat), scores[*seat]);
        let scores = standing.order().iter().map(of).collect::<Vec<_>>().join(", ");
        say!(self.language(), "tell.scores", scores = scores)
    }
}
