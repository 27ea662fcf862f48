//! Search: whoever looks ahead, generic over the game. Nothing here knows a game.

pub mod alphabeta;
mod followers;
mod judgements;
mod kept;
pub mod limits;
pub mod mcts;
mod plain;
pub mod table;
pub mod traps;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::evaluation::{Evaluated, Weights};
pub use limits::Limits;

/// How good a position is for a player, in hundredths of the evaluation's unit; wins are beyond `WIN_AT_ALL`.
pub type Value = i32;

/// A game won here and now; a win in n plies is worth `WIN - n`.
pub const WIN: Value = 10_000_000;

/// Every win within the longest line is worth at least this, and no evaluation is.
pub const WIN_AT_ALL: Value = WIN - 100_000;

/// In how many plies a value wins (positive) or loses (negative); `None` if it does neither.
pub fn win_distance(value: Value) -> Option<i32> {
    match value {
        WIN_AT_ALL.. => Some(WIN - value),
        ..=-9_900_000 => Some(-WIN - value),
        _ => None,
    }
}

/// A move at the root with its value for the player to move there and the line expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    pub value: Value,
    pub moves: Vec<M>,
}

/// What a search has found so far: after each finished depth, and at the end.
#[derive(Clone, Debug)]
pub struct Report<M> {
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
    pub table_permille: usize,
    /// The best lines, best first; as many as were asked for and exist.
    pub lines: Vec<Line<M>>,
    /// How often a tree search went from the root to a leaf.
    pub playouts: u64,
}

/// What the threads of one search share.
pub struct Shared<'s> {
    /// Set by whoever wants to hear the answer now.
    stop: &'s AtomicBool,
    /// Set by a thread that has come to the end, for the others.
    ended: AtomicBool,
    pub nodes: AtomicU64,
    pub begun: Instant,
    limits: &'s Limits,
}

/// The stop flag and the clock are looked at once in so many nodes: often enough to answer within milliseconds, even
/// where a node of a tree search costs an evaluation of every move.
const NODES_BETWEEN_LOOKS: u64 = 64;

impl<'s> Shared<'s> {
    /// A search that begins now.
    pub fn new(stop: &'s AtomicBool, limits: &'s Limits) -> Self {
        let (ended, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        Shared { stop, ended, nodes, begun: Instant::now(), limits }
    }

    /// The limits of a search that is a part of this one, with at most so many nodes.
    pub fn part(&self, nodes: u64) -> Limits {
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes.load(Ordering::Relaxed)));
        let hard = self.limits.hard.map(|most| most.saturating_sub(self.begun.elapsed()));
        Limits { nodes: Some(nodes.min(left)), hard, ..Limits::default() }
    }

    /// Lets the other threads end as well.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Adds nodes to the common count; tells after how many more to come again, `None` when it is time to stop.
    pub fn spend(&self, nodes: u64) -> Option<u64> {
        let spent = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(spent));
        let late = self.limits.hard.is_some_and(|most| self.begun.elapsed() >= most);
        if left == 0 || late || self.stop.load(Ordering::Relaxed) {
            self.end();
        }
        (!self.ended.load(Ordering::Relaxed)).then_some(left.min(NODES_BETWEEN_LOOKS))
    }
}

/// The value of a finished game `ply` moves below the root, for `player`.
pub fn settled(winner: Option<usize>, player: usize, ply: i32) -> Value {
    match winner {
        None => 0,
        Some(winner) if winner == player => WIN - ply,
        Some(_) => ply - WIN,
    }
}

/// The evaluation of a position for the player to move.
pub fn judged<G: Evaluated>(position: &G, weights: &Weights) -> Value {
    position.evaluate(weights).clamp(1 - WIN_AT_ALL, WIN_AT_ALL - 1)
}
