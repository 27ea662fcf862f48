//! Counting the sequences of moves from a position.

use crate::game::Game;

/// How many sequences of `depth` moves there are; the last ply is counted, not played.
pub fn perft<G: Game>(position: &mut G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => Walk::new(depth).count::<true>(position, depth),
    }
}

/// The same count with every leaf visited, for the tests and the benchmarks.
pub fn perft_visiting<G: Game>(position: &mut G, depth: u32) -> u64 {
    Walk::new(depth).count::<false>(position, depth)
}

/// One list of moves a ply, made once and used for the whole walk.
struct Walk<G: Game> {
    lists: Vec<Vec<G::Move>>,
}

impl<G: Game> Walk<G> {
    fn new(depth: u32) -> Self {
        Walk { lists: (0..=depth).map(|_| Vec::with_capacity(256)).collect() }
    }

    fn count<const BULK: bool>(&mut self, position: &mut G, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if BULK && depth == 1 {
            return position.count_moves() as u64;
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize]);
        moves.clear();
        position.moves(&mut moves);
        let mut total = 0;
        for &played in &moves {
            let undo = position.play(played);
            total += self.count::<BULK>(position, depth - 1);
            position.undo(played, undo);
        }
        self.lists[depth as usize] = moves;
        total
    }
}
