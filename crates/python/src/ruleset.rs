//! Rulesets for Python.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use dicehouse_learning::{ActSpace, Observation};
use dicehouse_rules::{Game as RulesGame, PRESETS, Ruleset as Rules, RulesetError};
use dicehouse_telling::{Language, explain, preset_about};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::arguments::{Seed, Whole, game_named, players, value_error};
use crate::game::{Chance, Game};
use crate::json;

/// A complete set of rules: a preset of a game, with options changed.
///
/// ```python
/// Ruleset("liars", "perudo", dice=3, palifico=False)
/// ```
///
/// `dicehouse.presets()` lists the presets; `options` has every option with its value. It never changes and can be shared by
/// threads.
#[pyclass(frozen, module = "dicehouse", eq, hash)]
#[derive(PartialEq)]
pub struct Ruleset(pub Rules);

impl std::hash::Hash for Ruleset {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_toml().hash(state);
    }
}

#[pymethods]
impl Ruleset {
    #[new]
    #[pyo3(signature = (game, preset=None, **options))]
    fn new(
        game: &str,
        preset: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Ruleset> {
        let game = game_named(game)?;
        let base = match preset {
            Some(name) => Rules::preset(game, name).map_err(value_error)?,
            None => Rules::default_of(game),
        };
        changed(&base, options).map(Ruleset)
    }

    /// Reads a ruleset from TOML, as `dicehouse rules` and ruleset files have it.
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Ruleset> {
        Rules::from_toml(text).map(Ruleset).map_err(value_error)
    }

    /// Reads a ruleset from JSON.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Ruleset> {
        Rules::from_json(text).map(Ruleset).map_err(value_error)
    }

    /// The same rules with some options changed.
    #[pyo3(signature = (**options))]
    fn replace(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Ruleset> {
        changed(&self.0, options).map(Ruleset)
    }

    /// Which game: "liars", "claims" or "pairs".
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().name()
    }

    /// The preset it was made from.
    #[getter]
    fn preset(&self) -> &'static str {
        self.0.base().name
    }

    /// Every option that has a meaning here, with its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options: serde_json::Map<String, serde_json::Value> = self
            .0
            .values()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), serde_json::to_value(value).unwrap_or_default()))
            .collect();
        json::to_python(py, &options)
    }

    /// The fewest players that this game seats; the most are 10.
    #[getter]
    fn fewest_players(&self) -> usize {
        self.0.game().fewest_players()
    }

    /// The rules in plain words.
    fn explain(&self) -> String {
        let explained = explain(&self.0, Language::English);
        let mut text = format!("{}: {}\n", explained.title, explained.about);
        for section in explained.sections {
            text.push_str(&format!("\n{}\n{}\n", section.heading, section.lines.join("\n")));
        }
        text
    }

    /// The ruleset as TOML, which `from_toml` reads.
    fn toml(&self) -> String {
        self.0.to_toml()
    }

    /// The ruleset as JSON, which `from_json` reads.
    fn json(&self) -> PyResult<String> {
        json::to_text(&self.0)
    }

    /// A new game.
    ///
    /// With a `seed` the dice are rolled by the house and follow from it; without one, chance is yours: while `game.turn` is
    /// "roll", give the dice to `game.roll`. `games_won` has the games that each seat won before, which decides ties in `claims`. Dice that need not be
    /// `verifiable` by the record are made quicker.
    #[pyo3(signature = (players=Whole(2), *, seed=None, games_won=None, verifiable=true), text_signature = "($self, players=2, *, seed=None, games_won=None, verifiable=True)")]
    fn new_game(
        &self,
        players: Whole,
        seed: Option<Seed>,
        games_won: Option<Vec<u32>>,
        verifiable: bool,
    ) -> PyResult<Game> {
        let players = self::players(players)?;
        let game = match games_won {
            Some(won) if won.len() != players => {
                let why =
                    format!("games_won has {} numbers, there are {players} players", won.len());
                return Err(value_error(why));
            }
            Some(won) => RulesGame::with_games_won(&self.0, &won),
            None => RulesGame::new(&self.0, players),
        };
        let chance = seed.map(|Seed(seed)| Chance::new(seed, verifiable));
        Ok(Game::begin(self.0, game.map_err(value_error)?, chance))
    }

    /// How many acts have a number; see `docs/python.md` for the order.
    #[pyo3(signature = (players=Whole(2)), text_signature = "($self, players=2)")]
    fn act_count(&self, players: Whole) -> PyResult<usize> {
        Ok(ActSpace::new(&self.0, self.seats(players)?).len())
    }

    /// The act with this number, as text.
    #[pyo3(signature = (number, players=Whole(2)), text_signature = "($self, number, players=2)")]
    fn act(&self, number: Whole, players: Whole) -> PyResult<String> {
        let acts = ActSpace::new(&self.0, self.seats(players)?);
        let act = usize::try_from(number.0).ok().and_then(|number| acts.act(number));
        act.map(|act| act.to_string()).ok_or_else(|| {
            value_error(format_args!(
                "there is no act {}: acts are 0 to {}",
                number.0,
                acts.len() - 1
            ))
        })
    }

    /// The number of an act, or None for a bid beyond those that have one.
    #[pyo3(signature = (act, players=Whole(2)), text_signature = "($self, act, players=2)")]
    fn act_number(&self, act: &str, players: Whole) -> PyResult<Option<usize>> {
        let act = act.parse().map_err(value_error)?;
        Ok(ActSpace::new(&self.0, self.seats(players)?).number(act))
    }

    /// How many numbers an observation has.
    #[pyo3(signature = (players=Whole(2)), text_signature = "($self, players=2)")]
    fn observation_size(&self, players: Whole) -> PyResult<usize> {
        Ok(Observation::new(&self.0, self.seats(players)?).len())
    }

    /// The fields of an observation: (name, start, length).
    #[pyo3(signature = (players=Whole(2)), text_signature = "($self, players=2)")]
    fn observation_fields(&self, players: Whole) -> PyResult<Vec<(&'static str, usize, usize)>> {
        let observation = Observation::new(&self.0, self.seats(players)?);
        Ok(observation.fields().iter().map(|field| (field.name, field.start, field.len)).collect())
    }

    fn __repr__(&self) -> String {
        let game = self.0.game();
        let mut text = format!("Ruleset('{game}', '{}'", self.0.base().name);
        for (name, value) in self.0.changes() {
            let value = match value.to_string().as_str() {
                "true" => "True".to_owned(),
                "false" => "False".to_owned(),
                number if number.parse::<i64>().is_ok() => number.to_owned(),
                word => format!("'{word}'"),
            };
            text.push_str(&format!(", {name}={value}"));
        }
        text + ")"
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Ruleset>().getattr("from_json")?;
        Ok((make, PyTuple::new(py, [self.json()?])?))
    }
}

impl Ruleset {
    /// The number of players, when the game seats it.
    fn seats(&self, number: Whole) -> PyResult<usize> {
        let players = players(number)?;
        RulesGame::new(&self.0, players).map_err(value_error)?;
        Ok(players)
    }
}

fn changed(base: &Rules, options: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
    let mut changes: Vec<(String, String)> = Vec::new();
    for (name, value) in options.into_iter().flat_map(|options| options.iter()) {
        changes.push((name.extract()?, option_text(&value)?));
    }
    let changes: Vec<(&str, &str)> =
        changes.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    base.with(&changes).map_err(|error: RulesetError| value_error(error))
}

/// The value of an option as it is written everywhere else.
fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("none".to_owned());
    }
    if let Ok(switch) = value.cast::<PyBool>() {
        return Ok(switch.is_true().to_string());
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        return Ok(value.str()?.to_str()?.to_owned());
    }
    let what = value.get_type().qualname()?;
    Err(PyTypeError::new_err(format!(
        "an option is text, a number, True, False or None, not {what}"
    )))
}

/// A number that is the same for equal texts.
pub fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The presets: (game, name, what sets it apart).
#[pyfunction]
pub fn presets() -> Vec<(&'static str, &'static str, &'static str)> {
    PRESETS.iter().map(|preset| (preset.game().name(), preset.name, preset_about(preset))).collect()
}
