//! Views: what one seat, or anybody, may know of a game.

use serde::{Deserialize, Serialize};

use crate::claims::ClaimsView;
use crate::event::Viewer;
use crate::liars::LiarsView;
use crate::pairs::PairsView;
use crate::ruleset::GameKind;
use crate::seat::{Seat, Seats};
use crate::standing::Standing;

/// What a viewer may know of a game.
///
/// It is built from what the viewer may know and has no field for what they may not: a die that
/// is hidden from the viewer cannot be represented in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum View<'a> {
    /// A view of `liars`.
    Liars(LiarsView<'a>),
    /// A view of `claims`.
    Claims(ClaimsView<'a>),
    /// A view of `pairs`.
    Pairs(PairsView<'a>),
}

/// ```
/// use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, Seat, View, Viewer};
///
/// let mut game = Game::new(&Ruleset::preset(GameKind::Liars, "openspiel")?, 2)?;
/// let hands = [2, 5].map(|pips| Dice::from_pips(&[pips]).unwrap());
/// game.roll(&hands, &mut Ignore)?;
///
/// let View::Liars(own) = game.view(Viewer::Seat(Seat::new(0).unwrap())) else { panic!() };
/// assert_eq!(own.hand, Some(hands[0]));
/// let View::Liars(public) = game.view(Viewer::Public) else { panic!() };
/// assert_eq!(public.hand, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl View<'_> {
    /// The view with lists of its own, to outlive the game it was taken of.
    pub fn into_owned(self) -> View<'static> {
        match self {
            View::Liars(view) => View::Liars(view.into_owned()),
            View::Claims(view) => View::Claims(view.into_owned()),
            View::Pairs(view) => View::Pairs(view.into_owned()),
        }
    }

    /// Which game it is a view of.
    pub fn kind(&self) -> GameKind {
        match self {
            View::Liars(_) => GameKind::Liars,
            View::Claims(_) => GameKind::Claims,
            View::Pairs(_) => GameKind::Pairs,
        }
    }

    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        match self {
            View::Liars(view) => view.viewer,
            View::Claims(view) => view.viewer,
            View::Pairs(view) => view.viewer,
        }
    }

    /// The viewer's seat, if they have one.
    pub fn seat(&self) -> Option<Seat> {
        self.viewer().seat()
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        match self {
            View::Liars(view) => view.dice.len(),
            View::Claims(view) => view.scores.len(),
            View::Pairs(view) => view.totals.len(),
        }
    }

    /// The round being played, from 1.
    pub fn round(&self) -> u16 {
        match self {
            View::Liars(view) => view.round,
            View::Claims(view) => view.round,
            View::Pairs(view) => view.round,
        }
    }

    /// The seats that are to act now.
    pub fn to_act(&self) -> Seats {
        match self {
            View::Liars(view) => view.to_act.into_iter().collect(),
            View::Claims(view) => view.to_act.into_iter().collect(),
            View::Pairs(view) => view.to_act,
        }
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        match self {
            View::Liars(view) => view.standing,
            View::Claims(view) => view.standing,
            View::Pairs(view) => view.standing,
        }
    }
}
