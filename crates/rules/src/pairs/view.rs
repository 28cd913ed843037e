//! What one seat, or anybody, may know of a game of `pairs`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::event::Viewer;
use crate::seat::{BySeat, Seats};
use crate::split::Split;
use crate::standing::Standing;

use super::game::{Pairs, SplitRound};
use super::rules::PairsRules;
use super::sheet::Sheet;

/// What a viewer may know. The only decision of this round in it is the viewer's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairsView<'a> {
    /// Who looks.
    pub viewer: Viewer,
    /// The rules of the game.
    pub rules: PairsRules,
    /// The round being played, from 1.
    pub round: u16,
    /// This round's dice, the same for all; `None` while they are to be rolled.
    pub dice: Option<Dice>,
    /// Who still plays.
    pub playing: Seats,
    /// Who still has to decide this round.
    pub to_act: Seats,
    /// What the viewer has decided this round.
    pub decision: Option<Split>,
    /// Everybody's score sheet.
    pub sheets: BySeat<Sheet>,
    /// Everybody's total.
    pub totals: BySeat<i32>,
    /// The past rounds.
    pub past: Cow<'a, [SplitRound]>,
    /// How the game ended, once it has.
    pub standing: Option<Standing>,
}

impl PairsView<'_> {
    /// The view with lists of its own, to outlive the game it was taken of.
    pub fn into_owned(self) -> PairsView<'static> {
        PairsView {
            viewer: self.viewer,
            rules: self.rules,
            round: self.round,
            dice: self.dice,
            playing: self.playing,
            to_act: self.to_act,
            decision: self.decision,
            sheets: self.sheets,
            totals: self.totals,
            past: Cow::Owned(self.past.into_owned()),
            standing: self.standing,
        }
    }
}

impl Pairs {
    /// What `viewer` may know.
    pub fn view(&self, viewer: Viewer) -> PairsView<'_> {
        let own = viewer.seat().and_then(|seat| self.decisions.get(seat)).copied();
        PairsView {
            viewer,
            rules: self.rules,
            round: self.round,
            dice: self.dice,
            playing: self.playing,
            to_act: self.due(),
            decision: own.flatten(),
            sheets: self.sheets,
            totals: BySeat::from_fn(self.seats(), |seat| self.sheets[seat].total()),
            past: Cow::Borrowed(&self.past),
            standing: self.standing,
        }
    }
}
