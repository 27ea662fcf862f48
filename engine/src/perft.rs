//! Counting the sequences of moves from a position.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::Game;

/// How many sequences of `depth` moves there are; the last ply is counted, not played.
pub fn perft<G: Game>(position: &mut G, depth: u32) -> u64 {
    perft_until(position, depth, &AtomicBool::new(false)).expect("nobody stops this count")
}

/// `perft` that another thread can stop; `None` if it was.
pub fn perft_until<G: Game>(position: &mut G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let count = Walk::new(stop).count::<true>(position, depth);
    (!stop.load(Ordering::Relaxed)).then_some(count)
}

/// The same count with every leaf visited, for the tests and the benchmarks.
pub fn perft_visiting<G: Game>(position: &mut G, depth: u32) -> u64 {
    Walk::new(&AtomicBool::new(false)).count::<false>(position, depth)
}

/// Looking at the stop flag costs time: it is done this many plies above the leaves.
const LOOK_UP_AT: u32 = 4;

/// A walk through the tree; each ply has a list of moves that is made once.
struct Walk<'s, G: Game> {
    lists: Vec<Vec<G::Move>>,
    stop: &'s AtomicBool,
}

impl<'s, G: Game> Walk<'s, G> {
    fn new(stop: &'s AtomicBool) -> Self {
        Walk { lists: Vec::new(), stop }
    }

    /// The leaves below a position.
    fn count<const BULK: bool>(&mut self, position: &mut G, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 if BULK => return position.count_moves() as u64,
            LOOK_UP_AT.. if self.stop.load(Ordering::Relaxed) => return 0,
            _ => {}
        }
        let mut moves = self.lists.pop().unwrap_or_else(|| Vec::with_capacity(256));
        moves.clear();
        position.moves(&mut moves);
        let total = match depth {
            1 => visit(position, &moves),
            _ => self.count_branches::<BULK>(position, &moves, depth - 1),
        };
        self.lists.push(moves);
        total
    }

    /// The leaves below each of the moves, so many plies deep; where they are at hand, without the cost of a call.
    fn count_branches<const BULK: bool>(&mut self, position: &mut G, moves: &[G::Move], depth: u32) -> u64 {
        let mut total = 0;
        for &played in moves {
            let undo = position.play(played);
            total += match depth {
                1 if BULK => position.count_moves() as u64,
                _ => self.count::<BULK>(position, depth),
            };
            position.undo(played, undo);
        }
        total
    }
}

/// Plays each of the moves to a leaf, even if all that follows is to take it back. A loop of its own without a call in
/// it, so that what `undo` needs can stay in registers.
fn visit<G: Game>(position: &mut G, moves: &[G::Move]) -> u64 {
    for &played in moves {
        let undo = position.play(played);
        black_box(&mut *position);
        position.undo(played, undo);
    }
    moves.len() as u64
}
