//! The tree of the last search: the next one goes on with what is still ahead.

use std::ops::Range;

use super::followers::Followers;
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
    followers: Followers,
}

impl<G: Evaluated> Kept<G> {
    pub fn new(root: &G, weights: &Weights, tree: Tree<'_, G>) -> Self {
        let Tree { nodes, followers, .. } = tree;
        Kept { root: root.clone(), weights: weights.clone(), nodes, followers }
    }

    /// What the tree knows of a position, as the parts of a tree of its own; `None` where it never came.
    pub fn below(self, position: &G, weights: &Weights) -> Option<(Vec<Node<G::Move>>, Followers)> {
        if self.weights != *weights {
            return None;
        }
        let (root, plies) = self.find(position)?;
        let mut nodes = vec![self.nodes[root].forgetting()];
        // Where the children that began at each place begin now, if they are copied: some have several parents.
        let mut begins = vec![0; self.nodes.len()];
        let moved = |begins: &[u32], children: &Range<u32>| match begins[children.start as usize] {
            0 => 0..0,
            begin => begin..begin + children.len() as u32,
        };
        let mut at = 0;
        while at < nodes.len() {
            let children = nodes[at].children.clone();
            if !children.is_empty() && nodes.len() < MOST_NODES && begins[children.start as usize] == 0 {
                begins[children.start as usize] = nodes.len() as u32;
                nodes.extend(self.nodes[nodes[at].children()].iter().map(Node::forgetting));
            }
            nodes[at].children = moved(&begins, &children);
            at += 1;
        }
        Some((nodes, self.followers.below(plies, |children| moved(&begins, children))))
    }

    /// The node of a position, and its plies from the root.
    fn find(&self, wanted: &G) -> Option<(usize, usize)> {
        let enough = self.nodes[0].visits / LEAST_SHARE;
        let mut ahead = vec![(0, self.root.clone())];
        for plies in 0..=MOST_PLIES {
            if let Some((at, _)) = ahead.iter().find(|(_, position)| position == wanted) {
                return Some((*at, plies));
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
