//! The options of `claims`.

use crate::dice::MAX_DICE;
use crate::ruleset::{
    Allowed, AsOption as _, GameKind, OptionInfo, OptionSet, OptionSpec, RulesetError, option,
    options_as_map, words,
};

/// Sides of the dice of `claims`.
pub(super) const SIDES: u8 = 6;

/// The rules of one game of `claims`, every option set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(type = "{ [option: string]: number | boolean | string }")
)]
pub struct ClaimsRules {
    /// Rounds in a game.
    pub rounds: u8,
    /// Dice of each player.
    pub dice: u8,
    /// The lowest sum that may be claimed; the highest is what the dice can show at most.
    pub claim_min: u8,
    /// In which order players claim.
    pub order: ClaimOrder,
    /// Who claims first in a round.
    pub first_claimant: FirstClaimant,
    /// When dice are rolled.
    pub roll: RollTime,
    /// Whether each player has one immunity card per game.
    pub immunity: bool,
    /// How a tie for the highest score is broken.
    pub tie: TieBreak,
}

words! {
    /// In which order players claim.
    pub enum ClaimOrder {
        /// Seat order, fixed.
        Seats = "seats",
        /// Shuffled every round, played counterclockwise round the circle shown.
        Shuffled = "shuffled",
    }
}

words! {
    /// Who claims first in a round.
    pub enum FirstClaimant {
        /// Always the first player.
        Seat0 = "seat-0",
        /// Highest score, then most games won before, then by lot.
        Leader = "leader",
    }
}

words! {
    /// When dice are rolled.
    pub enum RollTime {
        /// The claimant rolls when their turn comes.
        EachTurn = "each-turn",
        /// Everybody rolls at the start of the round and sees their own dice.
        RoundStart = "round-start",
    }
}

words! {
    /// How a tie for the highest score is broken.
    pub enum TieBreak {
        /// The tied roll two dice each; a tie for the highest roll scraps the result.
        RollOff = "roll-off",
        /// Elimination rounds among the tied, five at most, then by lot.
        Elimination = "elimination",
    }
}

impl ClaimsRules {
    /// The highest sum the dice can show, and so the highest claim.
    #[inline]
    pub fn claim_max(&self) -> u8 {
        self.dice * SIDES
    }
}

impl Default for ClaimsRules {
    /// The default preset.
    fn default() -> Self {
        crate::ruleset::SIMPLE
    }
}

options_as_map!(ClaimsRules);

const TABLE: &[OptionSpec<ClaimsRules>] = &[
    option!(rounds, "rounds in a game", Allowed::Number { from: 1, to: 20 }),
    option!(dice, "dice of each player", Allowed::Number { from: 1, to: MAX_DICE as u16 }),
    option!(
        claim_min,
        "the lowest sum that may be claimed (the highest is six times the dice)",
        Allowed::UpToDice { from: 1 }
    ),
    option!(order, "in which order players claim", Allowed::Words { words: ClaimOrder::WORDS }),
    option!(
        first_claimant,
        "who claims first in a round",
        Allowed::Words { words: FirstClaimant::WORDS }
    ),
    option!(roll, "when dice are rolled", Allowed::Words { words: RollTime::WORDS }),
    option!(immunity, "whether each player has one immunity card per game", Allowed::Switch),
    option!(
        tie,
        "how a tie for the highest score is broken",
        Allowed::Words { words: TieBreak::WORDS }
    ),
];

impl OptionSet for ClaimsRules {
    const GAME: GameKind = GameKind::Claims;

    fn table() -> &'static [OptionSpec<Self>] {
        TABLE
    }

    fn check(&self) -> Result<(), RulesetError> {
        if self.claim_min > self.dice {
            return Err(RulesetError::Contradiction {
                option: "claim_min",
                why: format!(
                    "{0} {1} can add up to as little as {0}, so it can be 1 to {0}",
                    self.dice,
                    if self.dice == 1 { "die" } else { "dice" }
                ),
            });
        }
        Ok(())
    }
}
