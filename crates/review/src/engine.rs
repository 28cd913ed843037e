//! What the games have in common when their decisions are judged.

use dicehouse_rules::{Act, BySeat, Game, Seats, View, Viewer};
use dicehouse_table::record::{Decision, GameId};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use sha2::{Digest as _, Sha256};

use crate::shape::{Considered, Truth};

/// What is found out about one decision.
pub(crate) struct Findings {
    /// The chances of the bid or claim in question.
    pub truth: Option<Truth>,
    /// The acts that were looked at, in any order; empty when there was nothing to choose.
    pub options: Vec<Considered>,
    /// How likely each of them was to come right for what the actor knew: a bid to be true, a call to be right.
    /// Empty where there is nothing of the kind.
    pub chances: Vec<(Act, f64)>,
    /// Everybody's winning chances after it, all dice seen.
    pub after: BySeat<f64>,
}

/// How a game's decisions are judged.
pub(crate) trait Judge: Sync {
    /// Judges one decision.
    fn judge(&self, decision: &Decision<'_>, luck: &mut ChaCha8Rng) -> Findings;

    /// Everybody's winning chances before anything has happened.
    fn start(&self, game: &Game) -> BySeat<f64>;
}

/// The luck of one decision: the same for the same record, whatever the number of threads.
pub(crate) fn luck(id: &GameId, decision: usize) -> ChaCha8Rng {
    let mut hash = Sha256::new();
    hash.update(b"dicehouse review\n");
    hash.update(id.as_str());
    hash.update([b'\n']);
    hash.update((decision as u64).to_le_bytes());
    ChaCha8Rng::from_seed(hash.finalize().into())
}

/// The whole chance shared by these seats.
pub(crate) fn shared_by(winners: Seats, seats: usize) -> BySeat<f64> {
    let share = 1.0 / winners.len().max(1) as f64;
    BySeat::from_fn(seats, |seat| if winners.contains(seat) { share } else { 0.0 })
}

/// How many players can still win.
pub(crate) fn players_in(game: &Game) -> usize {
    match game.view(Viewer::Public) {
        View::Liars(view) => view.seats_in().len(),
        View::Claims(view) => view.contenders.len(),
        View::Pairs(view) => view.sheets.len(),
    }
    .max(1)
}

/// Acts to look at: those a strong player does most often, and the one that was done.
pub(crate) fn worth_looking_at(mix: &[(Act, f64)], done: Act, most: usize) -> Vec<(Act, f64)> {
    /// What is done more rarely than this is left out.
    const RARE: f64 = 0.02;
    let mut sorted = mix.to_vec();
    sorted.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut looked_at: Vec<(Act, f64)> =
        sorted.iter().copied().filter(|(_, often)| *often >= RARE).take(most).collect();
    if !looked_at.iter().any(|(act, _)| *act == done) {
        let often = mix.iter().find(|(act, _)| *act == done).map_or(0.0, |(_, often)| *often);
        looked_at.push((done, often));
    }
    looked_at
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Seat;

    #[test]
    fn what_was_done_is_always_looked_at() {
        let act = |text: &str| text.parse::<Act>().unwrap();
        let mix = [(act("1x2"), 0.1), (act("call"), 0.6), (act("2x2"), 0.295), (act("3x2"), 0.005)];
        let acts = |done: &str, most| -> Vec<String> {
            let looked_at = worth_looking_at(&mix, act(done), most);
            looked_at.iter().map(|(act, _)| act.to_string()).collect()
        };
        assert_eq!(acts("call", 9), ["call", "2x2", "1x2"]);
        assert_eq!(acts("3x2", 1), ["call", "3x2"]);
        assert_eq!(acts("9x2", 1), ["call", "9x2"]);
    }

    #[test]
    fn luck_is_bound_to_the_record_and_the_decision() {
        use rand::RngExt as _;
        let draw = |id: &str, n| luck(&id.parse().unwrap(), n).random::<u64>();
        assert_eq!(draw("a", 1), draw("a", 1));
        assert_ne!(draw("a", 1), draw("a", 2));
        assert_ne!(draw("a", 1), draw("b", 1));
    }

    #[test]
    fn winners_share() {
        let winners: Seats = [0, 2].iter().filter_map(|index| Seat::new(*index)).collect();
        let chances: Vec<f64> = shared_by(winners, 3).values().copied().collect();
        assert_eq!(chances, [0.5, 0.0, 0.5]);
    }
}
