//! The tree that a Monte-Carlo search grows, and what is proved in it: each position has bounds on its value, and a
//! search that wants to prove something goes where the fewest positions are left to look at.
//!
//! Where two lines meet again after as many plies, what follows is there once, and both know what either finds out,
//! unless it depends on the way there. In Pincer, where a turn is two moves in either order, many positions are met so.

use std::ops::Range;

use super::alphabeta::DEEPEST;
use super::followers::Followers;
use super::{Value, WIN, WIN_AT_ALL, judged, settled};
use crate::evaluation::{Evaluated, Weights};

/// The tree stops growing here, give or take the moves of a position.
const MOST_NODES: usize = 6_000_000;

/// No position has more moves.
const MOST_MOVES: usize = 1_000;

/// The work to prove what is impossible.
const ENDLESS: u32 = u32::MAX / 2;

/// Hundredths of a point that bring an even game half the way to a won one.
const SWING: f64 = 150.0;

/// Hundredths of a point, and promise in the move ordering, that make a move e times as likely.
const VALUE_SCALE: f32 = 400.0;
const PROMISE_SCALE: f32 = 1000.0;

/// A value as a result from -1, lost, to 1, won.
pub fn result(value: Value) -> f64 {
    f64::from(value) / (SWING + f64::from(value.abs()))
}

/// The value that stands for a result.
pub fn value(result: f64) -> Value {
    let result = result.clamp(-0.999, 0.999);
    (SWING * result / (1.0 - result.abs())) as Value
}

/// A value as it is a ply earlier, where a win or loss is further away.
fn a_ply_earlier(value: Value) -> Value {
    if value.abs() < WIN_AT_ALL { value } else { value - value.signum() }
}

/// Whether `player` wins within so many plies from the root.
#[derive(Clone, Copy)]
pub struct Question {
    player: u8,
    plies: Value,
    /// What is known about earlier questions is told apart by their numbers.
    number: u32,
}

impl Question {
    pub const FIRST: Question = Question { player: 0, plies: 1, number: 1 };

    /// The same for the other player, then a ply more for both.
    fn next(self) -> Self {
        Question { player: 1 - self.player, plies: self.plies + Value::from(self.player), number: self.number + 1 }
    }
}

/// How many positions are left to look at, at least, until a question is answered with yes or with no.
#[derive(Clone, Copy)]
struct Effort {
    yes: u32,
    no: u32,
}

impl Effort {
    const UNKNOWN: Effort = Effort { yes: 1, no: 1 };
}

/// A position in the tree, reached by a move from its parent.
pub struct Node<M> {
    pub played: M,
    /// How likely the move is, before anything is known, and the result it seems to have for the player who makes it.
    pub prior: f32,
    pub guess: f32,
    pub visits: u32,
    /// The sum of all results below, for player 0, each from -1 to 1.
    pub sum: f64,
    /// Whose move it is here.
    pub player: u8,
    /// The bounds on the value for that player, counted in plies from here.
    pub low: Value,
    pub high: Value,
    /// For the question of this number.
    effort: Effort,
    question: u32,
    pub(super) children: Range<u32>,
}

impl<M: Copy> Node<M> {
    fn new(played: M, player: usize, known: Option<Value>) -> Self {
        // Whatever happens takes a move.
        let (low, high) = known.map_or((1 - WIN, WIN - 1), |value| (value, value));
        let (player, effort) = (player as u8, Effort::UNKNOWN);
        let (prior, guess, visits, sum, question, children) = (0.0, 0.0, 0, 0.0, 0, 0..0);
        Node { played, prior, guess, visits, sum, player, low, high, effort, question, children }
    }

    pub fn children(&self) -> Range<usize> {
        self.children.start as usize..self.children.end as usize
    }

    /// The same for another tree, where nothing has been asked yet.
    pub fn forgetting(&self) -> Self {
        Node { effort: Effort::UNKNOWN, question: 0, children: self.children.clone(), ..*self }
    }

    /// The value, once nothing can change it.
    pub fn proved(&self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }

    /// The bounds as the player who moved here sees them, a ply further away.
    pub fn bounds_above(&self, player: u8) -> (Value, Value) {
        let (low, high) = if self.player == player { (self.low, self.high) } else { (-self.high, -self.low) };
        (a_ply_earlier(low), a_ply_earlier(high))
    }

    /// The mean result for a player.
    pub fn mean(&self, player: u8) -> f64 {
        let mean = self.sum / f64::from(self.visits.max(1));
        if player == 0 { mean } else { -mean }
    }

    /// The answer to a question about this position, with so many plies left.
    fn answer(&self, player: u8, left: Value) -> Option<bool> {
        let (low, high) = if self.player == player { (self.low, self.high) } else { (-self.high, -self.low) };
        if low >= WIN - left {
            Some(true)
        } else if high < WIN - left {
            Some(false)
        } else {
            None
        }
    }

    /// The effort as far as this position alone shows it.
    fn effort(&self, question: &Question, left: Value) -> Effort {
        match self.answer(question.player, left) {
            Some(true) => Effort { yes: 0, no: ENDLESS },
            Some(false) => Effort { yes: ENDLESS, no: 0 },
            None if self.question == question.number => self.effort,
            None => Effort::UNKNOWN,
        }
    }
}

pub struct Tree<'t, G: Evaluated> {
    pub nodes: Vec<Node<G::Move>>,
    pub followers: Followers,
    weights: &'t Weights,
    /// What is being proved.
    question: Question,
    moves: Vec<G::Move>,
}

impl<'t, G: Evaluated> Tree<'t, G> {
    /// A tree of a position that has a legal move, and of what follows at once or is known from before.
    pub fn new(root: &G, weights: &'t Weights, known: Option<(Vec<Node<G::Move>>, Followers)>) -> Self {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let (mut nodes, followers) =
            known.unwrap_or_else(|| (vec![Node::new(moves[0], root.player(), None)], Followers::new()));
        // Room for all that may come, where it can be had: to move millions of nodes would outlast a short limit.
        let _ = nodes.try_reserve_exact((MOST_NODES + MOST_MOVES).saturating_sub(nodes.len()));
        let mut tree = Tree { nodes, followers, weights, question: Question::FIRST, moves };
        if tree.children(0).is_empty() {
            tree.expand(0, 0, &mut root.clone());
        }
        tree
    }

    pub fn children(&self, at: usize) -> Range<usize> {
        self.nodes[at].children()
    }

    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// Whether there is room for a proof, and a win or loss to be proved: draws that differ are left to the playouts.
    pub fn can_prove_more(&self) -> bool {
        !self.is_full() && (self.nodes[0].low <= -WIN_AT_ALL || self.nodes[0].high >= WIN_AT_ALL)
    }

    pub fn fullness_permille(&self) -> usize {
        (self.nodes.len() * 1000 / MOST_NODES).min(1000)
    }

    /// Gives a position, so many plies from the root, the positions after each move.
    pub fn expand(&mut self, at: usize, ply: usize, position: &mut G) {
        let key = position.key();
        // Further down, what the games leave out of their keys may matter.
        let is_told_by_key = !G::RETURNS_COUNT && ply <= DEEPEST as usize;
        self.nodes[at].children = match self.followers.get(key, ply).filter(|_| is_told_by_key) {
            Some(children) => children,
            None => self.grow(position),
        };
        if is_told_by_key {
            self.followers.insert(key, ply, self.nodes[at].children.clone());
        }
        self.settle(at);
    }

    /// Adds the positions after each move, the likeliest first, with what their boards show.
    fn grow(&mut self, position: &mut G) -> Range<u32> {
        let player = position.player();
        let first = self.nodes.len();
        self.moves.clear();
        position.moves(&mut self.moves);
        for &played in &self.moves {
            let promise = position.promise(played) as f32;
            let undo = position.play(played);
            let mut child = Node::new(played, position.player(), self.known(position));
            let judged = judged(position, self.weights);
            let value = if position.player() == player { judged } else { -judged };
            child.guess = result(value) as f32;
            child.prior = promise / PROMISE_SCALE + value as f32 / VALUE_SCALE;
            self.nodes.push(child);
            position.undo(played, undo);
        }
        let children = &mut self.nodes[first..];
        children.sort_unstable_by(|one, two| two.prior.total_cmp(&one.prior));
        let most = children[0].prior;
        children.iter_mut().for_each(|child| child.prior = (child.prior - most).exp());
        let total: f32 = children.iter().map(|child| child.prior).sum();
        children.iter_mut().for_each(|child| child.prior /= total);
        first as u32..self.nodes.len() as u32
    }

    /// What a position is worth to the player to move, where the game tells without looking ahead.
    fn known(&self, position: &G) -> Option<Value> {
        let stuck = || position.stuck().filter(|_| position.count_moves() == 0).map(Some);
        match position.ended().or_else(stuck) {
            Some(None) => Some(position.drawn(self.weights)),
            Some(winner) => Some(settled(winner, position.player(), 0)),
            None => position.lost_in().map(|plies| Value::from(plies) - WIN),
        }
    }

    /// A position is worth what the best of its moves is worth.
    pub fn settle(&mut self, at: usize) {
        let player = self.nodes[at].player;
        let bounds = self.nodes[self.children(at)].iter().map(|child| child.bounds_above(player));
        let (low, high) = bounds.fold((-WIN, -WIN), |(low, high), (one, two)| (low.max(one), high.max(two)));
        let node = &mut self.nodes[at];
        (node.low, node.high) = (low, high);
    }

    /// Goes to the position that promises most for the question and adds what follows it; `path` is for use in between.
    pub fn prove(&mut self, root: &G, path: &mut Vec<usize>) {
        while self.nodes[0].answer(self.question.player, self.question.plies).is_some() {
            self.question = self.question.next();
        }
        let mut position = root.clone();
        let mut left = self.question.plies;
        let mut at = 0;
        path.clear();
        path.push(0);
        while self.nodes[at].question == self.question.number {
            let next = self.most_proving(at, left);
            if self.nodes[next].answer(self.question.player, left - 1).is_some() {
                break; // It was answered on another way there.
            }
            at = next;
            position.play(self.nodes[at].played);
            left -= 1;
            path.push(at);
        }
        if self.nodes[at].children.is_empty() {
            self.expand(at, path.len() - 1, &mut position);
        }
        for &at in path.iter().rev() {
            self.settle(at);
            self.weigh(at, left);
            left += 1;
        }
    }

    /// The child with the least effort until it answers for its parent: yes for the player who asks, no for the other.
    fn most_proving(&self, at: usize, left: Value) -> usize {
        let asks = self.nodes[at].player == self.question.player;
        let effort = |&child: &usize| {
            let effort = self.nodes[child].effort(&self.question, left - 1);
            if asks { effort.yes } else { effort.no }
        };
        self.children(at).min_by_key(effort).expect("an open question has children")
    }

    /// One child answers for the player who is to move, all together for the other.
    fn weigh(&mut self, at: usize, left: Value) {
        let asks = self.nodes[at].player == self.question.player;
        let (mut least, mut sum) = (ENDLESS, 0u32);
        for child in &self.nodes[self.children(at)] {
            let effort = child.effort(&self.question, left - 1);
            let (one, all) = if asks { (effort.yes, effort.no) } else { (effort.no, effort.yes) };
            least = least.min(one);
            sum = sum.saturating_add(all).min(ENDLESS);
        }
        let node = &mut self.nodes[at];
        node.effort = if asks { Effort { yes: least, no: sum } } else { Effort { yes: sum, no: least } };
        node.question = self.question.number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::pincer::Pincer;

    #[test]
    fn a_tree_never_moves_while_it_grows() {
        let start = Pincer::parse("T5C/7/T5C/7/C5T/7/C5T t - 0").unwrap();
        let weights = vec![0; Pincer::FEATURES.len()].into();
        let first = Tree::new(&start, &weights, None);
        let grown = Tree::new(&start, &weights, Some((first.nodes, first.followers)));
        assert!(grown.nodes.capacity() >= MOST_NODES + MOST_MOVES);
    }

    #[test]
    fn lines_that_meet_again_share_what_follows() {
        let start = Pincer::parse("T5C/7/T5C/7/C5T/7/C5T t - 0").unwrap();
        let weights = vec![0; Pincer::FEATURES.len()].into();
        let mut tree = Tree::new(&start, &weights, None);
        let mut children_after = |moves: [&str; 2]| {
            let (mut position, mut at) = (start, 0);
            for (text, ply) in moves.into_iter().zip(1..) {
                let played = position.read_move(text).unwrap();
                at = tree.children(at).find(|&child| tree.nodes[child].played == played).unwrap();
                position.play(played);
                if tree.children(at).is_empty() {
                    tree.expand(at, ply, &mut position);
                }
            }
            (at, tree.children(at))
        };
        let ((one, its), (other, others)) = (children_after(["a7b7", "g1f1"]), children_after(["g1f1", "a7b7"]));
        assert_ne!(one, other);
        assert_eq!(its, others);
        assert_ne!(its, children_after(["a5b5", "g1f1"]).1);
    }
}
