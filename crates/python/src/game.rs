//! One game, step by step.

use std::sync::Arc;

use dicehouse_learning::{ActSpace, Luck, Observation, returns};
use dicehouse_rules::{
    Acts, Dealt, Dice, Event, Few, Game as RulesGame, MAX_SEATS, Refusal as RulesRefusal,
    Ruleset as Rules, Seat, Turn, Viewer,
};
use dicehouse_table::dice::{ContestSecret, DealStream, DiceSource as _};
use dicehouse_table::record::{End, Opening, RecordWriter, Reveal};
use dicehouse_table::{Entry, Keep as _, Seated};
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::arguments::{Seed, Whole, act, cause, dice, refusal, seat, value_error};
use crate::json;
use crate::record::Record;
use crate::ruleset::Ruleset;
use crate::view::{View, seen_by};

/// One game, from the first roll to the standing. `Ruleset.new_game` makes one.
///
/// `turn` says what the game waits for: "roll" (dice), "act" (somebody in `to_act`) or "over". With a seed the house rolls, so that
/// it only ever waits for acts. Acts are text ("3x5", "call", "let pass", "4+10-3", or what people type: "3 fives") or numbers.
/// A refused call changes nothing. A game belongs to one thread at a time.
#[pyclass(module = "dicehouse")]
pub struct Game {
    ruleset: Rules,
    pub game: RulesGame,
    chance: Option<Chance>,
    pub events: Vec<Event>,
    acts: ActSpace,
    observation: Arc<Observation>,
}

/// Dice that follow from a seed.
#[derive(Clone)]
pub enum Chance {
    /// They can be verified.
    Deal(Deal),
    /// They are quick to make and prove nothing; with their seed and deal.
    Quick(u64, u64, Luck),
}

/// Dice that can be verified.
#[derive(Clone)]
pub struct Deal {
    secret: ContestSecret,
    seed: u64,
    deal: u64,
    /// Whether all dice of the game follow from it, not only those since it was cloned.
    whole: bool,
    stream: DealStream,
}

impl Deal {
    fn new(seed: u64, deal: u64, whole: bool) -> Deal {
        let secret = ContestSecret::from_seed(seed);
        Deal { secret, seed, deal, whole, stream: DealStream::new(&secret, deal) }
    }
}

impl Chance {
    /// The dice of a seed, from the first throw on.
    pub fn new(seed: u64, verifiable: bool) -> Chance {
        match verifiable {
            true => Chance::Deal(Deal::new(seed, 0, true)),
            false => Chance::quick(seed, 0),
        }
    }

    fn quick(seed: u64, deal: u64) -> Chance {
        Chance::Quick(seed, deal, Luck::new(seed, deal))
    }

    /// The dice of another game with the same seed.
    fn next_deal(self) -> Chance {
        match self {
            Chance::Deal(Deal { secret, seed, deal, .. }) => {
                let (stream, deal) = (DealStream::new(&secret, deal + 1), deal + 1);
                Chance::Deal(Deal { secret, seed, deal, whole: true, stream })
            }
            Chance::Quick(seed, deal, _) => Chance::quick(seed, deal + 1),
        }
    }

    fn roll(&mut self, round: u16, dealt: &Dealt) -> Few<Dice, { 2 * MAX_SEATS }> {
        match self {
            Chance::Deal(deal) => {
                Few::from_fn(dealt.len(), |at| deal.stream.throw(round, &dealt[at]))
            }
            Chance::Quick(_, _, luck) => luck.roll(dealt),
        }
    }

    /// What it is made from again: the seed, the deal, whether all dice are its own, whether they can be verified.
    fn parts(&self) -> (u64, u64, bool, bool) {
        match self {
            Chance::Deal(Deal { seed, deal, whole, .. }) => (*seed, *deal, *whole, true),
            Chance::Quick(seed, deal, _) => (*seed, *deal, true, false),
        }
    }
}

impl Game {
    /// A game at its start; with a seed its first dice are rolled.
    pub fn begin(ruleset: Rules, game: RulesGame, chance: Option<Chance>) -> Game {
        let players = game.seats();
        let acts = ActSpace::new(&ruleset, players);
        let observation = Arc::new(Observation::new(&ruleset, players));
        let mut game = Game { ruleset, game, chance, events: Vec::new(), acts, observation };
        game.go_on();
        game
    }

    /// Rolls while dice are due and the house rolls.
    fn go_on(&mut self) {
        let Some(chance) = &mut self.chance else { return };
        while let Turn::Roll(dealt) = self.game.turn() {
            let round = self.game.view(Viewer::Public).round();
            let dice = chance.roll(round, &dealt);
            if self.game.roll(&dice, &mut self.events).is_err() {
                return;
            }
        }
    }

    /// The seat that is asked about: the one named, or the first that is to act.
    pub fn seat_or_due(&self, number: Option<Whole>) -> PyResult<Seat> {
        match number {
            Some(number) => seat(&number, self.game.seats()),
            None => self.due(),
        }
    }

    fn due(&self) -> PyResult<Seat> {
        self.game.turn().due().nth(0).ok_or_else(|| {
            let why = match self.game.turn() {
                Turn::Over => RulesRefusal::GameOver,
                _ => RulesRefusal::Rolling,
            };
            value_error(why)
        })
    }

    fn legal_acts(&self, seat: Seat) -> Acts {
        self.game.legal(seat)
    }

    /// Everybody at the table, under plain names.
    fn seated(&self) -> Vec<Seated> {
        seated(self.game.seats(), None)
    }

    pub fn view_of(&self, viewer: Viewer) -> View {
        let legal = viewer.seat().map_or(Acts::Nothing, |seat| self.game.legal(seat));
        let view = self.game.view(viewer).into_owned();
        View::new(self.ruleset, view, legal, self.seated().into(), seen_by(&self.events, viewer))
    }
}

/// Seats under these names, or "Seat 0", "Seat 1", ….
pub fn seated(seats: usize, names: Option<&[String]>) -> Vec<Seated> {
    let name = |seat: usize| {
        let given = names.and_then(|names| names.get(seat)).cloned();
        given.unwrap_or_else(|| format!("Seat {seat}"))
    };
    (0..seats).map(|seat| Seated::person(&name(seat))).collect()
}

#[pymethods]
impl Game {
    /// The rules it is played by.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.ruleset)
    }

    /// How many sit at the table.
    #[getter]
    fn players(&self) -> usize {
        self.game.seats()
    }

    /// What the game waits for: "roll", "act" or "over".
    #[getter]
    fn turn(&self) -> &'static str {
        match self.game.turn() {
            Turn::Roll(_) => "roll",
            Turn::Act(_) => "act",
            Turn::Over => "over",
        }
    }

    /// The seat that is to act, the first of them where several decide at once; None while dice are due and at the end.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.game.turn().due().nth(0).map(Seat::index)
    }

    /// The seats that are to act.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        self.game.turn().due().iter().map(Seat::index).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// The throws that are due: what for, whose (None: the table's), how many dice, of how many sides.
    #[getter]
    fn throws<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let Turn::Roll(dealt) = self.game.turn() else { return Ok(Vec::new()) };
        let throws = dealt.iter().map(|throw| {
            let dict = PyDict::new(py);
            dict.set_item("what", json::to_python(py, &throw.what)?)?;
            dict.set_item("seat", throw.seat.map(Seat::index))?;
            dict.set_item("count", throw.count)?;
            dict.set_item("sides", throw.sides)?;
            Ok(dict)
        });
        throws.collect()
    }

    /// Gives the game the dice it waits for: a list of numbers for each of `throws`.
    fn roll(&mut self, dice: &Bound<'_, PyAny>) -> PyResult<()> {
        let dice = self::dice(dice)?;
        self.game.roll(&dice, &mut self.events).map_err(value_error)
    }

    /// The legal acts of a seat, or of the one to act: a list of texts.
    #[pyo3(signature = (seat=None))]
    fn legal(&self, seat: Option<Whole>) -> PyResult<Vec<String>> {
        let seat = self.seat_or_due(seat)?;
        Ok(self.legal_acts(seat).iter().map(|act| act.to_string()).collect())
    }

    /// The numbers of the legal acts of a seat, or of the one to act, in ascending order.
    #[pyo3(signature = (seat=None))]
    fn legal_numbers<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyList>> {
        numbers(py, &self.acts, &self.legal_acts(self.seat_or_due(seat)?))
    }

    /// Which acts are legal for a seat, or for the one to act: an array of True and False by number. It is written into `out` where
    /// that is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let legal = self.legal_acts(self.seat_or_due(seat)?);
        filled(py, out, self.acts.len(), |cells| self.acts.mask(&legal, cells))
    }

    /// What a seat, or the one to act, sees: an array of `Ruleset.observation_size` numbers. It is written into `out` where that is
    /// given.
    #[pyo3(signature = (seat=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let view = self.game.view(Viewer::Seat(self.seat_or_due(seat)?));
        filled(py, out, self.observation.len(), |cells| self.observation.write(&view, cells))
    }

    /// Plays an act for a seat, or for the one to act. Gives the seat that is to act next; None while dice are due and at the end. Raises
    /// `Refusal` when the rules do not allow it.
    #[pyo3(signature = (act, seat=None))]
    fn apply(
        &mut self,
        py: Python<'_>,
        act: &Bound<'_, PyAny>,
        seat: Option<Whole>,
    ) -> PyResult<Option<usize>> {
        let act = self::act(act, &self.acts)?;
        let seat = match seat {
            Some(number) => self::seat(&number, self.game.seats())?,
            None => self.game.turn().due().nth(0).unwrap_or_default(),
        };
        self.game.play(seat, act, &mut self.events).map_err(|error| refusal(py, &error))?;
        self.go_on();
        Ok(self.seat())
    }

    /// Punishes a seat that is to act, as the rules say, for not doing so: "illegal", "timeout", "unreadable", "crashed" or "left".
    #[pyo3(signature = (cause="illegal", seat=None))]
    fn fault(&mut self, py: Python<'_>, cause: &str, seat: Option<Whole>) -> PyResult<()> {
        let (cause, seat) = (self::cause(cause)?, self.seat_or_due(seat)?);
        self.game.fault(seat, cause, &mut self.events).map_err(|error| refusal(py, &error))?;
        self.go_on();
        Ok(())
    }

    /// What a seat may know, or everybody (None).
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<Whole>) -> PyResult<View> {
        let viewer = match seat {
            Some(number) => Viewer::Seat(self::seat(&number, self.game.seats())?),
            None => Viewer::Public,
        };
        Ok(self.view_of(viewer))
    }

    /// What happened, as a seat may know it, or everybody (None): a list of dicts, as in records.
    #[pyo3(signature = (seat=None))]
    fn history<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = match seat {
            Some(number) => Viewer::Seat(self::seat(&number, self.game.seats())?),
            None => Viewer::Public,
        };
        json::to_python(py, &seen_by(&self.events, viewer))
    }

    /// All that a seat has seen and done, as one line of text: two games that look the same to it have the same.
    fn information_state(&self, seat: Whole) -> PyResult<String> {
        let viewer = Viewer::Seat(self::seat(&seat, self.game.seats())?);
        let mut text = format!("seat {}", seat.0);
        for event in &self.events {
            crate::view::note(&mut text, &event.seen_by(viewer));
        }
        Ok(text)
    }

    /// What the game was worth to each seat: 1 for the winner, shares of -1 for the others; zeros while it goes on.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        match self.game.standing() {
            Some(standing) => returns(&standing).values().copied().collect(),
            None => vec![0.0; self.game.seats()],
        }
    }

    /// How the game ended: places, and scores where there are any. None while it goes on.
    #[getter]
    fn standing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.game.standing())
    }

    /// What each seat has now: dice in `liars`, points in `claims` and `pairs`.
    #[getter]
    fn worth(&self) -> Vec<f32> {
        dicehouse_learning::worth(&self.game).values().copied().collect()
    }

    /// Starts again: with the dice of `seed`, or else with the next deal of the seed it has. Quicker than a new game.
    #[pyo3(signature = (*, seed=None))]
    fn restart(&mut self, seed: Option<Seed>) {
        self.game.restart();
        self.events.clear();
        let quick = matches!(self.chance, Some(Chance::Quick(..)));
        self.chance = match seed {
            Some(Seed(seed)) => Some(Chance::new(seed, !quick)),
            None => self.chance.take().map(Chance::next_deal),
        };
        self.go_on();
    }

    /// A copy that goes its own way; its dice, too, unless it is given another seed for those to come.
    #[pyo3(signature = (*, seed=None))]
    fn clone(&self, seed: Option<Seed>) -> Game {
        let chance = match seed {
            Some(Seed(seed)) => Some(Chance::Deal(Deal::new(seed, 0, self.events.is_empty()))),
            None => self.chance.clone(),
        };
        Game {
            ruleset: self.ruleset,
            game: self.game.clone(),
            chance,
            events: self.events.clone(),
            acts: self.acts,
            observation: Arc::clone(&self.observation),
        }
    }

    /// The game as a record, which `dicehouse verify`, `watch` and `review` read. With a seed its dice can be verified.
    #[pyo3(signature = (names=None))]
    fn record(&self, names: Option<Vec<String>>) -> PyResult<Record> {
        if let Some(names) = names.as_ref().filter(|names| names.len() != self.game.seats()) {
            let why = format!("{} names for {} seats", names.len(), self.game.seats());
            return Err(value_error(why));
        }
        let seats = seated(self.game.seats(), names.as_deref());
        let id = "python".parse().map_err(value_error)?;
        let opening = Opening { id, started: 0, ruleset: self.ruleset, seats };
        let (header, reveal) = match &self.chance {
            Some(Chance::Deal(deal)) if deal.whole => {
                let header = opening.dealt(&deal.secret, deal.deal).0;
                (header, Some(Reveal::ContestSecret(deal.secret)))
            }
            _ => (opening.given(), None),
        };
        let failed = |error: std::io::Error| PyValueError::new_err(error.to_string());
        let mut writer = RecordWriter::new(Vec::new(), &header).map_err(failed)?;
        let entries: Vec<Entry> = self.events.iter().map(|event| Entry::Event(*event)).collect();
        writer.keep(&entries).map_err(failed)?;
        writer.end(&End { standing: self.game.standing(), reveal }).map_err(failed)?;
        Record::read(&writer.into_inner())
    }

    fn __copy__(&self) -> Game {
        self.clone(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone(None)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Game>().getattr("_restore")?;
        let events = json::to_text(&self.events)?;
        let chance = self.chance.as_ref().map(Chance::parts);
        let won = games_won(&self.game);
        Ok((make, (json::to_text(&self.ruleset)?, won, chance, events).into_pyobject(py)?))
    }

    #[staticmethod]
    fn _restore(
        ruleset: &str,
        games_won: Vec<u32>,
        chance: Option<(u64, u64, bool, bool)>,
        events: &str,
    ) -> PyResult<Game> {
        let ruleset = Rules::from_json(ruleset).map_err(value_error)?;
        let events: Vec<Event> = serde_json::from_str(events).map_err(value_error)?;
        let fresh = RulesGame::with_games_won(&ruleset, &games_won).map_err(value_error)?;
        let mut game = Game::begin(ruleset, fresh, None);
        game.chance = chance.map(|(seed, deal, whole, verifiable)| match verifiable {
            true => Chance::Deal(Deal::new(seed, deal, whole)),
            false => Chance::quick(seed, deal),
        });
        let mut at = 0;
        while at < events.len() {
            if let (Turn::Roll(dealt), Some(chance)) = (game.game.turn(), &mut game.chance) {
                let round = game.game.view(Viewer::Public).round();
                // Thrown again, so that the dice to come are those that would have come.
                chance.roll(round, &dealt);
            }
            at += game.game.replay_step(&events[at..]).map_err(value_error)?.1.max(1);
        }
        game.events = events;
        Ok(game)
    }

    fn __repr__(&self) -> String {
        format!("<Game of {}, {} players, {}>", self.ruleset, self.game.seats(), self.turn())
    }
}

/// Games that each seat had won before.
fn games_won(game: &RulesGame) -> Vec<u32> {
    match game.view(Viewer::Public) {
        dicehouse_rules::View::Claims(view) => view.games_won.values().copied().collect(),
        _ => vec![0; game.seats()],
    }
}

/// The numbers of the legal acts, in ascending order.
pub fn numbers<'py>(
    py: Python<'py>,
    acts: &ActSpace,
    legal: &Acts,
) -> PyResult<Bound<'py, PyList>> {
    // More than any ruleset has: 101 quantities of 9 faces, and two calls.
    let mut mask = [false; 1024];
    let mask = mask.get_mut(..acts.len()).unwrap_or_default();
    acts.mask(legal, mask);
    let mut numbers = [0u16; 1024];
    let legal = (0..).zip(mask.iter()).filter(|(_, may)| **may).map(|(number, _)| number);
    let count = numbers.iter_mut().zip(legal).map(|(cell, number)| *cell = number).count();
    PyList::new(py, numbers.iter().take(count))
}

/// A new array, or the one given, filled by `fill`.
pub fn filled<'py, T: numpy::Element + Copy + Default>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    len: usize,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = match out {
        Some(out) => crate::arguments::array("out", &out)?,
        None => PyArray1::from_vec(py, vec![T::default(); len]),
    };
    {
        let mut cells =
            array.try_readwrite().map_err(|error| value_error(format_args!("out: {error}")))?;
        let cells =
            cells.as_slice_mut().map_err(|error| value_error(format_args!("out: {error}")))?;
        if cells.len() != len {
            let why = format!("out has {} items, {len} are needed", cells.len());
            return Err(value_error(why));
        }
        fill(cells);
    }
    Ok(array)
}
