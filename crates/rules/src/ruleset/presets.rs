//! The presets, one entry each; `docs/rules.md` has them as tables.

use crate::claims::{ClaimOrder, ClaimsRules, FirstClaimant, RollTime, TieBreak};
use crate::dice::Face;
use crate::liars::{
    Exact, ExactRight, ExactWrong, FirstOpener, Illegal, LiarsRules, NextOpener, RaiseRule,
};
use crate::pairs::PairsRules;

use super::{GameKind, Rules, Ruleset};

/// A named ruleset.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name, as in `--rules perudo`.
    pub name: &'static str,
    pub(super) rules: Rules,
}

impl Preset {
    /// The game that is played by these rules.
    pub fn game(&self) -> GameKind {
        self.rules.game()
    }

    /// The preset as a ruleset.
    pub fn ruleset(&'static self) -> Ruleset {
        Ruleset { base: self, rules: self.rules }
    }
}

const SIX: Option<Face> = Face::new(6);

/// `house`, from which the others differ by what they name.
pub(crate) const HOUSE: LiarsRules = LiarsRules {
    dice: 5,
    faces: 6,
    wild: None,
    raise: RaiseRule::Quantity,
    cap: true,
    exact: None,
    palifico: false,
    first_opener: FirstOpener::LowestRoll,
    next_opener: NextOpener::AfterLoser,
    illegal: Illegal::Refuse,
    stacked: 2,
    max_bids: 200,
    one_round: false,
};

/// `simple`, the default of `claims`.
pub(crate) const SIMPLE: ClaimsRules = ClaimsRules {
    rounds: 5,
    dice: 2,
    claim_min: 1,
    order: ClaimOrder::Seats,
    first_claimant: FirstClaimant::Seat0,
    roll: RollTime::EachTurn,
    immunity: false,
    tie: TieBreak::RollOff,
};

/// `standard`, the default of `pairs`.
pub(crate) const STANDARD: PairsRules = PairsRules { removed_numbers: 3, last_count: 8 };

/// Every preset of every game; the first of a game is its default.
pub static PRESETS: [Preset; 9] = [
    Preset { name: "house", rules: Rules::Liars(HOUSE) },
    Preset {
        name: "contest",
        rules: Rules::Liars(LiarsRules {
            cap: false,
            first_opener: FirstOpener::Seat0,
            illegal: Illegal::LoseDie,
            stacked: 0,
            ..HOUSE
        }),
    },
    Preset {
        name: "variation",
        rules: Rules::Liars(LiarsRules {
            wild: Some(Face::ONE),
            raise: RaiseRule::Face,
            first_opener: FirstOpener::Seat0,
            next_opener: NextOpener::Loser,
            stacked: 0,
            ..HOUSE
        }),
    },
    Preset {
        name: "markovok",
        rules: Rules::Liars(LiarsRules {
            raise: RaiseRule::Half,
            cap: false,
            exact: Some(Exact { right: ExactRight::OthersLose, wrong: ExactWrong::CallerLoses }),
            first_opener: FirstOpener::Random,
            next_opener: NextOpener::Random,
            stacked: 0,
            ..HOUSE
        }),
    },
    Preset {
        name: "perudo",
        rules: Rules::Liars(LiarsRules {
            wild: Some(Face::ONE),
            raise: RaiseRule::Perudo,
            exact: Some(Exact { right: ExactRight::CallerGains, wrong: ExactWrong::CallerLoses }),
            palifico: true,
            first_opener: FirstOpener::Random,
            next_opener: NextOpener::Loser,
            stacked: 0,
            ..HOUSE
        }),
    },
    Preset {
        name: "openspiel",
        rules: Rules::Liars(LiarsRules {
            dice: 1,
            wild: SIX,
            first_opener: FirstOpener::Seat0,
            stacked: 0,
            one_round: true,
            ..HOUSE
        }),
    },
    Preset { name: "simple", rules: Rules::Claims(SIMPLE) },
    Preset {
        name: "full",
        rules: Rules::Claims(ClaimsRules {
            claim_min: 2,
            order: ClaimOrder::Shuffled,
            first_claimant: FirstClaimant::Leader,
            roll: RollTime::RoundStart,
            immunity: true,
            tie: TieBreak::Elimination,
            ..SIMPLE
        }),
    },
    Preset { name: "standard", rules: Rules::Pairs(STANDARD) },
];
