//! The face to Python, and the only file that knows it: one class `Position` for all games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple, PyType};

use crate::error::{Refusal, clip};
use crate::game::{self, Game};
use crate::perft::perft_until;
use crate::registry::{self, Visitor};

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

impl<G: Game> AnyPosition for G {
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

    fn visit<G: Game>(self, position: G) -> Position {
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
        match text.extract::<&str>() {
            Ok(text) => Ok(self.inner.play(text)?),
            Err(_) => Err(IllegalMove::new_err(format!("a move is a text, not {}", shown(text)))),
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
        let waiting = thread::current();
        let count = thread::scope(|scope| {
            let counting = scope.spawn(|| {
                let count = self.inner.perft(depth as u32, &stop);
                waiting.unpark();
                count
            });
            while !counting.is_finished() {
                py.detach(|| thread::park_timeout(HEARTBEAT));
                if let Err(signal) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(signal);
                }
            }
            Ok(counting.join())
        })?;
        match count {
            Ok(Some(count)) => Ok(count),
            _ => Err(PyValueError::new_err("the count did not finish")),
        }
    }

    fn __str__(&self) -> String {
        self.inner.text()
    }

    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.inner.name(), self.inner.text())
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

/// What a caller passed instead of a text, for the message.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "this".into(), |repr| clip(&repr.to_string_lossy()))
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
    match text.extract::<&str>() {
        Ok(text) => Ok(registry::parse(game, text, Boxed)?),
        Err(_) => Err(InvalidPosition::new_err(format!("a position is a text, not {}", shown(text)))),
    }
}

#[pymodule]
fn plyboard_engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Position>()?;
    module.add_function(wrap_pyfunction!(game_names, module)?)?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    Ok(())
}
