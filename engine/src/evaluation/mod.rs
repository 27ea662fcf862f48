//! What makes a position good, and what search wants to know of a game beyond its rules.

mod hive;
mod hiya;
pub mod net;
mod pincer;
mod raichu;
mod ricocheckers;

use std::sync::Arc;

use self::net::{Net, Sight};
use crate::game::{Game, Player};

/// No game has more features than this.
pub const MOST_FEATURES: usize = 128;

/// The name of the features that search judges by; every game has them.
pub const STANDARD: &str = "standard";

/// A set of features that has a name: theirs, and what fills in their values as seen by player 0.
pub struct FeatureSet<G> {
    pub names: &'static [&'static str],
    pub of: fn(&G, &mut [i32]),
}

/// What a position is judged by: a weight for each feature, in hundredths of a point, and a net where there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    pub features: Vec<i32>,
    pub net: Option<Arc<Net>>,
}

impl From<Vec<i32>> for Weights {
    fn from(features: Vec<i32>) -> Self {
        Weights { features, net: None }
    }
}

impl Weights {
    /// The features, each times its weight, for a player.
    #[inline(always)]
    pub fn value(&self, features: &[i32], player: Player) -> i32 {
        let sum: i32 = features.iter().zip(&self.features).map(|(feature, weight)| feature * weight).sum();
        if player == 0 { sum } else { -sum }
    }

    /// What a net corrects, shown all that it sees in a position; nothing without one.
    #[inline(always)]
    pub fn correction<G: Evaluated>(&self, show: impl FnOnce(&mut Sight<'_>)) -> i32 {
        match &self.net {
            Some(net) if G::INPUTS > 0 => net.correction(show),
            _ => 0,
        }
    }
}

/// A game that can be judged and searched. The weights are data: Python hands them over.
pub trait Evaluated: Game {
    /// The names of the features, in the order of the weights; the same as in Python.
    const FEATURES: &'static [&'static str];

    /// Whether a single quiet move often decides the game: then late moves are looked at more closely.
    const SHARP: bool = false;

    /// How many slots the history of moves needs.
    const SLOTS: usize;

    /// The features of a position as seen by player 0, in whole numbers; `into` has one place for each.
    fn features(&self, into: &mut [i32]);

    /// The features that go by a name: the standard ones, and others to learn with where a game has them.
    fn feature_set(name: &str) -> Option<FeatureSet<Self>> {
        (name == STANDARD).then_some(FeatureSet { names: Self::FEATURES, of: Self::features })
    }

    /// How many different things a net sees in this game; 0 if it sees nothing.
    const INPUTS: usize = 0;

    /// Tells each thing that a net sees in the position, by numbers below `INPUTS`. It sees with the eyes of the player to
    /// move: its own side and the other, and the board from where that player sits.
    fn inputs(&self, _see: impl FnMut(usize)) {}

    /// In how many ways the board can be turned or mirrored so that nothing changes but what a net sees: it learns from all.
    const SYMMETRIES: usize = 1;

    /// What a net sees, after one of these, of what was `input`. The first changes nothing.
    fn mirrored(input: usize, _symmetry: usize) -> usize {
        input
    }

    /// The value for the player to move: the features, each times its weight, and what a net corrects.
    fn evaluate(&self, weights: &Weights) -> i32 {
        let mut features = [0; MOST_FEATURES];
        let features = &mut features[..Self::FEATURES.len()];
        self.features(features);
        weights.value(features, self.player())
            + weights.correction::<Self>(|sight| self.inputs(|input| sight.see(input)))
    }

    /// What a draw is worth to the player to move: nothing, unless a game wants to tell draws apart. Where a search sees that
    /// all ends in a draw long before others see it, it should go on to set them problems.
    fn drawn(&self, _weights: &Weights) -> i32 {
        0
    }

    /// A place below `SLOTS` for a move, alike for moves that mean the same in other positions.
    fn slot(&self, played: Self::Move) -> usize;

    /// Whether a move changes the balance at once (an attack, a jump, a capture …), so that a position in which there
    /// are such moves is not yet quiet.
    fn is_noisy(&self, played: Self::Move) -> bool;

    /// Appends the legal moves that are noisy.
    fn noisy_moves(&self, into: &mut Vec<Self::Move>) {
        let first = into.len();
        self.moves(into);
        let mut kept = first;
        for at in first..into.len() {
            if self.is_noisy(into[at]) {
                into.swap(kept, at);
                kept += 1;
            }
        }
        into.truncate(kept);
    }

    /// A first guess of how good a legal move is, the larger the better, between -1000 and 1000.
    fn promise(&self, played: Self::Move) -> i32;

    /// Tells of legal moves one after the other, each with whether it is noisy and its promise.
    #[inline(always)]
    fn glance(&self, moves: &[Self::Move], mut tell: impl FnMut(Self::Move, bool, i32)) {
        for &played in moves {
            tell(played, self.is_noisy(played), self.promise(played));
        }
    }

    /// In how many plies the player to move loses, where the game knows it without looking ahead.
    fn lost_in(&self) -> Option<u8> {
        None
    }

    /// Gives the turn away, where having to move is never a burden (`None` elsewhere): a search that is still ahead
    /// after that need not look further.
    fn skip(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes a `skip` back.
    fn unskip(&mut self, _undo: Self::Undo) {}
}
