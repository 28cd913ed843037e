//! The strength table: what was measured, with the command that measures it again.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dicehouse_rules::{GameKind, Ruleset, RulesetError};
use serde::{Deserialize, Serialize};

use crate::bot::{BotInfo, HouseBot};
use crate::roster::Roster;

use super::deals::Progress;
use super::elo::rate;
use super::figure::Figure;
use super::play::{solo_score, win_share};

/// The rulesets and table sizes at which the bots of a game are measured.
const MEASURED: [(GameKind, &str, usize); 9] = [
    (GameKind::Liars, "contest", 2),
    (GameKind::Liars, "contest", 4),
    (GameKind::Liars, "perudo", 2),
    (GameKind::Liars, "perudo", 4),
    (GameKind::Claims, "simple", 2),
    (GameKind::Claims, "full", 2),
    (GameKind::Claims, "simple", 4),
    (GameKind::Pairs, "standard", 1),
    (GameKind::Pairs, "standard", 4),
];

/// The strengths of the bots of one game under one ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strengths {
    /// The game.
    pub game: GameKind,
    /// The preset.
    pub rules: String,
    /// Players at the table.
    pub players: usize,
    /// Games of each bot, or of each pair of bots.
    pub games: u32,
    /// The seed of the dice and of the bots' luck.
    pub seed: u64,
    /// What measures it again.
    pub command: String,
    /// The bots, in the order of the roster.
    pub bots: Vec<BotStrength>,
}

/// How strong one bot is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotStrength {
    /// The bot.
    pub bot: String,
    /// Its version when it was measured.
    pub version: String,
    /// `pairs`: the mean solo score. Else the percentage of games won, over all opponents alike.
    pub strength: f64,
    /// The standard error of `strength`.
    pub error: f64,
    /// Its rating among the bots measured with it, who have 1500 on average; none where each
    /// plays alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<i32>,
    /// The percentage of games won against each opponent; all other seats are that opponent's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub against: BTreeMap<String, f64>,
}

impl Strengths {
    /// What `strength` is: "mean solo score", "% won".
    pub fn unit(&self) -> &'static str {
        if self.players == 1 { "mean solo score" } else { "% won" }
    }
}

/// Measures all bots of `game` over about `games` seeded games each (of each pair of bots, where
/// they play each other), once for each ruleset they are measured under. The same seed gives the
/// same figures.
///
/// `progress` hears of every bot's measurement anew.
///
/// # Errors
/// Never, while the presets it names exist.
pub fn measure(
    game: GameKind,
    games: u32,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Vec<Strengths>, RulesetError> {
    let bots: Vec<HouseBot> =
        Roster::of(game).filter_map(|info| Roster::find_for(game, info.name).ok()).collect();
    let settings = MEASURED.iter().filter(|(measured, ..)| *measured == game);
    settings
        .map(|(_, rules, players)| {
            let ruleset = Ruleset::preset(game, rules)?;
            let measured = bots.iter().map(|bot| {
                if *players == 1 {
                    solo(bot, games, seed, progress)
                } else {
                    against_others(ruleset, bot, &bots, *players, games, seed, progress)
                }
            });
            let mut measured: Vec<BotStrength> = measured.collect();
            rate(&mut measured, *players);
            Ok(Strengths {
                game,
                rules: (*rules).to_owned(),
                players: *players,
                games,
                seed,
                command: format!("dicehouse bots --measure {game} --games {games} --seed {seed}"),
                bots: measured,
            })
        })
        .collect()
}

fn solo(bot: &HouseBot, games: u32, seed: u64, progress: Progress<'_>) -> BotStrength {
    strength(bot, solo_score(bot, games, seed, progress), BTreeMap::new())
}

fn against_others(
    ruleset: Ruleset,
    bot: &HouseBot,
    all: &[HouseBot],
    players: usize,
    games: u32,
    seed: u64,
    progress: Progress<'_>,
) -> BotStrength {
    let deals = games.div_ceil(players as u32);
    let mut against = BTreeMap::new();
    let mut figures = Vec::new();
    for other in all.iter().filter(|other| other.name() != bot.name()) {
        let share = win_share(ruleset, bot, other, players - 1, deals, seed, progress);
        let percent = Figure { mean: 100.0 * share.mean, error: 100.0 * share.error };
        against.insert(other.name().to_owned(), tenths(percent.mean));
        figures.push(percent);
    }
    let count = figures.len().max(1) as f64;
    let mean = figures.iter().map(|figure| figure.mean).sum::<f64>() / count;
    let error = figures.iter().map(|figure| figure.error.powi(2)).sum::<f64>().sqrt() / count;
    strength(bot, Figure { mean, error }, against)
}

fn strength(bot: &HouseBot, figure: Figure, against: BTreeMap<String, f64>) -> BotStrength {
    BotStrength {
        bot: bot.name().to_owned(),
        version: bot.info().version.to_owned(),
        strength: tenths(figure.mean),
        error: tenths(figure.error),
        elo: None,
        against,
    }
}

/// Rounded to one decimal: more would say nothing.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Several measurements, as they stand in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrengthTable {
    /// The measurements.
    #[serde(default)]
    pub measured: Vec<Strengths>,
}

impl StrengthTable {
    /// The table that comes with the program.
    pub fn shipped() -> &'static StrengthTable {
        static SHIPPED: LazyLock<StrengthTable> = LazyLock::new(|| {
            StrengthTable::read(include_str!("../../strength.toml"))
                .expect("the file is part of the program, and a test reads it")
        });
        &SHIPPED
    }

    /// Reads a table.
    ///
    /// # Errors
    /// When it is not TOML of this shape.
    pub fn read(text: &str) -> Result<StrengthTable, toml::de::Error> {
        toml::from_str(text)
    }

    /// The table as a file.
    ///
    /// # Errors
    /// Never, in practice: every table can be written as TOML.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        let table = toml::to_string(self)?;
        Ok(format!("# How strong the house bots are. Made by the commands it names.\n\n{table}"))
    }

    /// Takes new measurements of a game in the place of the old ones.
    pub fn replace(&mut self, game: GameKind, measured: Vec<Strengths>) {
        self.measured.retain(|strengths| strengths.game != game);
        self.measured.extend(measured);
        let place = |game| GameKind::ALL.iter().position(|known| *known == game);
        self.measured.sort_by_key(|strengths| place(strengths.game));
    }

    /// The bot's strength under the first ruleset its game was measured under, as it is listed.
    pub fn of(&self, bot: &BotInfo) -> Option<(&Strengths, &BotStrength)> {
        let of_game = self.measured.iter().filter(|strengths| bot.plays(strengths.game));
        of_game.into_iter().find_map(|strengths| {
            let found = strengths.bots.iter().find(|strength| strength.bot == bot.name);
            found.map(|strength| (strengths, strength))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measuring_gives_the_same_figures_again() {
        for game in GameKind::ALL {
            let measured = || measure(game, 8, 3, &|_, _| ()).unwrap();
            assert_eq!(measured(), measured(), "{game}");
            for strengths in measured() {
                let bots: Vec<&str> = strengths.bots.iter().map(|bot| bot.bot.as_str()).collect();
                assert!(Roster::of(game).map(|info| info.name).eq(bots), "{game}");
            }
        }
    }

    #[test]
    fn the_table_can_be_written_and_read() {
        let mut table = StrengthTable::default();
        for game in [GameKind::Pairs, GameKind::Liars] {
            table.replace(game, measure(game, 2, 1, &|_, _| ()).unwrap());
        }
        table.replace(GameKind::Pairs, measure(GameKind::Pairs, 4, 2, &|_, _| ()).unwrap());
        assert_eq!(StrengthTable::read(&table.write().unwrap()).unwrap(), table);
        let games: Vec<GameKind> = table.measured.iter().map(|strengths| strengths.game).collect();
        assert_eq!(games.first(), Some(&GameKind::Liars));
        let settings = MEASURED.iter().filter(|(game, ..)| *game == GameKind::Pairs).count();
        let pairs = games.iter().filter(|game| **game == GameKind::Pairs).count();
        assert_eq!(pairs, settings, "the old measurements were replaced");
    }

    /// A bot that plays differently has a new version, and must be measured again.
    #[test]
    fn the_shipped_table_is_of_the_bots_as_they_are() {
        for info in Roster::all() {
            let (_, strength) = StrengthTable::shipped().of(info).unwrap();
            assert_eq!(strength.version, info.version, "{}", info.name);
        }
    }
}
