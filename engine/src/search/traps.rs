//! Alpha-beta that sets traps: of the moves that are about as good as the best one, it plays the one after which somebody
//! who looks less far goes most wrong.
//!
//! Where good players draw, many moves are equally good, and whoever takes any of them waits for a mistake. So the other is
//! taken for a player of few plies, who looks at every move and judges by the features alone. What that player will do is
//! worked out, two turns ahead, and a deep look tells what it is worth.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use super::alphabeta::{self, Task};
use super::plain::Plain;
use super::table::Table;
use super::{Line, Report, Shared, Value, WIN_AT_ALL, settled};
use crate::evaluation::{Evaluated, Weights};
use crate::game::outcome;

/// The share of its limits that a search keeps for traps.
const HUNT: f64 = 0.8;

/// So many moves are looked at, if they are so many hundredths of a point behind the best at most.
const CANDIDATES: usize = 4;
const BEHIND: Value = 50;

/// How many plies the other looks ahead, and how many of the other's turns are foreseen.
const PLIES: usize = 8;
const TURNS: u32 = 2;

/// What comes of a trap is looked at with one node for so many of the search before.
const LESS_NODES: u64 = 6;

/// The sizes of their tables, in megabytes.
const SHORT_TABLE: f64 = 8.0;
const OTHER_TABLE: f64 = 16.0;

/// What is known of the traps so far: the next move finds much of it again.
struct Found<G: Evaluated> {
    weights: Weights,
    /// By the short looks at what comes of a trap.
    short: Table,
    /// By the other.
    other: Table,
    /// What the other plays in a position, by its key.
    answers: HashMap<u64, G::Move>,
}

impl<G: Evaluated> Found<G> {
    fn new(weights: &Weights) -> Option<Self> {
        let (short, other) = (Table::new(SHORT_TABLE).ok()?, Table::new(OTHER_TABLE).ok()?);
        Some(Found { weights: weights.clone(), short, other, answers: HashMap::new() })
    }
}

/// Searches a position that has a legal move; `tell` hears of every finished depth, and of the move that is chosen.
///
/// Who wants to hear of several lines, or sets no limit, wants to know what is best, and is told that.
pub fn search<G: Evaluated>(position: &G, task: &Task<'_>, mut tell: impl FnMut(&Report<G::Move>)) -> Report<G::Move> {
    let Some((looking, hunting)) = task.limits.split(HUNT).filter(|_| task.lines <= 1) else {
        return alphabeta::search(position, task, tell);
    };
    let look = Task { limits: looking, lines: CANDIDATES, ..*task };
    let mut report = alphabeta::search(position, &look, |report| {
        tell(&Report { lines: report.lines[..1].to_vec(), ..report.clone() });
    });
    if report.lines[0].value.abs() >= WIN_AT_ALL {
        return prove(position, &Task { limits: hunting, ..*task }, &report, tell);
    }
    let shared = Shared::new(task.stop, &hunting);
    let kept = task.table.recall().filter(|found: &Found<G>| found.weights == *task.weights);
    if let Some(mut found) = kept.or_else(|| Found::new(task.weights)) {
        let mut hunt = Hunt {
            task,
            shared: &shared,
            nodes: report.nodes / LESS_NODES,
            table: &found.short,
            other: Plain::new(task.weights, &found.other, &shared),
            answers: &mut found.answers,
            over: false,
        };
        if let Some((chosen, _)) = hunt.best(position, &report.lines, TURNS) {
            report.lines.swap(0, chosen);
        }
        task.table.keep(found);
    }
    report.lines.truncate(1);
    report.nodes += shared.nodes.load(Relaxed);
    report.seconds += shared.begun.elapsed().as_secs_f64();
    tell(&report);
    report
}

/// The rest of a search in which the game is decided: how soon it is over is told by a search for one line alone.
fn prove<G: Evaluated>(
    position: &G,
    task: &Task<'_>,
    before: &Report<G::Move>,
    mut tell: impl FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let (nodes, seconds) = (before.nodes, before.seconds);
    let added = |report: &Report<G::Move>| Report {
        nodes: report.nodes + nodes,
        seconds: report.seconds + seconds,
        ..report.clone()
    };
    added(&alphabeta::search(position, task, |report| tell(&added(report))))
}

struct Hunt<'h, G: Evaluated> {
    task: &'h Task<'h>,
    shared: &'h Shared<'h>,
    /// For a look at what comes of a trap.
    nodes: u64,
    table: &'h Table,
    /// The player for whom the traps are set.
    other: Plain<'h, G>,
    answers: &'h mut HashMap<u64, G::Move>,
    /// Whether it is time to stop: then what was looked at last counts nothing.
    over: bool,
}

impl<G: Evaluated> Hunt<'_, G> {
    /// Which of the lines from a position is worth most if the other does as foreseen, and how much.
    fn best(&mut self, position: &G, lines: &[Line<G::Move>], turns: u32) -> Option<(usize, Value)> {
        let best = lines[0].value;
        if turns == 0 || lines.len() == 1 || best.abs() >= WIN_AT_ALL {
            return Some((0, best));
        }
        let mut chosen: Option<(usize, Value)> = None;
        let mut met = Vec::new();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.value >= best - BEHIND) {
            let Some(after) = turn(position, line) else { continue };
            if met.contains(&after.key()) {
                continue; // The same moves in another order.
            }
            met.push(after.key());
            let value = self.foreseen(after, position.player(), turns);
            if self.over {
                break;
            }
            if chosen.is_none_or(|(_, most)| value > most) {
                chosen = Some((number, value));
            }
        }
        chosen
    }

    /// What a position after a player's turn is worth to that player if the other does as foreseen.
    fn foreseen(&mut self, mut position: G, player: usize, turns: u32) -> Value {
        while position.player() != player && outcome(&position).is_none() {
            let Some(answer) = self.answer(&position) else {
                self.over = true;
                return 0;
            };
            position.play(answer);
        }
        if let Some(end) = outcome(&position) {
            return settled(end.winner, player, 0);
        }
        let lines = self.lines(&position, if turns > 1 { CANDIDATES } else { 1 });
        self.best(&position, &lines, turns - 1).map_or(0, |(_, value)| value)
    }

    /// What the other plays; `None` when it is time to stop.
    fn answer(&mut self, position: &G) -> Option<G::Move> {
        if let Some(&known) = self.answers.get(&position.key()) {
            return Some(known);
        }
        let answer = self.other.choose(position, PLIES)?;
        self.answers.insert(position.key(), answer);
        Some(answer)
    }

    /// A short look for the best lines.
    fn lines(&mut self, position: &G, lines: usize) -> Vec<Line<G::Move>> {
        let task = Task { limits: self.shared.part(self.nodes), lines, threads: 1, table: self.table, ..*self.task };
        let report = alphabeta::search(position, &task, |_| ());
        self.over |= self.shared.spend(report.nodes).is_none();
        report.lines
    }
}

/// The position after a player's whole turn, as a line begins with it; `None` if it ends before.
fn turn<G: Evaluated>(position: &G, line: &Line<G::Move>) -> Option<G> {
    let mut after = position.clone();
    for &played in &line.moves {
        after.play(played);
        if after.player() != position.player() || outcome(&after).is_some() {
            return Some(after);
        }
    }
    None
}
