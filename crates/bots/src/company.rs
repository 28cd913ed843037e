//! Levels: which bots sit down when somebody asks for easy or hard company.

use dicehouse_rules::GameKind;

use crate::bot::{Difficulty, HouseBot};
use crate::roster::Roster;

/// The bots of a level in the order they sit down; after the last the first comes again. Each level
/// mixes styles. At `liars` the levels are a ramp for sensible beginners, measured by `dicehouse bots liars --levels`:
/// what counts there is how much a bot takes from a beginner, which is not how it does against other bots.
const COMPANIES: [(GameKind, Difficulty, &[&str]); 12] = [
    (GameKind::Liars, Difficulty::Easy, &["gambler", "truthful", "bluffer"]),
    (GameKind::Liars, Difficulty::Medium, &["fox", "truthful", "adept", "gambler"]),
    (GameKind::Liars, Difficulty::Hard, &["counter", "fox", "adept", "odds"]),
    (GameKind::Liars, Difficulty::Expert, &["master", "odds", "sphinx", "counter"]),
    (GameKind::Claims, Difficulty::Easy, &["honest", "chancer"]),
    (GameKind::Claims, Difficulty::Medium, &["chancer", "braggart", "honest"]),
    (GameKind::Claims, Difficulty::Hard, &["shark", "braggart", "chancer"]),
    (GameKind::Claims, Difficulty::Expert, &["master", "shark"]),
    (GameKind::Pairs, Difficulty::Easy, &["greedy", "hasty", "legal"]),
    (GameKind::Pairs, Difficulty::Medium, &["steady", "hasty"]),
    (GameKind::Pairs, Difficulty::Hard, &["finisher", "planner", "steady"]),
    (GameKind::Pairs, Difficulty::Expert, &["master", "planner"]),
];

impl Roster {
    /// The bots that sit down at `seats` seats when somebody asks for this level.
    pub fn company(game: GameKind, level: Difficulty, seats: usize) -> Vec<HouseBot> {
        let company = COMPANIES.iter().find(|(of, at, _)| (*of, *at) == (game, level));
        let names = company.map_or(&[][..], |(.., names)| names);
        let found = names.iter().cycle().filter_map(|name| Roster::find_for(game, name).ok());
        if names.is_empty() { Vec::new() } else { found.take(seats).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_seats_a_mixed_company() {
        for game in GameKind::ALL {
            for level in Difficulty::ALL {
                let company = Roster::company(game, level, 9);
                assert_eq!(company.len(), 9, "{game} {level}");
                let mut names: Vec<&str> = company.iter().map(HouseBot::name).collect();
                assert!(company.iter().all(|bot| bot.info().plays(game)));
                names.sort_unstable();
                names.dedup();
                assert!(names.len() > 1, "{game} {level}: {names:?}");
            }
        }
        assert!(Roster::company(GameKind::Liars, Difficulty::Easy, 0).is_empty());
    }

    /// The first bot of a company is of its level or the one beside it: labels and levels agree.
    #[test]
    fn the_first_of_a_company_is_of_its_level() {
        for game in GameKind::ALL {
            for (level, neighbours) in Difficulty::ALL.iter().zip([1, 2, 3, 3]) {
                let first = Roster::company(game, *level, 1).remove(0).info().difficulty;
                let place = |level| Difficulty::ALL.iter().position(|known| *known == level);
                let (wanted, given) = (place(*level), place(first));
                assert!(given <= Some(neighbours), "{game} {level}: {first}");
                assert!(given.max(wanted) <= given.min(wanted).map(|n| n + 1), "{game} {level}");
            }
        }
    }
}
