//! Many games at once, in NumPy arrays.

use dicehouse_learning::{Arrays, Batch, Reward};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::arguments::{Seed, Whole, array, players, threads, value_error};
use crate::ruleset::Ruleset;

/// Games of one ruleset that go on together, stepped in Rust without Python's lock. `dicehouse.vec` makes one.
///
/// `observations`, `masks`, `seats`, `rewards` and `dones` are arrays that every `step` writes into: copy what you want to keep. A game
/// that is over starts again at once. One thread uses it at a time.
#[pyclass(module = "dicehouse")]
pub struct VecEnv {
    ruleset: Ruleset,
    batch: Batch,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    seats: Py<PyArray1<i64>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    chosen: Py<PyArray1<i64>>,
}

/// The most games in one batch.
const MOST: i64 = 1 << 20;

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (ruleset, n=Whole(4096), *, players=Whole(2), seed=Seed(0), rewards="game", threads=None), text_signature = r#"(ruleset, n=4096, *, players=2, seed=0, rewards="game", threads=None)"#)]
    fn new(
        py: Python<'_>,
        ruleset: &Ruleset,
        n: Whole,
        players: Whole,
        seed: Seed,
        rewards: &str,
        threads: Option<Whole>,
    ) -> PyResult<VecEnv> {
        let n = usize::try_from(n.within("n", 1, MOST)?).unwrap_or(1);
        let players = self::players(players)?;
        let reward = Reward::named(rewards).ok_or_else(|| {
            value_error(format_args!("rewards cannot be \"{rewards}\": they are game or round"))
        })?;
        let batch = Batch::new(&ruleset.0, players, n, reward, self::threads(threads)?);
        let batch = batch.map_err(value_error)?;
        let (seen, acts) = (batch.observation().len(), batch.acts().len());
        let mut env = VecEnv {
            ruleset: Ruleset(ruleset.0),
            batch,
            observations: PyArray2::zeros(py, [n, seen], false).unbind(),
            masks: PyArray2::zeros(py, [n, acts], false).unbind(),
            seats: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, players], false).unbind(),
            dones: PyArray1::zeros(py, n, false).unbind(),
            chosen: PyArray1::zeros(py, n, false).unbind(),
        };
        env.reset(py, seed)?;
        Ok(env)
    }

    /// The rules of the games.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.ruleset.0)
    }

    /// How many games there are.
    #[getter]
    fn n(&self) -> usize {
        self.batch.games()
    }

    /// How many sit at each table.
    #[getter]
    fn players(&self) -> usize {
        self.batch.players()
    }

    /// How many acts have a number.
    #[getter]
    fn act_count(&self) -> usize {
        self.batch.acts().len()
    }

    /// What the seat to act sees in each game.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// Which acts are legal in each game.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    /// The seat to act in each game.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.seats.clone_ref(py)
    }

    /// What the last step was worth to each seat of each game.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Whether the last step ended the game, so that another one has begun.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    /// Starts all games again, with the dice of `seed`; gives the observations.
    #[pyo3(signature = (seed=Seed(0)), text_signature = "($self, seed=0)")]
    fn reset(&mut self, py: Python<'_>, seed: Seed) -> PyResult<Py<PyArray2<f32>>> {
        self.with_arrays(py, None, |batch, _, arrays| batch.reset(seed.0, arrays))?;
        Ok(self.observations.clone_ref(py))
    }

    /// Plays one act in each game: an array of int64 with the number of an act of the seat to act. Gives observations, rewards and dones.
    /// When one of them is not legal, a ValueError names it and no game changes.
    #[expect(clippy::type_complexity, reason = "a tuple of arrays")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Py<PyArray2<f32>>, Py<PyArray2<f32>>, Py<PyArray1<bool>>)> {
        let actions = array::<i64>("actions", actions)?;
        let actions = actions.try_readonly().map_err(value_error)?;
        self.with_arrays(py, Some(&actions), Batch::step)?;
        Ok((self.observations.clone_ref(py), self.rewards.clone_ref(py), self.dones.clone_ref(py)))
    }

    /// A legal act for each game, all as likely as each other: an array that the next call writes into again.
    fn random_actions(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        {
            let mut chosen = self.chosen.bind(py).try_readwrite().map_err(value_error)?;
            let chosen = chosen.as_slice_mut().map_err(value_error)?;
            let batch = &mut self.batch;
            py.detach(|| batch.random_acts(chosen)).map_err(value_error)?;
        }
        Ok(self.chosen.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        format!("<VecEnv of {} games of {}, {} players>", self.n(), self.ruleset.0, self.players())
    }
}

impl VecEnv {
    /// Lets the batch work on its arrays, without Python's lock.
    fn with_arrays<E: std::fmt::Display + Send>(
        &mut self,
        py: Python<'_>,
        actions: Option<&PyReadonlyArray1<'_, i64>>,
        work: impl FnOnce(&mut Batch, &[i64], &mut Arrays<'_>) -> Result<(), E> + Send,
    ) -> PyResult<()> {
        let actions = match actions {
            Some(actions) => actions.as_slice().map_err(value_error)?,
            None => &[],
        };
        let mut observations = self.observations.bind(py).try_readwrite().map_err(value_error)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(value_error)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(value_error)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(value_error)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(value_error)?;
        let mut arrays = Arrays {
            observations: observations.as_slice_mut().map_err(value_error)?,
            masks: masks.as_slice_mut().map_err(value_error)?,
            seats: seats.as_slice_mut().map_err(value_error)?,
            rewards: rewards.as_slice_mut().map_err(value_error)?,
            dones: dones.as_slice_mut().map_err(value_error)?,
        };
        let batch = &mut self.batch;
        py.detach(|| work(batch, actions, &mut arrays)).map_err(value_error)
    }
}
