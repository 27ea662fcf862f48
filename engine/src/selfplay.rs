//! Games that the engine plays by itself, many at a time: what players learn from, and how learned weights are compared.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::evaluation::{Evaluated, FeatureSet, Weights};
use crate::game::{Game, Player};
use crate::games::zobrist::random;
use crate::search::alphabeta::{self, Task};
use crate::search::table::Table;
use crate::search::{Limits, Value, WIN, judged, settled, win_distance};

/// How far a player looks ahead.
#[derive(Clone, Copy)]
pub enum Ahead {
    /// To the positions after its moves, and no farther.
    OneMove,
    /// As far as the engine gets within limits.
    Search { depth: Option<u32>, nodes: Option<u64> },
}

/// Who plays: the weights of its evaluation, and the share of its moves that it leaves to chance.
pub struct Seat {
    pub weights: Weights,
    pub explore: f64,
}

/// What is to be played.
pub struct Plan {
    pub seat: Seat,
    /// Someone else in the other seat. Then games come in pairs with one opening, in which the seats are changed.
    pub opponent: Option<Seat>,
    pub ahead: Ahead,
    /// Whether the features of the positions that a search expects in the end are written down as well.
    pub leaves: bool,
    /// Whether what a net sees in each position is written down as well.
    pub sights: bool,
    /// The moves at the beginning that are left to chance.
    pub opening: usize,
    /// A game that has not ended after so many plies is a draw.
    pub most_plies: usize,
    pub seed: u64,
    /// The numbers of the games: each number is the same game whatever is played beside it.
    pub first: usize,
    pub games: usize,
    pub threads: usize,
}

impl Plan {
    fn seated(&self, seat: usize) -> &Seat {
        self.opponent.as_ref().filter(|_| seat == 1).unwrap_or(&self.seat)
    }
}

/// Whole games, a row for each position after the opening in which a move was chosen, in the order they were played.
#[derive(Default)]
pub struct Played {
    /// The features of each position, as seen by player 0, row after row.
    pub features: Vec<i16>,
    /// The same of the positions that the search expected in the end, where they were asked for.
    pub leaves: Vec<i16>,
    /// 1, 0 or -1 where the expected line ended with the game, as its outcome for player 0; else `GOES_ON`.
    pub leaf_ends: Vec<i8>,
    /// What a net sees in each position, one after the other, and how much it is in each, where that was asked for.
    pub inputs: Vec<u16>,
    pub input_counts: Vec<u8>,
    /// What the player to move thought of its move, as seen by player 0, in the unit of the weights.
    pub values: Vec<Value>,
    pub players: Vec<u8>,
    /// Whether the move changed nothing at once, so that the evaluation of the position means something.
    pub quiet: Vec<bool>,
    /// Whether the move was left to chance.
    pub explored: Vec<bool>,
    /// For each game how many rows it has, and its outcome: 1 if player 0 won, -1 if player 1 did, 0 for a draw.
    pub rows: Vec<u32>,
    pub outcomes: Vec<i8>,
}

/// In `Played::leaf_ends`: the line did not end with the game.
pub const GOES_ON: i8 = 2;

/// The table of a player in a game; small, so that it is soon cleared for the next.
const TABLE_MEGABYTES: f64 = 1.0;

/// Plays games from a start on several threads; `None` if it was stopped, or if there is no memory.
///
/// The features of the set are written down; a player who looks one move ahead judges by them too, while a search
/// judges by the standard ones.
pub fn play<G: Evaluated>(start: &G, set: &FeatureSet<G>, plan: &Plan, stop: &AtomicBool) -> Option<Played> {
    let next = AtomicUsize::new(0);
    let parts: Option<Vec<Vec<(usize, Played)>>> = thread::scope(|scope| {
        let work = || {
            let mut played = Vec::new();
            let mut hall = Hall::new(start, set, plan, stop)?;
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && number < plan.games
            {
                played.push((number, hall.game(plan.first + number)?));
            }
            Some(played)
        };
        let threads: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().ok().flatten()).collect()
    });
    let mut games: Vec<_> = parts?.into_iter().flatten().collect();
    games.sort_by_key(|&(number, _)| number);
    let mut all = Played::default();
    for (_, game) in games {
        all.append(game);
    }
    Some(all)
}

impl Played {
    fn append(&mut self, mut game: Played) {
        self.features.append(&mut game.features);
        self.leaves.append(&mut game.leaves);
        self.leaf_ends.append(&mut game.leaf_ends);
        self.inputs.append(&mut game.inputs);
        self.input_counts.append(&mut game.input_counts);
        self.values.append(&mut game.values);
        self.players.append(&mut game.players);
        self.quiet.append(&mut game.quiet);
        self.explored.append(&mut game.explored);
        self.rows.append(&mut game.rows);
        self.outcomes.append(&mut game.outcomes);
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn new(seed: u64, number: usize) -> Self {
        Dice(random(seed) ^ random(!(number as u64)))
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(random(self.0)) * sides as u128) >> 64) as usize
    }

    fn happens(&mut self, chance: f64) -> bool {
        const FINE: usize = 1 << 30;
        (self.roll(FINE) as f64) < chance * FINE as f64
    }
}

/// A move, what it is worth to player 0, and the line expected after it.
struct Choice<M> {
    line: Vec<M>,
    value: Value,
    explored: bool,
}

fn for_first(value: Value, player: Player) -> Value {
    if player == 0 { value } else { -value }
}

fn sign(winner: Option<Player>) -> i8 {
    winner.map_or(0, |player| 1 - 2 * player as i8)
}

/// Where one thread plays one game after the other.
struct Hall<'h, G: Evaluated> {
    start: &'h G,
    set: &'h FeatureSet<G>,
    plan: &'h Plan,
    stop: &'h AtomicBool,
    tables: [Table; 2],
    moves: Vec<G::Move>,
    features: Vec<i32>,
}

impl<'h, G: Evaluated> Hall<'h, G> {
    fn new(start: &'h G, set: &'h FeatureSet<G>, plan: &'h Plan, stop: &'h AtomicBool) -> Option<Self> {
        let tables = [Table::new(TABLE_MEGABYTES).ok()?, Table::new(TABLE_MEGABYTES).ok()?];
        Some(Hall { start, set, plan, stop, tables, moves: Vec::new(), features: vec![0; set.names.len()] })
    }

    /// One game; `None` if it was stopped.
    fn game(&mut self, number: usize) -> Option<Played> {
        let plan = self.plan;
        let paired = plan.opponent.is_some();
        let opening = if paired { number / 2 } else { number };
        let mut position = self.opened(opening);
        let dice = &mut Dice::new(!plan.seed, number);
        if matches!(plan.ahead, Ahead::Search { .. }) {
            self.tables.iter().for_each(Table::clear);
        }
        let mut played = Played::default();
        let mut winner = None;
        for _ in 0..plan.most_plies {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(end) = outcome_of(&position) {
                winner = end;
                break;
            }
            let seat = if paired { position.player() ^ (number % 2) } else { 0 };
            let choice = self.choose(&position, seat, dice);
            self.write_down(&position, &choice, seat, &mut played);
            if !choice.explored && win_distance(choice.value).is_some() {
                // The rest of the game is known.
                winner = Some(usize::from(choice.value < 0));
                break;
            }
            position.play(choice.line[0]);
        }
        played.rows.push(played.players.len() as u32);
        played.outcomes.push(sign(winner));
        Some(played)
    }

    /// A start after moves by chance; if they end the game, the start itself.
    fn opened(&mut self, number: usize) -> G {
        let dice = &mut Dice::new(self.plan.seed, number);
        let mut position = self.start.clone();
        for _ in 0..self.plan.opening {
            if let Some(played) = self.any_move(&position, dice) {
                position.play(played);
            }
        }
        if outcome_of(&position).is_some() { self.start.clone() } else { position }
    }

    fn any_move(&mut self, position: &G, dice: &mut Dice) -> Option<G::Move> {
        self.moves.clear();
        position.moves(&mut self.moves);
        (!self.moves.is_empty()).then(|| self.moves[dice.roll(self.moves.len())])
    }

    fn choose(&mut self, position: &G, seat: usize, dice: &mut Dice) -> Choice<G::Move> {
        let (who, player) = (self.plan.seated(seat), position.player());
        if dice.happens(who.explore)
            && let Some(played) = self.any_move(position, dice)
        {
            return Choice { line: vec![played], value: 0, explored: true };
        }
        let (line, value) = match self.plan.ahead {
            Ahead::OneMove => self.best_after(position, &who.weights, dice),
            Ahead::Search { depth, nodes } => {
                let (limits, stop) = (Limits { depth, nodes, ..Limits::default() }, &AtomicBool::new(false));
                let (weights, table) = (&who.weights, &self.tables[seat]);
                let task = Task::new(limits, weights, table, stop);
                let best = alphabeta::search(position, &task, |_| ()).lines.swap_remove(0);
                (best.moves, best.value)
            }
        };
        Choice { line, value: for_first(value, player), explored: false }
    }

    /// The move to the best position; of several, one by chance.
    fn best_after(&mut self, position: &G, weights: &Weights, dice: &mut Dice) -> (Vec<G::Move>, Value) {
        let player = position.player();
        self.moves.clear();
        position.moves(&mut self.moves);
        let mut after = position.clone();
        let (mut best, mut chosen, mut equals) = (-WIN, 0, 0);
        for at in 0..self.moves.len() {
            let undo = after.play(self.moves[at]);
            let value = match outcome_of(&after) {
                Some(winner) => settled(winner, player, 1),
                None => for_first(self.judge(&after, weights), player),
            };
            after.undo(self.moves[at], undo);
            if value < best {
                continue;
            }
            equals = if value == best { equals + 1 } else { 1 };
            best = value;
            if dice.roll(equals) == 0 {
                chosen = at;
            }
        }
        (vec![self.moves[chosen]], best)
    }

    fn judge(&mut self, position: &G, weights: &Weights) -> Value {
        (self.set.of)(position, &mut self.features);
        self.features.iter().zip(&weights.features).map(|(feature, weight)| feature * weight).sum()
    }

    fn write_down(&mut self, position: &G, choice: &Choice<G::Move>, seat: usize, into: &mut Played) {
        into.quiet.push(!choice.explored && !position.is_noisy(choice.line[0]));
        into.explored.push(choice.explored);
        into.values.push(choice.value);
        into.players.push(position.player() as u8);
        self.add_features(position, &mut into.features);
        if self.plan.sights {
            let before = into.inputs.len();
            position.inputs(|input| into.inputs.push(input as u16));
            into.input_counts.push((into.inputs.len() - before) as u8);
        }
        if self.plan.leaves {
            let weights = &self.plan.seated(seat).weights;
            let mut leaf = position.clone();
            if !choice.explored {
                for &played in &choice.line {
                    leaf.play(played);
                }
            }
            let (_, leaf) = at_rest(&mut leaf, weights, -WIN, WIN);
            into.leaf_ends.push(outcome_of(&leaf).map_or(GOES_ON, sign));
            self.add_features(&leaf, &mut into.leaves);
        }
    }

    fn add_features(&mut self, position: &G, into: &mut Vec<i16>) {
        (self.set.of)(position, &mut self.features);
        into.extend(self.features.iter().map(|&feature| feature as i16));
    }
}

/// Who has won, `Some(None)` for a draw; `None` while the game goes on.
fn outcome_of<G: Game>(position: &G) -> Option<Option<Player>> {
    match position.ended() {
        None if position.count_moves() == 0 => Some(position.stuck()),
        ended => ended,
    }
}

/// The quiet position that noisy moves lead to, with its value for the player to move: where a search judges.
fn at_rest<G: Evaluated>(position: &mut G, weights: &Weights, mut low: Value, high: Value) -> (Value, G) {
    let player = position.player();
    if let Some(winner) = outcome_of(position) {
        return (settled(winner, player, 0), position.clone());
    }
    let mut best = (judged(position, weights), position.clone());
    low = low.max(best.0);
    let mut moves = Vec::new();
    position.noisy_moves(&mut moves);
    for played in moves {
        if low >= high {
            break;
        }
        let undo = position.play(played);
        let (value, leaf) = if position.player() == player {
            at_rest(position, weights, low, high)
        } else {
            let (value, leaf) = at_rest(position, weights, -high, -low);
            (-value, leaf)
        };
        position.undo(played, undo);
        if value > best.0 {
            best = (value, leaf);
        }
        low = low.max(best.0);
    }
    best
}
