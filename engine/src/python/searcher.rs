//! Searches as Python sees them: what they are told, and what they tell.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::{AnyPosition, GameOver, HEARTBEAT, MOST_THREADS, Net, Position, fitting, within};
use crate::evaluation::{Evaluated, STANDARD};
use crate::game::Game;
use crate::search::alphabeta::Task;
use crate::search::table::Table;
use crate::search::{self, Limits, win_distance};

/// A search of so few nodes is over before anyone could stop it, and to wake another thread for it would take longer.
const FEW_NODES: u64 = 20_000;

/// How to look ahead.
#[derive(Clone, Copy)]
pub enum Method {
    AlphaBeta,
    Mcts,
    Traps,
}

/// A line that a search expects, with its value for the player to move at the root.
#[pyclass(frozen, get_all, module = "plyboard_engine")]
#[derive(Clone)]
pub struct Line {
    moves: Vec<String>,
    /// In points.
    value: f64,
    /// In how many plies the player to move wins, or loses if negative; None if neither is known.
    win_in: Option<i32>,
}

/// What a search has found so far.
#[pyclass(frozen, get_all, module = "plyboard_engine")]
#[derive(Clone)]
pub struct Report {
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// How full the table is.
    table_permille: usize,
    playouts: u64,
    lines: Vec<Line>,
}

impl Report {
    pub fn new<G: Evaluated>(position: &G, report: &search::Report<G::Move>) -> Self {
        let lines = report.lines.iter().map(|line| Line {
            moves: texts(position, &line.moves),
            value: f64::from(line.value) / 100.0,
            win_in: win_distance(line.value),
        });
        Report {
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.seconds,
            table_permille: report.table_permille,
            playouts: report.playouts,
            lines: lines.collect(),
        }
    }
}

/// The texts of moves played one after the other.
fn texts<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut after = position.clone();
    let text = |&played: &G::Move| {
        let mut text = String::new();
        after.write_move(played, &mut text);
        after.play(played);
        text
    };
    moves.iter().map(text).collect()
}

/// A table, and one search at a time that uses it.
#[pyclass(frozen, module = "plyboard_engine")]
pub struct Searcher {
    table: Mutex<Table>,
    stop: AtomicBool,
}

/// What a table may take of the memory, in megabytes.
const LARGEST_TABLE: f64 = 65536.0;

/// No limit of time is longer than a year.
const LONGEST: f64 = 3.2e7;

fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    if (0.0..=LONGEST).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(PyValueError::new_err(format!("{name} is {seconds}, it must be a number of seconds, 0 or more")))
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (megabytes = 64.0))]
    fn new(megabytes: f64) -> PyResult<Self> {
        if !(0.0..=LARGEST_TABLE).contains(&megabytes) {
            let message =
                format!("the size of the table is {megabytes}, it must be from 0 to {LARGEST_TABLE} megabytes");
            return Err(PyValueError::new_err(message));
        }
        let table = Table::new(megabytes)
            .map_err(|_| PyMemoryError::new_err(format!("there is no memory for a table of {megabytes} megabytes")))?;
        Ok(Searcher { table: Mutex::new(table), stop: AtomicBool::new(false) })
    }

    /// Ends a running search, which then returns what it has found.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forgets what earlier searches found.
    fn clear(&self) -> PyResult<()> {
        self.locked().map(|table| table.clear())
    }

    /// Looks ahead with the interpreter released. `report` is called with a Report after each depth.
    #[pyo3(signature = (position, weights, *, net = None, method = "alphabeta", time = None, clock = None, depth = None,
        nodes = None, threads = 1, lines = 1, overlook = 0, report = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords with defaults on the Python side")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        weights: Vec<i32>,
        net: Option<&Net>,
        method: &str,
        time: Option<f64>,
        clock: Option<(f64, f64)>,
        depth: Option<u32>,
        nodes: Option<u64>,
        threads: usize,
        lines: usize,
        overlook: u32,
        report: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let position = position.inner.as_ref();
        if let Some(end) = position.outcome() {
            return Err(GameOver::new_err(format!("the game is over ({}), there is no move to find", end.reason)));
        }
        let weights = fitting(position, STANDARD, weights, net)?;
        let method = match method {
            "alphabeta" => Method::AlphaBeta,
            "mcts" => Method::Mcts,
            "traps" => Method::Traps,
            _ => return Err(PyValueError::new_err("the method is 'alphabeta', 'mcts' or 'traps'")),
        };
        let mut limits = Limits { depth, nodes, ..Limits::default() };
        if let Some(time) = time {
            limits = limits.time(duration("time", time)?);
        }
        if let Some((left, increment)) = clock {
            limits = limits.clock(duration("clock", left)?, duration("the increment", increment)?);
        }
        let threads = within("threads", threads, MOST_THREADS)?;
        let lines = within("lines", lines, usize::from(u16::MAX))?;
        let table = self.locked()?;
        self.stop.store(false, Ordering::Relaxed);
        let task = Task { threads, lines, overlook, ..Task::new(limits, &weights, &table, &self.stop) };
        let (sender, mut receiver) = channel();
        if nodes.is_some_and(|nodes| nodes <= FEW_NODES) {
            let found = py.detach(|| run(position, &task, method, sender));
            let tell =
                |report: Bound<'_, PyAny>| receiver.iter().try_for_each(|found| report.call1((found,)).map(drop));
            report.map_or(Ok(()), tell)?;
            return Ok(found);
        }
        thread::scope(|scope| {
            let searching = scope.spawn(|| run(position, &task, method, sender));
            let failed = loop {
                let receiver = &mut receiver;
                let heard = py.detach(move || receiver.recv_timeout(HEARTBEAT));
                let handled = match (heard, &report) {
                    (Ok(found), Some(report)) => report.call1((found,)).map(drop),
                    (Err(RecvTimeoutError::Disconnected), _) => break None,
                    _ => Ok(()),
                };
                if let Err(error) = handled.and_then(|()| py.check_signals()) {
                    self.stop();
                    break Some(error);
                }
            };
            let found = py.detach(|| searching.join());
            match (failed, found) {
                (Some(error), _) => Err(error),
                (None, Ok(found)) => Ok(found),
                (None, Err(_)) => Err(PyValueError::new_err("the search failed")),
            }
        })
    }
}

/// A search in its own thread; the sender is dropped at its end, which the listener notices.
fn run(position: &dyn AnyPosition, task: &Task<'_>, method: Method, sender: Sender<Report>) -> Report {
    // Nobody may be listening any more.
    position.search(task, method, &mut |report| drop(sender.send(report)))
}

impl Searcher {
    fn locked(&self) -> PyResult<std::sync::MutexGuard<'_, Table>> {
        match self.table.try_lock() {
            Ok(table) => Ok(table),
            Err(TryLockError::Poisoned(broken)) => Ok(broken.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyValueError::new_err("this searcher is searching already")),
        }
    }
}
