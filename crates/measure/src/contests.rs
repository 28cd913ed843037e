//! Bots against each other.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use dicehouse_bots::{BotStrength, Roster};
use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Results, Setup, Snapshot, Where};
use dicehouse_rules::Ruleset;
use dicehouse_stats::{Entrant, EntrantSummary, Estimate};
use dicehouse_table::dice::ContestSecret;

use crate::error::MeasureError;
use crate::progress::Count;
use crate::settings::Setting;
use crate::tenths;

/// The rating of a bot that is as strong as the others on average.
const MEAN_ELO: f64 = 1500.0;

/// The strengths of the bots of this name, from one contest in which every table of them is a match.
pub(crate) fn strengths(
    setting: &Setting,
    names: &[&str],
    games: u64,
    seed: u64,
    count: &mut Count<'_>,
) -> Result<Vec<BotStrength>, MeasureError> {
    let ruleset = Ruleset::preset(setting.game, setting.preset)?;
    let games = setting.games_of_match(names.len(), games);
    let mut told = |snapshot: &Snapshot| count.at(snapshot.games);
    let results = bot_contest(ruleset, names, setting.players, games, seed, &mut told)?;
    let fit = results.tally.fit();
    let bots = (0u32..).map(Entrant).zip(names);
    bots.map(|(bot, name)| {
        let against = (0u32..).map(Entrant).zip(names).filter_map(|(other, name)| {
            let score = results.tally.pair(bot, other)?.score.mean?;
            Some(((*name).to_owned(), tenths(100.0 * score)))
        });
        let against: BTreeMap<String, f64> = against.collect();
        let Estimate { mean, interval, .. } = results.tally.summary(bot).share;
        Ok(BotStrength {
            bot: (*name).to_owned(),
            version: Roster::find_for(setting.game, name)?.info().version.to_owned(),
            strength: tenths(100.0 * mean.unwrap_or(0.0)),
            margin: tenths(100.0 * interval.width() / 2.0),
            elo: fit.rating(bot).map(|rating| (MEAN_ELO + rating.elo).round() as i32),
            against,
        })
    })
    .collect()
}

/// Holds a contest in which every table of `players` of these house bots is a match of at least `games`
/// games, and gives its sums.
///
/// # Errors
/// When it cannot be held, or a bot makes a fault.
pub fn bot_contest(
    ruleset: Ruleset,
    bots: &[&str],
    players: usize,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(&Snapshot),
) -> Result<Results, MeasureError> {
    let options = Options {
        bots: bots.iter().map(|bot| (*bot).into()).collect(),
        seats: Some(players),
        games: Some(games),
        seed: Some(seed),
        ..Options::default()
    };
    let config = options.played_by(&ruleset).config(ContestSecret::from_seed(seed))?;
    let contest = Contest::new(config, &Setup::default())?;
    let mut progress = |snapshot: &Snapshot| progress(snapshot);
    let outcome = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut progress)?;
    for (bot, figures) in bots.iter().zip(&outcome.results.bots) {
        if figures.all_faults() > 0 {
            return Err(MeasureError::Faults {
                bot: (*bot).to_owned(),
                faults: figures.all_faults(),
            });
        }
    }
    Ok(outcome.results)
}

/// How `bot` does at a table where everybody else is a copy of `other`. Equal players have a win share of
/// one over the number of players.
///
/// # Errors
/// When the contest cannot be held, or a bot makes a fault.
pub fn copies(
    ruleset: Ruleset,
    bot: &str,
    other: &str,
    players: usize,
    games: u64,
    seed: u64,
) -> Result<EntrantSummary, MeasureError> {
    let mut bots = vec![other; players.max(2)];
    bots[0] = bot;
    let results = bot_contest(ruleset, &bots, players, games, seed, &mut |_| ())?;
    Ok(results.tally.summary(Entrant(0)))
}
