//! Playing does not allocate: not an act, not a roll, when events are ignored.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

#[path = "common/counting.rs"]
mod counting;

use common::play::{Style, one_of};
use common::rng::Rng;
use counting::allocations;
use dicehouse_rules::{
    Dice, Face, Few, Game, GameKind, Ignore, MAX_SEATS, PRESETS, Rules, Ruleset, Turn,
    liars::ExactRight,
};

/// Makes a game and plays it out; the allocations of the one and the other, without those of
/// the player who chooses.
fn count(ruleset: &Ruleset, players: usize, style: Style, rng: &mut Rng) -> (u64, u64) {
    let before = allocations();
    let mut game = Game::new(ruleset, players).unwrap();
    let made = allocations();
    let mut choosing = 0;
    loop {
        match game.turn() {
            Turn::Over => break,
            Turn::Roll(dealt) => {
                let mut dice = Few::<Dice, { 2 * MAX_SEATS }>::new();
                for throw in &dealt {
                    let mut die = || Face::new(1 + rng.below(throw.sides.into()) as u8).unwrap();
                    let faces = std::iter::repeat_with(&mut die).take(throw.count.into());
                    dice.push(Dice::from_faces(faces).unwrap()).unwrap();
                }
                game.roll(&dice, &mut Ignore).unwrap();
            }
            Turn::Act(due) => {
                let seat = one_of(due, rng);
                let legal = game.legal(seat);
                let before = allocations();
                let act = style.choose(&legal, rng);
                choosing += allocations() - before;
                game.play(seat, act, &mut Ignore).unwrap();
            }
        }
    }
    (made - before, allocations() - made - choosing)
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    let list = std::hint::black_box(vec![1u8; 100]);
    assert_eq!(allocations() - before, 1);
    drop(list);
    assert_eq!(allocations() - before, 1);
}

#[test]
fn no_allocation_per_act_in_liars_and_claims() {
    let mut rng = Rng::new(1);
    for preset in PRESETS.iter().filter(|preset| preset.game() != GameKind::Pairs) {
        let ruleset = preset.ruleset();
        for players in [2, 3, 10] {
            for n in 0..40 {
                let style = Style::ALL[n % Style::ALL.len()];
                let (making, playing) = count(&ruleset, players, style, &mut rng);
                assert!(making <= 3, "{ruleset}, {players} players: {making} to make a game");
                // Dice won back can prolong a game beyond what was reserved for its history.
                let most = if wins_dice_back(&ruleset) { 3 } else { 0 };
                assert!(playing <= most, "{ruleset}, {players} players: {playing} to play it");
            }
        }
    }
}

fn wins_dice_back(ruleset: &Ruleset) -> bool {
    let Rules::Liars(rules) = ruleset.rules() else { return false };
    rules.exact.is_some_and(|exact| exact.right == ExactRight::CallerGains)
}

/// `pairs` has no bound on its rounds, so its history grows; by doubling, not per act.
#[test]
fn few_allocations_in_pairs() {
    let mut rng = Rng::new(1);
    let ruleset = Ruleset::default_of(GameKind::Pairs);
    for players in [1, 2, 10] {
        let (making, playing) = count(&ruleset, players, Style::Uniform, &mut rng);
        assert!(making <= 2 && playing <= 5, "{making} and {playing}");
    }
}

#[test]
fn faults_and_refusals_do_not_allocate() {
    use dicehouse_rules::{Act, Bid, Cause, Seat};
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let mut game = Game::new(&ruleset, 2).unwrap();
    let hand = Dice::from_pips(&[1, 2, 3, 4, 5]).unwrap();
    game.roll(&[hand, hand], &mut Ignore).unwrap();
    let before = allocations();
    let seat = Seat::new(0).unwrap();
    assert!(game.play(seat, Act::Bid(Bid::new(0, Face::ONE)), &mut Ignore).is_err());
    assert!(game.play(seat, Act::Claim(3), &mut Ignore).is_err());
    game.fault(seat, Cause::Illegal, &mut Ignore).unwrap();
    assert_eq!(allocations() - before, 0);
}
