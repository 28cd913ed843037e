//! The options of `liars`.

use crate::dice::{Face, MAX_DICE};
use crate::ruleset::{
    Allowed, AsOption as _, GameKind, OptionInfo, OptionSet, OptionSpec, OptionValue, RulesetError,
    SetError, option, options_as_map, words,
};

/// The rules of one game of `liars`, every option set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(type = "{ [option: string]: number | boolean | string }")
)]
pub struct LiarsRules {
    /// Dice per player at the start.
    pub dice: u8,
    /// Sides of each die.
    pub faces: u8,
    /// The face that counts for every other face.
    pub wild: Option<Face>,
    /// Which bids are higher than the last.
    pub raise: RaiseRule,
    /// Whether bids are limited to the number of dice in play.
    pub cap: bool,
    /// Whether there is an exact call, and how it ends.
    pub exact: Option<Exact>,
    /// Whether a player's first round on one die is played without wilds and with a fixed face.
    pub palifico: bool,
    /// Who opens the first round.
    pub first_opener: FirstOpener,
    /// Who opens the next round.
    pub next_opener: NextOpener,
    /// What an illegal act costs.
    pub illegal: Illegal,
    /// The chance in percent that a roll is stacked and must be shown and rolled again.
    pub stacked: u8,
    /// Bids in one round after which only a call or exact is legal.
    pub max_bids: u16,
    /// Whether the game is over after one round, lost by its loser.
    pub one_round: bool,
}

/// How an exact call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// When the count is exactly the bid.
    pub right: ExactRight,
    /// When it is not.
    pub wrong: ExactWrong,
}

words! {
    /// Which bids are higher than the last.
    pub enum RaiseRule {
        /// Higher quantity with any face, or the same quantity with a higher face.
        Quantity = "quantity",
        /// Same face with higher quantity, or a higher face with any quantity.
        Face = "face",
        /// Higher quantity with any face, or a higher face with at least half the quantity.
        Half = "half",
        /// `Quantity`, but the wild face needs half and leaving it needs double plus one.
        Perudo = "perudo",
    }
}

words! {
    /// What a right exact call brings.
    pub enum ExactRight {
        /// Every other player loses a die.
        OthersLose = "others-lose",
        /// The caller gets a die back, never above the start.
        CallerGains = "caller-gains",
    }
}

words! {
    /// What a wrong exact call costs.
    pub enum ExactWrong {
        /// The caller loses a die.
        CallerLoses = "caller-loses",
        /// The bidder loses a die.
        BidderLoses = "bidder-loses",
    }
}

words! {
    /// Who opens the first round.
    pub enum FirstOpener {
        /// Always the first player.
        Seat0 = "seat-0",
        /// Each rolls one die, the lowest opens, the tied roll again.
        LowestRoll = "lowest-roll",
        /// Drawn by lot.
        Random = "random",
    }
}

words! {
    /// Who opens the next round.
    pub enum NextOpener {
        /// The next seat still in after the loser.
        AfterLoser = "after-loser",
        /// The loser; if out, the next seat still in after them.
        Loser = "loser",
        /// Drawn by lot among those in.
        Random = "random",
    }
}

words! {
    /// What an illegal act costs.
    pub enum Illegal {
        /// Nothing: it is refused with the reason and asked again.
        Refuse = "refuse",
        /// A die, and the round ends.
        LoseDie = "lose-die",
    }
}

impl Default for LiarsRules {
    /// The default preset.
    fn default() -> Self {
        crate::ruleset::HOUSE
    }
}

options_as_map!(LiarsRules);

const TABLE: &[OptionSpec<LiarsRules>] = &[
    option!(dice, "dice per player at the start", Allowed::Number { from: 1, to: MAX_DICE as u16 }),
    option!(faces, "sides of each die", Allowed::Number { from: 2, to: Face::MOST_BID as u16 }),
    option!(
        wild,
        "the face that counts for every other face",
        Allowed::FaceOrNone { faces: Face::MOST_BID }
    ),
    option!(
        raise,
        "which bids are higher than the last",
        Allowed::Words { words: RaiseRule::WORDS }
    ),
    option!(cap, "whether bids are limited to the number of dice in play", Allowed::Switch),
    OptionSpec {
        info: OptionInfo {
            name: "exact",
            about: "whether a player may say that the bid is exactly right",
            allowed: Allowed::Switch,
        },
        get: |r| Some(r.exact.is_some().value()),
        set: |r, value| {
            let usual = Exact { right: ExactRight::OthersLose, wrong: ExactWrong::CallerLoses };
            let kept = r.exact.unwrap_or(usual);
            r.exact = (value == OptionValue::Switch(true)).then_some(kept);
            Ok(())
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "right",
            about: "what a right exact call brings",
            allowed: Allowed::Words { words: ExactRight::WORDS },
        },
        get: |r| r.exact.map(|exact| exact.right.value()),
        set: |r, value| r.exact.as_mut().ok_or(NEEDS_EXACT)?.right.set(value),
    },
    OptionSpec {
        info: OptionInfo {
            name: "wrong",
            about: "what a wrong exact call costs",
            allowed: Allowed::Words { words: ExactWrong::WORDS },
        },
        get: |r| r.exact.map(|exact| exact.wrong.value()),
        set: |r, value| r.exact.as_mut().ok_or(NEEDS_EXACT)?.wrong.set(value),
    },
    option!(
        palifico,
        "whether a player's first round on one die has no wilds and a fixed face",
        Allowed::Switch
    ),
    option!(
        first_opener,
        "who opens the first round",
        Allowed::Words { words: FirstOpener::WORDS }
    ),
    OptionSpec {
        info: OptionInfo {
            name: "one_round",
            about: "whether one round decides the game",
            allowed: Allowed::Switch,
        },
        get: |r| Some(r.one_round.value()),
        set: |r, value| {
            r.one_round.set(value)?;
            if r.one_round {
                // It has no meaning then: rulesets that play the same are the same.
                r.next_opener = NextOpener::AfterLoser;
            }
            Ok(())
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "next_opener",
            about: "who opens the next round",
            allowed: Allowed::Words { words: NextOpener::WORDS },
        },
        get: |r| (!r.one_round).then_some(r.next_opener.value()),
        set: |r, value| {
            if r.one_round {
                return Err(SetError::Needs("one_round=false"));
            }
            r.next_opener.set(value)
        },
    },
    option!(illegal, "what an illegal act costs", Allowed::Words { words: Illegal::WORDS }),
    option!(
        stacked,
        "chance in percent that a roll is stacked, shown and rolled again",
        // At 100 a roll would never come to rest.
        Allowed::Number { from: 0, to: 99 }
    ),
    option!(
        max_bids,
        "bids in one round after which only call or exact is legal",
        Allowed::Number { from: 1, to: 2000 }
    ),
];

/// How an exact call ends has no meaning where there is none.
const NEEDS_EXACT: SetError = SetError::Needs("exact=true");

impl OptionSet for LiarsRules {
    const GAME: GameKind = GameKind::Liars;

    fn table() -> &'static [OptionSpec<Self>] {
        TABLE
    }

    fn check(&self) -> Result<(), RulesetError> {
        let contradiction = |option, why: String| Err(RulesetError::Contradiction { option, why });
        if let Some(wild) = self.wild.filter(|wild| wild.get() > self.faces) {
            return contradiction(
                "wild",
                format!(
                    "dice with {0} faces have no {wild}; it can be none or 1 to {0}",
                    self.faces
                ),
            );
        }
        if self.raise == RaiseRule::Perudo && self.wild.is_none() {
            return contradiction(
                "raise",
                "perudo needs a wild face; set wild=1, or raise to quantity, face or half".into(),
            );
        }
        let gains = self.exact.is_some_and(|exact| exact.right == ExactRight::CallerGains);
        if gains && self.faces == 2 && self.wild.is_some() {
            return contradiction(
                "right",
                "with two faces and one of them wild every die counts for the other, so an exact \
                 call on all dice is always right and nobody ever loses; set faces=3 or more, \
                 wild=none or right=others-lose"
                    .into(),
            );
        }
        if self.one_round && gains {
            return contradiction(
                "right",
                "with one_round=true a right exact call must cost somebody; \
                 set right=others-lose or exact=false"
                    .into(),
            );
        }
        Ok(())
    }
}
