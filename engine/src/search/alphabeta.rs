//! Alpha-beta done right: iterative deepening over a principal variation search with a transposition table.
//!
//! Values are for the player to move at a node. A child is looked at from the other side only if the move passed the
//! turn: in Pincer a player moves twice, and nothing here counts on turns alternating.

use std::cmp::Reverse;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::thread;

use super::judgements::Judgements;
use super::table::{Bound, Known, NO_MOVE, Table};
use super::{Limits, Line, Report, Shared, Value, WIN, WIN_AT_ALL, settled, win_distance};
use crate::evaluation::{Evaluated, Weights};

/// The deepest search: not as far as the limits that the games leave out of their keys while they are far away.
pub(super) const DEEPEST: u32 = 60;

/// Longer than this no line gets, quiescence included.
const MOST_PLIES: usize = 250;

/// A proof has entries of its own in the table: it must not believe what a selective search left out.
const PROOF: u64 = 0x9e37_79b9_7f4a_7c15;

/// How far from the last depth's value the next is first expected.
const WINDOW: Value = 40;

/// So many moves are each looked for among all that are left; then the others are sorted.
const SELECTED: usize = 8;

/// Everything a search needs to be told.
pub struct Task<'t> {
    pub limits: Limits,
    pub weights: &'t Weights,
    pub threads: usize,
    /// How many lines to report.
    pub lines: usize,
    pub table: &'t Table,
    pub stop: &'t AtomicBool,
    /// How many moves in a thousand are overlooked, as people do: the same ones again in the same position.
    pub overlook: u32,
}

impl<'t> Task<'t> {
    /// One line in one thread, with open eyes.
    pub fn new(limits: Limits, weights: &'t Weights, table: &'t Table, stop: &'t AtomicBool) -> Self {
        Task { limits, weights, threads: 1, lines: 1, table, stop, overlook: 0 }
    }
}

/// Searches a position that has a legal move; `tell` hears of every finished depth.
pub fn search<G: Evaluated>(position: &G, task: &Task<'_>, mut tell: impl FnMut(&Report<G::Move>)) -> Report<G::Move> {
    task.table.grow_older();
    let shared = Shared::new(task.stop, &task.limits);
    thread::scope(|scope| {
        for number in 1..task.threads {
            let shared = &shared;
            scope.spawn(move || Searcher::new(position, task, shared).deepen(number, |_| ()));
        }
        let report = Searcher::new(position, task, &shared).deepen(0, &mut tell);
        shared.end();
        report
    })
}

/// A move on its way through the ordering.
#[derive(Clone, Copy)]
struct Candidate<M> {
    /// The promise above the place in the game's order, of which the first counts most: a single number to compare.
    rank: u64,
    played: M,
}

impl<M> Candidate<M> {
    fn new(promise: i32, place: u16, played: M) -> Self {
        let promise = promise.wrapping_sub(i32::MIN) as u32;
        Candidate { rank: u64::from(promise) << 16 | u64::from(!place), played }
    }

    fn place(&self) -> u16 {
        !self.rank as u16
    }
}

/// One thread's search.
pub(super) struct Searcher<'s, G: Evaluated> {
    position: G,
    task: &'s Task<'s>,
    shared: &'s Shared<'s>,
    /// Nodes since the common count was last told, and after how many it is told again.
    nodes: u64,
    tell_after: u64,
    stopped: bool,
    /// Off when a win distance is to be proved: then every move is looked at to the full depth.
    selective: bool,
    /// Root moves that a better line of several has taken.
    taken: Vec<G::Move>,
    /// The best root move so far. It is looked at first: whatever a search that is cut off found better, is better than it.
    favourite: Option<G::Move>,
    lists: Vec<Vec<Candidate<G::Move>>>,
    generated: Vec<G::Move>,
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often a quiet move refuted, for each player, by the game's slot for it.
    history: [Vec<i32>; 2],
    /// The quiet move that last refuted the move in a slot.
    replies: Vec<Option<G::Move>>,
    judgements: Judgements,
    /// What player 0 has, as the evaluation says, at each ply of the line that is looked at.
    outlooks: Vec<Value>,
    /// The principal variation from each ply, a triangle.
    lines: Vec<Vec<G::Move>>,
}

impl<'s, G: Evaluated> Searcher<'s, G> {
    pub(super) fn new(position: &G, task: &'s Task<'s>, shared: &'s Shared<'s>) -> Self {
        Searcher {
            position: position.clone(),
            task,
            shared,
            nodes: 0,
            tell_after: 1,
            stopped: false,
            selective: true,
            taken: Vec::new(),
            favourite: None,
            lists: (0..=MOST_PLIES).map(|_| Vec::new()).collect(),
            generated: Vec::with_capacity(256),
            killers: vec![[None; 2]; MOST_PLIES + 1],
            history: [vec![0; G::SLOTS], vec![0; G::SLOTS]],
            replies: vec![None; G::SLOTS],
            judgements: Judgements::new(task.limits.nodes),
            outlooks: vec![0; MOST_PLIES],
            lines: vec![Vec::new(); MOST_PLIES + 2],
        }
    }

    /// Iterative deepening. Threads other than the first run ahead by a depth every other time, so that they fill the
    /// table with what the first will need.
    fn deepen(&mut self, thread: usize, mut tell: impl FnMut(&Report<G::Move>)) -> Report<G::Move> {
        let any = self.any_line();
        let forced = self.generated.len() == 1 && self.task.limits.is_timed();
        let deepest = if forced { 1 } else { self.task.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) };
        let mut report = self.report(0, vec![any]);
        for depth in 1..=deepest {
            let ahead = i32::from(thread % 2 == 1 && depth < deepest);
            let lines = self.best_lines(depth as i32 + ahead, &report.lines);
            if lines.is_empty() {
                break;
            }
            let unfinished = self.stopped;
            report = self.report(depth, lines);
            if unfinished {
                report.depth -= 1;
                break;
            }
            let last = self.is_settled(&mut report, depth);
            if !last || thread == 0 {
                tell(&report);
            }
            if last || self.task.limits.soft.is_some_and(|most| self.shared.begun.elapsed() >= most) {
                break;
            }
        }
        self.shared.spend(std::mem::take(&mut self.nodes));
        self.report(report.depth, report.lines)
    }

    /// Before the first depth is finished any legal move must do.
    fn any_line(&mut self) -> Line<G::Move> {
        self.generated.clear();
        self.position.moves(&mut self.generated);
        Line { value: 0, moves: self.generated.first().copied().into_iter().collect() }
    }

    /// Whether a deeper search could change nothing: a win whose distance is proved. The proof goes to the end of the game,
    /// which the line that was found may leave to quiescence.
    fn is_settled(&mut self, report: &mut Report<G::Move>, depth: u32) -> bool {
        let exact = |line: &Line<G::Move>| win_distance(line.value).is_some_and(|n| n.unsigned_abs() <= depth);
        let settled = report.lines.iter().all(exact) && self.prove(report.lines[0].value);
        if settled && self.lines[0].len() > report.lines[0].moves.len() {
            report.lines[0].moves.clone_from(&self.lines[0]);
        }
        settled
    }

    /// Looks at every move to the depth of a win or loss that a selective search found: is it the shortest?
    fn prove(&mut self, value: Value) -> bool {
        let plies = WIN - value.abs();
        self.selective = false;
        self.taken.clear();
        let found = self.node(plies, value - 1, value + 1, 0, None);
        self.selective = true;
        !self.stopped && found == value
    }

    fn report(&self, depth: u32, lines: Vec<Line<G::Move>>) -> Report<G::Move> {
        Report {
            depth,
            nodes: self.shared.nodes.load(std::sync::atomic::Ordering::Relaxed) + self.nodes,
            seconds: self.shared.begun.elapsed().as_secs_f64(),
            table_permille: self.task.table.use_permille(),
            lines,
            playouts: 0,
        }
    }

    /// The best lines at a depth. A depth that was cut off still tells what it found better than the last one; nothing if it
    /// found nothing.
    fn best_lines(&mut self, depth: i32, before: &[Line<G::Move>]) -> Vec<Line<G::Move>> {
        self.taken.clear();
        let mut lines: Vec<Line<G::Move>> = Vec::new();
        for _ in 0..self.task.lines.max(1) {
            // The best of the last depth that no better line has taken: the order may have changed since.
            let last = before.iter().find(|line| !self.taken.contains(&line.moves[0]));
            let Some(line) = self.aspire(depth, last) else { break };
            self.taken.push(line.moves[0]);
            lines.push(line);
            if self.stopped {
                break;
            }
        }
        if self.stopped && lines.len() < before.len() {
            // What this depth did not reach is told as the last one found it.
            let missing =
                before.iter().filter(|line| !self.taken.contains(&line.moves[0])).take(before.len() - lines.len());
            lines.extend(missing.cloned());
        }
        lines.sort_by_key(|line| -line.value);
        lines
    }

    /// A search with a narrow window around the value found before, opened where the value falls outside. If it is cut off,
    /// it tells the last line that reached into a window: below it all lines are bounds, and none is known to be the best.
    fn aspire(&mut self, depth: i32, before: Option<&Line<G::Move>>) -> Option<Line<G::Move>> {
        let (mut low, mut high) = match before {
            Some(line) if depth >= 4 && line.value.abs() < WIN_AT_ALL => (line.value - WINDOW, line.value + WINDOW),
            _ => (-WIN, WIN),
        };
        self.favourite = before.map(|line| line.moves[0]);
        let mut best = None;
        let mut width = WINDOW;
        loop {
            let value = self.node(depth, low, high, 0, None);
            if let Some(&first) = self.lines[0].first() {
                self.favourite = Some(first);
                best = Some(Line { value, moves: self.lines[0].clone() });
            }
            width *= 4;
            if self.stopped || value > low && value < high {
                return best;
            }
            if value <= low {
                low = if width > 4000 { -WIN } else { value - width };
            } else {
                high = if width > 4000 { WIN } else { value + width };
            }
        }
    }

    /// The value of the position for the player to move, exact within the window.
    fn node(&mut self, mut depth: i32, mut low: Value, mut high: Value, ply: usize, last: Option<usize>) -> Value {
        self.lines[ply].clear();
        self.count_node();
        let player = self.position.player();
        if let Some(winner) = self.position.ended() {
            return self.end(winner, ply);
        }
        if ply > 0
            && self.task.overlook == 0 // Who overlooks moves has no endings by heart.
            && let Some(plies) = self.position.lost_in()
        {
            return (ply + usize::from(plies)) as Value - WIN;
        }
        if ply >= MOST_PLIES {
            return self.judge();
        }
        if depth <= 0 {
            return if self.selective { self.quiet(low, high, ply) } else { self.judge() };
        }
        if self.stopped {
            return 0;
        }
        let exact = high - low > 1;
        // No line from here can be better than winning at once or worse than losing at once.
        low = low.max(ply as Value - WIN);
        high = high.min(WIN - 1 - ply as Value);
        if low >= high {
            return low;
        }
        let here = self.judge();
        self.outlooks[ply] = if player == 0 { here } else { -here };
        let prunable = self.selective && !exact && ply > 0 && high.abs() < WIN_AT_ALL;
        if prunable && depth <= 6 && here - 90 * depth >= high {
            return here; // So far ahead that a shallow search will not change it.
        }
        let key = self.position.key() ^ if self.selective { 0 } else { PROOF };
        let known = self.task.table.look_up(key, ply as i32);
        if let Some(known) = known
            && !exact
            && i32::from(known.depth) >= depth
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= high,
                Bound::Upper => known.value <= low,
            }
        {
            return known.value;
        }
        if prunable
            && depth >= 3
            && here >= high
            && last.is_some()
            && let Some(undo) = self.position.skip()
        {
            let value = -self.node(depth - 3 - depth / 5, -high, 1 - high, ply + 1, None);
            self.position.unskip(undo);
            if !self.stopped && value >= high {
                return value.min(WIN_AT_ALL - 1);
            }
        }
        let best_known = known.map_or(NO_MOVE, |known| known.best);
        if prunable && depth >= 4 && best_known == NO_MOVE {
            depth -= 1; // Nobody knows where to begin: cheaper to find that out first, and come back if it matters.
        }
        let mut candidates = self.ordered(ply, player, best_known, last);
        if candidates.is_empty() {
            self.lists[ply] = candidates;
            return settled(self.position.stuck(), player, ply as i32);
        }
        if self.task.overlook > 0 {
            self.overlook(&mut candidates, key);
        }
        let enough = if prunable { self.enough(depth, player, ply, here <= low - 40 - 60 * depth) } else { usize::MAX };
        let mut best = -WIN;
        let mut best_place = NO_MOVE;
        let original_low = low;
        for number in 0..candidates.len() {
            // Most nodes end after a few moves: only where they do not, the rest is worth sorting.
            if number < SELECTED {
                let next = (number..candidates.len()).max_by_key(|&at| candidates[at].rank);
                candidates.swap(number, next.expect("there are candidates left"));
            } else if number == SELECTED {
                candidates[number..].sort_unstable_by_key(|candidate| Reverse(candidate.rank));
            }
            let (place, played) = (candidates[number].place(), candidates[number].played);
            if ply == 0 && self.taken.contains(&played) {
                continue;
            }
            let noisy = self.position.is_noisy(played);
            if number >= enough && !noisy && best > -WIN_AT_ALL {
                break; // Noisy moves come before all others but the known best, so there are none left.
            }
            let slot = self.position.slot(played);
            let undo = self.position.play(played);
            let same = self.position.player() == player;
            let mut reduced = depth - 1;
            if self.selective && depth >= 3 && number >= 3 && !noisy {
                reduced -= reduction(depth, number, G::SHARP) - i32::from(exact);
                reduced = reduced.clamp(1, depth - 1);
            }
            let mut value = low + 1;
            if best_place != NO_MOVE {
                value = self.child(reduced, low, low + 1, ply, slot, same);
                if value > low && reduced < depth - 1 {
                    value = self.child(depth - 1, low, low + 1, ply, slot, same);
                }
            }
            if value > low && (exact || best_place == NO_MOVE) {
                value = self.child(depth - 1, low, high, ply, slot, same);
            }
            self.position.undo(played, undo);
            if self.stopped {
                break;
            }
            if value > best || best_place == NO_MOVE {
                best = value;
                best_place = place;
                if value > low {
                    self.extend_line(ply, played);
                }
            }
            low = low.max(value);
            if low >= high {
                self.learn(&candidates[..=number], player, ply, depth, last, noisy);
                break;
            }
        }
        self.lists[ply] = candidates;
        if self.stopped {
            return if best_place == NO_MOVE { 0 } else { best };
        }
        if ply > 0 || self.taken.is_empty() {
            let bound = match best {
                _ if best >= high => Bound::Lower,
                _ if best > original_low => Bound::Exact,
                _ => Bound::Upper,
            };
            // Where all moves fall below the window, none of them is known to be the best.
            let best_place = if bound == Bound::Upper { best_known } else { best_place };
            let known = Known { value: best, depth: depth.clamp(0, 255) as u8, bound, best: best_place };
            self.task.table.store(key, ply as i32, known);
        }
        best
    }

    /// The evaluation of the position for the player to move.
    fn judge(&mut self) -> Value {
        self.judgements.of(&self.position, self.task.weights)
    }

    /// After how many moves the quiet ones are left out near the end of a line: the later ones seldom matter, still less
    /// if the position got worse since the last turn, and where it is hopeless only the first is looked at.
    fn enough(&self, depth: i32, player: usize, ply: usize, hopeless: bool) -> usize {
        let outlook = |ply: usize| if player == 0 { self.outlooks[ply] } else { -self.outlooks[ply] };
        let improves = ply < 2 || outlook(ply) > outlook(ply - 2);
        let many = 4 + 3 * (depth * depth) as usize;
        match depth {
            ..=4 if hopeless => 1,
            ..=6 if improves => many,
            ..=6 => many / 2,
            _ => usize::MAX,
        }
    }

    /// The value of a child for the player who moved into it.
    fn child(&mut self, depth: i32, low: Value, high: Value, ply: usize, slot: usize, same: bool) -> Value {
        if same {
            self.node(depth, low, high, ply + 1, Some(slot))
        } else {
            -self.node(depth, -high, -low, ply + 1, Some(slot))
        }
    }

    /// The value of the end of a game for the player to move there. A careless player is content with any draw.
    fn end(&self, winner: Option<usize>, ply: usize) -> Value {
        match winner {
            None if self.task.overlook == 0 => self.position.drawn(self.task.weights),
            _ => settled(winner, self.position.player(), ply as i32),
        }
    }

    /// The value of another position for its player to move once it is quiet; `None` when it is time to stop.
    pub(super) fn quiet_value(&mut self, position: &G) -> Option<Value> {
        self.position.clone_from(position);
        self.count_node();
        let value = self.quiet(-WIN, WIN, 0);
        (!self.stopped).then_some(value)
    }

    /// Only noisy moves are followed, until the position is quiet: an evaluation in the middle of an exchange lies.
    fn quiet(&mut self, mut low: Value, high: Value, ply: usize) -> Value {
        let player = self.position.player();
        let mut best = self.judge();
        if best >= high || ply >= MOST_PLIES || self.stopped {
            return best;
        }
        low = low.max(best);
        self.generated.clear();
        self.position.noisy_moves(&mut self.generated);
        let mut candidates = std::mem::take(&mut self.lists[ply]);
        candidates.clear();
        let mut place = 0;
        self.position.glance(&self.generated, |played, _, promise| {
            candidates.push(Candidate::new(promise, place, played));
            place += 1;
        });
        candidates.sort_unstable_by_key(|candidate| Reverse(candidate.rank));
        for &Candidate { played, .. } in &candidates {
            let undo = self.position.play(played);
            self.count_node();
            let same = self.position.player() == player;
            let value = match self.position.ended() {
                Some(winner) if same => self.end(winner, ply + 1),
                Some(winner) => -self.end(winner, ply + 1),
                None if same => self.quiet(low, high, ply + 1),
                None => -self.quiet(-high, -low, ply + 1),
            };
            self.position.undo(played, undo);
            if self.stopped {
                break;
            }
            best = best.max(value);
            low = low.max(value);
            if low >= high {
                break;
            }
        }
        self.lists[ply] = candidates;
        best
    }

    /// The legal moves with their promise: the known best, then noisy ones, refuters of this ply and of the last move,
    /// then what has refuted most often.
    fn ordered(&mut self, ply: usize, player: usize, known: u16, last: Option<usize>) -> Vec<Candidate<G::Move>> {
        self.generated.clear();
        self.position.moves(&mut self.generated);
        let mut candidates = std::mem::take(&mut self.lists[ply]);
        candidates.clear();
        let (position, history, mut place) = (&self.position, &self.history[player], 0);
        let [killer, older_killer] = self.killers[ply];
        let reply = last.and_then(|slot| self.replies[slot]);
        position.glance(&self.generated, |played, noisy, promise| {
            let promise = if noisy {
                2_000_000 + promise
            } else if Some(played) == killer {
                1_500_000
            } else if Some(played) == older_killer {
                1_400_000
            } else if Some(played) == reply {
                1_300_000
            } else {
                history[position.slot(played)] + promise
            };
            candidates.push(Candidate::new(promise, place, played));
            place += 1;
        });
        if let Some(best) = candidates.get_mut(usize::from(known)) {
            *best = Candidate::new(i32::MAX - 1, known, best.played);
        }
        if ply == 0
            && let Some(first) = candidates.iter_mut().find(|candidate| Some(candidate.played) == self.favourite)
        {
            *first = Candidate::new(i32::MAX, first.place(), first.played);
        }
        candidates
    }

    /// Drops the moves that a careless player does not see here; one is always seen.
    fn overlook(&self, candidates: &mut Vec<Candidate<G::Move>>, key: u64) {
        let seen = |candidate: &Candidate<G::Move>| {
            let mixed = (key ^ u64::from(candidate.place())).wrapping_mul(PROOF);
            (mixed >> 32) % 1000 >= u64::from(self.task.overlook)
        };
        if candidates.iter().any(seen) {
            candidates.retain(seen);
        } else {
            candidates.truncate(1);
        }
    }

    /// A move refuted: it will be tried sooner next time, and what was tried in vain before it later.
    fn learn(
        &mut self,
        tried: &[Candidate<G::Move>],
        player: usize,
        ply: usize,
        depth: i32,
        last: Option<usize>,
        noisy: bool,
    ) {
        let Some((&Candidate { played, .. }, vain)) = tried.split_last() else { return };
        if noisy {
            return;
        }
        if self.killers[ply][0] != Some(played) {
            self.killers[ply] = [Some(played), self.killers[ply][0]];
        }
        if let Some(slot) = last {
            self.replies[slot] = Some(played);
        }
        let weight = (depth * depth).min(400);
        let mut adjust = |slot: usize, by: i32| {
            let entry = &mut self.history[player][slot];
            // Gravity: entries stay below 2^14 and forget slowly.
            *entry += by * 32 - *entry * by.abs() / 512;
        };
        adjust(self.position.slot(played), weight);
        for other in vain {
            adjust(self.position.slot(other.played), -weight);
        }
    }

    fn extend_line(&mut self, ply: usize, played: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(played);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Whether there is time for more.
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += u64::from(!self.stopped);
        if self.nodes >= self.tell_after {
            match self.shared.spend(std::mem::take(&mut self.nodes)) {
                Some(nodes) => self.tell_after = nodes,
                None => self.stopped = true,
            }
        }
        !self.stopped
    }

    /// Nodes that are not in the common count yet.
    pub(super) fn untold(&self) -> u64 {
        self.nodes
    }
}

/// How many plies less a late quiet move is looked at, by depth and place in the order; in sharp games fewer.
static REDUCTIONS: LazyLock<[[[i8; 64]; 64]; 2]> = LazyLock::new(|| {
    [(1.0, 1.3), (0.8, 1.6)].map(|(least, slowness)| {
        let logarithm = |number: usize| (number.max(1) as f64).ln();
        let reduction = |depth, number| (least + logarithm(depth) * logarithm(number) / slowness) as i8;
        std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number)))
    })
});

fn reduction(depth: i32, number: usize, sharp: bool) -> i32 {
    i32::from(REDUCTIONS[usize::from(sharp)][depth as usize & 63][number.min(63)])
}
