//! Positions: a game set up in the middle, by hand or from what a view tells.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::claims::{Claims, ClaimsPosition};
use crate::dice::{Dice, Face};
use crate::game::Game;
use crate::liars::{Liars, LiarsPosition};
use crate::pairs::{Pairs, PairsPosition};
use crate::refusal::Refusal;
use crate::ruleset::{GameKind, Rules, Ruleset, RulesetError};
use crate::seat::{BySeat, MAX_SEATS, Seat, Seats};
use crate::split::Split;
use crate::view::View;

/// Everything that decides how a game goes on, hidden dice included.
///
/// ```
/// use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset};
///
/// let ruleset = Ruleset::preset(GameKind::Liars, "openspiel")?;
/// let mut game = Game::new(&ruleset, 2)?;
/// game.roll(&[2, 5].map(|pips| Dice::from_pips(&[pips]).unwrap()), &mut Ignore)?;
///
/// let position = game.position().expect("the game is not over");
/// assert_eq!(Game::set_up(&ruleset, &position)?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum Position {
    /// A position of `liars`.
    Liars(LiarsPosition),
    /// A position of `claims`.
    Claims(ClaimsPosition),
    /// A position of `pairs`.
    Pairs(PairsPosition),
}

impl Position {
    /// Which game it is a position of.
    pub fn kind(&self) -> GameKind {
        match self {
            Position::Liars(_) => GameKind::Liars,
            Position::Claims(_) => GameKind::Claims,
            Position::Pairs(_) => GameKind::Pairs,
        }
    }
}

/// What a view leaves open at a moment when somebody is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unseen {
    /// How many dice each seat holds that the viewer cannot see.
    pub hands: BySeat<u8>,
    /// Sides of these dice.
    pub sides: u8,
    /// Whose split of this round is made but not shown.
    pub splits: Seats,
}

/// Something put in for what a view leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// A hand for each seat whose dice are unseen, and no dice for the others.
    pub hands: BySeat<Dice>,
    /// A split for each seat whose split is unseen.
    pub splits: BySeat<Option<Split>>,
}

impl Guess {
    /// No guess, for a table with this number of seats: enough where a view leaves nothing open.
    pub fn nothing(seats: usize) -> Guess {
        Guess { hands: BySeat::filled(seats, Dice::none()), splits: BySeat::filled(seats, None) }
    }

    /// Everybody holds these dice.
    pub fn hands(hands: BySeat<Dice>) -> Guess {
        Guess { hands, ..Guess::nothing(hands.len()) }
    }

    pub(crate) fn hand(&self, seat: Seat) -> Dice {
        self.hands.get(seat).copied().unwrap_or_default()
    }

    pub(crate) fn split(&self, seat: Seat) -> Option<Split> {
        self.splits.get(seat).copied().flatten()
    }
}

impl Game {
    /// A game that goes on from `position`.
    ///
    /// # Errors
    /// When the rules have no such position, or the game is over in it.
    pub fn set_up(ruleset: &Ruleset, position: &Position) -> Result<Game, PositionError> {
        match (*ruleset.rules(), position) {
            (Rules::Liars(rules), Position::Liars(position)) => {
                Liars::set_up(rules, position).map(Game::Liars)
            }
            (Rules::Claims(rules), Position::Claims(position)) => {
                Claims::set_up(rules, position).map(Game::Claims)
            }
            (Rules::Pairs(rules), Position::Pairs(position)) => {
                Pairs::set_up(rules, position).map(Game::Pairs)
            }
            (rules, position) => {
                Err(PositionError::OtherGame { rules: rules.game(), position: position.kind() })
            }
        }
    }

    /// Where the game stands: [`Game::set_up`] makes the same game of it. `None` when it is over.
    pub fn position(&self) -> Option<Position> {
        match self {
            Game::Liars(game) => game.position().map(Position::Liars),
            Game::Claims(game) => game.position().map(Position::Claims),
            Game::Pairs(game) => game.position().map(Position::Pairs),
        }
    }

    /// The game as it may be by what `view` tells, with `guess` for what it leaves open.
    ///
    /// ```
    /// use dicehouse_rules::{BySeat, Dice, Game, GameKind, Guess, Ignore, Ruleset, Seat, Viewer};
    ///
    /// let mut game = Game::new(&Ruleset::preset(GameKind::Liars, "contest")?, 2)?;
    /// let hands = [[1, 3, 3, 5, 6], [2, 2, 3, 4, 4]].map(|pips| Dice::from_pips(&pips).unwrap());
    /// game.roll(&hands, &mut Ignore)?;
    /// let ann = Seat::new(0).unwrap();
    /// let view = game.view(Viewer::Seat(ann));
    ///
    /// let unseen = view.unseen();
    /// let guessed = BySeat::from_fn(2, |seat| {
    ///     Dice::from_pips(&[6; 5][..unseen.hands[seat].into()]).unwrap()
    /// });
    /// let mut imagined = Game::imagine(&view, &Guess::hands(guessed))?;
    /// imagined.play(ann, "6x6".parse()?, &mut Ignore)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When nobody is to act in the view, or the guess does not fill exactly what it leaves open.
    pub fn imagine(view: &View<'_>, guess: &Guess) -> Result<Game, PositionError> {
        if view.to_act().is_empty() {
            return Err(PositionError::NobodyToAct);
        }
        let unseen = view.unseen();
        for (seat, wanted) in unseen.hands.iter() {
            let given = guess.hands.get(seat).map_or(0, Dice::len);
            if given != usize::from(*wanted) {
                return Err(PositionError::Hand { seat, given, wanted: *wanted });
            }
        }
        let guessed = guess.splits.seats_where(Option::is_some);
        if guessed != unseen.splits {
            return Err(PositionError::Guessed { given: guessed, wanted: unseen.splits });
        }
        match view {
            View::Liars(view) => Liars::imagine(view, guess).map(Game::Liars),
            View::Claims(view) => Claims::imagine(view, guess).map(Game::Claims),
            View::Pairs(view) => Pairs::imagine(view, guess).map(Game::Pairs),
        }
    }
}

impl View<'_> {
    /// What the view leaves open. Nothing while nobody is to act.
    pub fn unseen(&self) -> Unseen {
        match self {
            View::Liars(view) => view.unseen(),
            View::Claims(view) => view.unseen(),
            View::Pairs(view) => view.unseen(),
        }
    }
}

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The rules are of another game.
    #[error("the rules are of {rules}, the position is of {position}")]
    OtherGame {
        /// The game of the rules.
        rules: GameKind,
        /// The game of the position.
        position: GameKind,
    },
    /// The game does not seat this number of players.
    #[error(transparent)]
    Players(#[from] RulesetError),
    /// Lists of the position are for different numbers of seats.
    #[error("{what} has {given} seats, the table has {seats}")]
    Seats {
        /// What the list is of, in words.
        what: &'static str,
        /// For how many seats it is.
        given: usize,
        /// How many there are.
        seats: usize,
    },
    /// The game is over in this position.
    #[error("the game is over in this position: {0}")]
    Over(&'static str),
    /// The view is of a moment when nobody is to act.
    #[error("nobody is to act in this view")]
    NobodyToAct,
    /// A number that the rules do not allow.
    #[error("{what} of seat {seat} is {given}, but can be {least} to {most}")]
    Number {
        /// What it is the number of.
        what: &'static str,
        /// The seat it is the number of.
        seat: Seat,
        /// The number that was asked for.
        given: u32,
        /// The least it can be.
        least: u32,
        /// The most it can be.
        most: u32,
    },
    /// A round that this moment cannot be in.
    #[error("the round is {given}, but can be {least} to {most} here")]
    Round {
        /// The round that was asked for.
        given: u16,
        /// The least it can be.
        least: u16,
        /// The most it can be.
        most: u16,
    },
    /// A seat that cannot be it.
    #[error("{what} cannot be seat {seat}: {why}")]
    Seat {
        /// What the seat should be.
        what: &'static str,
        /// The seat that was to open.
        seat: Seat,
        /// Why not.
        why: &'static str,
    },
    /// A hand has the wrong number of dice.
    #[error("the hand of seat {seat} has {given} dice, {wanted} are needed")]
    Hand {
        /// The seat whose dice they are.
        seat: Seat,
        /// How many dice it has.
        given: usize,
        /// How many are needed.
        wanted: u8,
    },
    /// A die shows a face it does not have.
    #[error("the dice of seat {seat} show a {face}, but have {sides} sides")]
    Face {
        /// The seat whose hand has it.
        seat: Seat,
        /// The face no die can show.
        face: Face,
        /// How many sides the dice have.
        sides: u8,
    },
    /// An act of this round is not legal.
    #[error("{act} of seat {seat} is not legal: {why}")]
    Act {
        /// The seat that was to have acted.
        seat: Seat,
        /// The act that was not legal there.
        act: crate::act::Act,
        /// Why not.
        why: Refusal,
    },
    /// The splits guessed are not those that the view leaves open.
    #[error("splits are guessed for the seats {given:?}, but open for {wanted:?}")]
    Guessed {
        /// For whom splits were guessed.
        given: Seats,
        /// Whose splits are open.
        wanted: Seats,
    },
    /// The position contradicts itself or the rules.
    #[error("{0}")]
    Impossible(&'static str),
}

/// Whether a list has an item for each seat.
pub(crate) fn same_seats<T>(
    what: &'static str,
    list: &BySeat<T>,
    seats: usize,
) -> Result<(), PositionError> {
    let given = list.len();
    if given == seats { Ok(()) } else { Err(PositionError::Seats { what, given, seats }) }
}

/// Whether a game seats this number of players.
pub(crate) fn check_players(game: GameKind, players: usize) -> Result<(), PositionError> {
    let fewest = game.fewest_players();
    if (fewest..=MAX_SEATS).contains(&players) {
        Ok(())
    } else {
        Err(RulesetError::Players { game, players, fewest, most: MAX_SEATS }.into())
    }
}

/// Whether a hand has this number of dice, none above this face.
pub(crate) fn check_hand(
    seat: Seat,
    hand: &Dice,
    wanted: u8,
    sides: u8,
) -> Result<(), PositionError> {
    if hand.len() != usize::from(wanted) {
        return Err(PositionError::Hand { seat, given: hand.len(), wanted });
    }
    match hand.faces().iter().find(|face| face.get() > sides) {
        Some(face) => Err(PositionError::Face { seat, face: *face, sides }),
        None => Ok(()),
    }
}

/// Whether a table of this size has every seat of `seats`.
pub(crate) fn at_table(seats: Seats, players: usize) -> bool {
    seats.iter().all(|seat| seat.index() < players)
}
