//! `pairs` alone: the score is what counts.

use std::collections::BTreeMap;

use dicehouse_bots::{BotStrength, HouseBot, Roster};
use dicehouse_rules::Ruleset;
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{NoClock, Player, Table, run};
use rayon::prelude::*;

use crate::error::MeasureError;
use crate::faults::Faults;
use crate::progress::Count;
use crate::settings::Setting;
use crate::tenths;

/// Games played before somebody is told how far it has come.
const AT_ONCE: u64 = 256;

/// The 97.5 % quantile of the normal distribution: means of hundreds of games are as good as normal.
const QUANTILE: f64 = 1.959_964;

/// The mean score of a bot that plays alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoloScore {
    /// Points of a game on average.
    pub mean: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

impl SoloScore {
    /// The mean of independent scores; without a margin when there are fewer than two.
    fn of(scores: &[f64]) -> SoloScore {
        let count = scores.len().max(1) as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        SoloScore { mean, margin: QUANTILE * error }
    }
}

pub(crate) fn strengths(
    setting: &Setting,
    names: &[&str],
    games: u64,
    seed: u64,
    count: &mut Count<'_>,
) -> Result<Vec<BotStrength>, MeasureError> {
    let ruleset = Ruleset::preset(setting.game, setting.preset)?;
    let mut before = 0;
    let measured = names.iter().map(|name| {
        let bot = Roster::find_for(setting.game, name)?;
        let score = solo_score(ruleset, &bot, games, seed, &mut |done| count.at(before + done))?;
        before += games;
        Ok(BotStrength {
            bot: (*name).to_owned(),
            version: bot.info().version.to_owned(),
            strength: tenths(score.mean),
            margin: tenths(score.margin),
            elo: None,
            against: BTreeMap::new(),
        })
    });
    measured.collect()
}

/// The mean score of `bot` alone at the table, over so many seeded games. `progress` hears how many are done.
///
/// # Errors
/// When the game is not for one, or the bot makes a fault.
pub fn solo_score(
    ruleset: Ruleset,
    bot: &HouseBot,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<SoloScore, MeasureError> {
    let mut scores = Vec::new();
    for first in (0..games).step_by(AT_ONCE as usize) {
        let deals = first..games.min(first + AT_ONCE);
        let some: Result<Vec<f64>, MeasureError> =
            deals.into_par_iter().map(|deal| score(ruleset, bot, seed, deal)).collect();
        scores.extend(some?);
        progress(scores.len() as u64);
    }
    Ok(SoloScore::of(&scores))
}

/// The score of one game.
fn score(ruleset: Ruleset, bot: &HouseBot, seed: u64, deal: u64) -> Result<f64, MeasureError> {
    let dice = DealStream::new(&ContestSecret::from_seed(seed), deal);
    let mut table = Table::new(ruleset, vec![bot.seated(bot.name())], dice)?;
    // The bot's luck must not be the dice's.
    let luck = seed.rotate_left(32) ^ deal.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut players = [bot.player(luck) as Box<dyn Player>];
    let mut faults = Faults::default();
    // Faults are counted in memory, which does not fail.
    let standing = run(&mut table, &mut players, &mut NoClock, &mut faults).ok().flatten();
    let score = standing.and_then(|standing| standing.scores?.values().next().copied());
    faults.none_of(bot.name())?;
    Ok(f64::from(score.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_margin() {
        let score = SoloScore::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(score.mean, 2.5);
        // Variance 5/3, over four scores.
        assert!((score.margin - QUANTILE * (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(SoloScore::of(&[]), SoloScore { mean: 0.0, margin: 0.0 });
    }
}
