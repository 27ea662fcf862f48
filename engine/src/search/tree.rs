//! The tree that a Monte-Carlo search grows, and what is proved in it: each position has bounds on its value, and a
//! search that wants to prove something goes where the fewest positions are left to look at.

use super::{Value, WIN, settled};
use crate::evaluation::Evaluated;

/// The tree stops growing here.
const MOST_NODES: usize = 6_000_000;

/// The work to prove what is impossible.
const ENDLESS: u32 = u32::MAX / 2;

/// Promise of a move in the ordering that makes it e times as likely.
const PRIOR_SCALE: f32 = 250.0;

/// A noisy move is so much more likely than its promise says.
const NOISY_BONUS: i32 = 400;

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
    /// How likely the move is, before anything is known.
    pub prior: f32,
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
    children: std::ops::Range<u32>,
}

impl<M> Node<M> {
    fn new(played: M, prior: f32, player: usize, end: Option<Option<usize>>) -> Self {
        let (low, high) = match end {
            Some(winner) => (settled(winner, player, 0), settled(winner, player, 0)),
            // Whatever happens takes a move.
            None => (1 - WIN, WIN - 1),
        };
        let (player, effort) = (player as u8, Effort::UNKNOWN);
        Node { played, prior, visits: 0, sum: 0.0, player, low, high, effort, question: 0, children: 0..0 }
    }

    /// The value, once nothing can change it.
    pub fn proved(&self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }

    /// The bounds as the player who moved here sees them, a ply further away.
    pub fn bounds_above(&self, player: u8) -> (Value, Value) {
        let (low, high) = if self.player == player { (self.low, self.high) } else { (-self.high, -self.low) };
        (low - low.signum(), high - high.signum())
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

pub struct Tree<G: Evaluated> {
    pub nodes: Vec<Node<G::Move>>,
    /// What is being proved.
    question: Question,
    moves: Vec<(i32, G::Move)>,
    generated: Vec<G::Move>,
}

impl<G: Evaluated> Tree<G> {
    /// A tree of one position that has a legal move.
    pub fn new(root: &G) -> Self {
        let mut generated = Vec::new();
        root.moves(&mut generated);
        let nodes = vec![Node::new(generated[0], 1.0, root.player(), None)];
        let mut tree = Tree { nodes, question: Question::FIRST, moves: Vec::new(), generated };
        tree.expand(0, &mut root.clone());
        tree.settle(0);
        tree
    }

    pub fn children(&self, at: usize) -> std::ops::Range<usize> {
        let Node { children, .. } = &self.nodes[at];
        children.start as usize..children.end as usize
    }

    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    pub fn fullness_permille(&self) -> usize {
        (self.nodes.len() * 1000 / MOST_NODES).min(1000)
    }

    /// Adds the positions after each move, the likeliest first, with what their boards show.
    pub fn expand(&mut self, at: usize, position: &mut G) {
        self.generated.clear();
        position.moves(&mut self.generated);
        self.moves.clear();
        for &played in &self.generated {
            let bonus = if position.is_noisy(played) { NOISY_BONUS } else { 0 };
            self.moves.push((position.promise(played) + bonus, played));
        }
        self.moves.sort_by_key(|&(promise, _)| -promise);
        let first = self.nodes.len();
        let mut total = 0.0;
        for &(promise, played) in &self.moves {
            let prior = (promise as f32 / PRIOR_SCALE).exp();
            total += prior;
            let undo = position.play(played);
            let stuck = || position.stuck().filter(|_| position.count_moves() == 0).map(Some);
            let end = position.ended().or_else(stuck);
            self.nodes.push(Node::new(played, prior, position.player(), end));
            position.undo(played, undo);
        }
        for child in &mut self.nodes[first..] {
            child.prior /= total;
        }
        self.nodes[at].children = first as u32..self.nodes.len() as u32;
    }

    /// A position is worth what the best of its moves is worth.
    pub fn settle(&mut self, at: usize) {
        let player = self.nodes[at].player;
        let children = self.children(at);
        if children.is_empty() {
            return;
        }
        let bounds = self.nodes[children].iter().map(|child| child.bounds_above(player));
        let (low, high) = bounds.fold((-WIN, -WIN), |(low, high), (one, two)| (low.max(one), high.max(two)));
        (self.nodes[at].low, self.nodes[at].high) = (low, high);
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
            at = self.most_proving(at, left);
            position.play(self.nodes[at].played);
            left -= 1;
            path.push(at);
        }
        if self.nodes[at].children.is_empty() {
            self.expand(at, &mut position);
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
