//! What the tests share: the perft files, and a random number generator small enough to read.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::PathBuf;

pub const FILES: [&str; 7] = ["hiya", "ricocheckers", "pincer", "raichu", "hive", "hive/openings", "hive/positions"];

/// The path of a file that the Python tests and these share.
pub fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name)
}

/// The lines of a data file that are not comments.
pub fn lines(name: &str) -> Vec<String> {
    let text = fs::read_to_string(data(name)).expect("the test data are in the checkout");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect()
}

/// The game a data file is about.
pub fn game_of(file: &str) -> &str {
    file.split('/').next().unwrap()
}

/// The rows of a perft file: a position and its counts from depth 1.
pub fn perft_rows(file: &str) -> Vec<(String, Vec<u64>)> {
    lines(&format!("{file}.perft"))
        .iter()
        .map(|line| {
            let (position, counts) = line.rsplit_once(" = ").expect("a row is a position, ' = ' and counts");
            (position.to_string(), counts.split(' ').map(|count| count.parse().unwrap()).collect())
        })
        .collect()
}

/// Numbers that look random and are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }
}
