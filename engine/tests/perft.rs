//! The published counts, from the files that the Python tests read too.

mod common;

use common::{game_of, lines, perft_rows};
use plyboard_engine::error::Refusal;
use plyboard_engine::evaluation::Evaluated;
use plyboard_engine::perft::{perft, perft_visiting};
use plyboard_engine::registry::{Visitor, parse};

/// Counts up to this many leaves are checked in the normal run; the rest takes minutes.
const QUICK: u64 = 700_000_000;

struct Count {
    depth: u32,
    visiting: bool,
}

impl Visitor for Count {
    type Output = u64;

    fn visit<G: Evaluated>(self, mut position: G) -> u64 {
        match self.visiting {
            true => perft_visiting(&mut position, self.depth),
            false => perft(&mut position, self.depth),
        }
    }
}

fn count(game: &str, position: &str, depth: u32, visiting: bool) -> Result<u64, Refusal> {
    parse(game, position, Count { depth, visiting })
}

fn check(file: &str, wanted: impl Fn(u64) -> bool, visiting: bool) {
    for (position, counts) in perft_rows(file) {
        for (depth, &expected) in (1..).zip(&counts).filter(|&(_, &expected)| wanted(expected)) {
            let found = count(game_of(file), &position, depth, visiting);
            assert_eq!(found, Ok(expected), "perft {depth} of {position}");
        }
    }
}

macro_rules! published {
    ($($name:ident: $file:literal),*) => {$(
        mod $name {
            #[test]
            fn counts() {
                super::check($file, |leaves| leaves <= super::QUICK, false);
            }

            #[test]
            fn counts_when_every_leaf_is_visited() {
                super::check($file, |leaves| leaves <= 1_000_000, true);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn deepest_counts() {
                super::check($file, |leaves| leaves > super::QUICK, false);
            }
        }
    )*};
}

published!(
    hiya: "hiya", ricocheckers: "ricocheckers", pincer: "pincer", raichu: "raichu",
    hive: "hive", hive_openings: "hive/openings", hive_positions: "hive/positions"
);

#[test]
fn real_hive_games_have_the_published_number_of_moves_before_every_ply() {
    let games = lines("hive/real_games.txt");
    let counts = lines("hive/real_games_counts.txt");
    assert_eq!((games.len(), counts.len()), (150, 150));
    for (game, counts) in games.iter().zip(&counts) {
        let fields: Vec<&str> = game.split(';').collect();
        for (ply, expected) in counts.split(' ').enumerate() {
            // State and Turn are not checked when a GameString is read: any will do.
            let mut text = format!("{};InProgress;White[1]", fields[0]);
            fields[3..3 + ply].iter().for_each(|played| text += &format!(";{played}"));
            let found = count("hive", &text, 1, false);
            assert_eq!(found, Ok(expected.parse().unwrap()), "before ply {} of {game}", ply + 1);
        }
    }
}
