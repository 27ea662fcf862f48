//! Monte-Carlo tree search: the tree grows where it promises most. Leaves are judged by the evaluation once quiet, and
//! moves are tried in proportion to a prior from the move ordering and the evaluation at once after them.
//!
//! In between the same tree is used to prove a win within ever more plies for either player. So a forced win is found
//! with its exact distance, however good other moves look.
//!
//! At the end alpha-beta looks again at what the tree has chosen.

use std::sync::atomic::Ordering::Relaxed;

use super::alphabeta::{self, Searcher, Task};
use super::kept::Kept;
use super::tree::{Node, Tree, result, value};
use super::{Limits, Line, Report, Shared, Value, WIN_AT_ALL, win_distance};
use crate::evaluation::Evaluated;
use crate::game::outcome;

/// How strongly moves with few visits are tried.
const CURIOSITY: f64 = 1.7;

/// How much worse than its parent a move is taken to be before its first visit, apart from how it looks.
const CAUTION: f64 = 0.2;

/// Of so many steps one tries to prove something.
const STEPS_BETWEEN_PROOFS: u64 = 8;

/// Playouts between two reports.
const PLAYOUTS_BETWEEN_REPORTS: u64 = 20_000;

/// The share of its limits that a search keeps for a second look at what the tree has chosen.
const SECOND_LOOK: f64 = 0.3;

/// A move is an oversight if another one is better by so many hundredths of a point.
const OVERSIGHT: Value = 30;

/// Searches a position that has a legal move; `tell` hears of the best line now and then.
pub fn search<G: Evaluated>(position: &G, task: &Task<'_>, mut tell: impl FnMut(&Report<G::Move>)) -> Report<G::Move> {
    let Some((growing, looking)) = task.limits.split(SECOND_LOOK) else { return grow(position, task, tell) };
    let mut report = grow(position, &Task { limits: growing, ..*task }, &mut tell);
    if win_distance(report.lines[0].value).is_none() && position.count_moves() > 1 {
        look_again(position, &Task { limits: looking, ..*task }, &mut report);
        tell(&report);
    }
    report
}

/// A tree may go past what a few moves force. Where alpha-beta finds a better move than the chosen one, it comes first.
fn look_again<G: Evaluated>(position: &G, task: &Task<'_>, report: &mut Report<G::Move>) {
    let Some((first, second)) = task.limits.split(0.5) else { return };
    let mut look = |position: &G, limits: Limits| {
        let found = alphabeta::search(position, &Task { limits, lines: 1, ..*task }, |_| ());
        report.nodes += found.nodes;
        report.seconds += found.seconds;
        found.lines.into_iter().next().filter(|_| found.depth > 0)
    };
    let Some(best) = look(position, first) else { return };
    let chosen = report.lines[0].moves[0];
    let mut after = position.clone();
    after.play(chosen);
    if best.moves[0] == chosen || outcome(&after).is_some() {
        return;
    }
    let Some(mut refuted) = look(&after, second) else { return };
    if after.player() != position.player() {
        refuted.value = -refuted.value;
    }
    if best.value > refuted.value + OVERSIGHT {
        let many = report.lines.len();
        refuted.moves.insert(0, chosen);
        report.lines[0] = refuted;
        report.lines.retain(|line| line.moves[0] != best.moves[0]);
        report.lines.insert(0, best);
        report.lines.truncate(many);
    }
}

/// Grows the tree.
fn grow<G: Evaluated>(position: &G, task: &Task<'_>, mut tell: impl FnMut(&Report<G::Move>)) -> Report<G::Move> {
    let shared = Shared::new(task.stop, &task.limits);
    let judge = Searcher::new(position, task, &shared);
    let known = task.table.recall().and_then(|kept: Kept<G>| kept.below(position, task.weights));
    let mut search = Search { tree: Tree::new(position, task.weights, known), judge, path: Vec::new() };
    let forced = search.tree.children(0).len() == 1 && task.limits.is_timed();
    let report = |search: &mut Search<'_, G>, playouts: u64| {
        let lines = search.lines(task.lines.max(1));
        Report {
            depth: lines[0].moves.len() as u32,
            nodes: shared.nodes.load(Relaxed) + search.judge.untold(),
            seconds: shared.begun.elapsed().as_secs_f64(),
            table_permille: search.tree.fullness_permille(),
            lines,
            playouts,
        }
    };
    let mut playouts = 0;
    let mut next_report = 1_000;
    for step in 1u64.. {
        if search.tree.nodes[0].proved().is_some() || forced && playouts > 0 {
            break;
        }
        if step % STEPS_BETWEEN_PROOFS == 0 && search.tree.can_prove_more() {
            if !search.judge.count_node() {
                break;
            }
            search.tree.prove(position, &mut search.path);
            continue;
        }
        if search.playout(position).is_none() {
            break;
        }
        playouts += 1;
        let soft = task.limits.soft.is_some_and(|most| playouts % 64 == 0 && shared.begun.elapsed() >= most);
        let deep_enough = task.limits.depth.is_some_and(|most| playouts > 1 << most.min(40));
        if soft || deep_enough {
            break;
        }
        if playouts >= next_report {
            next_report = playouts + PLAYOUTS_BETWEEN_REPORTS;
            tell(&report(&mut search, playouts));
        }
    }
    let last = report(&mut search, playouts);
    tell(&last);
    task.table.keep(Kept::new(position, task.weights, search.tree));
    last
}

struct Search<'s, G: Evaluated> {
    tree: Tree<'s, G>,
    judge: Searcher<'s, G>,
    /// From the root to where the search is.
    path: Vec<usize>,
}

impl<G: Evaluated> Search<'_, G> {
    /// Goes down the tree to a position it has not judged, and takes its value back up; `None` when it is time to stop.
    fn playout(&mut self, root: &G) -> Option<()> {
        let mut position = root.clone();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while self.tree.nodes[at].visits > 0 && self.tree.nodes[at].proved().is_none() {
            if self.tree.children(at).is_empty() {
                if self.tree.is_full() {
                    break;
                }
                self.tree.expand(at, self.path.len() - 1, &mut position);
                continue;
            }
            at = self.choose(at);
            position.play(self.tree.nodes[at].played);
            self.path.push(at);
        }
        let value = match self.tree.nodes[at].proved() {
            Some(value) => value,
            None => self.judge.quiet_value(&position)?,
        };
        let result = if position.player() == 0 { result(value) } else { -result(value) };
        for (above, &at) in self.path.iter().rev().enumerate() {
            self.tree.nodes[at].visits += 1;
            self.tree.nodes[at].sum += result;
            if above > 0 {
                self.tree.settle(at);
            }
        }
        Some(())
    }

    /// The child with the best mean plus what its prior and its few visits leave to hope for, of those that may still
    /// be better than what is proved.
    fn choose(&self, at: usize) -> usize {
        let parent = &self.tree.nodes[at];
        // Others may have come to these children by another way, too.
        let visits: u32 = self.tree.nodes[self.tree.children(at)].iter().map(|child| child.visits).sum();
        let reach = CURIOSITY * f64::from(visits + 1).sqrt();
        let expected = parent.mean(parent.player) - CAUTION;
        let hope = |child: &Node<G::Move>| {
            let mean = match child.visits {
                0 => (expected + f64::from(child.guess)) / 2.0,
                _ => child.mean(parent.player),
            };
            mean + reach * f64::from(child.prior) / f64::from(1 + child.visits)
        };
        let may_be_better = |child: &Node<G::Move>| child.bounds_above(parent.player).1 > parent.low;
        let open = self.tree.children(at).filter(|&child| may_be_better(&self.tree.nodes[child]));
        open.map(|child| (hope(&self.tree.nodes[child]), child))
            .max_by(|one, two| one.0.total_cmp(&two.0))
            .map_or(self.tree.children(at).start, |(_, child)| child)
    }

    /// The most visited moves at the root with the lines below them; proved wins come first, proved losses last.
    fn lines(&self, most: usize) -> Vec<Line<G::Move>> {
        let mut children: Vec<usize> = self.tree.children(0).collect();
        children.sort_by_key(|&child| std::cmp::Reverse(self.rank(0, child)));
        children.iter().take(most).map(|&child| self.line(child)).collect()
    }

    /// What is known of a move for the player who makes it: a win or loss, what it is worth where nothing can be better any
    /// more, and how often it was tried.
    fn rank(&self, parent: usize, child: usize) -> (Value, Value, u32) {
        let (parent, node) = (&self.tree.nodes[parent], &self.tree.nodes[child]);
        match node.bounds_above(parent.player) {
            (low @ WIN_AT_ALL.., _) => (low, low, node.visits),
            (low, high) if high <= -WIN_AT_ALL => (high, low, node.visits),
            (low, _) if parent.proved().is_some() => (0, low, node.visits),
            _ => (0, 0, node.visits),
        }
    }

    /// A move at the root with what is expected after it.
    fn line(&self, child: usize) -> Line<G::Move> {
        let (player, node) = (self.tree.nodes[0].player, &self.tree.nodes[child]);
        let value = match node.bounds_above(player) {
            (low, high) if low == high || low >= WIN_AT_ALL => low,
            (_, high) if high <= -WIN_AT_ALL => high,
            _ => value(node.mean(player)),
        };
        let mut moves = vec![node.played];
        let mut at = child;
        while let Some(next) = self.tree.children(at).max_by_key(|&next| self.rank(at, next)) {
            if self.tree.nodes[next].visits == 0 && self.tree.nodes[next].proved().is_none() {
                break;
            }
            moves.push(self.tree.nodes[next].played);
            at = next;
        }
        Line { value, moves }
    }
}
