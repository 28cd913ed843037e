//! Views: what one seat, or everybody, may know.

use std::fmt::Write as _;
use std::sync::Arc;

use dicehouse_learning::{ActSpace, Observation};
use dicehouse_rules::liars::PlacedBid;
use dicehouse_rules::{
    Act, Acts, Event, Fact, Ruleset as Rules, Seat, Secret, SecretContent, ThrowKind,
    View as RulesView, Viewer,
};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::{Narrator, label};
use numpy::PyArray1;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use crate::arguments::value_error;
use crate::game::{filled, numbers};
use crate::json;
use crate::ruleset::{Ruleset, hash_of};

/// What one seat may know of a game, or everybody.
///
/// Its fields are those of views everywhere in the house: `view.hand`, `view.bids`, `view.scores`, …; `view.data` has all of
/// them as a dict. It never changes and can be shared by threads.
#[pyclass(frozen, module = "dicehouse")]
pub struct View {
    ruleset: Rules,
    view: RulesView<'static>,
    legal: Acts,
    seats: Arc<[Seated]>,
    /// What happened, as this viewer may know it.
    seen: Vec<Event>,
    data: PyOnceLock<Py<PyDict>>,
}

impl View {
    pub fn new(
        ruleset: Rules,
        view: RulesView<'static>,
        legal: Acts,
        seats: Arc<[Seated]>,
        seen: Vec<Event>,
    ) -> View {
        View { ruleset, view, legal, seats, seen, data: PyOnceLock::new() }
    }

    pub fn acts(&self) -> ActSpace {
        ActSpace::new(&self.ruleset, self.view.seats())
    }

    pub fn legal_acts(&self) -> Acts {
        self.legal
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        let data = self.data.get_or_try_init(py, || {
            let data = json::to_python(py, &self.view)?.cast_into::<PyDict>()?;
            PyResult::Ok(data.unbind())
        })?;
        Ok(data.bind(py))
    }
}

/// Events as `viewer` may know them.
pub fn seen_by(events: &[Event], viewer: Viewer) -> Vec<Event> {
    events.iter().map(|event| event.seen_by(viewer)).collect()
}

/// Adds to a line of text what an event tells that does not follow from the others.
pub fn note(text: &mut String, event: &Event) {
    let told = match (&event.fact, &event.secret) {
        (_, Some(secret)) => match secret.content {
            SecretContent::Dice(dice) => write!(text, " [{}]", dice.sorted()),
            SecretContent::Split(split) => write!(text, " {split}"),
        },
        (Fact::Acted { seat, act }, None) => write!(text, " {seat}:{act}"),
        (Fact::Round { opener, .. }, None) => write!(text, " |{opener}"),
        (Fact::Rolled { what: ThrowKind::Shared, shown: Some(dice), .. }, None) => {
            write!(text, " [{}]", dice.sorted())
        }
        (
            Fact::Rolled { .. } | Fact::DieLost { .. } | Fact::Out { .. } | Fact::Over { .. },
            None,
        ) => Ok(()),
        (fact, None) => write!(text, " {}", serde_json::to_string(fact).unwrap_or_default()),
    };
    debug_assert!(told.is_ok(), "text takes everything");
}

/// What happened in this round, as far as a view tells it: enough where nothing was played before.
pub fn round_so_far(view: &RulesView<'_>) -> Vec<Event> {
    let RulesView::Liars(view) = view else { return Vec::new() };
    let opener = view.opener.unwrap_or_default();
    let mut events =
        vec![Fact::Round { round: view.round, opener, palifico: view.palifico }.into()];
    if let (Some(seat), Some(dice)) = (view.viewer.seat(), view.hand) {
        let count = u8::try_from(dice.len()).unwrap_or(u8::MAX);
        let (what, sides) = (ThrowKind::Hand, view.rules.faces);
        let fact = Fact::Rolled { what, seat: Some(seat), count, sides, shown: None };
        let secret = Some(Secret { seat, content: SecretContent::Dice(dice) });
        events.push(Event { fact, secret });
    }
    let acted = |placed: &PlacedBid| Fact::Acted { seat: placed.seat, act: Act::Bid(placed.bid) };
    events.extend(view.bids.iter().map(|placed| Event::from(acted(placed))));
    events
}

#[pymethods]
impl View {
    /// The view in a question of the bot protocol; see `run_program`.
    #[staticmethod]
    fn _of_message(
        ruleset: &Ruleset,
        view: &str,
        legal: &str,
        names: Vec<String>,
        events: &str,
    ) -> PyResult<View> {
        let view: RulesView<'static> = serde_json::from_str(view).map_err(value_error)?;
        let legal: Acts = serde_json::from_str(legal).map_err(value_error)?;
        let seen: Vec<Entry> = serde_json::from_str(events).map_err(value_error)?;
        let seen = seen.iter().filter_map(|entry| entry.event().copied()).collect();
        let seats: Vec<Seated> = names.iter().map(|name| Seated::person(name)).collect();
        let sits = view.seat().is_none_or(|seat| seat.index() < view.seats());
        if view.kind() != ruleset.0.game() || seats.len() != view.seats() || !sits {
            return Err(value_error("the view, the ruleset and the seats do not fit together"));
        }
        Ok(View::new(ruleset.0, view, legal, seats.into(), seen))
    }

    /// Whose view it is; None for everybody's.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.view.seat().map(Seat::index)
    }

    /// How many sit at the table.
    #[getter]
    fn players(&self) -> usize {
        self.view.seats()
    }

    /// The rules of the game.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.ruleset)
    }

    /// The acts that this seat may choose from now; none when it is not its turn.
    #[getter]
    fn legal(&self) -> Vec<String> {
        self.legal.iter().map(|act| act.to_string()).collect()
    }

    /// The numbers of the legal acts, in ascending order.
    #[getter]
    fn legal_numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        numbers(py, &self.acts(), &self.legal)
    }

    /// Which acts are legal, by number: an array of True and False.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let acts = self.acts();
        filled(py, None, acts.len(), |cells| acts.mask(&self.legal, cells))
    }

    /// What this seat sees, as an array of numbers.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let observation = Observation::new(&self.ruleset, self.view.seats());
        filled(py, None, observation.len(), |cells| observation.write(&self.view, cells))
    }

    /// All fields as a dict. It is the view's own: what you change in it stays changed.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.fields(py).cloned()
    }

    /// The view as JSON, as bots in other languages get it.
    fn json(&self) -> PyResult<String> {
        json::to_text(&self.view)
    }

    /// What happened so far, as this viewer may know it: a list of dicts.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.seen)
    }

    /// All that this seat has seen and done, as one line of text.
    #[getter]
    fn information_state(&self) -> String {
        let mut text = match self.view.seat() {
            Some(seat) => format!("seat {seat}"),
            None => "everybody".to_owned(),
        };
        self.seen.iter().for_each(|event| note(&mut text, event));
        text
    }

    /// The game so far in sentences and, when it is this seat's turn, what it may do: enough to play by. Whatever it says can
    /// be answered in the same words.
    fn text(&self) -> String {
        let narrator = Narrator::new(&self.ruleset, &self.seats, self.view.seat());
        let told = self.seen.iter().filter_map(|event| narrator.tell(&Entry::Event(*event)));
        let mut lines: Vec<String> = told.collect();
        lines.extend(choices(&self.legal));
        lines.join("\n")
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.fields(py)?;
        fields.get_item(name)?.ok_or_else(|| {
            PyAttributeError::new_err(format!("a view of {} has no \"{name}\"", self.view.kind()))
        })
    }

    fn __dir__(slf: &Bound<'_, View>) -> PyResult<Vec<String>> {
        let py = slf.py();
        let mut names: Vec<String> = py.get_type::<View>().dir()?.extract()?;
        for name in slf.get().fields(py)?.keys() {
            names.push(name.extract()?);
        }
        names.sort_unstable();
        Ok(names)
    }

    fn __eq__(&self, other: &View) -> bool {
        self.view == other.view && self.legal == other.legal
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(hash_of(&self.json()?))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("View({})", self.json()?))
    }
}

/// What a seat may do, in a sentence.
fn choices(legal: &Acts) -> Option<String> {
    match legal {
        Acts::Nothing => None,
        Acts::Bid(acts) => {
            let calls = [(acts.call, Act::Call), (acts.exact, Act::Exact)];
            let mut may: Vec<String> =
                calls.into_iter().filter(|(may, _)| *may).map(|(_, act)| label(act)).collect();
            let bids: Vec<String> = acts
                .lowest_bids()
                .filter(|bid| bid.quantity <= acts.most)
                .map(|bid| bid.spoken())
                .collect();
            if !bids.is_empty() {
                may.push(format!(
                    "bid at least {}, and at most {} dice",
                    bids.join(" or "),
                    acts.most
                ));
            }
            Some(format!("Your turn: {}.", may.join(", or ")))
        }
        _ => {
            let may: Vec<String> = legal.iter().map(label).collect();
            Some(format!("Your turn: {}.", may.join(", or ")))
        }
    }
}

/// An act in words: "3x5" is "bid 3 fives". `Game.apply` takes both.
#[pyfunction]
pub fn in_words(act: &str) -> PyResult<String> {
    Ok(label(act.parse().map_err(value_error)?))
}
