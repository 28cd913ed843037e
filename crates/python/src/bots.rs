//! The house bots, and the strangers, for Python.

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_measure::{STRANGERS, Stranger};
use dicehouse_rules::{Event, Viewer};
use dicehouse_table::{Entry, Player, Question, Seated};
use pyo3::prelude::*;

use crate::arguments::{Seed, Whole, game_named, value_error};
use crate::game::Game;
use crate::json;

/// A bot of the house, or a stranger. It never changes and can be shared by threads; a `player` of it sits in one game.
#[pyclass(frozen, module = "dicehouse")]
pub struct Bot(pub Kind);

#[derive(Clone)]
pub enum Kind {
    House(HouseBot),
    Stranger(&'static Stranger),
}

impl Kind {
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        match self {
            Kind::House(bot) => bot.player(seed),
            Kind::Stranger(stranger) => stranger.player(seed),
        }
    }

    pub fn seated(&self, name: &str) -> Seated {
        match self {
            Kind::House(bot) => bot.seated(name),
            Kind::Stranger(stranger) => Seated::bot(name, stranger.name, ""),
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Kind::House(bot) => bot.spec(),
            Kind::Stranger(stranger) => stranger.name,
        }
    }

    /// What tells it from a bot that plays differently.
    pub fn identity(&self) -> String {
        match self {
            Kind::House(bot) => format!("{} version {}", bot.spec(), bot.info().version),
            Kind::Stranger(stranger) => format!("stranger {}", stranger.name),
        }
    }
}

#[pymethods]
impl Bot {
    /// Its name, with its options.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The game it plays.
    #[getter]
    fn game(&self) -> &'static str {
        match &self.0 {
            Kind::House(bot) => bot.info().game.name(),
            Kind::Stranger(_) => "liars",
        }
    }

    /// How it plays, in one line.
    #[getter]
    fn about(&self) -> &'static str {
        match &self.0 {
            Kind::House(bot) => bot.info().about,
            Kind::Stranger(stranger) => stranger.about,
        }
    }

    /// What changes whenever it plays differently.
    #[getter]
    fn version(&self) -> String {
        self.0.identity()
    }

    /// Somebody who plays like this in one game. The same seed and the same game give the same acts.
    #[pyo3(signature = (seed=Seed(0)), text_signature = "($self, seed=0)")]
    fn player(&self, seed: Seed) -> BotPlayer {
        let Seed(seed) = seed;
        BotPlayer { bot: self.0.clone(), seed, player: None, shown: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<Bot {} of {}>", self.0.name(), self.game())
    }
}

/// A bot in one game: ask it with `act(game)`.
///
/// It is shown what its seat may know, and remembers it, so use one player for one seat of one game, and only in the thread that
/// made it.
#[pyclass(unsendable, module = "dicehouse")]
pub struct BotPlayer {
    bot: Kind,
    seed: u64,
    player: Option<Box<dyn Player>>,
    /// How many events it has been shown.
    shown: usize,
}

#[pymethods]
impl BotPlayer {
    /// What it does in `game`, in this seat, or in the one to act: the act as text. The game is not changed.
    #[pyo3(signature = (game, seat=None))]
    fn act(&mut self, game: &Game, seat: Option<Whole>) -> PyResult<String> {
        let seat = game.seat_or_due(seat)?;
        let viewer = Viewer::Seat(seat);
        if !game.game.turn().due().contains(seat) {
            return Err(value_error("it is not this seat's turn"));
        }
        if self.shown > game.events.len() {
            return Err(value_error(
                "this player sits in another game: make a new one for this game",
            ));
        }
        let player = self.player.get_or_insert_with(|| self.bot.player(self.seed));
        let show = |player: &mut dyn Player, event: &Event| {
            player.saw(&Entry::Event(event.seen_by(viewer)));
        };
        game.events[self.shown..].iter().for_each(|event| show(player.as_mut(), event));
        self.shown = game.events.len();
        let (view, legal) = (game.game.view(viewer), game.game.legal(seat));
        let question = Question { seat, view, legal, time: None, refused: None };
        match player.act(&question) {
            Ok(reply) => Ok(reply.act.to_string()),
            Err(dicehouse_table::Failure::Fault { detail, .. }) => Err(value_error(detail)),
            Err(_) => Err(value_error("the bot gave no act")),
        }
    }

    fn __repr__(&self) -> String {
        format!("<player {}, seed {}>", self.bot.name(), self.seed)
    }
}

/// The house bot of a game with this name, options as in "dicey:call=30".
#[pyfunction]
pub fn bot(game: &str, name: &str) -> PyResult<Bot> {
    let bot = Roster::find_for(game_named(game)?, name).map_err(value_error)?;
    Ok(Bot(Kind::House(bot)))
}

/// The house bots of a game, from easy to hard: a list of dicts with name, difficulty, what it is like, its options and its version.
#[pyfunction]
pub fn bots<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let bots: Vec<_> = Roster::of(game_named(game)?).collect();
    json::to_python(py, &bots)
}

/// The names of the bots to climb past in a game, from a beginner to the strongest.
#[pyfunction]
pub fn ladder(game: &str) -> PyResult<Vec<&'static str>> {
    Ok(Roster::ladder(game_named(game)?).to_vec())
}

/// Players of `liars` that no house bot was made to meet: (name, habit).
#[pyfunction]
pub fn strangers() -> Vec<(&'static str, &'static str)> {
    STRANGERS.iter().map(|stranger| (stranger.name, stranger.about)).collect()
}

/// The stranger with this name.
#[pyfunction]
pub fn stranger(name: &str) -> PyResult<Bot> {
    static ALL: [Stranger; 8] = STRANGERS;
    let found = ALL.iter().find(|stranger| stranger.name == name);
    found.map(|stranger| Bot(Kind::Stranger(stranger))).ok_or_else(|| {
        let known: Vec<&str> = ALL.iter().map(|stranger| stranger.name).collect();
        value_error(format_args!("there is no stranger \"{name}\": they are {}", known.join(", ")))
    })
}
