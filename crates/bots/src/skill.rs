//! How strong a person is, by their results against the house bots, and which company suits them.
//!
//! The model is that of a race: everybody has a strength, and wins with a chance in proportion to its exponential. The
//! strengths of the levels are such that a sensible beginner, whose strength is 0, wins against one bot of each as often
//! as `dicehouse bots liars --levels` measured it.

use dicehouse_rules::GameKind;

use crate::bot::{Difficulty, HouseBot};
use crate::roster::Roster;

/// The strength of a bot of each level: the odds of a beginner's 80, 62, 43 and 11 % against one of `liars`. For the
/// other games nobody has measured beginners; the steps are taken to be alike.
const STRENGTHS: [f64; 4] = [-1.39, -0.49, 0.28, 2.09];

/// What a person is expected to win beyond their share, as part of what is left.
const A_LITTLE: f64 = 0.15;
/// How much is known about somebody who has not played yet: they are about as strong as a beginner.
const FIRST_STEP: f64 = 0.9;
/// The least that a result counts, so that somebody who gets better is noticed.
const LEAST_STEP: f64 = 0.25;

/// What is known about how strong somebody is at a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    game: GameKind,
    strength: f64,
    games: u32,
}

/// The company that suits somebody.
#[derive(Clone, Debug)]
pub struct SuitedCompany {
    /// Who sits down.
    pub bots: Vec<HouseBot>,
    /// The level most of them are of.
    pub level: Difficulty,
    /// How often they are expected to be beaten, from 0 to 1.
    pub wins: f64,
}

impl Skill {
    /// Somebody who has not played `game` yet.
    pub fn new(game: GameKind) -> Skill {
        Skill { game, strength: 0.0, games: 0 }
    }

    /// Takes a result into account: a game against these bots, and whether it was won.
    pub fn played(&mut self, bots: &[&str], won: bool) {
        let strengths: Vec<f64> = bots.iter().map(|bot| strength_of(self.game, bot)).collect();
        let expected = self.wins(&strengths);
        let step = (FIRST_STEP / (1.0 + 0.25 * f64::from(self.games)).sqrt()).max(LEAST_STEP);
        // A win among many says more than one against one: it was less likely.
        self.strength += step * (f64::from(u8::from(won)) - expected);
        self.strength = self.strength.clamp(-2.5, 3.5);
        self.games += 1;
    }

    /// How often somebody as strong as this wins against bots of these strengths.
    fn wins(&self, bots: &[f64]) -> f64 {
        let own = self.strength.exp();
        own / (own + bots.iter().map(|strength| strength.exp()).sum::<f64>())
    }

    /// The company of `bots` bots that is beaten about as often as one's share, and a little more: bots of one level,
    /// some of them from the next.
    pub fn company(&self, bots: usize) -> SuitedCompany {
        let share = 1.0 / (bots + 1) as f64;
        let wanted = share + A_LITTLE * (1.0 - share);
        let candidates = (0..Difficulty::ALL.len()).flat_map(|level| {
            let harder = if level + 1 < Difficulty::ALL.len() { bots } else { 1 };
            (0..harder.max(1)).map(move |harder| (level, harder))
        });
        let company = |(level, harder): (usize, usize)| {
            let of_level = |level: usize, count| {
                let level = Difficulty::ALL.get(level).copied().unwrap_or(Difficulty::Expert);
                Roster::company(self.game, level, count)
            };
            let mut company = of_level(level + 1, harder);
            company.extend(of_level(level, bots - harder));
            company
        };
        let wins = |company: &[HouseBot]| {
            let strengths = company.iter().map(|bot| strength_of(self.game, bot.name()));
            self.wins(&strengths.collect::<Vec<f64>>())
        };
        let far = |of: &(usize, usize)| (wins(&company(*of)) - wanted).abs();
        let best = candidates.min_by(|one, other| far(one).total_cmp(&far(other)));
        let (level, harder) = best.unwrap_or((0, 0));
        let company = company((level, harder));
        let most = level + usize::from(2 * harder > bots);
        SuitedCompany {
            wins: wins(&company),
            bots: company,
            level: Difficulty::ALL[most.min(Difficulty::ALL.len() - 1)],
        }
    }
}

/// The strength of a bot: that of the levels in whose company it sits.
fn strength_of(game: GameKind, bot: &str) -> f64 {
    let name = bot.split(':').next().unwrap_or(bot);
    let sits = |level: &Difficulty| {
        // A company is a row that repeats itself: this many seats show all of it.
        Roster::company(game, *level, 4).iter().any(|of| of.name() == name)
    };
    let levels: Vec<f64> = Difficulty::ALL
        .iter()
        .zip(STRENGTHS)
        .filter(|(level, _)| sits(level))
        .map(|(_, strength)| strength)
        .collect();
    let listed = || {
        let difficulty = Roster::find_for(game, name).ok().map(|bot| bot.info().difficulty);
        let at = difficulty.and_then(|of| Difficulty::ALL.iter().position(|level| *level == of));
        at.and_then(|at| STRENGTHS.get(at).copied()).unwrap_or(0.0)
    };
    if levels.is_empty() { listed() } else { levels.iter().sum::<f64>() / levels.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody of this strength asks for their level again and again; gives how often they won in the second half.
    fn evenings(true_strength: f64, bots: usize) -> f64 {
        let mut skill = Skill::new(GameKind::Liars);
        let real = Skill { strength: true_strength, ..skill };
        let (mut luck, mut won) = (0.5, 0.0);
        const GAMES: u32 = 400;
        for game in 0..GAMES {
            let company = skill.company(bots);
            assert_eq!(company.bots.len(), bots);
            let names: Vec<&str> = company.bots.iter().map(HouseBot::name).collect();
            let strengths: Vec<f64> =
                names.iter().map(|bot| strength_of(GameKind::Liars, bot)).collect();
            // Numbers that are spread evenly, instead of luck.
            luck = (luck + 0.618_033_988_75_f64).fract();
            let wins = luck < real.wins(&strengths);
            skill.played(&names, wins);
            won += f64::from(u8::from(wins && game >= GAMES / 2));
        }
        won / f64::from(GAMES / 2)
    }

    #[test]
    fn whoever_asks_for_their_level_wins_a_little_more_than_their_share() {
        for bots in [1, 3, 5] {
            let share = 1.0 / (bots + 1) as f64;
            for strength in [-0.5, 0.0, 0.7, 1.5] {
                let won = evenings(strength, bots);
                assert!((share..share + 0.25).contains(&won), "{strength} {bots}: {won}");
            }
        }
    }

    #[test]
    fn results_change_the_company() {
        let mut skill = Skill::new(GameKind::Liars);
        let first = skill.company(3);
        (0..12).for_each(|_| skill.played(&["gambler", "truthful", "bluffer"], true));
        let later = skill.company(3);
        assert!(later.level > first.level, "{:?} {:?}", first.level, later.level);
        (0..40).for_each(|_| skill.played(&["gambler", "truthful", "bluffer"], false));
        assert_eq!(skill.company(3).level, Difficulty::Easy);
    }

    #[test]
    fn every_game_and_table_has_a_company() {
        for game in GameKind::ALL {
            for bots in 0..=9 {
                assert_eq!(Skill::new(game).company(bots).bots.len(), bots);
            }
        }
    }
}
