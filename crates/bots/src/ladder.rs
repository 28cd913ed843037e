//! The ladder: bots to climb past, one after the other.
//!
//! A rung should win about two games of three against the one below. Bots that are about as strong as a rung, but
//! play in another style, stand beside the ladder.

use dicehouse_rules::GameKind;

use crate::roster::Roster;
use crate::strength::{StrengthTable, Strengths};

impl Roster {
    /// The rungs of the ladder of `game`, from a beginner to `master`.
    pub fn ladder(game: GameKind) -> &'static [&'static str] {
        match game {
            GameKind::Liars => {
                &["bluffer", "gambler", "fox", "counter", "adept", "odds", "sphinx", "master"]
            }
            GameKind::Claims => &["honest", "chancer", "braggart", "master"],
            GameKind::Pairs => &["greedy", "hasty", "steady", "finisher", "master"],
        }
    }
}

/// A rung and how often it comes in before the one below, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The bot that stands on this rung.
    pub bot: &'static str,
    /// The bot below it.
    pub below: &'static str,
    /// How often it comes in before that one, in percent.
    pub ahead: f64,
}

impl StrengthTable {
    /// The rungs of the ladder of `game` above the first, as they were measured, and where.
    pub fn ladder(&self, game: GameKind) -> Option<(&Strengths, Vec<Rung>)> {
        let met = |strengths: &&Strengths| strengths.game == game && strengths.players > 1;
        let measured = self.measured.iter().find(met)?;
        let rungs = Roster::ladder(game).windows(2).filter_map(|pair| {
            let (below, bot) = (pair[0], pair[1]);
            let of_bot = measured.bots.iter().find(|strength| strength.bot == bot)?;
            Some(Rung { bot, below, ahead: *of_bot.against.get(below)? })
        });
        Some((measured, rungs.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{BotInfo, Difficulty};

    /// Every rung is measured and comes in before the one below about two times in three: no two rungs are the same,
    /// and no step is a leap.
    #[test]
    fn each_rung_is_a_step() {
        for game in GameKind::ALL {
            let (_, rungs) = StrengthTable::shipped().ladder(game).unwrap();
            assert_eq!(rungs.len() + 1, Roster::ladder(game).len(), "{game}");
            for rung in &rungs {
                // Meant are 60 to 75 percent; a few more or less are what 400 games cannot tell.
                assert!((57.0..78.0).contains(&rung.ahead), "{game}: {rung:?}");
            }
        }
    }

    #[test]
    fn the_ladder_goes_through_all_levels_in_order() {
        for game in GameKind::ALL {
            let info = |name: &&str| Roster::of(game).find(|info| info.name == *name);
            let rungs: Vec<&BotInfo> = Roster::ladder(game).iter().filter_map(info).collect();
            assert_eq!(rungs.len(), Roster::ladder(game).len(), "{game}");
            assert!(rungs.is_sorted_by_key(|info| info.difficulty), "{game}");
            for level in Difficulty::ALL {
                assert!(rungs.iter().any(|info| info.difficulty == level), "{game} {level}");
            }
        }
    }
}
