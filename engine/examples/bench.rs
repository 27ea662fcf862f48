//! Work to be timed from outside: `bench perft|visit|moves GAME TIMES [POSITION]`.
//! `perft` counts TIMES plies deep, `visit` does so playing every leaf, `moves` lists the legal moves TIMES times.
//! Prints how many leaves or moves that were.

use std::hint::black_box;

use plyboard_engine::evaluation::Evaluated;
use plyboard_engine::perft::{perft, perft_visiting};
use plyboard_engine::registry::{Visitor, parse, start};

struct Work<'w> {
    what: &'w str,
    times: u32,
}

impl Visitor for Work<'_> {
    type Output = u64;

    fn visit<G: Evaluated>(self, mut position: G) -> u64 {
        match self.what {
            "perft" => perft(&mut position, self.times),
            "visit" => perft_visiting(&mut position, self.times),
            _ => {
                let mut moves = Vec::new();
                let mut listed = 0;
                for _ in 0..self.times {
                    moves.clear();
                    black_box(&position).moves(&mut moves);
                    listed += black_box(&moves).len() as u64;
                }
                listed
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [what @ ("perft" | "visit" | "moves"), game, times, position @ ..] =
        &words.iter().map(String::as_str).collect::<Vec<_>>()[..]
    else {
        return Err("usage: bench perft|visit|moves GAME TIMES [POSITION]".into());
    };
    let position = position.first().copied().unwrap_or(start(game)?);
    println!("{}", parse(game, position, Work { what, times: times.parse()? })?);
    Ok(())
}
