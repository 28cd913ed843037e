//! Python code that plays: anything that can be called with a view and gives an act.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dicehouse_bots::Factory;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, Cause, Event, Ruleset as Rules, View as RulesView};
use dicehouse_solver::matches::Endgames;
use dicehouse_table::{Answer, Entry, Failure, Player, Question, Seated};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{act, value_error};
use crate::view::{View, round_so_far};

/// A callable of Python as a player.
pub struct Agent {
    name: String,
    callable: Py<PyAny>,
    ruleset: Rules,
    trouble: Arc<Trouble>,
    /// Held while it thinks: it is asked one question at a time, whatever the threads.
    turn: Mutex<()>,
}

/// What went wrong first in Python, and whether anything did. Games in progress stop then.
#[derive(Default)]
pub struct Trouble {
    stop: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Trouble {
    /// Is set when something went wrong.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Remembers the first error.
    pub fn note(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The first error, if there was any.
    pub fn check(&self) -> PyResult<()> {
        let first = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or(Ok(()), Err)
    }

    /// Notes that the user has asked to stop, if they have.
    pub fn check_signals(&self) {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.note(error);
        }
    }
}

impl Agent {
    pub fn new(
        name: &str,
        callable: Py<PyAny>,
        ruleset: Rules,
        trouble: &Arc<Trouble>,
    ) -> Arc<Agent> {
        let (name, trouble) = (name.to_owned(), Arc::clone(trouble));
        Arc::new(Agent { name, callable, ruleset, trouble, turn: Mutex::new(()) })
    }

    fn view(
        &self,
        view: &RulesView<'_>,
        legal: Acts,
        seats: &Arc<[Seated]>,
        seen: &[Event],
    ) -> View {
        View::new(self.ruleset, view.clone().into_owned(), legal, Arc::clone(seats), seen.to_vec())
    }

    /// What the callable answers; a legal act.
    fn ask(&self, py: Python<'_>, view: View, legal: &Acts) -> PyResult<Act> {
        let acts = view.acts();
        let answer = self.callable.bind(py).call1((view,))?;
        let act = act(&answer, &acts)?;
        if legal.contains(act) {
            return Ok(act);
        }
        Err(value_error(format_args!("{} answered {act}, which is not legal there", self.name)))
    }

    /// How often it does what, where it can say so: its method `mix` gives shares by act.
    fn mix(&self, py: Python<'_>, view: View) -> PyResult<Option<Vec<(Act, f64)>>> {
        let callable = self.callable.bind(py);
        if !callable.hasattr("mix")? {
            return Ok(None);
        }
        let acts = view.acts();
        let legal = view.legal_acts();
        let told = callable.call_method1("mix", (view,))?.cast_into::<PyDict>()?;
        let mut mix = Vec::new();
        for (key, share) in told {
            let (act, share) = (act(&key, &acts)?, share.extract::<f64>()?);
            if !(share.is_finite() && share >= 0.0 && legal.contains(act)) {
                let why =
                    format!("{}: {act} with a share of {share} is not legal there", self.name);
                return Err(value_error(why));
            }
            mix.push((act, share));
        }
        let all: f64 = mix.iter().map(|(_, share)| share).sum();
        if all <= 0.0 {
            return Err(value_error(format_args!("{}: mix gave no act", self.name)));
        }
        mix.iter_mut().for_each(|(_, share)| *share /= all);
        Ok(Some(mix))
    }

    fn failed(&self, error: PyErr) -> Failure {
        let words = error.to_string();
        self.trouble.note(error);
        Failure::fault(Cause::Crashed, words)
    }
}

/// An agent at a table.
pub struct AgentPlayer {
    agent: Arc<Agent>,
    seats: Arc<[Seated]>,
    seen: Vec<Event>,
}

impl AgentPlayer {
    pub fn new(agent: &Arc<Agent>, seats: &[Seated]) -> AgentPlayer {
        AgentPlayer { agent: Arc::clone(agent), seats: seats.into(), seen: Vec::new() }
    }
}

impl Player for AgentPlayer {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        if self.agent.trouble.stop().load(Ordering::SeqCst) {
            return Err(Failure::Stop);
        }
        let read = self.seen.is_empty().then(|| round_so_far(&question.view));
        let seen = read.as_ref().unwrap_or(&self.seen);
        let view = self.agent.view(&question.view, question.legal, &self.seats, seen);
        // Before Python's own lock: somebody who waits for a turn must not keep the others from ending theirs.
        let turn = self.agent.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = Python::attach(|py| self.agent.ask(py, view, &question.legal));
        drop(turn);
        answer.map(Into::into).map_err(|error| self.agent.failed(error))
    }

    fn saw(&mut self, entry: &Entry) {
        self.seen.extend(entry.event());
    }
}

/// The agents of a callable that is to be read.
pub struct AgentFactory(pub Arc<Agent>);

impl AgentFactory {
    fn seats() -> [Seated; 2] {
        [0, 1].map(|seat| Seated::person(&format!("Seat {seat}")))
    }
}

impl Factory for AgentFactory {
    fn player(&self, _: u64) -> Box<dyn Player + Send> {
        Box::new(AgentPlayer::new(&self.0, &AgentFactory::seats()))
    }

    fn mix(&self, view: &LiarsView<'_>, _: Option<&Endgames>) -> Option<Vec<(Act, f64)>> {
        let seat = view.viewer.seat()?;
        let last = view.standing_bid();
        let legal = Acts::Bid(view.bidding(seat).acts(last, view.bids.len()));
        let view = RulesView::Liars(view.clone());
        let seen = round_so_far(&view);
        let view = self.0.view(&view, legal, &AgentFactory::seats().into(), &seen);
        Python::attach(|py| self.0.mix(py, view)).unwrap_or_else(|error| {
            self.0.trouble.note(error);
            None
        })
    }
}
