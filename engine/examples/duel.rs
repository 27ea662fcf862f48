//! Plays paired games between two sets of weights: `duel GAME NODES PAIRS WEIGHTS WEIGHTS [POSITION]`.
//! Each pair begins from one random opening, with both seats. Prints the first set's wins, draws, losses and score.

use std::sync::atomic::AtomicBool;

use plyboard_engine::evaluation::Evaluated;
use plyboard_engine::game::outcome;
use plyboard_engine::registry::{Visitor, parse, start};
use plyboard_engine::search::Limits;
use plyboard_engine::search::alphabeta::{Task, search};
use plyboard_engine::search::table::Table;

/// Games longer than this are called a draw.
const MOST_PLIES: usize = 300;
/// Random moves at the beginning of each pair.
const OPENING: usize = 6;

struct Duel {
    nodes: u64,
    pairs: usize,
    weights: [Vec<i32>; 2],
}

/// Numbers that look random and are the same in every run.
fn dice(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*state >> 33) as usize) % bound
}

impl Duel {
    /// The winner's seat, if any.
    fn game<G: Evaluated>(&self, mut position: G, seats: [usize; 2]) -> Option<usize> {
        let tables = [Table::new(4).unwrap(), Table::new(4).unwrap()];
        for _ in 0..MOST_PLIES {
            if let Some(outcome) = outcome(&position) {
                return outcome.winner;
            }
            let seat = seats[position.player()];
            let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
            let (weights, table, stop) = (&self.weights[seat], &tables[seat], &AtomicBool::new(false));
            let report =
                search(&position, &Task { limits, weights, threads: 1, lines: 1, table, stop, overlook: 0 }, |_| ());
            position.play(report.lines[0].moves[0]);
        }
        None
    }
}

impl Visitor for Duel {
    type Output = [usize; 3];

    fn visit<G: Evaluated>(self, start: G) -> [usize; 3] {
        let mut score = [0; 3];
        let mut state = 1;
        for _ in 0..self.pairs {
            let mut opening = start.clone();
            for _ in 0..OPENING {
                let mut moves = Vec::new();
                opening.moves(&mut moves);
                if let Some(&played) = moves.get(dice(&mut state, moves.len().max(1))) {
                    opening.play(played);
                }
            }
            for seats in [[0, 1], [1, 0]] {
                match self.game(opening.clone(), seats) {
                    Some(winner) if seats[winner] == 0 => score[0] += 1,
                    Some(_) => score[2] += 1,
                    None => score[1] += 1,
                }
            }
        }
        score
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, nodes, pairs, one, two, position @ ..] = words.as_slice() else {
        return Err("usage: duel GAME NODES PAIRS WEIGHTS WEIGHTS [POSITION]".into());
    };
    let read = |list: &String| list.split(',').map(str::parse).collect::<Result<Vec<i32>, _>>();
    let duel = Duel { nodes: nodes.parse()?, pairs: pairs.parse()?, weights: [read(one)?, read(two)?] };
    let position = position.first().map_or(start(game)?, String::as_str);
    let [wins, draws, losses] = parse(game, position, duel)?;
    let games = wins + draws + losses;
    let score = (wins as f64 + draws as f64 / 2.0) / games as f64;
    println!("+{wins} ={draws} -{losses}: {:.1}%, Elo {:+.0}", 100.0 * score, -400.0 * (1.0 / score - 1.0).log10());
    Ok(())
}
