//! Plays paired games between two searches: `duel GAME PAIRS SEED PLAYER WEIGHTS PLAYER WEIGHTS [POSITION]`.
//! A PLAYER is as in `alphabeta:nodes=20000` or `mcts:time=0.1`; WEIGHTS are whole numbers with commas between. Each pair
//! begins with a few random moves, other ones for each SEED, and is played with both seats. Prints the first player's
//! wins, draws, losses, and its score with the error of one standard deviation over the pairs.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyboard_engine::evaluation::{Evaluated, Weights};
use plyboard_engine::game::outcome;
use plyboard_engine::registry::{Visitor, parse, start};
use plyboard_engine::search::alphabeta::{self, Task};
use plyboard_engine::search::table::Table;
use plyboard_engine::search::{Limits, mcts};

/// Games longer than this are called a draw.
const MOST_PLIES: usize = 300;
/// Random moves at the beginning of each pair.
const OPENING: usize = 6;

struct Player {
    is_mcts: bool,
    limits: Limits,
    weights: Weights,
}

impl Player {
    fn new(line: &str, weights: &str) -> Result<Self, Box<dyn Error>> {
        let limits = match line.split_once(':').and_then(|(_, limit)| limit.split_once('=')) {
            Some(("nodes", nodes)) => Limits { nodes: Some(nodes.parse()?), ..Limits::default() },
            Some(("time", seconds)) => Limits::default().time(Duration::from_secs_f64(seconds.parse()?)),
            _ => return Err(format!("a player is METHOD:nodes=N or METHOD:time=SECONDS, not {line}").into()),
        };
        let weights = weights.split(',').map(str::parse).collect::<Result<Vec<i32>, _>>()?.into();
        Ok(Player { is_mcts: line.starts_with("mcts"), limits, weights })
    }

    fn choose<G: Evaluated>(&self, position: &G, table: &Table) -> G::Move {
        let (limits, stop) = (self.limits.clone(), &AtomicBool::new(false));
        let task = Task::new(limits, &self.weights, table, stop);
        let report = match self.is_mcts {
            true => mcts::search(position, &task, |_| ()),
            false => alphabeta::search(position, &task, |_| ()),
        };
        report.lines[0].moves[0]
    }
}

/// Numbers that look random and are the same in every run.
fn dice(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*state >> 33) as usize) % bound
}

struct Duel {
    pairs: usize,
    seed: u64,
    players: [Player; 2],
}

impl Duel {
    /// The winner's seat, if any.
    fn game<G: Evaluated>(&self, mut position: G, seats: [usize; 2]) -> Option<usize> {
        let tables = [Table::new(16.0).unwrap(), Table::new(16.0).unwrap()];
        for _ in 0..MOST_PLIES {
            if let Some(outcome) = outcome(&position) {
                return outcome.winner;
            }
            let seat = seats[position.player()];
            position.play(self.players[seat].choose(&position, &tables[seat]));
        }
        None
    }
}

impl Visitor for Duel {
    /// Wins, draws, losses, and for each pair its half points.
    type Output = ([usize; 3], Vec<usize>);

    fn visit<G: Evaluated>(self, start: G) -> Self::Output {
        let mut score = [0; 3];
        let mut pairs = Vec::new();
        let mut state = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        while pairs.len() < self.pairs {
            let mut opening = start.clone();
            for _ in 0..OPENING {
                let mut moves = Vec::new();
                opening.moves(&mut moves);
                if let Some(&played) = moves.get(dice(&mut state, moves.len().max(1))) {
                    opening.play(played);
                }
            }
            if outcome(&opening).is_some() {
                continue;
            }
            let halves = [[0, 1], [1, 0]].map(|seats| match self.game(opening.clone(), seats) {
                Some(winner) if seats[winner] == 0 => 2,
                Some(_) => 0,
                None => 1,
            });
            halves.iter().for_each(|half| score[2 - half] += 1);
            pairs.push(halves.iter().sum());
        }
        (score, pairs)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, pairs, seed, one, its_weights, two, other_weights, position @ ..] = words.as_slice() else {
        return Err("usage: duel GAME PAIRS SEED PLAYER WEIGHTS PLAYER WEIGHTS [POSITION]".into());
    };
    let players = [Player::new(one, its_weights)?, Player::new(two, other_weights)?];
    let duel = Duel { pairs: pairs.parse()?, seed: seed.parse()?, players };
    let position = position.first().map_or(start(game)?, String::as_str);
    let ([wins, draws, losses], pairs) = parse(game, position, duel)?;
    let count = pairs.len() as f64;
    let score = pairs.iter().sum::<usize>() as f64 / 4.0 / count;
    let spread = pairs.iter().map(|&halves| (halves as f64 / 4.0 - score).powi(2)).sum::<f64>() / count;
    let error = (spread / count).sqrt();
    println!("+{wins} ={draws} -{losses}: {:.1}% ± {:.1}", 100.0 * score, 100.0 * error);
    Ok(())
}
