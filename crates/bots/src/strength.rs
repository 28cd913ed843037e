//! How strong the bots are, as the program knows it: the table in `strength.toml`.
//!
//! The crate `dicehouse-measure` makes it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dicehouse_rules::GameKind;
use serde::{Deserialize, Serialize};

use crate::bot::BotInfo;

/// The strengths of the bots of one game under one ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strengths {
    /// What was played.
    pub game: GameKind,
    /// The preset it was played by.
    pub rules: String,
    /// Players at the table.
    pub players: usize,
    /// Games of each bot alone, or about how many games each pair of bots met in.
    pub games: u64,
    /// The seed of the dice and of the bots' luck.
    pub seed: u64,
    /// The command that measures it again.
    pub command: String,
    /// The bots, in the order of the roster.
    pub bots: Vec<BotStrength>,
}

/// How strong one bot is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotStrength {
    /// Its name, without options.
    pub bot: String,
    /// Its version when it was measured.
    pub version: String,
    /// At a table of one the mean score, else the percentage of games won. A shared win counts in
    /// part.
    pub strength: f64,
    /// Half the width of the 95 % interval of `strength`.
    pub margin: f64,
    /// Its rating among the bots measured with it, who have 1500 on average; none where each
    /// plays alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<i32>,
    /// How often it came in before each opponent, in percent; a shared place counts as half.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub against: BTreeMap<String, f64>,
}

impl Strengths {
    /// What `strength` is: "mean solo score", "% won".
    pub fn unit(&self) -> &'static str {
        if self.players == 1 { "mean solo score" } else { "% won" }
    }
}

/// Several measurements, as they stand in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrengthTable {
    /// One entry per game, preset and table size; the first of a game is what lists show.
    #[serde(default)]
    pub measured: Vec<Strengths>,
}

impl StrengthTable {
    /// The table that comes with the program.
    pub fn shipped() -> &'static StrengthTable {
        static SHIPPED: LazyLock<StrengthTable> = LazyLock::new(|| {
            StrengthTable::read(include_str!("../strength.toml"))
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
        Ok(format!(
            "# How strong the house bots are, as measured by the commands below.\n\n{table}"
        ))
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
    use crate::bot::Difficulty;
    use crate::roster::Roster;

    const MEASURE: &str =
        "not measured as it is: dicehouse bots --measure all --games 400 --seed 1 --toml";

    fn measured(game: GameKind, seed: u64) -> Strengths {
        let against = BTreeMap::from([("b".to_owned(), 60.5)]);
        let bot = BotStrength {
            bot: "a".to_owned(),
            version: "1".to_owned(),
            strength: 60.5,
            margin: 2.0,
            elo: Some(1574),
            against,
        };
        let command = "dicehouse bots".to_owned();
        Strengths {
            game,
            rules: "house".to_owned(),
            players: 2,
            games: 9,
            seed,
            command,
            bots: vec![bot],
        }
    }

    #[test]
    fn the_table_can_be_written_and_read() {
        let mut table = StrengthTable::default();
        table.replace(GameKind::Pairs, vec![measured(GameKind::Pairs, 1)]);
        table.replace(
            GameKind::Liars,
            vec![measured(GameKind::Liars, 1), measured(GameKind::Liars, 2)],
        );
        table.replace(GameKind::Pairs, vec![measured(GameKind::Pairs, 3)]);
        assert_eq!(StrengthTable::read(&table.write().unwrap()).unwrap(), table);
        let found: Vec<_> = table.measured.iter().map(|one| (one.game, one.seed)).collect();
        let expected = [(GameKind::Liars, 1), (GameKind::Liars, 2), (GameKind::Pairs, 3)];
        assert_eq!(found, expected, "new figures stand in the place of the old ones");
    }

    /// A bot that is said to be harder wins more in every measurement, as far as the figures can
    /// tell.
    #[test]
    fn levels_agree_with_measured_strength() {
        let place =
            |bot: &BotInfo| Difficulty::ALL.iter().position(|level| *level == bot.difficulty);
        for strengths in &StrengthTable::shipped().measured {
            let of = |bot: &BotInfo| {
                let found = strengths.bots.iter().find(|strength| strength.bot == bot.name);
                found.unwrap_or_else(|| panic!("{}: {MEASURE}", bot.name))
            };
            let bots: Vec<&BotInfo> = Roster::of(strengths.game).collect();
            for (easier, harder) in bots.iter().flat_map(|a| bots.iter().map(move |b| (*a, *b))) {
                if place(easier) < place(harder) {
                    let (weak, strong) = (of(easier), of(harder));
                    assert!(
                        weak.strength - weak.margin <= strong.strength + strong.margin,
                        "{} by {}: {} is said to be easier than {}",
                        strengths.rules,
                        strengths.players,
                        easier.name,
                        harder.name
                    );
                }
            }
        }
    }

    /// A bot that plays differently has a new version, and must be measured again.
    #[test]
    fn the_shipped_table_is_of_the_bots_as_they_are() {
        for info in Roster::all() {
            let measured = StrengthTable::shipped().of(info);
            let (_, strength) = measured.unwrap_or_else(|| panic!("{}: {MEASURE}", info.name));
            assert_eq!(strength.version, info.version, "{}: {MEASURE}", info.name);
        }
    }
}
