//! One bot against every other of its game.

use dicehouse_bots::Roster;
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_stats::{Entrant, EntrantSummary};
use serde::Serialize;

use crate::contests::{bot_contest, copies};
use crate::error::MeasureError;
use crate::tenths;

/// The presets under which a bot meets the others.
pub(crate) fn presets(game: GameKind) -> &'static [&'static str] {
    match game {
        GameKind::Liars => &["contest", "variation", "markovok", "perudo"],
        GameKind::Claims => &["simple", "full"],
        GameKind::Pairs => &["standard"],
    }
}

/// Players at a table with copies of one other bot, and at mixed tables.
pub(crate) const FEW: [usize; 2] = [2, 4];
const MIXED: std::ops::RangeInclusive<usize> = 5..=10;
/// Games of more than two take longer, and differ more clearly: there is one for so many of two.
const FEWER_GAMES: u64 = 4;

/// How one bot did at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The preset.
    pub rules: String,
    /// Players at the table.
    pub players: usize,
    /// All others are copies of this player; at a mixed table it is the one that won most.
    pub against: String,
    /// Whether different bots sat at the table.
    pub mixed: bool,
    /// How many games were played.
    pub games: u64,
    /// The percentage of games that the bot won.
    pub won: f64,
    /// The ends of its 95 % interval.
    pub interval: [f64; 2],
    /// The percentage that equal players would win.
    pub par: f64,
    /// At a mixed table, the percentage that the best of the others won, and the ends of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_other: Option<(f64, [f64; 2])>,
}

/// How many results [`duels`] has for a game.
pub fn duels_of(game: GameKind) -> usize {
    let others = Roster::of(game).count().saturating_sub(1);
    presets(game).len() * (others * FEW.len() + mixed_sizes(others).count())
}

/// The sizes of mixed tables of so many others.
fn mixed_sizes(others: usize) -> impl Iterator<Item = usize> {
    MIXED.filter(move |players| *players <= others + 1)
}

/// Lets `bot` play against one and against three copies of every other house bot of `game`, and at mixed tables of
/// the strongest, under the presets that count. There are so many games of two, and a quarter of that at each larger
/// table. `progress` hears of each result.
///
/// # Errors
/// When there is no such bot, or a bot makes a fault.
pub fn duels(
    game: GameKind,
    bot: &str,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(&Duel),
) -> Result<(), MeasureError> {
    let name = Roster::find_for(game, bot)?.name();
    let others: Vec<&str> =
        Roster::of(game).map(|info| info.name).filter(|other| *other != name).collect();
    for preset in presets(game) {
        let ruleset = Ruleset::preset(game, preset)?;
        for other in &others {
            for players in FEW {
                let games = games_at(players, games);
                let found = copies(ruleset, bot, other, players, games, seed)?;
                progress(&Duel::new(preset, players, other, &found));
            }
        }
        for players in mixed_sizes(others.len()) {
            let games = games_at(players, games);
            progress(&mixed(&ruleset, preset, bot, &others, players, games, seed)?);
        }
    }
    Ok(())
}

/// How many games there are at a table, when two play so many.
pub(crate) fn games_at(players: usize, games: u64) -> u64 {
    if players > 2 { games.div_ceil(FEWER_GAMES) } else { games }
}

/// A table of `bot` and the strongest others.
fn mixed(
    ruleset: &Ruleset,
    preset: &str,
    bot: &str,
    others: &[&str],
    players: usize,
    games: u64,
    seed: u64,
) -> Result<Duel, MeasureError> {
    let strongest = others.iter().rev().take(players.saturating_sub(1));
    let bots: Vec<&str> = std::iter::once(&bot).chain(strongest).copied().collect();
    let results = bot_contest(*ruleset, &bots, players, games, seed, &mut |_| ())?;
    let summary = |at: usize| results.tally.summary(Entrant(at as u32));
    let share = |at: &usize| summary(*at).share.mean.unwrap_or(0.0);
    let best = (1..bots.len()).max_by(|one, other| share(one).total_cmp(&share(other)));
    let best = best.unwrap_or_default();
    let (won, interval) = percent(&summary(best));
    let duel = Duel::new(preset, players, bots[best], &summary(0));
    Ok(Duel { mixed: true, best_other: Some((won, interval)), ..duel })
}

impl Duel {
    /// Whether the bot did significantly worse: than par among copies, than the best other at a mixed table.
    pub fn is_lost(&self) -> bool {
        let [_, high] = self.interval;
        match self.best_other {
            Some((_, [low, _])) => high < low,
            None => high < self.par,
        }
    }

    pub(crate) fn new(preset: &str, players: usize, against: &str, found: &EntrantSummary) -> Duel {
        let (won, interval) = percent(found);
        Duel {
            rules: preset.to_owned(),
            players,
            against: against.to_owned(),
            mixed: false,
            games: found.games,
            won,
            interval,
            par: tenths(100.0 / players.max(1) as f64),
            best_other: None,
        }
    }
}

fn percent(found: &EntrantSummary) -> (f64, [f64; 2]) {
    let share = &found.share;
    let ends = [share.interval.low, share.interval.high];
    (tenths(100.0 * share.mean.unwrap_or(0.0)), ends.map(|end| tenths(100.0 * end)))
}
