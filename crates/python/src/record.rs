//! Records for Python.

use dicehouse_rules::Viewer;
use dicehouse_table::record::{Playback, Record as TableRecord, verify};
use dicehouse_telling::Narrator;
use pyo3::prelude::*;

use crate::arguments::value_error;
use crate::json;
use crate::ruleset::Ruleset;

/// A game on record: JSON lines, as `docs/record.md` describes them. It never changes and can be shared by threads.
#[pyclass(frozen, module = "dicehouse")]
pub struct Record {
    pub record: TableRecord,
    text: String,
}

impl Record {
    pub fn read(bytes: &[u8]) -> PyResult<Record> {
        let record = TableRecord::read_bytes(bytes).map_err(value_error)?;
        Ok(Record { record, text: String::from_utf8_lossy(bytes).into_owned() })
    }
}

#[pymethods]
impl Record {
    /// Reads a record from its text. What cannot be read raises a ValueError that names the line.
    #[new]
    fn new(text: &str) -> PyResult<Record> {
        Record::read(text.as_bytes())
    }

    /// Reads a record from a file.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Record> {
        Record::read(&std::fs::read(path)?)
    }

    /// Writes the record into a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.text)?)
    }

    /// The record as it stands in a file.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The rules it was played by.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.record.header.ruleset)
    }

    /// Who played, in seat order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.record.header.seats.iter().map(|seated| seated.name.to_string()).collect()
    }

    /// How it ended: places, and scores where there are any; None when it was broken off.
    #[getter]
    fn standing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.record.end.as_ref().and_then(|end| end.standing))
    }

    /// What happened, all of it, hidden dice included: a list of dicts.
    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.record.entries())
    }

    /// Plays the game again and checks every event, the standing and the dice. Says what is proven of the dice: "trusted", "deal", or
    /// "given" for nothing. Raises a ValueError that names the first line that is wrong.
    fn verify(&self) -> PyResult<String> {
        let proof = verify(&self.record).map_err(value_error)?;
        Ok(json::to_text(&proof)?.trim_matches('"').to_owned())
    }

    #[expect(clippy::type_complexity, reason = "a list of tuples, for Python")]
    /// Every decision, in order: (seat, what the seat could know as a dict, what it may do, what it did or None).
    fn decisions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(usize, Bound<'py, PyAny>, Vec<String>, Option<String>)>> {
        let playback = Playback::new(self.record.clone()).map_err(value_error)?;
        let decisions = playback.decisions();
        let told = decisions.iter().map(|decision| {
            let legal = decision.legal().iter().map(|act| act.to_string()).collect();
            let act = decision.outcome.act().map(|act| act.to_string());
            Ok((decision.seat.index(), json::to_python(py, &decision.view())?, legal, act))
        });
        told.collect()
    }

    /// The game in sentences, hidden dice included.
    fn story(&self) -> String {
        let header = &self.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, None);
        let told = self.record.lines.iter().filter_map(|line| narrator.tell(&line.entry));
        told.collect::<Vec<String>>().join("\n")
    }

    /// The game in sentences, as the public could follow it.
    fn public_story(&self) -> String {
        let header = &self.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, None);
        let seen = self.record.lines.iter().filter_map(|line| line.entry.seen_by(Viewer::Public));
        seen.filter_map(|entry| narrator.tell(&entry)).collect::<Vec<String>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {}>", self.record.header.ruleset, self.names().join(", "))
    }
}
