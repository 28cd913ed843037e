//! Reviews for Python.

use dicehouse_review::{Options, Review as HouseReview};
use pyo3::prelude::*;

use crate::arguments::{Whole, value_error};
use crate::json;
use crate::record::Record;

/// A recorded game, judged decision by decision. `print` it to read it.
#[pyclass(frozen, module = "dicehouse")]
pub struct Review(HouseReview);

#[pymethods]
impl Review {
    /// Everything there is to know, as `dicehouse review --json` prints it.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.0)
    }

    /// How accurately each seat played, 0 to 100; None for those who had nothing to decide.
    #[getter]
    fn accuracy(&self) -> Vec<Option<f64>> {
        self.0.players.iter().map(|player| player.accuracy).collect()
    }

    /// The review in words; with `all`, every decision and not only the key moments.
    #[pyo3(signature = (width=Whole(100), all=false), text_signature = "($self, width=100, all=False)")]
    fn text(&self, width: Whole, all: bool) -> PyResult<String> {
        let width = usize::try_from(width.within("width", 20, 10_000)?).unwrap_or(100);
        Ok(self.0.text(width, all))
    }

    /// The review as a page that needs nothing else.
    fn html(&self) -> String {
        self.0.html()
    }

    fn __str__(&self) -> String {
        self.0.text(100, false)
    }

    fn __repr__(&self) -> String {
        format!("<Review of {} decisions>", self.0.decisions.len())
    }
}

/// Judges every decision of a record: chances, better acts, accuracy. `effort` 2 takes twice as long as 1 and finds smaller
/// differences. The same record always gives the same review.
#[pyfunction]
#[pyo3(signature = (record, *, effort=1.0))]
pub fn review(py: Python<'_>, record: &Record, effort: f64) -> PyResult<Review> {
    if !(0.01..=100.0).contains(&effort) {
        return Err(value_error(format_args!(
            "effort cannot be {effort}: it is a number from 0.01 to 100"
        )));
    }
    let usual = f64::from(Options::default().effort);
    let options = Options { effort: (usual * effort) as u32 };
    let record = record.record.clone();
    let reviewed = py.detach(|| dicehouse_review::review(record, &options, &|_, _| ()));
    reviewed.map(Review).map_err(value_error)
}
