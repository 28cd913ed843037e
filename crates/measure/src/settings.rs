//! What is measured.

use dicehouse_rules::GameKind;

/// Rules and a table size at which the bots of a game are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whose bots are measured.
    pub game: GameKind,
    /// The preset they play by.
    pub preset: &'static str,
    /// How many sit at the table; one plays for points.
    pub players: usize,
}

/// All that is measured. The first of a game is what lists of bots show.
pub const SETTINGS: [Setting; 9] = [
    setting(GameKind::Liars, "contest", 2),
    setting(GameKind::Liars, "contest", 4),
    setting(GameKind::Liars, "perudo", 2),
    setting(GameKind::Liars, "perudo", 4),
    setting(GameKind::Claims, "simple", 2),
    setting(GameKind::Claims, "full", 2),
    setting(GameKind::Claims, "simple", 4),
    setting(GameKind::Pairs, "standard", 1),
    setting(GameKind::Pairs, "standard", 4),
];

const fn setting(game: GameKind, preset: &'static str, players: usize) -> Setting {
    Setting { game, preset, players }
}

impl Setting {
    /// The games of one match, that is of one table of `bots` bots, such that each pair of bots meets in
    /// `wanted` games or a few more.
    pub(crate) fn games_of_match(&self, bots: usize, wanted: u64) -> u64 {
        let players = self.players.min(bots);
        // A pair sits together at so many tables.
        let tables = choose(bots.saturating_sub(2), players.saturating_sub(2)).max(1);
        wanted.div_ceil(tables).next_multiple_of(players.max(1) as u64)
    }

    /// All games there are between `bots` bots.
    pub(crate) fn games(&self, bots: usize, wanted: u64) -> u64 {
        if self.players == 1 {
            return wanted * bots as u64;
        }
        self.games_of_match(bots, wanted) * choose(bots, self.players)
    }
}

/// How many sets of `some` there are among `all`.
fn choose(all: usize, some: usize) -> u64 {
    if some > all {
        return 0;
    }
    (1..=some as u64).fold(1, |sets, place| sets * (all as u64 - some as u64 + place) / place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_meets_as_often_as_was_asked_for() {
        assert_eq!([choose(8, 4), choose(5, 0), choose(4, 4), choose(3, 4)], [70, 1, 1, 0]);
        let two = setting(GameKind::Liars, "contest", 2);
        let four = setting(GameKind::Liars, "contest", 4);
        assert_eq!(two.games_of_match(8, 100), 100);
        assert_eq!(two.games(8, 100), 2800);
        // Of 70 tables a pair is at 15: 7 games each would do, and come in fours.
        assert_eq!(four.games_of_match(8, 100), 8);
        assert_eq!(four.games(8, 100), 560);
        assert_eq!(setting(GameKind::Pairs, "standard", 1).games(5, 100), 500);
    }
}
