//! Somebody who looks a few plies ahead: at every move, to the full depth and no further, and judges by the features alone.
//! That is what the classic player `alphabeta` does.

use std::cmp::Reverse;

use super::table::{Bound, Known, NO_MOVE, Table};
use super::{Shared, Value, WIN, WIN_AT_ALL, judged};
use crate::evaluation::{Evaluated, Weights};

/// A player of few plies, and what it remembers.
pub(super) struct Plain<'p, G: Evaluated> {
    weights: Weights,
    shared: &'p Shared<'p>,
    table: &'p Table,
    /// How often a move refuted, for each player, by the game's slot for it.
    refutations: [Vec<u32>; 2],
    /// For each depth a list of moves, with what their place in the order goes by.
    lists: Vec<Vec<(u32, u16, G::Move)>>,
    generated: Vec<G::Move>,
    /// Nodes since the common count was last told, and after how many it is told again.
    nodes: u64,
    tell_after: u64,
    stopped: bool,
}

impl<'p, G: Evaluated> Plain<'p, G> {
    /// Judges by the features of these weights. The table is for this player alone.
    pub fn new(weights: &Weights, table: &'p Table, shared: &'p Shared<'p>) -> Self {
        Plain {
            weights: weights.features.clone().into(),
            shared,
            table,
            refutations: [vec![0; G::SLOTS], vec![0; G::SLOTS]],
            lists: Vec::new(),
            generated: Vec::new(),
            nodes: 0,
            tell_after: 1,
            stopped: false,
        }
    }

    /// The first of the moves that are best so many plies ahead, where each depth begins with the best one of the depth
    /// before; `None` when it is time to stop.
    pub fn choose(&mut self, position: &G, plies: usize) -> Option<G::Move> {
        self.lists.resize_with(plies, Vec::new);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for depth in 0..plies {
            let mut best = -WIN;
            for number in 0..moves.len() {
                let mut after = position.clone();
                after.play(moves[number]);
                let value = self.beyond(position.player(), &mut after, depth, best, WIN, number == 0);
                if value > best {
                    best = value;
                    moves[..=number].rotate_right(1);
                }
            }
            if best.abs() >= WIN_AT_ALL {
                break;
            }
        }
        (!self.stopped).then(|| moves[0])
    }

    /// What a position is worth to a player: exactly where it is between the bounds. One that is not the first is seldom better
    /// than those before, and that is found out sooner than how good it is.
    fn beyond(&mut self, player: usize, position: &mut G, depth: usize, low: Value, high: Value, first: bool) -> Value {
        if !first {
            let value = self.value_to(player, position, depth, low, low + 1);
            if value <= low || value >= high {
                return value;
            }
        }
        self.value_to(player, position, depth, low, high)
    }

    fn value_to(&mut self, player: usize, position: &mut G, depth: usize, low: Value, high: Value) -> Value {
        if position.player() == player {
            self.value(position, depth, low, high)
        } else {
            -self.value(position, depth, -high, -low)
        }
    }

    /// The value for the player to move.
    fn value(&mut self, position: &mut G, depth: usize, mut low: Value, high: Value) -> Value {
        self.count_node();
        let player = position.player();
        if let Some(winner) = position.ended() {
            return ended(winner, player, depth);
        }
        if depth == 0 || self.stopped {
            return judged(position, &self.weights);
        }
        let key = position.key();
        let known = self.table.look_up(key, 0);
        if let Some(known) = known
            && usize::from(known.depth) == depth // Another depth would see another value.
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= high,
                Bound::Upper => known.value <= low,
            }
        {
            return known.value;
        }
        let mut moves = self.ordered(position, depth, known.map_or(NO_MOVE, |known| known.best));
        let (mut best, mut best_place, before) = (-WIN, NO_MOVE, low);
        for &(_, place, played) in &moves {
            let slot = position.slot(played);
            let undo = position.play(played);
            let value = self.beyond(player, position, depth - 1, low, high, best_place == NO_MOVE);
            position.undo(played, undo);
            if value > best {
                (best, best_place) = (value, place);
            }
            low = low.max(value);
            if low >= high {
                self.refutations[player][slot] += (depth * depth) as u32;
                break;
            }
        }
        if moves.is_empty() {
            best = ended(position.stuck(), player, depth);
        }
        moves.clear();
        self.lists[depth] = moves;
        if !self.stopped {
            let bound = match best {
                _ if best >= high => Bound::Lower,
                _ if best > before => Bound::Exact,
                _ => Bound::Upper,
            };
            self.table.store(key, 0, Known { value: best, depth: depth as u8, bound, best: best_place });
        }
        best
    }

    /// The legal moves: the known best, then what has refuted most often.
    fn ordered(&mut self, position: &G, depth: usize, known: u16) -> Vec<(u32, u16, G::Move)> {
        self.generated.clear();
        position.moves(&mut self.generated);
        let refutations = &self.refutations[position.player()];
        let promise = |place, played| if place == known { u32::MAX } else { refutations[position.slot(played)] };
        let mut moves = std::mem::take(&mut self.lists[depth]);
        moves.extend((0..).zip(&self.generated).map(|(place, &played)| (promise(place, played), place, played)));
        moves.sort_unstable_by_key(|&(promise, place, _)| (Reverse(promise), place));
        moves
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.tell_after {
            match self.shared.spend(std::mem::take(&mut self.nodes)) {
                Some(nodes) => self.tell_after = nodes,
                None => self.stopped = true,
            }
        }
    }
}

/// The value of the end of a game: the more depth is left, the sooner it comes.
fn ended(winner: Option<usize>, player: usize, depth: usize) -> Value {
    match winner {
        None => 0,
        Some(winner) if winner == player => WIN_AT_ALL + depth as Value,
        Some(_) => -WIN_AT_ALL - depth as Value,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::evaluation::Evaluated;
    use crate::game::Game;
    use crate::games::pincer::Pincer;
    use crate::search::Limits;

    /// The value for player 0, every line looked at.
    fn minimax(position: &mut Pincer, weights: &Weights, depth: usize) -> Value {
        if let Some(winner) = position.ended() {
            return ended(winner, 0, depth);
        }
        if depth == 0 {
            let value = position.evaluate(weights);
            return if position.player() == 0 { value } else { -value };
        }
        let (player, mut moves) = (position.player(), Vec::new());
        position.moves(&mut moves);
        let values = moves.into_iter().map(|played| {
            let undo = position.play(played);
            let value = minimax(position, weights, depth - 1);
            position.undo(played, undo);
            value
        });
        if player == 0 { values.max().unwrap() } else { values.min().unwrap() }
    }

    #[test]
    fn it_plays_what_is_best_some_plies_ahead() {
        let (stop, limits) = (AtomicBool::new(false), Limits::default());
        let (shared, table) = (Shared::new(&stop, &limits), Table::new(1.0).unwrap());
        let weights = Weights::from(vec![133, 3, 10, -19, -19, -26, 9, 3, -19, -51, 18, 5]);
        let mut plain = Plain::new(&weights, &table, &shared);
        for text in
            ["T5C/7/T5C/7/C5T/7/C5T t - 0", "7/1T2C2/1C3T1/3T3/4C2/7/7 t - 36", "7/4C2/7/3T1C1/5T1/3CT2/7 c - 28"]
        {
            let mut position = Pincer::parse(text).unwrap();
            for _ in 0..4 {
                for depth in 1..=4 {
                    let best = minimax(&mut position, &weights, depth);
                    let chosen = plain.choose(&position, depth).unwrap();
                    let mut after = position;
                    after.play(chosen);
                    assert_eq!(minimax(&mut after, &weights, depth - 1), best, "{position} at depth {depth}");
                }
                position.play(plain.choose(&position, 4).unwrap());
            }
        }
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        let (stop, limits) = (AtomicBool::new(true), Limits::default());
        let (shared, table) = (Shared::new(&stop, &limits), Table::new(1.0).unwrap());
        let mut plain = Plain::new(&vec![0; Pincer::FEATURES.len()].into(), &table, &shared);
        assert_eq!(plain.choose(&Pincer::parse("T5C/7/T5C/7/C5T/7/C5T t - 0").unwrap(), 30), None);
    }
}
