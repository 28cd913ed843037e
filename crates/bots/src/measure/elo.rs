//! Ratings of bots that were measured against each other.

use super::strength::BotStrength;

/// Steps of the fit, and how far one goes per game's worth of surprise.
const STEPS: u32 = 4000;
const STEP: f64 = 40.0;
/// Nobody is taken to win or lose always: so few games do not show it.
const LEAST_SHARE: f64 = 0.002;

/// Gives each bot the rating that explains its shares of wins best, where one bot met `players - 1`
/// copies of another. The ratings are 1500 on average.
pub(super) fn rate(bots: &mut [BotStrength], players: usize) {
    if players < 2 || bots.len() < 2 {
        return;
    }
    let others = (players - 1) as f64;
    let place = |name: &str| bots.iter().position(|bot| bot.bot == name);
    let mut met = Vec::new();
    for (own, bot) in bots.iter().enumerate() {
        for (name, percent) in &bot.against {
            let share = (percent / 100.0).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
            met.extend(place(name).map(|other| (own, other, share)));
        }
    }
    let mut ratings = vec![0.0_f64; bots.len()];
    for _ in 0..STEPS {
        let mut changes = vec![0.0; bots.len()];
        for &(own, other, share) in &met {
            let behind = 10.0_f64.powf((ratings[other] - ratings[own]) / 400.0);
            let surprise = share - 1.0 / (1.0 + others * behind);
            changes[own] += surprise;
            changes[other] -= surprise;
        }
        for (rating, change) in ratings.iter_mut().zip(changes) {
            *rating += STEP * change;
        }
    }
    let mean = ratings.iter().sum::<f64>() / ratings.len() as f64;
    for (bot, rating) in bots.iter_mut().zip(ratings) {
        bot.elo = Some((1500.0 + rating - mean).round() as i32);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn bot(name: &str, against: &[(&str, f64)]) -> BotStrength {
        BotStrength {
            bot: name.to_owned(),
            version: "1".to_owned(),
            strength: 0.0,
            error: 0.0,
            elo: None,
            against: against.iter().map(|(name, share)| ((*name).to_owned(), *share)).collect(),
        }
    }

    /// Three in four is 191 points (400 times the logarithm of three), at a table of two; at a table
    /// of four one who wins half the games against three is as far above them.
    #[test]
    fn ratings_by_hand() {
        for (players, [strong, weak]) in [(2, [75.0, 25.0]), (4, [50.0, 10.0])] {
            let mut bots = [bot("a", &[("b", strong)]), bot("b", &[("a", weak)])];
            rate(&mut bots, players);
            assert_eq!(bots.map(|bot| bot.elo), [Some(1595), Some(1405)], "{players} players");
        }
        let mut alone = [bot("a", &[]), bot("b", &[])];
        rate(&mut alone, 1);
        assert!(alone.iter().all(|bot| bot.elo.is_none() && bot.against == BTreeMap::new()));
    }
}
