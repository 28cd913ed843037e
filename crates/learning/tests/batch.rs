//! Many games at once: the same whatever the threads, unchanged when refused, without allocating.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

#[path = "../../rules/tests/common/counting.rs"]
mod counting;

use counting::allocations;
use dicehouse_learning::{Arrays, Batch, BatchRefusal, Reward};
use dicehouse_rules::{GameKind, PRESETS, Ruleset};

/// A batch with its arrays.
struct Played {
    batch: Batch,
    observations: Vec<f32>,
    masks: Vec<bool>,
    seats: Vec<i64>,
    rewards: Vec<f32>,
    dones: Vec<bool>,
    chosen: Vec<i64>,
}

impl Played {
    fn new(ruleset: &Ruleset, players: usize, n: usize, reward: Reward, threads: usize) -> Played {
        let batch = Batch::new(ruleset, players, n, reward, threads).unwrap();
        let mut played = Played {
            observations: vec![0.0; n * batch.observation().len()],
            masks: vec![false; n * batch.acts().len()],
            seats: vec![0; n],
            rewards: vec![0.0; n * players],
            dones: vec![false; n],
            chosen: vec![0; n],
            batch,
        };
        played.with(|batch, arrays, _| batch.reset(1, arrays)).unwrap();
        played
    }

    fn with<T>(&mut self, work: impl FnOnce(&mut Batch, &mut Arrays<'_>, &[i64]) -> T) -> T {
        let Played { batch, observations, masks, seats, rewards, dones, chosen } = self;
        work(batch, &mut Arrays { observations, masks, seats, rewards, dones }, chosen)
    }

    fn random_step(&mut self) {
        self.batch.random_acts(&mut self.chosen).unwrap();
        self.with(|batch, arrays, chosen| batch.step(chosen, arrays)).unwrap();
    }

    fn state(&self) -> impl PartialEq + use<> {
        let bits =
            |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<u32>>();
        (
            bits(&self.observations),
            self.masks.clone(),
            self.seats.clone(),
            bits(&self.rewards),
            self.dones.clone(),
        )
    }
}

#[test]
fn threads_change_nothing() {
    let ruleset = Ruleset::preset(GameKind::Liars, "perudo").unwrap();
    let mut one = Played::new(&ruleset, 3, 700, Reward::Round, 1);
    let mut two = Played::new(&ruleset, 3, 700, Reward::Round, 2);
    for step in 0..200 {
        one.random_step();
        two.random_step();
        assert!(one.state() == two.state(), "step {step}");
    }
}

#[test]
fn games_end_and_rewards_add_up() {
    for preset in &PRESETS {
        for reward in [Reward::Game, Reward::Round] {
            let mut played = Played::new(&preset.ruleset(), 3, 50, reward, 1);
            let mut ended = 0;
            for _ in 0..2_000 {
                played.random_step();
                for (rewards, done) in played.rewards.chunks(3).zip(&played.dones) {
                    let sum: f32 = rewards.iter().sum();
                    match reward {
                        Reward::Game if *done => {
                            let all_tied = rewards.iter().all(|one| one.abs() < 1e-5);
                            assert!(sum.abs() < 1e-5, "{rewards:?}");
                            assert!(all_tied || rewards.iter().any(|one| *one > 0.1));
                        }
                        Reward::Game => assert_eq!(rewards, [0.0; 3]),
                        Reward::Round => assert!(sum.is_finite()),
                    }
                    ended += usize::from(*done);
                }
            }
            assert!(ended > 100, "{} {ended}", preset.name);
        }
    }
}

#[test]
fn a_refused_step_changes_nothing() {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let mut played = Played::new(&ruleset, 2, 40, Reward::Game, 1);
    played.random_step();
    played.batch.random_acts(&mut played.chosen).unwrap();
    let (before, good) = (played.state(), played.chosen.clone());
    for wrong in [-1, 10_000, i64::MIN, i64::MAX] {
        played.chosen[17] = wrong;
        let refused = played.with(|batch, arrays, chosen| batch.step(chosen, arrays));
        let seat = dicehouse_rules::Seat::new(played.seats[17] as usize).unwrap();
        assert_eq!(refused, Err(BatchRefusal::Illegal { game: 17, act: wrong, seat }));
        assert!(played.state() == before);
    }
    let refused = played.with(|batch, arrays, chosen| batch.step(&chosen[1..], arrays));
    assert_eq!(refused, Err(BatchRefusal::Size { what: "actions", given: 39, wanted: 40 }));
    played.chosen = good;
    played.with(|batch, arrays, chosen| batch.step(chosen, arrays)).unwrap();
    assert!(played.state() != before);
}

#[test]
fn steps_do_not_allocate() {
    for preset in &PRESETS {
        let mut played = Played::new(&preset.ruleset(), 3, 30, Reward::Round, 1);
        // The histories of games grow to what they need first.
        (0..6_000).for_each(|_| played.random_step());
        let before = allocations();
        (0..1_000).for_each(|_| played.random_step());
        let made = allocations() - before;
        // Some games are longer than all before them: their history grows, by doubling.
        let most = match preset.game() {
            GameKind::Pairs => 30,
            _ if preset.name == "perudo" => 30,
            _ => 0,
        };
        assert!(made <= most, "{}: {made}", preset.name);
    }
}
