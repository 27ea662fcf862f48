//! Searches one position and shows every depth: `think GAME SECONDS WEIGHTS [THREADS] [POSITION]`.
//! WEIGHTS are whole numbers with commas between, in the order of the game's features.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyboard_engine::evaluation::{Evaluated, Weights};
use plyboard_engine::registry::{Visitor, parse, start};
use plyboard_engine::search::alphabeta::{Task, search};
use plyboard_engine::search::table::Table;
use plyboard_engine::search::{Limits, Report};

struct Think {
    seconds: f64,
    weights: Weights,
    threads: usize,
}

impl Visitor for Think {
    type Output = ();

    fn visit<G: Evaluated>(self, position: G) {
        let limits = Limits::default().time(Duration::from_secs_f64(self.seconds));
        let (table, stop) = (Table::new(256.0).unwrap(), AtomicBool::new(false));
        let task = Task { threads: self.threads, ..Task::new(limits, &self.weights, &table, &stop) };
        search(&position, &task, |report: &Report<G::Move>| {
            let mut line = String::new();
            let mut after = position.clone();
            for &played in &report.lines[0].moves {
                after.write_move(played, &mut line);
                line.push(' ');
                after.play(played);
            }
            let rate = report.nodes as f64 / report.seconds / 1e6;
            let Report { depth, nodes, seconds, .. } = report;
            println!("{depth:3} {:8} {nodes:12} {seconds:7.2} s {rate:6.2} M/s {line}", report.lines[0].value);
        });
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seconds, weights, rest @ ..] = words.as_slice() else {
        return Err("usage: think GAME SECONDS WEIGHTS [THREADS] [POSITION]".into());
    };
    let weights = weights.split(',').map(str::parse).collect::<Result<Vec<i32>, _>>()?.into();
    let threads = rest.first().map_or(Ok(1), |threads| threads.parse())?;
    let position = rest.get(1).map_or(start(game)?, String::as_str);
    Ok(parse(game, position, Think { seconds: seconds.parse()?, weights, threads })?)
}
