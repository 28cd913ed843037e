//! Where a game of two stands between rounds.

use dicehouse_rules::liars::{ExactRight, FirstOpener, Illegal, LiarsRules, LiarsView};
use serde::{Deserialize, Serialize};

/// A game of `liars` for two before a round, seen by the player who opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The dice of the opener and of the other player.
    pub dice: [u8; 2],
    /// Who has had a palifico round.
    pub had_palifico: [bool; 2],
}

impl Position {
    /// The position with these dice in which nobody on one die has a palifico round to come.
    pub fn new(dice: [u8; 2]) -> Position {
        Position { dice, had_palifico: dice.map(|dice| dice == 1) }
    }

    /// The position of the round that `view` is in, when two are left.
    pub fn of_view(view: &LiarsView<'_>) -> Option<Position> {
        let opener = view.opener?;
        let seats = view.seats_in();
        if seats.len() != 2 {
            return None;
        }
        let other = seats.next_after(opener)?;
        let had = |seat| view.palifico_used.contains(seat);
        let position = Position {
            dice: [view.dice[opener], view.dice[other]],
            // A palifico round counts as had as soon as it begins.
            had_palifico: [had(opener) && !view.palifico, had(other)],
        };
        Some(position.under(&view.rules))
    }

    /// The same position without what makes no difference under these rules.
    #[must_use]
    pub fn under(self, rules: &LiarsRules) -> Position {
        let had = |at: usize| {
            let falls_again = gains(rules) || self.dice[at] == 1;
            rules.palifico && rules.dice > 1 && falls_again && self.had_palifico[at]
        };
        Position { dice: self.dice, had_palifico: [had(0), had(1)] }
    }

    /// The same position if the other player opens.
    #[must_use]
    pub fn swapped(self) -> Position {
        let ([a, b], [c, d]) = (self.dice, self.had_palifico);
        Position { dice: [b, a], had_palifico: [d, c] }
    }

    /// Whether the round is a palifico round.
    pub fn is_palifico(&self, rules: &LiarsRules) -> bool {
        rules.is_palifico(self.dice[0], self.had_palifico[0])
    }

    /// All positions with at most so many dice in total, fewest first.
    pub fn all(rules: &LiarsRules, most_dice: u8) -> Vec<Position> {
        let mut all = Vec::new();
        for total in 2..=most_dice {
            for first in 1..total {
                let dice = [first, total - first];
                if dice.iter().all(|dice| *dice <= rules.dice) {
                    add_palifico(rules, dice, &mut all);
                }
            }
        }
        all
    }
}

fn add_palifico(rules: &LiarsRules, dice: [u8; 2], all: &mut Vec<Position>) {
    for had in [[true, true], [false, true], [true, false], [false, false]] {
        let position = Position { dice, had_palifico: had }.under(rules);
        if !all.contains(&position) {
            all.push(position);
        }
    }
}

/// Whether dice can be won back.
pub(super) fn gains(rules: &LiarsRules) -> bool {
    rules.exact.is_some_and(|exact| exact.right == ExactRight::CallerGains)
}

/// The rules without what makes no difference to how two play a round, so that rulesets which are solved alike share
/// their tables.
pub(super) fn essence(rules: &LiarsRules) -> LiarsRules {
    let number_matters = gains(rules) || rules.palifico || rules.one_round;
    LiarsRules {
        cap: true,
        first_opener: FirstOpener::Seat0,
        illegal: Illegal::Refuse,
        stacked: 0,
        dice: if number_matters { rules.dice } else { dicehouse_rules::MAX_DICE as u8 },
        max_bids: rules.max_bids.min(200),
        ..*rules
    }
}
