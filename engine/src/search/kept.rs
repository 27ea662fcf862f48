//! The tree of the last search: the next one goes on with what is still ahead.

use super::tree::{Node, Tree};
use crate::evaluation::{Evaluated, Weights};

/// So many plies after the last search the next may come: a player's own move, and as many of the other.
const MOST_PLIES: usize = 3;

/// Moves that had less than this share of the visits are not worth looking for.
const LEAST_SHARE: u32 = 200;

/// No more is kept, the first plies first: copying takes time from the search.
const MOST_NODES: usize = 500_000;

/// A tree without its search.
pub struct Kept<G: Evaluated> {
    root: G,
    weights: Weights,
    nodes: Vec<Node<G::Move>>,
}

impl<G: Evaluated> Kept<G> {
    pub fn new(root: &G, weights: &Weights, tree: Tree<'_, G>) -> Self {
        Kept { root: root.clone(), weights: weights.clone(), nodes: tree.nodes }
    }

    /// What the tree knows of a position, as the nodes of a tree of its own; `None` where it never came.
    pub fn below(self, position: &G, weights: &Weights) -> Option<Vec<Node<G::Move>>> {
        if self.weights != *weights {
            return None;
        }
        let mut nodes = vec![self.nodes[self.find(position)?].forgetting()];
        let mut at = 0;
        while at < nodes.len() {
            let (first, children) = (nodes.len() as u32, nodes[at].children());
            if !children.is_empty() && nodes.len() < MOST_NODES {
                nodes.extend(self.nodes[children].iter().map(Node::forgetting));
            }
            nodes[at].children = first..nodes.len() as u32;
            at += 1;
        }
        Some(nodes)
    }

    fn find(&self, wanted: &G) -> Option<usize> {
        let enough = self.nodes[0].visits / LEAST_SHARE;
        let mut ahead = vec![(0, self.root.clone())];
        for _ in 0..=MOST_PLIES {
            if let Some((at, _)) = ahead.iter().find(|(_, position)| position == wanted) {
                return Some(*at);
            }
            let mut further = Vec::new();
            for (at, position) in ahead {
                for child in self.nodes[at].children().filter(|&child| self.nodes[child].visits > enough) {
                    let mut after = position.clone();
                    after.play(self.nodes[child].played);
                    further.push((child, after));
                }
            }
            ahead = further;
        }
        None
    }
}
