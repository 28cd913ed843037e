//! What Python hands over, checked; and how it is told that something is wrong.

use std::fmt::Display;

use dicehouse_learning::ActSpace;
use dicehouse_rules::{Act, Cause, Dice, GameKind, Refusal as RulesRefusal, RulesetError, Seat};
use numpy::{Element, PyArray1, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

pyo3::create_exception!(
    dicehouse,
    Refusal,
    PyValueError,
    "An act that the rules refuse. The game has not changed.\n\nstr() says why in words; `code` names the reason, and `details` \
     has its data."
);

/// A `ValueError` in words.
pub fn value_error(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// The error for an act that the rules refuse.
pub fn refusal(py: Python<'_>, refused: &RulesRefusal) -> PyErr {
    let error = Refusal::new_err(refused.to_string());
    let told = crate::json::to_python(py, refused).and_then(|details| {
        error.value(py).setattr("code", details.get_item("code")?)?;
        error.value(py).setattr("details", details)
    });
    told.err().unwrap_or(error)
}

/// A whole number, of any type that Python takes for one.
pub struct Whole(pub i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole> {
        match object.extract::<i64>() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Err(value_error(format_args!("{} is too large", object.str()?)))
            }
            Err(error) => Err(error),
        }
    }
}

impl Whole {
    /// The number, when it is between these.
    pub fn within(self, what: &str, least: i64, most: i64) -> PyResult<i64> {
        let Whole(number) = self;
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        Err(value_error(format_args!(
            "{what} cannot be {number}: it is a number from {least} to {most}"
        )))
    }
}

/// A number from which luck follows, 0 to 2^64 − 1.
pub struct Seed(pub u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Seed> {
        match object.extract::<u64>() {
            Ok(number) => Ok(Seed(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Err(value_error(format_args!(
                    "seed cannot be {}: it is a number from 0 to 18446744073709551615",
                    object.str()?
                )))
            }
            Err(error) => Err(error),
        }
    }
}

/// The game with this name.
pub fn game_named(name: &str) -> PyResult<GameKind> {
    GameKind::named(name).ok_or_else(|| value_error(RulesetError::UnknownGame(name.to_owned())))
}

/// How many players there are to be.
pub fn players(number: Whole) -> PyResult<usize> {
    // What the game seats is for its rules to say.
    usize::try_from(number.0)
        .map_err(|_| value_error(format_args!("{} players cannot play", number.0)))
}

/// A seat of a table with this number of them.
pub fn seat(number: &Whole, seats: usize) -> PyResult<Seat> {
    let index = usize::try_from(number.0).ok().filter(|index| *index < seats);
    index.and_then(Seat::new).ok_or_else(|| {
        value_error(format_args!(
            "there is no seat {} at this table: it has 0 to {}",
            number.0,
            seats.saturating_sub(1)
        ))
    })
}

/// An act: its number, or its text as players write it.
pub fn act(object: &Bound<'_, PyAny>, acts: &ActSpace) -> PyResult<Act> {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_str()?.parse().map_err(value_error);
    }
    if object.is_instance_of::<PyBool>() || !is_whole(object) {
        let what = object.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("an act is text or a number, not {what}")));
    }
    let Whole(number) = object.extract()?;
    let known = usize::try_from(number).ok().and_then(|number| acts.act(number));
    known.ok_or_else(|| {
        value_error(format_args!("there is no act {number}: acts are 0 to {}", acts.len() - 1))
    })
}

fn is_whole(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyInt>() || object.hasattr("__index__").unwrap_or(false)
}

/// Dice as lists of numbers, one list for each throw.
pub fn dice(throws: &Bound<'_, PyAny>) -> PyResult<Vec<Dice>> {
    let throw = |throw: Bound<'_, PyAny>| {
        let pips: Vec<Whole> = throw.extract()?;
        let pips: Option<Vec<u8>> = pips.iter().map(|die| u8::try_from(die.0).ok()).collect();
        pips.and_then(|pips| Dice::from_pips(&pips)).ok_or_else(|| {
            value_error("dice show numbers from 1 to 100, and at most 10 are thrown together")
        })
    };
    throws.try_iter()?.map(|one| throw(one?)).collect()
}

/// How a player failed.
pub fn cause(name: &str) -> PyResult<Cause> {
    serde_json::from_value(name.into()).map_err(|_| {
        value_error(format_args!(
            "there is no fault \"{name}\": they are illegal, timeout, unreadable, crashed and left"
        ))
    })
}

/// The number of threads asked for, or as many as the computer runs at once.
pub fn threads(asked: Option<Whole>) -> PyResult<usize> {
    match asked {
        Some(asked) => {
            let number = asked.within("threads", 1, 256)?;
            Ok(usize::try_from(number).unwrap_or(1))
        }
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// An array of one dimension and of this kind of numbers.
pub fn array<'py, T: Element>(
    what: &str,
    given: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    if let Ok(array) = given.cast::<PyArray1<T>>() {
        return Ok(array.clone());
    }
    let wanted = T::get_dtype(given.py());
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        let kind = given.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("{what} is an array of {wanted}, not {kind}")));
    };
    match array.ndim() {
        1 => {
            let kind = array.dtype();
            Err(PyTypeError::new_err(format!("{what} is an array of {wanted}, not of {kind}")))
        }
        many => Err(value_error(format_args!("{what} has 1 dimension, not {many}"))),
    }
}
