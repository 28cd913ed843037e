//! A game of any kind, behind one door.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::acts::Acts;
use crate::claims::Claims;
use crate::dice::Dice;
use crate::event::{Cause, Sink, Viewer};
use crate::liars::Liars;
use crate::pairs::Pairs;
use crate::refusal::{Refusal, RollRefusal};
use crate::ruleset::{GameKind, Rules, Ruleset, RulesetError};
use crate::seat::{BySeat, MAX_SEATS, Seat};
use crate::standing::Standing;
use crate::turn::Turn;
use crate::view::View;

/// One game, from the first roll to the standing.
///
/// It never draws a die: [`Game::turn`] says which dice it waits for and [`Game::roll`] takes
/// them. The same dice and acts always give the same events.
///
/// ```
/// use dicehouse_rules::{Dice, Event, Game, GameKind, Ruleset, Seat, Turn};
///
/// let mut game = Game::new(&Ruleset::preset(GameKind::Claims, "simple")?, 2)?;
/// let Turn::Roll(throws) = game.turn() else { panic!("the first player rolls") };
/// assert_eq!((throws[0].count, throws[0].sides), (2, 6));
///
/// let mut events: Vec<Event> = Vec::new();
/// game.roll(&[Dice::from_pips(&[4, 5]).unwrap()], &mut events)?;
/// game.play(Seat::new(0).unwrap(), "claim 11".parse()?, &mut events)?;
/// assert!(game.turn().due().contains(Seat::new(1).unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum Game {
    /// A game of `liars`.
    Liars(Liars),
    /// A game of `claims`.
    Claims(Claims),
    /// A game of `pairs`.
    Pairs(Pairs),
}

/// Runs the same expression on whichever game it is.
macro_rules! each {
    ($game:expr, $name:ident => $body:expr) => {
        match $game {
            Game::Liars($name) => $body,
            Game::Claims($name) => $body,
            Game::Pairs($name) => $body,
        }
    };
}

impl Game {
    /// A new game between players who have not won one before.
    ///
    /// # Errors
    /// When the game does not seat this number of players.
    pub fn new(ruleset: &Ruleset, players: usize) -> Result<Game, RulesetError> {
        Game::with_games_won(ruleset, &vec![0; players])
    }

    /// A new game, with the number of games each seat has won before.
    ///
    /// # Errors
    /// When the game does not seat this number of players.
    pub fn with_games_won(ruleset: &Ruleset, games_won: &[u32]) -> Result<Game, RulesetError> {
        let (game, players) = (ruleset.game(), games_won.len());
        let fewest = game.fewest_players();
        if !(fewest..=MAX_SEATS).contains(&players) {
            return Err(RulesetError::Players { game, players, fewest, most: MAX_SEATS });
        }
        Ok(match *ruleset.rules() {
            Rules::Liars(rules) => Game::Liars(Liars::new(rules, players)),
            Rules::Claims(rules) => {
                let won = BySeat::from_fn(players, |seat| games_won[seat.index()]);
                Game::Claims(Claims::new(rules, won))
            }
            Rules::Pairs(rules) => Game::Pairs(Pairs::new(rules, players)),
        })
    }

    /// Makes it the same game from its start, as [`Game::with_games_won`] made it. Keeps its memory: playing one game
    /// after the other this way does not allocate.
    pub fn restart(&mut self) {
        each!(self, game => game.restart());
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        match self {
            Game::Liars(_) => GameKind::Liars,
            Game::Claims(_) => GameKind::Claims,
            Game::Pairs(_) => GameKind::Pairs,
        }
    }

    /// How many seats the table has.
    #[inline]
    pub fn seats(&self) -> usize {
        each!(self, game => game.seats())
    }

    /// What happens next.
    #[inline]
    pub fn turn(&self) -> Turn {
        each!(self, game => game.turn())
    }

    /// What `seat` may do now.
    #[inline]
    pub fn legal(&self, seat: Seat) -> Acts {
        each!(self, game => game.legal(seat))
    }

    /// Gives the game the dice it waits for, one [`Dice`] per throw of [`Turn::Roll`].
    ///
    /// # Errors
    /// When these are not the dice asked for; the game has not changed then.
    #[inline]
    pub fn roll(&mut self, dice: &[Dice], out: &mut impl Sink) -> Result<(), RollRefusal> {
        each!(self, game => game.roll(dice, out))
    }

    /// Why `seat` may not do `act` now.
    ///
    /// # Errors
    /// The reason; the one that [`Game::play`] would give.
    #[inline]
    pub fn check(&self, seat: Seat, act: Act) -> Result<(), Refusal> {
        each!(self, game => game.check(seat, act))
    }

    /// Plays `act` for `seat`.
    ///
    /// # Errors
    /// When the act is not legal; the game has not changed then. Whether that is punished is for
    /// the caller to decide by [`Ruleset::punishes_illegal_acts`], through [`Game::fault`].
    #[inline]
    pub fn play(&mut self, seat: Seat, act: Act, out: &mut impl Sink) -> Result<(), Refusal> {
        each!(self, game => game.play(seat, act, out))
    }

    /// Punishes `seat`, which is due to act, for not acting as the rules ask.
    ///
    /// # Errors
    /// When the seat is not due to act; the game has not changed then.
    pub fn fault(&mut self, seat: Seat, cause: Cause, out: &mut impl Sink) -> Result<(), Refusal> {
        each!(self, game => game.fault(seat, cause, out))
    }

    /// What `viewer` may know.
    #[inline]
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        match self {
            Game::Liars(game) => View::Liars(game.view(viewer)),
            Game::Claims(game) => View::Claims(game.view(viewer)),
            Game::Pairs(game) => View::Pairs(game.view(viewer)),
        }
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        each!(self, game => game.standing())
    }
}
