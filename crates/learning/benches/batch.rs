//! How long a step of a batch takes, for each act, on one thread: `cargo bench -p dicehouse-learning`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

use std::time::Instant;

use dicehouse_learning::{Arrays, Batch, Reward};
use dicehouse_rules::{GameKind, Ruleset};

const GAMES: usize = 1024;
const STEPS: usize = 400;

fn main() {
    for (preset, players) in [("openspiel", 2), ("contest", 2), ("contest", 4), ("perudo", 2)] {
        let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap();
        let mut batch = Batch::new(&ruleset, players, GAMES, Reward::Game, 1).unwrap();
        let mut observations = vec![0.0; GAMES * batch.observation().len()];
        let mut masks = vec![false; GAMES * batch.acts().len()];
        let (mut seats, mut chosen) = (vec![0; GAMES], vec![0; GAMES]);
        let (mut rewards, mut dones) = (vec![0.0; GAMES * players], vec![false; GAMES]);
        let mut arrays = Arrays {
            observations: &mut observations,
            masks: &mut masks,
            seats: &mut seats,
            rewards: &mut rewards,
            dones: &mut dones,
        };
        batch.reset(1, &mut arrays).unwrap();
        let mut best = f64::INFINITY;
        for _ in 0..7 {
            let start = Instant::now();
            for _ in 0..STEPS {
                batch.random_acts(&mut chosen).unwrap();
                batch.step(&chosen, &mut arrays).unwrap();
            }
            best = best.min(start.elapsed().as_secs_f64() / (GAMES * STEPS) as f64);
        }
        println!("{preset} for {players}: {:.0} ns an act", best * 1e9);
    }
}
