//! A search ends soon after its limit, told in nodes: what a machine makes of them in time is its own affair.

use std::sync::atomic::{AtomicBool, Ordering};

use plyboard_engine::evaluation::Evaluated;
use plyboard_engine::registry::{NAMES, Visitor, parse, start};
use plyboard_engine::search::alphabeta::{self, Task};
use plyboard_engine::search::table::Table;
use plyboard_engine::search::{Limits, Report, mcts};

/// A millisecond, where a node takes a microsecond.
const SOON: u64 = 1000;

/// How many nodes a search has looked at when it hears the first report that comes after so many, and when it ends.
struct Searched {
    is_mcts: bool,
    limits: Limits,
    stop_after: u64,
}

impl Visitor for Searched {
    type Output = (u64, u64);

    fn visit<G: Evaluated>(self, position: G) -> (u64, u64) {
        let (weights, table, stop) =
            (vec![10; G::FEATURES.len()].into(), Table::new(1.0).unwrap(), AtomicBool::new(false));
        let task = Task::new(self.limits, &weights, &table, &stop);
        let mut heard = u64::MAX;
        let tell = |report: &Report<G::Move>| {
            if report.nodes >= self.stop_after {
                heard = heard.min(report.nodes);
                stop.store(true, Ordering::Relaxed);
            }
        };
        let last = match self.is_mcts {
            true => mcts::search(&position, &task, tell),
            false => alphabeta::search(&position, &task, tell),
        };
        (heard, last.nodes)
    }
}

fn searched(game: &str, is_mcts: bool, limits: Limits, stop_after: u64) -> (u64, u64) {
    parse(game, start(game).unwrap(), Searched { is_mcts, limits, stop_after }).unwrap()
}

#[test]
fn stop_is_heard_at_once() {
    for game in NAMES {
        for is_mcts in [false, true] {
            let (heard, last) = searched(game, is_mcts, Limits::default(), 5_000);
            assert!(last - heard <= SOON, "{game}: stopped at {heard}, ended at {last}");
        }
    }
}

#[test]
fn no_node_is_spent_that_was_not_given() {
    for game in NAMES {
        for is_mcts in [false, true] {
            for nodes in [1, 100, 12_345] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let (_, last) = searched(game, is_mcts, limits, u64::MAX);
                assert!(last <= nodes, "{game}: {last} of {nodes}");
            }
        }
    }
}
