//! The options of `liars`.

use crate::dice::{Face, MAX_DICE};
use crate::ruleset::{
    Allowed, GameKind, OptionInfo, OptionSet, OptionSpec, OptionValue, RulesetError, SetError,
    number, options_as_map, small, switch, words,
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

/// A face as a number or as players call it: `6`, `sixes`.
fn wild_face(text: &str) -> Result<Face, SetError> {
    let named = Face::first(Face::MOST_BID).find(|face| face.plural() == text);
    let numbered = || Face::new(small(text, 1, Face::MOST_BID).ok()?);
    named.or_else(numbered).ok_or(SetError::NotAllowed)
}

const TABLE: &[OptionSpec<LiarsRules>] = &[
    OptionSpec {
        info: OptionInfo {
            name: "dice",
            about: "dice per player at the start",
            allowed: Allowed::Number { from: 1, to: 10 },
        },
        get: |r| Some(OptionValue::Number(r.dice.into())),
        set: |r, text| small(text, 1, MAX_DICE as u8).map(|n| r.dice = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "faces",
            about: "sides of each die",
            allowed: Allowed::Number { from: 2, to: 9 },
        },
        get: |r| Some(OptionValue::Number(r.faces.into())),
        set: |r, text| small(text, 2, Face::MOST_BID).map(|n| r.faces = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "wild",
            about: "the face that counts for every other face",
            allowed: Allowed::FaceOrNone { faces: Face::MOST_BID },
        },
        get: |r| {
            Some(r.wild.map_or(OptionValue::Word("none"), |w| OptionValue::Number(w.get().into())))
        },
        set: |r, text| {
            r.wild = match text {
                "none" => None,
                face => Some(wild_face(face)?),
            };
            Ok(())
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "raise",
            about: "which bids are higher than the last",
            allowed: Allowed::Words { words: RaiseRule::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.raise.word())),
        set: |r, text| RaiseRule::read(text).map(|rule| r.raise = rule),
    },
    OptionSpec {
        info: OptionInfo {
            name: "cap",
            about: "whether bids are limited to the number of dice in play",
            allowed: Allowed::Switch,
        },
        get: |r| Some(OptionValue::Switch(r.cap)),
        set: |r, text| switch(text).map(|on| r.cap = on),
    },
    OptionSpec {
        info: OptionInfo {
            name: "exact",
            about: "whether a player may say that the bid is exactly right",
            allowed: Allowed::Switch,
        },
        get: |r| Some(OptionValue::Switch(r.exact.is_some())),
        set: |r, text| {
            let kept = r
                .exact
                .unwrap_or(Exact { right: ExactRight::OthersLose, wrong: ExactWrong::CallerLoses });
            r.exact = switch(text)?.then_some(kept);
            Ok(())
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "right",
            about: "what a right exact call brings",
            allowed: Allowed::Words { words: ExactRight::WORDS },
        },
        get: |r| r.exact.map(|exact| OptionValue::Word(exact.right.word())),
        set: |r, text| {
            let exact = r.exact.as_mut().ok_or(SetError::Needs("exact=true"))?;
            ExactRight::read(text).map(|right| exact.right = right)
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "wrong",
            about: "what a wrong exact call costs",
            allowed: Allowed::Words { words: ExactWrong::WORDS },
        },
        get: |r| r.exact.map(|exact| OptionValue::Word(exact.wrong.word())),
        set: |r, text| {
            let exact = r.exact.as_mut().ok_or(SetError::Needs("exact=true"))?;
            ExactWrong::read(text).map(|wrong| exact.wrong = wrong)
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "palifico",
            about: "whether a player's first round on one die has no wilds and a fixed face",
            allowed: Allowed::Switch,
        },
        get: |r| Some(OptionValue::Switch(r.palifico)),
        set: |r, text| switch(text).map(|on| r.palifico = on),
    },
    OptionSpec {
        info: OptionInfo {
            name: "first_opener",
            about: "who opens the first round",
            allowed: Allowed::Words { words: FirstOpener::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.first_opener.word())),
        set: |r, text| FirstOpener::read(text).map(|who| r.first_opener = who),
    },
    OptionSpec {
        info: OptionInfo {
            name: "one_round",
            about: "whether one round decides the game",
            allowed: Allowed::Switch,
        },
        get: |r| Some(OptionValue::Switch(r.one_round)),
        set: |r, text| {
            r.one_round = switch(text)?;
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
        get: |r| (!r.one_round).then_some(OptionValue::Word(r.next_opener.word())),
        set: |r, text| {
            if r.one_round {
                return Err(SetError::Needs("one_round=false"));
            }
            NextOpener::read(text).map(|who| r.next_opener = who)
        },
    },
    OptionSpec {
        info: OptionInfo {
            name: "illegal",
            about: "what an illegal act costs",
            allowed: Allowed::Words { words: Illegal::WORDS },
        },
        get: |r| Some(OptionValue::Word(r.illegal.word())),
        set: |r, text| Illegal::read(text).map(|illegal| r.illegal = illegal),
    },
    OptionSpec {
        info: OptionInfo {
            name: "stacked",
            about: "chance in percent that a roll is stacked, shown and rolled again",
            // At 100 a roll would never come to rest.
            allowed: Allowed::Number { from: 0, to: 99 },
        },
        get: |r| Some(OptionValue::Number(r.stacked.into())),
        set: |r, text| small(text, 0, 99).map(|n| r.stacked = n),
    },
    OptionSpec {
        info: OptionInfo {
            name: "max_bids",
            about: "bids in one round after which only call or exact is legal",
            allowed: Allowed::Number { from: 1, to: 2000 },
        },
        get: |r| Some(OptionValue::Number(r.max_bids)),
        set: |r, text| number(text, 1, 2000).map(|n| r.max_bids = n),
    },
];

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
