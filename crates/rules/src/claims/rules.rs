//! The options of `claims`.

use crate::dice::MAX_DICE;
use crate::ruleset::{
    Allowed, GameKind, Language, OptionInfo, OptionSet, OptionSpec, OptionValue, RulesetError,
    options_as_map, small, switch, words,
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
    OptionSpec {
        info: OptionInfo {
            name: "rounds",
            about: "rounds in a game",
            allowed: Allowed::Number { from: 1, to: 20 },
        },
        get: |r| Some(OptionValue::Number(r.rounds.into())),
        set: |r, text| small(text, 1, 20).map(|n| r.rounds = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "dice",
            about: "dice of each player",
            allowed: Allowed::Number { from: 1, to: 10 },
        },
        get: |r| Some(OptionValue::Number(r.dice.into())),
        set: |r, text| small(text, 1, MAX_DICE as u8).map(|n| r.dice = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "claim_min",
            about: "the lowest sum that may be claimed (the highest is six times the dice)",
            allowed: Allowed::UpToDice { from: 1 },
        },
        get: |r| Some(OptionValue::Number(r.claim_min.into())),
        set: |r, text| small(text, 1, MAX_DICE as u8).map(|n| r.claim_min = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "order",
            about: "in which order players claim",
            allowed: Allowed::Words { words: ClaimOrder::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.order.word())),
        set: |r, text| ClaimOrder::read(text).map(|order| r.order = order),
    },
    OptionSpec {
        info: OptionInfo {
            name: "first_claimant",
            about: "who claims first in a round",
            allowed: Allowed::Words { words: FirstClaimant::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.first_claimant.word())),
        set: |r, text| FirstClaimant::read(text).map(|who| r.first_claimant = who),
    },
    OptionSpec {
        info: OptionInfo {
            name: "roll",
            about: "when dice are rolled",
            allowed: Allowed::Words { words: RollTime::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.roll.word())),
        set: |r, text| RollTime::read(text).map(|roll| r.roll = roll),
    },
    OptionSpec {
        info: OptionInfo {
            name: "immunity",
            about: "whether each player has one immunity card per game",
            allowed: Allowed::Switch,
        },
        get: |r| Some(OptionValue::Switch(r.immunity)),
        set: |r, text| switch(text).map(|on| r.immunity = on),
    },
    OptionSpec {
        info: OptionInfo {
            name: "tie",
            about: "how a tie for the highest score is broken",
            allowed: Allowed::Words { words: TieBreak::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.tie.word())),
        set: |r, text| TieBreak::read(text).map(|tie| r.tie = tie),
    },
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
                    "{} can add up to as little as {1}, so it can be 1 to {1}",
                    Language::English.words().dice(self.dice),
                    self.dice
                ),
            });
        }
        Ok(())
    }
}
