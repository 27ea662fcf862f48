//! The face to Python; nothing else knows it. One class `Position` for all games, and in a file of its own the search.

mod searcher;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::error::{Refusal, clip};
use crate::evaluation::{Evaluated, STANDARD, Weights, net};
use crate::game::{self, Game};
use crate::perft::perft_until;
use crate::registry::{self, Visitor};
use crate::search::alphabeta::{self, Task};
use crate::search::{self, mcts, traps};
use crate::selfplay::{self, Ahead, Plan, Played, Seat};
use searcher::{Line, Method, Report, Searcher};

import_exception!(plyboard.rules.core, UnknownGame);
import_exception!(plyboard.rules.core, InvalidPosition);
import_exception!(plyboard.rules.core, IllegalMove);
import_exception!(plyboard.rules.core, GameOver);

/// Deeper counts end in no lifetime, and the bound keeps the recursion on the stack.
const DEEPEST_PERFT: i64 = 99;

/// How often a running count looks whether Python has a signal (Ctrl-C) to handle.
const HEARTBEAT: Duration = Duration::from_millis(20);

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> PyErr {
        match refusal {
            Refusal::UnknownGame(why) => UnknownGame::new_err(why),
            Refusal::InvalidPosition(why) => InvalidPosition::new_err(why),
            Refusal::IllegalMove(why) => IllegalMove::new_err(why),
            Refusal::GameOver(why) => GameOver::new_err(why),
        }
    }
}

/// A game as Python sees it: a position of whichever game, behind one set of methods.
pub trait AnyPosition: Send + Sync {
    fn name(&self) -> &'static str;
    fn player(&self) -> usize;
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    fn play(&self, text: &str) -> Result<Position, Refusal>;
    fn successors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    fn outcome(&self) -> Option<game::Outcome>;
    fn text(&self) -> String;
    fn key(&self) -> u64;
    fn equals(&self, other: &Position) -> bool;
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    /// The features of a set and their names; `None` if the game has no such set.
    fn features(&self, set: &str) -> Option<Vec<i32>>;
    fn feature_names(&self, set: &str) -> Option<&'static [&'static str]>;
    /// How many different things a net sees in the game; 0 if it sees nothing.
    fn inputs(&self) -> usize;
    fn evaluate(&self, weights: &Weights) -> i32;
    /// What it sees of each of them in the mirrors of the board.
    fn mirrors(&self) -> Vec<Vec<u16>>;
    fn selfplay(&self, set: &str, plan: &Plan, stop: &AtomicBool) -> Option<Played>;
    fn search(&self, task: &Task<'_>, method: Method, tell: &mut dyn FnMut(Report)) -> Report;
}

/// The legal moves of a position, each with its text.
fn listed<G: Game, T>(position: &G, mut each: impl FnMut(G::Move, &str) -> PyResult<T>) -> PyResult<Vec<T>> {
    let mut moves = Vec::with_capacity(64);
    position.moves(&mut moves);
    let mut text = String::with_capacity(16);
    let row = |played| {
        text.clear();
        position.write_move(played, &mut text);
        each(played, &text)
    };
    moves.into_iter().map(row).collect()
}

impl<G: Evaluated> AnyPosition for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn player(&self) -> usize {
        Game::player(self)
    }

    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, listed(self, |_, text| Ok(PyString::new(py, text)))?)
    }

    fn play(&self, text: &str) -> Result<Position, Refusal> {
        game::play_text(self, text).map(Position::new)
    }

    fn successors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let pairs = listed(self, |played, text| {
            let mut after = self.clone();
            Game::play(&mut after, played);
            (text, Position::new(after)).into_pyobject(py)
        })?;
        PyList::new(py, pairs)
    }

    fn outcome(&self) -> Option<game::Outcome> {
        game::outcome(self)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn key(&self) -> u64 {
        Game::key(self)
    }

    fn equals(&self, other: &Position) -> bool {
        G::NAME == other.inner.name() && self.to_string() == other.inner.text()
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        perft_until(&mut self.clone(), depth, stop)
    }

    fn features(&self, set: &str) -> Option<Vec<i32>> {
        let set = G::feature_set(set)?;
        let mut features = vec![0; set.names.len()];
        (set.of)(self, &mut features);
        Some(features)
    }

    fn feature_names(&self, set: &str) -> Option<&'static [&'static str]> {
        Some(G::feature_set(set)?.names)
    }

    fn inputs(&self) -> usize {
        G::INPUTS
    }

    fn evaluate(&self, weights: &Weights) -> i32 {
        Evaluated::evaluate(self, weights)
    }

    fn mirrors(&self) -> Vec<Vec<u16>> {
        let mirror = |symmetry| (0..G::INPUTS).map(|input| G::mirrored(input, symmetry) as u16).collect();
        (0..G::SYMMETRIES).map(mirror).collect()
    }

    fn selfplay(&self, set: &str, plan: &Plan, stop: &AtomicBool) -> Option<Played> {
        selfplay::play(self, &G::feature_set(set)?, plan, stop)
    }

    fn search(&self, task: &Task<'_>, method: Method, tell: &mut dyn FnMut(Report)) -> Report {
        let told = |report: &search::Report<G::Move>| Report::new(self, report);
        let last = match method {
            Method::AlphaBeta => alphabeta::search(self, task, |report| tell(told(report))),
            Method::Mcts => mcts::search(self, task, |report| tell(told(report))),
            Method::Traps => traps::search(self, task, |report| tell(told(report))),
        };
        told(&last)
    }
}

/// A small network that corrects what the features say of a position.
#[pyclass(frozen, module = "plyboard_engine")]
pub struct Net(Arc<net::Net>);

#[pymethods]
impl Net {
    /// A row of numbers for each thing that is seen and a last one that is always added, and the weights of their sum; all
    /// numbers have two bytes, the low one first.
    #[new]
    fn new(rows: &[u8], result: &[u8]) -> PyResult<Self> {
        let numbers =
            |bytes: &[u8]| bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect::<Vec<_>>();
        let wrong =
            || PyValueError::new_err(format!("a net has rows of {0} numbers and {0} for the result", net::HIDDEN));
        net::Net::new(&numbers(rows), &numbers(result)).map(|net| Net(Arc::new(net))).ok_or_else(wrong)
    }
}

const MOST_THREADS: usize = 256;

fn within(name: &str, value: usize, most: usize) -> PyResult<usize> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    Err(PyValueError::new_err(format!("{name} is {value}, it must be from 1 to {most}")))
}

/// The names of a set of features that the game has.
fn known_features(position: &dyn AnyPosition, set: &str) -> PyResult<&'static [&'static str]> {
    let unknown = || PyValueError::new_err(format!("{} has no features called {}", position.name(), clip(set)));
    position.feature_names(set).ok_or_else(unknown)
}

/// Refuses weights that are not one for each feature, and a net that was made for another game.
fn fitting(position: &dyn AnyPosition, set: &str, features: Vec<i32>, net: Option<&Net>) -> PyResult<Weights> {
    let (name, wanted, inputs) = (position.name(), known_features(position, set)?.len(), position.inputs());
    if features.len() != wanted {
        let why = format!("{} weights were given, {name} has {wanted} {set} features", features.len());
        return Err(PyValueError::new_err(why));
    }
    let net = net.map(|net| net.0.clone());
    match net.as_ref().map(|net| net.inputs()) {
        // Where a net sees nothing, as on the larger boards of Raichu, it has no say.
        Some(seen) if inputs > 0 && seen != inputs => {
            Err(PyValueError::new_err(format!("the net sees {seen} different things, in {name} there are {inputs}")))
        }
        _ => Ok(Weights { features, net }),
    }
}

/// Work in its own thread with the interpreter released, while a signal (Ctrl-C) is looked for: it stops the work.
fn patiently<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> Option<T> + Send,
) -> PyResult<Option<T>> {
    let waiting = thread::current();
    thread::scope(|scope| {
        let working = scope.spawn(|| {
            let done = work();
            waiting.unpark();
            done
        });
        while !working.is_finished() {
            py.detach(|| thread::park_timeout(HEARTBEAT));
            if let Err(signal) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                return Err(signal);
            }
        }
        Ok(working.join().ok().flatten())
    })
}

/// Games as arrays, by name.
fn arrays(py: Python<'_>, played: Played, columns: usize) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    let table = |cells: Vec<i16>| PyArray1::from_vec(py, cells).reshape([played.players.len(), columns]);
    found.set_item("features", table(played.features)?)?;
    if !played.leaf_ends.is_empty() {
        found.set_item("leaves", table(played.leaves)?)?;
        found.set_item("leaf_ends", PyArray1::from_vec(py, played.leaf_ends))?;
    }
    if !played.input_counts.is_empty() {
        found.set_item("inputs", PyArray1::from_vec(py, played.inputs))?;
        found.set_item("input_counts", PyArray1::from_vec(py, played.input_counts))?;
    }
    found.set_item("values", PyArray1::from_vec(py, played.values))?;
    found.set_item("players", PyArray1::from_vec(py, played.players))?;
    found.set_item("quiet", PyArray1::from_vec(py, played.quiet))?;
    found.set_item("explored", PyArray1::from_vec(py, played.explored))?;
    found.set_item("rows", PyArray1::from_vec(py, played.rows))?;
    found.set_item("outcomes", PyArray1::from_vec(py, played.outcomes))?;
    Ok(found)
}

/// A position of any game: a value that never changes, as in the Python telling.
#[pyclass(frozen, module = "plyboard_engine")]
pub struct Position {
    inner: Box<dyn AnyPosition>,
}

impl Position {
    pub fn new(position: impl AnyPosition + 'static) -> Self {
        Position { inner: Box::new(position) }
    }
}

/// Puts a parsed position of any game behind `Position`.
struct Boxed;

impl Visitor for Boxed {
    type Output = Position;

    fn visit<G: Evaluated>(self, position: G) -> Position {
        Position::new(position)
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.name()
    }

    #[getter]
    fn player(&self) -> usize {
        self.inner.player()
    }

    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.inner.moves(py)
    }

    #[pyo3(signature = (text, /))]
    fn play(&self, text: &Bound<'_, PyAny>) -> PyResult<Position> {
        match text.cast::<PyString>() {
            Ok(text) => Ok(self.inner.play(&text.to_string_lossy())?),
            Err(_) => Err(IllegalMove::new_err(format!("a move is a text, not {}", shown(text)?))),
        }
    }

    fn successors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.inner.successors(py)
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let Some(outcome) = self.inner.outcome() else { return Ok(None) };
        let class = OUTCOME.import(py, "plyboard.rules.core", "Outcome")?;
        class.call1((outcome.winner, outcome.reason)).map(Some)
    }

    /// Counts with the interpreter released; Ctrl-C stops it.
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: i64) -> PyResult<u64> {
        if !(0..=DEEPEST_PERFT).contains(&depth) {
            let why = format!("the depth is {depth}, it must be from 0 to {DEEPEST_PERFT}");
            return Err(PyValueError::new_err(why));
        }
        let stop = AtomicBool::new(false);
        patiently(py, &stop, || self.inner.perft(depth as u32, &stop))?
            .ok_or_else(|| PyValueError::new_err("the count did not finish"))
    }

    /// Plays games from here with the interpreter released; Ctrl-C stops it. The arrays hold whole games: a row for each
    /// position after the opening, and for each game its rows and outcome.
    #[pyo3(signature = (weights, *, net = None, games, first = 0, seed = 0, explore = 0.0, against = None, against_net = None,
        against_explore = 0.0, depth = None, nodes = None, features = "standard", leaves = false, sights = false, opening = 0, most_plies = 400, threads = 1))]
    #[allow(clippy::too_many_arguments, reason = "keywords with defaults on the Python side")]
    fn selfplay<'py>(
        &self,
        py: Python<'py>,
        weights: Vec<i32>,
        net: Option<&Net>,
        games: usize,
        first: usize,
        seed: u64,
        explore: f64,
        against: Option<Vec<i32>>,
        against_net: Option<&Net>,
        against_explore: f64,
        depth: Option<u32>,
        nodes: Option<u64>,
        features: &str,
        leaves: bool,
        sights: bool,
        opening: usize,
        most_plies: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let position = self.inner.as_ref();
        if let Some(end) = position.outcome() {
            return Err(GameOver::new_err(format!("the game is over ({}), none can be played from here", end.reason)));
        }
        let columns = known_features(position, features)?.len();
        let searches = depth.is_some() || nodes.is_some();
        let ahead = if searches { Ahead::Search { depth, nodes } } else { Ahead::OneMove };
        let judged_by = if searches { STANDARD } else { features };
        let seat = |weights, net, explore| -> PyResult<Seat> {
            Ok(Seat { weights: fitting(position, judged_by, weights, net)?, explore })
        };
        let plan = Plan {
            seat: seat(weights, net, explore)?,
            opponent: against.map(|weights| seat(weights, against_net, against_explore)).transpose()?,
            ahead,
            leaves,
            sights,
            opening,
            most_plies,
            seed,
            first,
            games,
            threads: within("threads", threads, MOST_THREADS)?,
        };
        let stop = AtomicBool::new(false);
        let played = patiently(py, &stop, || position.selfplay(features, &plan, &stop))?
            .ok_or_else(|| PyValueError::new_err("the games were not finished"))?;
        arrays(py, played, columns)
    }

    /// What the evaluation sees, for player 0, in the order of `feature_names`.
    #[pyo3(signature = (set = "standard", /))]
    fn features(&self, set: &str) -> PyResult<Vec<i32>> {
        known_features(self.inner.as_ref(), set)?;
        Ok(self.inner.features(set).unwrap_or_default())
    }

    /// What the evaluation says of the position to the player to move, in the unit of the weights.
    #[pyo3(signature = (weights, net = None, /))]
    fn evaluate(&self, weights: Vec<i32>, net: Option<&Net>) -> PyResult<i32> {
        let position = self.inner.as_ref();
        Ok(position.evaluate(&fitting(position, STANDARD, weights, net)?))
    }

    /// What a net sees, in each mirror of the board in which the game is the same, of each thing that it can see.
    fn net_mirrors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        Ok(PyArray2::from_vec2(py, &self.inner.mirrors())?)
    }

    /// The names of the features of a set.
    #[pyo3(signature = (set = "standard", /))]
    fn feature_names(&self, set: &str) -> PyResult<Vec<&'static str>> {
        Ok(known_features(self.inner.as_ref(), set)?.to_vec())
    }

    fn __str__(&self) -> String {
        self.inner.text()
    }

    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.inner.name(), self.inner.text())
    }

    /// The picture that a notebook shows.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("plyboard.draw.svg")?.call_method1("board", (slf,))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.inner.equals(other.get()))
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    /// Pickled, copied and sent to other processes as its text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let parse = py.import("plyboard_engine")?.getattr("parse")?;
        Ok((parse, (self.inner.name(), self.inner.text()).into_pyobject(py)?))
    }
}

/// What a caller passed instead of a text, for the message, as the Python telling shows it.
fn shown<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value.py().import("plyboard.rules.core")?.call_method1("shown", (value,))
}

/// The names of the games this engine knows.
#[pyfunction]
#[pyo3(name = "games")]
fn game_names() -> Vec<&'static str> {
    registry::NAMES.to_vec()
}

/// The position of a game that a text describes.
#[pyfunction]
#[pyo3(signature = (game, text, /))]
fn parse(game: &str, text: &Bound<'_, PyAny>) -> PyResult<Position> {
    match text.cast::<PyString>() {
        Ok(text) => Ok(registry::parse(game, &text.to_string_lossy(), Boxed)?),
        Err(_) => Err(InvalidPosition::new_err(format!("a position is a text, not {}", shown(text)?))),
    }
}

#[pymodule]
fn plyboard_engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Position>()?;
    module.add_class::<Searcher>()?;
    module.add_class::<Net>()?;
    module.add_class::<Report>()?;
    module.add_class::<Line>()?;
    module.add_function(wrap_pyfunction!(game_names, module)?)?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    Ok(())
}
