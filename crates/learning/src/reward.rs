//! What a step was worth.

use dicehouse_rules::{BySeat, Game, Standing, View, Viewer};

/// For what agents are rewarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// For the game, at its end: what [`returns`] says.
    #[default]
    Game,
    /// Step by step: dice lost (−1) and won back (+1) in `liars`, points in `claims` and `pairs`.
    Round,
}

impl Reward {
    /// The reward with this name: `game` or `round`.
    pub fn named(name: &str) -> Option<Reward> {
        match name {
            "game" => Some(Reward::Game),
            "round" => Some(Reward::Round),
            _ => None,
        }
    }
}

/// What a game was worth to each seat. The winner has 1 and the others share −1, so that it adds up to 0; a shared first
/// place is shared. Somebody who plays alone has the score.
pub fn returns(standing: &Standing) -> BySeat<f32> {
    let seats = standing.places.len();
    if seats == 1 {
        let score = |seat| standing.scores.map_or(0, |scores| scores[seat]);
        return BySeat::from_fn(seats, |seat| score(seat) as f32);
    }
    let winners = standing.winners();
    BySeat::from_fn(seats, |seat| {
        let share = if winners.contains(seat) { 1.0 / winners.len() as f32 } else { 0.0 };
        (share * seats as f32 - 1.0) / (seats - 1) as f32
    })
}

/// What each seat has: dice in `liars`, points in `claims` and `pairs`.
pub fn worth(game: &Game) -> BySeat<f32> {
    match game.view(Viewer::Public) {
        View::Liars(view) => BySeat::from_fn(view.dice.len(), |seat| view.dice[seat].into()),
        View::Claims(view) => BySeat::from_fn(view.scores.len(), |seat| view.scores[seat].into()),
        View::Pairs(view) => BySeat::from_fn(view.totals.len(), |seat| view.totals[seat] as f32),
    }
}
