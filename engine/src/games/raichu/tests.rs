use super::*;
use crate::game::{outcome, play_text};
use crate::perft::{perft, perft_visiting};

fn position(text: &str) -> Raichu<u64> {
    Raichu::parse(text).unwrap()
}

/// The set-up on a board of any size.
fn start(size: usize) -> String {
    let row = |letter: char, first: usize| -> String {
        (0..size).map(|file| if file % 2 == first { letter } else { '.' }).collect()
    };
    let empty = ".".repeat(size);
    let middle = empty.repeat(size - 6);
    format!("{empty}{}{}{middle}{}{}{empty} w 0", row('W', 0), row('w', 1), row('b', 0), row('B', 1))
}

fn counts<B: Boards>(text: &str, expected: &[u64]) {
    let start = Raichu::<B>::parse(text).unwrap();
    assert_eq!(start.to_string(), text);
    let mut played = start.clone();
    for (depth, &count) in (1..).zip(expected) {
        assert_eq!(perft(&mut played, depth), count, "{text} to {depth}");
        assert_eq!(perft_visiting(&mut played, depth), count, "{text} to {depth}, visiting");
    }
    assert_eq!(played, start);
}

#[test]
fn counts_as_the_rules_say() {
    counts::<u64>(START, &[22, 484, 10087, 209457, 4186173]);
    counts::<u64>("$.......b.B...........Ww...@.W.......W..b............B.........@ w 3", &[50, 1156, 55255, 1419385]);
    counts::<u64>(
        ".........$.........$..................................@......... b 98",
        &[47, 1018, 1170, 24976, 545242],
    );
    counts::<u128>(&start(10), &[28, 784, 21112, 568499]);
}
