//! Equal bots get equal shares, however they are listed and however many sit at a table.
//!
//! Once, five bots sat in four of their 24 circular orders: of three identical ones at a table, one won 17.7 % of the
//! games and another 1.0 %.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::{FormatName, Options};
use dicehouse_contest::runner::{Contest, Setup, Where};
use dicehouse_stats::{Entrant, Estimate};
use dicehouse_table::dice::ContestSecret;

/// The win shares of the bots of a table, in the order in which they are listed.
fn shares(bots: &[&str], games: u64, seed: u64) -> Vec<Estimate> {
    let options = Options {
        bots: bots.iter().map(|bot| (*bot).into()).collect(),
        format: Some(FormatName::Table),
        games: Some(games),
        seed: Some(seed),
        ..Options::default()
    };
    let contest =
        Contest::new(options.config(ContestSecret::from_seed(0)).unwrap(), &Setup::default())
            .unwrap();
    let outcome = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap();
    let tally = outcome.results.tally;
    (0..bots.len()).map(|bot| tally.summary(Entrant(bot as u32)).share).collect()
}

/// How surely two shares differ, in standard errors.
fn distance(one: &Estimate, other: &Estimate) -> f64 {
    // A 95 % interval is 3.92 standard errors wide.
    let error = |estimate: &Estimate| estimate.interval.width() / 3.92;
    let difference = one.mean.unwrap() - other.mean.unwrap();
    difference / error(one).hypot(error(other))
}

fn equal_bots_have_equal_shares(others: &[&'static str], equal: usize, games: u64) {
    let mut bots: Vec<&str> = others.to_vec();
    bots.extend(std::iter::repeat_n("truthful", equal));
    for shift in 0..bots.len() {
        bots.rotate_left(1);
        let shares = shares(&bots, games, 40 + shift as u64);
        let twins: Vec<&Estimate> = shares
            .iter()
            .zip(&bots)
            .filter(|(_, bot)| **bot == "truthful")
            .map(|(share, _)| share)
            .collect();
        for (at, one) in twins.iter().enumerate() {
            for other in &twins[..at] {
                // Beyond four standard errors comes one pair in 16,000, and there are some hundred.
                let distance = distance(one, other);
                assert!(distance.abs() < 4.0, "{bots:?}: {distance:.1} errors apart, {twins:?}");
            }
        }
    }
}

#[test]
fn at_tables_of_four() {
    equal_bots_have_equal_shares(&["odds"], 3, 4_800);
}

#[test]
fn at_tables_of_five() {
    equal_bots_have_equal_shares(&["odds", "dicey"], 3, 6_000);
}

#[test]
fn at_tables_of_seven() {
    equal_bots_have_equal_shares(&["odds", "dicey", "bluffer"], 4, 2_100);
}

#[test]
fn at_tables_of_ten() {
    equal_bots_have_equal_shares(&["odds", "dicey", "bluffer", "dicey", "dicey"], 5, 1_000);
}

/// The same bots in any order of listing have the same shares, within what chance does.
#[test]
fn listing_order_moves_nobody() {
    let bots = ["odds", "dicey", "gambler", "truthful", "truthful"];
    let listed = |order: [usize; 5], seed| {
        let names = order.map(|at| bots[at]);
        let shares = shares(&names, 6_000, seed);
        let of_odds = order.iter().position(|at| *at == 0).unwrap();
        shares[of_odds]
    };
    let first = listed([0, 1, 2, 3, 4], 1);
    for (order, seed) in [([4, 3, 2, 1, 0], 2), ([1, 0, 3, 2, 4], 3), ([2, 4, 0, 1, 3], 4)] {
        let other = listed(order, seed);
        assert!(distance(&first, &other).abs() < 4.0, "{order:?}: {first:?} and {other:?}");
    }
}
