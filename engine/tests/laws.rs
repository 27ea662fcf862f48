//! What is true of every game, at every ply of random games.

mod common;

use std::collections::{HashMap, HashSet};

use common::{Dice, FILES, game_of, perft_rows};
use plyboard_engine::evaluation::Evaluated;
use plyboard_engine::game::{Game, outcome, play_text};
use plyboard_engine::registry::{NAMES, Visitor, parse};
use proptest::prelude::*;

/// Random games are cut here: the laws have been seen at work by then.
const MOST_PLIES: usize = 250;

/// Reading a Hive text means to play its moves: it is done once in so many plies.
const PLIES_BETWEEN_TEXTS: usize = 8;

/// A position to begin from: the game's name and a text.
fn beginnings() -> impl Strategy<Value = (&'static str, String)> {
    prop::sample::select(&NAMES[..]).prop_flat_map(|game| {
        let files = FILES.iter().filter(|file| game_of(file) == game);
        let rows = files.flat_map(|file| perft_rows(file)).map(|(text, _)| (game, text));
        prop::sample::select(rows.collect::<Vec<_>>())
    })
}

fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The text of a move.
fn written<G: Game>(position: &G, played: G::Move) -> String {
    let mut text = String::new();
    position.write_move(played, &mut text);
    text
}

/// What a net sees.
fn inputs<G: Evaluated>(position: &G) -> Vec<usize> {
    let mut inputs = Vec::new();
    position.inputs(|input| inputs.push(input));
    inputs.sort_unstable();
    inputs
}

fn features<G: Evaluated>(position: &G) -> Vec<i32> {
    let mut features = vec![0; G::FEATURES.len()];
    position.features(&mut features);
    features
}

/// Plays a random game and asserts the laws at every ply.
struct Laws {
    seed: u64,
}

impl Visitor for Laws {
    type Output = ();

    fn visit<G: Evaluated>(self, mut position: G) {
        let mut dice = Dice(self.seed);
        for ply in 0..MOST_PLIES {
            let moves = legal(&position);
            let before = format!("{position:?}");
            assert_eq!(position.count_moves(), moves.len(), "{position}");
            assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{position}");
            assert_eq!(position.key(), position.key_from_scratch(), "{position}");
            if ply % PLIES_BETWEEN_TEXTS == 0 {
                assert_eq!(G::parse(&position.to_string()).as_ref(), Ok(&position));
            }
            assert_eq!(outcome(&position).is_some(), moves.is_empty(), "{position}");
            let mut noisy = Vec::new();
            position.noisy_moves(&mut noisy);
            let told_noisy = moves.iter().filter(|&&played| position.is_noisy(played));
            assert_eq!(noisy.iter().collect::<HashSet<_>>(), told_noisy.collect(), "{position}");
            for &played in &moves {
                assert_eq!(position.read_move(&written(&position, played)), Ok(played), "{position}");
                let undo = position.play(played);
                assert_eq!(position.key(), position.key_from_scratch(), "{position}");
                position.undo(played, undo);
                assert_eq!(position.key(), position.key_from_scratch(), "{position}");
            }
            // The debug text shows every field, the public one only what the rules need.
            assert_eq!(format!("{position:?}"), before);
            if moves.is_empty() {
                assert!(play_text(&position, "pass").is_err());
                break;
            }
            position.play(moves[dice.below(moves.len())]);
        }
    }
}

/// Plays some way into a random game, then two moves of a player in both orders wherever that is possible.
struct Orders {
    seed: u64,
    plies: usize,
}

impl Visitor for Orders {
    type Output = usize;

    fn visit<G: Evaluated>(self, mut position: G) -> usize {
        let mut dice = Dice(self.seed);
        for _ in 0..self.plies {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[dice.below(moves.len())]);
        }
        let mut met = 0;
        for _ in 0..200 {
            let mut line = Vec::new();
            let mut players = Vec::new();
            let mut movers = HashSet::new();
            let mut one = position.clone();
            for _ in 0..4 {
                let moves = legal(&one);
                if !moves.is_empty() {
                    line.push(moves[dice.below(moves.len())]);
                    players.push(one.player());
                    let text = written(&one, line[line.len() - 1]);
                    if text.contains(['-', '/', '\\']) {
                        movers.insert(text.split(' ').next().unwrap().to_string());
                    }
                    one.play(line[line.len() - 1]);
                }
            }
            if line.len() < 4 {
                continue;
            }
            // The first move changes places with the next one of the same player: turns need not alternate.
            let Some(next) = (1..4).find(|&ply| players[ply] == players[0]) else { continue };
            line.swap(0, next);
            let mut other = position.clone();
            let legal_too = line.into_iter().all(|played| {
                let fine = legal(&other).contains(&played);
                if fine {
                    other.play(played);
                }
                fine
            });
            // A Hive text tells the way, not the place: four pieces that each move once, none of them
            // onto another, stand on the same hexes in any order.
            let met_again = if G::NAME == "hive" { movers.len() == 4 } else { one.to_string() == other.to_string() };
            if legal_too && met_again {
                assert_eq!(one.key(), other.key(), "{one} and {other}");
                assert_eq!(features(&one), features(&other), "{one} and {other}");
                assert_eq!(inputs(&one), inputs(&other), "{one} and {other}");
                met += 1;
            }
        }
        met
    }
}

/// Collects the keys of the positions two plies from a position: no two may share one.
struct Keys;

impl Visitor for Keys {
    type Output = HashMap<u64, String>;

    fn visit<G: Evaluated>(self, position: G) -> HashMap<u64, String> {
        let mut keys = HashMap::new();
        for first in legal(&position) {
            let mut after = position.clone();
            after.play(first);
            for second in legal(&after) {
                let mut last = after.clone();
                last.play(second);
                let text = last.to_string();
                let known = keys.insert(last.key(), text.clone());
                // Two ways to one Hive position have two texts: compare only where the text is the position.
                assert!(G::NAME == "hive" || known.is_none_or(|known| known == text), "one key for two: {text}");
            }
        }
        keys
    }
}

/// Asks a position to read a text as a move: it may refuse, it may not panic.
struct Read<'t>(&'t str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Evaluated>(self, position: G) {
        if let Ok(after) = play_text(&position, self.0) {
            assert_eq!(G::parse(&after.to_string()), Ok(after));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_ply_of_a_random_game_keeps_the_laws((game, text) in beginnings(), seed: u64) {
        parse(game, &text, Laws { seed }).unwrap();
    }

    #[test]
    fn two_orders_of_moves_to_one_position_give_one_key((game, text) in beginnings(), seed: u64, plies in 0..30usize) {
        parse(game, &text, Orders { seed, plies }).unwrap();
    }

    #[test]
    fn positions_near_each_other_have_keys_of_their_own((game, text) in beginnings()) {
        parse(game, &text, Keys).unwrap();
    }
}

#[test]
fn orders_that_meet_are_found_in_every_game() {
    for file in FILES {
        let met: usize = perft_rows(file)
            .iter()
            .flat_map(|(text, _)| {
                (0..20).map(move |seed| parse(game_of(file), text, Orders { seed, plies: 6 }).unwrap())
            })
            .sum();
        assert!(met > 10, "{file}: only {met}");
    }
}

/// A valid text with a few characters changed, dropped or doubled: garbage that gets far into a parser.
fn damaged() -> impl Strategy<Value = (&'static str, String)> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<char>(), "[ -~]"), 1..4);
    (beginnings(), edits).prop_map(|((game, text), edits)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, kind, any, printable) in edits {
            let at = place.index(letters.len());
            match kind {
                0 => letters[at] = any,
                1 => letters[at] = printable.chars().next().unwrap(),
                2 => letters.insert(at, letters[at]),
                _ => drop((letters.len() > 1).then(|| letters.remove(at))),
            }
        }
        (game, letters.into_iter().collect())
    })
}

proptest! {
    // As many cases as PROPTEST_CASES says: `make test-slow` asks for many.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_makes_a_position_parser_panic(game in prop::sample::select(&NAMES[..]), text: String) {
        let _ = parse(game, &text, Read("pass"));
    }

    #[test]
    fn no_damaged_text_makes_a_position_parser_panic((game, text) in damaged()) {
        let _ = parse(game, &text, Read("pass"));
    }

    #[test]
    fn no_text_makes_a_move_reader_panic((game, text) in beginnings(), typed: String) {
        parse(game, &text, Read(&typed)).unwrap();
    }

    #[test]
    fn no_text_like_a_move_makes_a_move_reader_panic((game, text) in beginnings(), typed in r"[a-zA-Z0-9 /\\_-]{0,9}") {
        parse(game, &text, Read(&typed)).unwrap();
    }
}
