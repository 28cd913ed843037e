//! What is measured: solo scores, and shares of wins.

use dicehouse_rules::{GameKind, Ruleset, Standing};

use crate::bot::HouseBot;

use super::deals::{Progress, each_deal, play};
use super::figure::Figure;

/// The mean score of `bot` playing `pairs` alone, by the default rules, over so many seeded games.
pub fn solo_score(bot: &HouseBot, games: u32, seed: u64, progress: Progress<'_>) -> Figure {
    let ruleset = Ruleset::default_of(GameKind::Pairs);
    let scores = each_deal(games.into(), progress, |deal| {
        let standing = play(ruleset, &[bot], seed, deal);
        let score = standing.and_then(|s| s.scores.and_then(|s| s.values().next().copied()));
        f64::from(score.unwrap_or(0))
    });
    Figure::of(&scores)
}

/// The share of wins of `bot` at tables with `others` players who are all `other`.
///
/// Each of the seeded deals is played once with `bot` in every seat, the same dice each time, so
/// `deals` deals are `deals × (others + 1)` games. A shared win counts as a part of one. Equal
/// players have a share of 1 / (others + 1).
pub fn win_share(
    ruleset: Ruleset,
    bot: &HouseBot,
    other: &HouseBot,
    others: usize,
    deals: u32,
    seed: u64,
    progress: Progress<'_>,
) -> Figure {
    let seats = others + 1;
    let shares = each_deal(deals.into(), progress, |deal| {
        let wins = (0..seats).map(|own| {
            let bots: Vec<&HouseBot> =
                (0..seats).map(|seat| if seat == own { bot } else { other }).collect();
            play(ruleset, &bots, seed, deal).map_or(0.0, |standing| won(&standing, own))
        });
        wins.sum::<f64>() / seats as f64
    });
    Figure::of(&shares)
}

/// The part of the win that the seat has.
fn won(standing: &Standing, seat: usize) -> f64 {
    let winners = standing.winners();
    let is_one = winners.iter().any(|winner| winner.index() == seat);
    if is_one { 1.0 / winners.len() as f64 } else { 0.0 }
}
