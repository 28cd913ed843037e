//! Contests and single games between house bots, strangers and Python code.

use std::sync::Arc;

use dicehouse_contest::config::{BotSetting, FormatName, Options};
use dicehouse_contest::runner::{
    Bot as BotAtWork, Contest, Entrant, GameStart, NoShow, Outcome, Snapshot, Where,
};
use dicehouse_rules::{GameKind, Ruleset as Rules};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{Opening, RecordWriter};
use dicehouse_table::{NoClock, Player, Seated, Table, run};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::agent::{Agent, AgentPlayer, Trouble};
use crate::arguments::{Seed, Whole, threads, value_error};
use crate::bots::{Bot, Kind, bot};
use crate::json;
use crate::record::Record;
use crate::ruleset::Ruleset;

/// Somebody who takes part.
#[derive(Clone)]
enum Contender {
    Bot(Kind),
    Agent(Arc<Agent>),
}

impl Contender {
    /// A `Bot`, the name of a house bot, or anything that can be called.
    fn new(
        name: &str,
        given: &Bound<'_, PyAny>,
        ruleset: Rules,
        trouble: &Arc<Trouble>,
    ) -> PyResult<Contender> {
        if let Ok(bot) = given.cast::<Bot>() {
            check_plays(bot.get(), ruleset.game())?;
            return Ok(Contender::Bot(bot.get().0.clone()));
        }
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Contender::Bot(bot(ruleset.game().name(), text.to_str()?)?.0));
        }
        if given.is_callable() {
            return Ok(Contender::Agent(Agent::new(
                name,
                given.clone().unbind(),
                ruleset,
                trouble,
            )));
        }
        let what = given.get_type().qualname()?;
        let why = format!(
            "{name} is of type {what}: a player is the name of a house bot, a Bot, or a function of a view"
        );
        Err(PyTypeError::new_err(why))
    }

    fn seated(&self, name: &str) -> Seated {
        match self {
            Contender::Bot(bot) => bot.seated(name),
            Contender::Agent(_) => Seated::bot(name, "python", ""),
        }
    }

    fn player(&self, seed: u64, seats: &[Seated]) -> Box<dyn Player> {
        match self {
            Contender::Bot(bot) => bot.player(seed),
            Contender::Agent(agent) => Box::new(AgentPlayer::new(agent, seats)),
        }
    }
}

fn check_plays(bot: &Bot, game: GameKind) -> PyResult<()> {
    match &bot.0 {
        Kind::House(house) => self::bot(game.name(), house.spec()).map(drop),
        Kind::Stranger(_) if game == GameKind::Liars => Ok(()),
        Kind::Stranger(stranger) => {
            Err(value_error(format_args!("{} plays liars, not {game}", stranger.name)))
        }
    }
}

/// A contender in a contest.
struct Entered {
    name: String,
    contender: Contender,
}

impl Entrant for Entered {
    fn name(&self) -> &str {
        &self.name
    }

    fn seated(&self) -> Seated {
        self.contender.seated(&self.name)
    }

    fn identity(&self) -> String {
        match &self.contender {
            Contender::Bot(bot) => bot.identity(),
            Contender::Agent(_) => format!("python {}", self.name),
        }
    }

    fn open(&self) -> Box<dyn BotAtWork> {
        Box::new(AtWork(self.contender.clone()))
    }
}

struct AtWork(Contender);

impl BotAtWork for AtWork {
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow> {
        Ok(self.0.player(game.seed.get(), game.seats))
    }
}

/// What came of a contest. `print` it to see the table.
#[pyclass(frozen, module = "dicehouse")]
pub struct ContestResult(Outcome);

#[pymethods]
impl ContestResult {
    /// Everything there is to know, as `dicehouse contest --json` prints it.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.0.standings)
    }

    /// How many games were played.
    #[getter]
    fn games(&self) -> u64 {
        self.0.standings.games
    }

    /// The share of games that a player won, and the ends of its 95 % interval.
    fn won(&self, name: &str) -> PyResult<(f64, f64, f64)> {
        let row = self.0.standings.standings.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| {
            let known = self.0.standings.entrants.join(", ");
            value_error(format_args!("there was no player \"{name}\": there were {known}"))
        })?;
        let share = &row.share;
        Ok((share.mean.unwrap_or(0.0), share.interval.low, share.interval.high))
    }

    /// How long a player thought about an act, in seconds, on average.
    fn decision_time(&self, name: &str) -> PyResult<f64> {
        let at = self.0.standings.entrants.iter().position(|entrant| entrant == name);
        let figures = at.and_then(|at| self.0.results.bots.get(at));
        let figures =
            figures.ok_or_else(|| value_error(format_args!("there was no player \"{name}\"")))?;
        let (thought, moves) = (figures.thought as f64, figures.moves.max(1) as f64);
        Ok(thought / moves / 1e9)
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<ContestResult of {} games>", self.games())
    }
}

/// Lets players meet, and measures them: every deal is played in every rotation of the seats.
///
/// `players` is a dict of names with a house bot's name, a `Bot`, or a function of a view that gives an act. `seats` is how many sit at a
/// table, `games` how many games each match has. The same seed gives the same dice. House bots think on all threads at once; Python
/// code runs on one at a time, as Python does. An error in Python code ends the contest and is raised.
#[pyfunction]
#[pyo3(signature = (players, ruleset, *, games=Whole(1000), seed=Seed(1), seats=None, format="round-robin", threads=None), text_signature = r#"(players, ruleset, *, games=1000, seed=1, seats=None, format="round-robin", threads=None)"#)]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn contest(
    py: Python<'_>,
    players: &Bound<'_, PyDict>,
    ruleset: &Ruleset,
    games: Whole,
    seed: Seed,
    seats: Option<Whole>,
    format: &str,
    threads: Option<Whole>,
) -> PyResult<ContestResult> {
    let Ruleset(ruleset) = *ruleset;
    let trouble = Arc::new(Trouble::default());
    let mut entered: Vec<Box<dyn Entrant>> = Vec::new();
    let mut bots: Vec<BotSetting> = Vec::new();
    // What is played by whom comes with the entrants; the configuration needs their names.
    let stand_in = dicehouse_bots::Roster::default_for(ruleset.game()).name().to_owned();
    for (name, player) in players {
        let name: String = name.extract()?;
        let contender = Contender::new(&name, &player, ruleset, &trouble)?;
        bots.push(BotSetting {
            name: name.clone(),
            run: stand_in.clone(),
            ..BotSetting::default()
        });
        entered.push(Box::new(Entered { name, contender }));
    }
    let options = Options {
        bots,
        seats: seats
            .map(|seats| seats.within("seats", 1, 10))
            .transpose()?
            .and_then(|n| n.try_into().ok()),
        games: u64::try_from(games.within("games", 1, i64::MAX)?).ok(),
        seed: Some(seed.0),
        format: Some(format_named(format)?),
        threads: Some(self::threads(threads)?),
        ..Options::default()
    };
    let config = options
        .played_by(&ruleset)
        .config(ContestSecret::from_seed(seed.0))
        .map_err(value_error)?;
    let contest = Contest::with_entrants(config, entered).map_err(value_error)?;
    let outcome = py.detach(|| {
        let mut look = |_: &Snapshot| trouble.check_signals();
        contest.run(&Where::Nowhere, trouble.stop(), &mut look)
    });
    trouble.check()?;
    Ok(ContestResult(outcome.map_err(value_error)?))
}

fn format_named(name: &str) -> PyResult<FormatName> {
    serde_json::from_value(name.into()).map_err(|_| {
        value_error(format_args!(
            "there is no format \"{name}\": they are round-robin, gauntlet, swiss and table"
        ))
    })
}

/// Plays one game between players, as in `contest`, and gives its record. Those without a name of their own are called by what they are.
#[pyfunction]
#[pyo3(signature = (ruleset, players, *, seed=Seed(1), names=None), text_signature = "(ruleset, players, *, seed=1, names=None)")]
pub fn play(
    py: Python<'_>,
    ruleset: &Ruleset,
    players: Vec<Bound<'_, PyAny>>,
    seed: Seed,
    names: Option<Vec<String>>,
) -> PyResult<Record> {
    let Ruleset(ruleset) = *ruleset;
    if let Some(names) = names.as_ref().filter(|names| names.len() != players.len()) {
        return Err(value_error(format_args!(
            "{} names for {} players",
            names.len(),
            players.len()
        )));
    }
    let trouble = Arc::new(Trouble::default());
    let mut seated = Vec::new();
    let mut contenders = Vec::new();
    for (at, player) in players.iter().enumerate() {
        let given = names.as_ref().map(|names| names[at].clone());
        let contender =
            Contender::new(given.as_deref().unwrap_or("python"), player, ruleset, &trouble)?;
        let name = match (&given, &contender) {
            (Some(name), _) => name.clone(),
            (None, Contender::Bot(bot)) => bot.name().to_owned(),
            (None, Contender::Agent(_)) => format!("Seat {at}"),
        };
        seated.push(contender.seated(&name));
        contenders.push(contender);
    }
    let opening = Opening {
        id: "python".parse().map_err(value_error)?,
        started: 0,
        ruleset,
        seats: seated.clone(),
    };
    let (header, dice) = opening.dealt(&ContestSecret::from_seed(seed.0), 0);
    let mut writer = RecordWriter::new(Vec::new(), &header).map_err(value_error)?;
    let mut table = Table::new(ruleset, seated.clone(), dice).map_err(value_error)?;
    let played = py.detach(|| {
        let luck = |at: usize| seed.0.rotate_left(32).wrapping_add(at as u64);
        let mut players: Vec<Box<dyn Player>> = contenders
            .iter()
            .enumerate()
            .map(|(at, contender)| contender.player(luck(at), &seated))
            .collect();
        run(&mut table, &mut players, &mut NoClock, &mut writer)
    });
    trouble.check()?;
    played.map_err(value_error)?;
    writer.end(&table.end()).map_err(value_error)?;
    Record::read(&writer.into_inner())
}
