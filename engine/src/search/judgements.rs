//! What positions were found to be worth: a search comes to the same ones again and again, one depth after the other and in
//! other orders of moves, and to judge them takes much of its time.

use super::{Value, judged};
use crate::evaluation::{Evaluated, Weights};

/// As many as stay in the processor's cache. The latest take the places of others.
const MOST: u64 = 1 << 15;

/// For one thread and one set of weights.
pub(super) struct Judgements {
    /// Keys and values; there are as many places as a power of two.
    kept: Vec<(u64, Value)>,
}

impl Judgements {
    /// For a search of so many nodes, if that is known: a short one should not have to clear more than it uses.
    pub fn new(nodes: Option<u64>) -> Self {
        let places = nodes.unwrap_or(MOST).clamp(1, MOST).next_power_of_two();
        Judgements { kept: vec![(0, 0); places as usize] }
    }

    /// The evaluation of a position for the player to move.
    #[inline]
    pub fn of<G: Evaluated>(&mut self, position: &G, weights: &Weights) -> Value {
        let key = position.key();
        let place = key as usize & (self.kept.len() - 1);
        let (known, value) = self.kept[place];
        if known == key {
            return value;
        }
        let value = judged(position, weights);
        self.kept[place] = (key, value);
        value
    }
}
