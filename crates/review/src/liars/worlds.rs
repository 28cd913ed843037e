//! Worlds: the dice of all, as the actor may believe them, and what an act leads to in each.
//!
//! Every act is tried in the same worlds with the same luck, so what differs between acts is the
//! acts. In a world the round is played on as strong players would: raises are drawn from their
//! mixed strategy, calls are weighed by how often they are made, which takes luck out of the result.

use std::ops::Range;

use dicehouse_bots::strategy::LiarsStrategy;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, BidActs, BySeat, Game, Guess, Ignore, View, Viewer};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::belief::Belief;
use super::worth::Worth;

/// A line of play that is reached less often than this is not followed any further.
const SELDOM: f64 = 0.04;
/// Nor is one with more acts than this.
const LONGEST: usize = 40;

/// The dice of all as they may be.
pub(super) struct World {
    game: Game,
    /// What is drawn in it.
    seed: u64,
}

/// Worlds in which a standing bid is true, and worlds in which it is not. When their values are averaged, each kind has
/// the share that the belief gives it, whatever the number that was drawn.
pub(super) struct Worlds {
    worlds: Vec<World>,
    /// Whether the bid is true in each.
    holds: Vec<bool>,
    /// How likely it is that the bid is true; `None` when there is no bid.
    chance: Option<f64>,
}

impl Worlds {
    /// Draws so many worlds for the player who is to act in `view`.
    pub fn draw(view: &View<'_>, belief: &Belief, count: usize, luck: &mut ChaCha8Rng) -> Worlds {
        let View::Liars(seen) = view else { return Worlds::none() };
        let bid = seen.standing_bid();
        let mut worlds = Worlds::none();
        for _ in 0..count {
            let hands = belief.draw(luck);
            let seed = luck.random();
            // Belief draws what the view leaves open, so this does not fail.
            let Ok(game) = Game::imagine(view, &Guess::hands(hands)) else { continue };
            let holds = bid.is_some_and(|bid| {
                let own = seen.hand.unwrap_or_default();
                let all = hands.values().chain([&own]);
                let count: u8 = all.map(|hand| hand.count_for(bid.face, seen.wild)).sum();
                count >= bid.quantity
            });
            worlds.worlds.push(World { game, seed });
            worlds.holds.push(holds);
        }
        worlds.chance = bid.map(|bid| belief.at_least(bid));
        worlds
    }

    fn none() -> Worlds {
        Worlds { worlds: Vec::new(), holds: Vec::new(), chance: None }
    }

    /// The world as it was, `count` times: only the luck differs.
    pub fn real(game: &Game, count: usize, luck: &mut ChaCha8Rng) -> Worlds {
        let world = |_| World { game: game.clone(), seed: luck.random() };
        let worlds: Vec<World> = (0..count).map(world).collect();
        Worlds { holds: vec![false; worlds.len()], worlds, chance: None }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Everybody's winning chances in each of these worlds after `act` of whoever's turn it is;
    /// without an act, as it stands.
    pub fn after(
        &self,
        act: Option<Act>,
        which: Range<usize>,
        players: &mut Players,
    ) -> Vec<BySeat<f64>> {
        let after = |world: &World| {
            let mut game = world.game.clone();
            if let (Some(act), Some(seat)) = (act, game.turn().due().nth(0)) {
                // A legal act: it was done, or comes from the list of legal ones.
                let _ = game.play(seat, act, &mut Ignore);
            }
            players.play_on(game, world.seed)
        };
        self.worlds.get(which).unwrap_or_default().iter().map(after).collect()
    }

    /// The mean of one value per world and its standard error; of the first worlds where there are
    /// fewer values.
    pub fn mean(&self, values: &[f64]) -> (f64, f64) {
        let [holds, not] = [true, false].map(|side| {
            let of_side = values.iter().zip(&self.holds).filter(|(_, holds)| **holds == side);
            Sample::new(of_side.map(|(value, _)| *value))
        });
        let share = match self.chance {
            Some(chance) if holds.count > 0 && not.count > 0 => chance,
            _ => holds.count as f64 / values.len().max(1) as f64,
        };
        let mean = share * holds.mean + (1.0 - share) * not.mean;
        let variance = share.powi(2) * holds.error2() + (1.0 - share).powi(2) * not.error2();
        (mean, variance.sqrt())
    }
}

/// How many values there are, their mean, and how far apart they lie.
struct Sample {
    count: usize,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Sample {
    fn new(values: impl Iterator<Item = f64> + Clone) -> Sample {
        let count = values.clone().count();
        let mean = values.clone().sum::<f64>() / count.max(1) as f64;
        let squares = values.map(|value| (value - mean).powi(2)).sum();
        Sample { count, mean, squares }
    }

    /// The square of the mean's standard error.
    fn error2(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            count => self.squares / (count - 1) as f64 / count as f64,
        }
    }
}

/// Whoever plays the rounds on.
pub(super) struct Players {
    strategy: LiarsStrategy,
    worth: Worth,
    /// How many decisions they have made.
    pub played: usize,
}

impl Players {
    pub fn new() -> Players {
        Players { strategy: LiarsStrategy::default(), worth: Worth::default(), played: 0 }
    }

    /// How often the player who is to act in `view` does what.
    pub fn mix(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Vec<(Act, f64)> {
        self.strategy.mix(view, legal)
    }

    /// Plays the round on to its end; gives everybody's winning chances then.
    pub fn play_on(&mut self, mut game: Game, seed: u64) -> BySeat<f64> {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        // Every player draws a lot for the round: three bits for each seat.
        let lots: u32 = luck.random();
        let mut sum = Sum { chances: BySeat::filled(game.seats(), 0.0), weight: 0.0 };
        let mut reached = 1.0;
        for _ in 0..LONGEST {
            let Some(seat) = game.turn().due().nth(0) else { break };
            let (View::Liars(view), Acts::Bid(legal)) =
                (game.view(Viewer::Seat(seat)), game.legal(seat))
            else {
                break;
            };
            self.played += 1;
            let mix =
                self.strategy.mix_by_lot(&view, &legal, (lots >> (3 * seat.index())) as usize);
            let (raises, ends): (Vec<_>, Vec<_>) =
                mix.into_iter().partition(|(act, _)| matches!(act, Act::Bid(_)));
            for (act, share) in ends {
                let mut ended = game.clone();
                if ended.play(seat, act, &mut Ignore).is_ok() {
                    sum.add(&self.worth.of(&ended), reached * share);
                }
            }
            let raised: f64 = raises.iter().map(|(_, share)| share).sum();
            reached *= raised;
            let Some(act) = drawn(&raises, raised, &mut luck) else { break };
            if reached < SELDOM || game.play(seat, act, &mut Ignore).is_err() {
                break;
            }
        }
        // Lines that were not followed to their end are taken to end like those that were.
        if game.turn().due().is_empty() || sum.weight <= 0.0 {
            sum.add(&self.worth.of(&game), reached);
        }
        sum.mean()
    }
}

/// One of the acts, as often as it is done.
fn drawn(acts: &[(Act, f64)], total: f64, luck: &mut ChaCha8Rng) -> Option<Act> {
    let mut left = luck.random::<f64>() * total;
    let drawn = acts.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    drawn.or(acts.last()).map(|(act, _)| *act)
}

/// Winning chances, weighed.
struct Sum {
    chances: BySeat<f64>,
    weight: f64,
}

impl Sum {
    fn add(&mut self, chances: &BySeat<f64>, weight: f64) {
        for (seat, chance) in chances.iter() {
            self.chances[seat] += weight * chance;
        }
        self.weight += weight;
    }

    fn mean(&self) -> BySeat<f64> {
        let weight = if self.weight > 0.0 { self.weight } else { 1.0 };
        BySeat::from_fn(self.chances.len(), |seat| self.chances[seat] / weight)
    }
}
