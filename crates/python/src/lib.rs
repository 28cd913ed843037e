//! Dicehouse for Python: the module `dicehouse._native`.
//!
//! Everything here translates: rules, tables, bots, solver, reviews and contests do the work. A call that is refused raises
//! `ValueError` or `TypeError` and changes nothing.

mod agent;
mod arguments;
mod batch;
mod bots;
mod contest;
mod exploit;
mod game;
mod json;
mod record;
mod review;
mod ruleset;
mod solve;
mod view;

use pyo3::prelude::*;

#[pymodule]
#[pyo3(name = "_native")]
mod native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arguments::Refusal;
    #[pymodule_export]
    use super::batch::VecEnv;
    #[pymodule_export]
    use super::bots::{Bot, BotPlayer, bot, bots, ladder, stranger, strangers};
    #[pymodule_export]
    use super::contest::{ContestResult, contest, play};
    #[pymodule_export]
    use super::exploit::exploit;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::review::{Review, review};
    #[pymodule_export]
    use super::ruleset::{Ruleset, presets};
    #[pymodule_export]
    use super::solve::{Solution, solve};
    #[pymodule_export]
    use super::view::{View, in_words};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("OBSERVATION_VERSION", dicehouse_learning::VERSION)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
