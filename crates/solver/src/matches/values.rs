//! What positions are worth, and the stakes of a round that follow.

use std::collections::HashMap;

use dicehouse_rules::liars::LiarsRules;

use super::position::Position;
use crate::round::{Next, Round, RoundSetup, Stakes, Unsolvable};

/// What positions of one ruleset are worth to their opener: 1 is a won game, −1 a lost one.
#[derive(Clone, Debug)]
pub struct MatchValues {
    rules: LiarsRules,
    known: HashMap<Position, f64>,
}

impl MatchValues {
    /// Nothing known yet.
    pub fn new(rules: &LiarsRules) -> MatchValues {
        MatchValues { rules: *rules, known: HashMap::new() }
    }

    /// The rules the values are for.
    pub(super) fn rules(&self) -> &LiarsRules {
        &self.rules
    }

    /// What `position` is worth to its opener, if that is known.
    pub fn get(&self, position: Position) -> Option<f64> {
        self.known.get(&position.under(&self.rules)).copied()
    }

    /// The winning chance of the opener of `position`, if it is known.
    pub fn winning_chance(&self, position: Position) -> Option<f64> {
        self.get(position).map(|value| (value + 1.0) / 2.0)
    }

    /// All that is known.
    pub fn iter(&self) -> impl Iterator<Item = (Position, f64)> + '_ {
        self.known.iter().map(|(position, value)| (*position, *value))
    }

    pub(crate) fn insert(&mut self, position: Position, value: f64) {
        self.known.insert(position.under(&self.rules), value);
    }

    /// What a position is worth; of one that is not known, a guess by the share of dice.
    fn value(&self, position: Position) -> f64 {
        let [a, b] = position.dice.map(f64::from);
        self.get(position).unwrap_or((a - b) / (a + b))
    }

    /// The round that is played in `position`, for these stakes.
    ///
    /// # Errors
    /// When it cannot be solved exactly.
    pub fn round(&self, position: Position) -> Result<Round, Unsolvable> {
        let palifico = position.is_palifico(&self.rules);
        let had = [position.had_palifico[0] || palifico, position.had_palifico[1]];
        let stakes = Stakes::new(&self.rules, position.dice, |next| match next {
            Next::Over { winner } => winner.sign(),
            Next::Round { dice, opener } => {
                let next = Position { dice, had_palifico: had };
                let opened_by = |side: crate::Side| match side {
                    crate::Side::First => self.value(next),
                    crate::Side::Second => -self.value(next.swapped()),
                };
                match opener {
                    Some(side) => opened_by(side),
                    None => crate::Side::BOTH.map(opened_by).iter().sum::<f64>() / 2.0,
                }
            }
        });
        Round::new(RoundSetup { rules: self.rules, dice: position.dice, palifico, stakes })
    }
}
