//! Monte-Carlo tree search: the tree grows where it promises most. Leaves are judged by the evaluation once quiet, moves
//! are tried in proportion to a prior from the move ordering, and what is proved needs no more visits.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::alphabeta::{Searcher, Task};
use super::{Line, Report, Shared, Value, WIN, settled, win_distance};
use crate::evaluation::Evaluated;

/// How strongly moves with few visits are tried.
const CURIOSITY: f64 = 1.4;

/// Hundredths of a point that turn an even game into a clearly better one (tanh 1 = 0.76).
const SWING: f64 = 300.0;

/// Promise of a move in the ordering that makes it e times as likely.
const PRIOR_SCALE: f64 = 250.0;

/// A noisy move is so much more likely than its promise says.
const NOISY_BONUS: i32 = 400;

/// The tree stops growing here; its leaves are judged on.
const MOST_NODES: usize = 8_000_000;

/// Playouts between two reports.
const PLAYOUTS_BETWEEN_REPORTS: u64 = 20_000;

/// A position in the tree, reached by a move from its parent.
struct Node<M> {
    played: M,
    prior: f32,
    visits: u32,
    /// The sum of all results below, for player 0, each from -1 to 1.
    sum: f64,
    /// The value for the player who moves here, counted in plies from here, once nothing can change it.
    proved: Option<Value>,
    /// Whose move it is here.
    player: u8,
    children: std::ops::Range<u32>,
}

/// Searches a position that has a legal move; `tell` hears of the best line now and then.
pub fn search<G: Evaluated>(position: &G, task: &Task<'_>, mut tell: impl FnMut(&Report<G::Move>)) -> Report<G::Move> {
    let shared = Shared { stop: task.stop, nodes: AtomicU64::new(0), begun: Instant::now(), limits: &task.limits };
    let mut tree = Tree { nodes: Vec::new(), judge: Searcher::new(position, task, &shared), moves: Vec::new() };
    let mut moves = Vec::new();
    position.moves(&mut moves);
    tree.nodes.push(Node::new(moves[0], 1.0, position.player()));
    let mut playouts = 0;
    let mut next_report = 1_000;
    let report = |tree: &Tree<'_, G>, playouts: u64| {
        let lines = tree.lines(task.lines.max(1));
        Report {
            depth: lines[0].moves.len() as u32,
            nodes: shared.nodes.load(Relaxed),
            seconds: shared.begun.elapsed().as_secs_f64(),
            table_permille: (tree.nodes.len() * 1000 / MOST_NODES).min(1000),
            lines,
            playouts,
        }
    };
    while tree.playout(position).is_some() && tree.nodes[0].proved.is_none() {
        playouts += 1;
        let soft = task.limits.soft.is_some_and(|most| playouts % 64 == 0 && shared.begun.elapsed() >= most);
        let deep_enough = task.limits.depth.is_some_and(|most| playouts > 1 << most.min(40));
        let forced = moves.len() == 1 && task.limits.is_timed();
        if forced || soft || deep_enough || task.limits.nodes.is_some_and(|most| playouts >= most) {
            break;
        }
        if playouts >= next_report {
            next_report = playouts + PLAYOUTS_BETWEEN_REPORTS;
            tell(&report(&tree, playouts));
        }
    }
    let mut last = report(&tree, playouts);
    if let Some(plies) = tree.nodes[0].proved.and_then(win_distance)
        && let Some(exact) = tree.judge.exact(position, plies.abs())
    {
        // The tree proves a win by the first way it finds; the distance is that of the shortest.
        last.lines.retain(|line| line.moves[0] != exact.moves[0]);
        last.lines.insert(0, exact);
        last.lines.truncate(task.lines.max(1));
    }
    tell(&last);
    last
}

impl<M> Node<M> {
    fn new(played: M, prior: f32, player: usize) -> Self {
        Node { played, prior, visits: 0, sum: 0.0, proved: None, player: player as u8, children: 0..0 }
    }

    /// The mean result for a player.
    fn mean(&self, player: u8) -> f64 {
        let mean = self.sum / f64::from(self.visits.max(1));
        if player == 0 { mean } else { -mean }
    }

    /// The proved value for a player, one ply further away.
    fn proved_above(&self, player: u8) -> Option<Value> {
        let value = self.proved?;
        let value = if self.player == player { value } else { -value };
        Some(value - value.signum())
    }
}

struct Tree<'s, G: Evaluated> {
    nodes: Vec<Node<G::Move>>,
    judge: Searcher<'s, G>,
    moves: Vec<G::Move>,
}

impl<G: Evaluated> Tree<'_, G> {
    /// Goes down the tree, adds a leaf, and takes its value back up; `None` when it is time to stop.
    fn playout(&mut self, root: &G) -> Option<()> {
        let mut position = root.clone();
        let mut path = vec![0];
        loop {
            let at = *path.last().expect("a path begins at the root");
            if self.nodes[at].children.is_empty() {
                break;
            }
            let child = self.choose(at);
            position.play(self.nodes[child].played);
            path.push(child);
            if self.nodes[child].proved.is_some() {
                break;
            }
        }
        let leaf = *path.last().expect("a path begins at the root");
        let result = self.visit(leaf, &position)?;
        for &at in path.iter().rev() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += result;
            if at != leaf {
                self.settle(at);
            }
        }
        Some(())
    }

    /// The result of a leaf for player 0; its children are added unless it is proved.
    fn visit(&mut self, leaf: usize, position: &G) -> Option<f64> {
        let player = position.player();
        if self.nodes[leaf].proved.is_none() {
            if let Some(winner) = position.ended() {
                self.nodes[leaf].proved = Some(settled(winner, player, 0));
            } else if self.nodes.len() < MOST_NODES {
                self.expand(leaf, position);
            }
        }
        let value = match self.nodes[leaf].proved {
            Some(value) => f64::from(value.signum()),
            None => (f64::from(self.judge.quiet_value(position)?) / SWING).tanh(),
        };
        Some(if player == 0 { value } else { -value })
    }

    fn expand(&mut self, leaf: usize, position: &G) {
        self.moves.clear();
        position.moves(&mut self.moves);
        if self.moves.is_empty() {
            self.nodes[leaf].proved = Some(settled(position.stuck(), position.player(), 0));
            return;
        }
        let first = self.nodes.len();
        let mut total = 0.0;
        for &played in &self.moves {
            let bonus = if position.is_noisy(played) { NOISY_BONUS } else { 0 };
            let prior = (f64::from(position.promise(played) + bonus) / PRIOR_SCALE).exp();
            total += prior;
            let mut after = position.clone();
            after.play(played);
            self.nodes.push(Node::new(played, prior as f32, after.player()));
        }
        for child in &mut self.nodes[first..] {
            child.prior /= total as f32;
        }
        self.nodes[leaf].children = first as u32..self.nodes.len() as u32;
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let Node { children, .. } = &self.nodes[at];
        children.start as usize..children.end as usize
    }

    /// The child with the best mean plus what its prior and its few visits leave to hope for.
    fn choose(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let reach = CURIOSITY * f64::from(parent.visits.max(1)).sqrt();
        let fallback = parent.mean(parent.player) - 0.2;
        let hope = |child: &Node<G::Move>| {
            let mean = match child.proved_above(parent.player) {
                Some(value) => f64::from(value.signum()) * 2.0,
                None if child.visits == 0 => fallback,
                None => child.mean(parent.player),
            };
            mean + reach * f64::from(child.prior) / f64::from(1 + child.visits)
        };
        // What is proved to lose is not visited again while there is anything else.
        let open = self.children(at).filter(|&child| self.nodes[child].proved.is_none());
        open.max_by(|&a, &b| hope(&self.nodes[a]).total_cmp(&hope(&self.nodes[b]))).unwrap_or(self.children(at).start)
    }

    /// A node is proved by one winning child, or by all children together.
    fn settle(&mut self, at: usize) {
        let player = self.nodes[at].player;
        let mut best: Option<Value> = None;
        let mut open = false;
        for child in self.children(at) {
            match self.nodes[child].proved_above(player) {
                Some(value) => best = Some(best.map_or(value, |best| best.max(value))),
                None => open = true,
            }
        }
        if let Some(best) = best
            && (best > 0 || !open)
        {
            self.nodes[at].proved = Some(best);
        }
    }

    /// The most visited moves at the root with the lines below them; proved wins come first, proved losses last.
    fn lines(&self, most: usize) -> Vec<Line<G::Move>> {
        let root = &self.nodes[0];
        let mut children: Vec<usize> = self.children(0).collect();
        if children.is_empty() {
            return vec![Line { value: 0, moves: vec![root.played] }];
        }
        children.sort_by_key(|&child| std::cmp::Reverse(self.rank(child, root.player)));
        children.iter().take(most).map(|&child| self.line(child, root.player)).collect()
    }

    fn rank(&self, child: usize, player: u8) -> (Value, u32) {
        let node = &self.nodes[child];
        (node.proved_above(player).unwrap_or(0), node.visits)
    }

    fn line(&self, child: usize, player: u8) -> Line<G::Move> {
        let node = &self.nodes[child];
        let mean = node.mean(player).clamp(-0.999, 0.999);
        let value = node.proved_above(player).unwrap_or((mean.atanh() * SWING) as Value);
        let mut moves = vec![node.played];
        let mut at = child;
        while let Some(next) = self.children(at).max_by_key(|&next| self.rank(next, self.nodes[at].player)) {
            if self.nodes[next].visits == 0 && self.nodes[next].proved.is_none() {
                break;
            }
            moves.push(self.nodes[next].played);
            at = next;
        }
        Line { value: value.clamp(-WIN, WIN), moves }
    }
}
