use super::*;
use crate::game::{outcome, play_text};
use crate::perft::{perft, perft_visiting};

fn position(text: &str) -> Ricocheckers {
    Ricocheckers::parse(text).unwrap()
}

fn texts(position: &Ricocheckers) -> Vec<String> {
    let written = |played| {
        let mut text = String::new();
        position.write_move(played, &mut text);
        text
    };
    position.list().into_iter().map(written).collect()
}

fn refusal(position: &Ricocheckers, text: &str) -> String {
    match play_text(position, text) {
        Err(Refusal::IllegalMove(why) | Refusal::GameOver(why)) => why,
        other => panic!("{text} gave {other:?}"),
    }
}

#[test]
fn counts_as_the_rules_say() {
    for (text, counts) in [
        (START, &[6, 36, 264, 1936, 13948, 100486, 730896][..]),
        ("e5,f5,g1/a4,a5,e11 1 198", &[6, 30, 0]),
        ("a1,a2,b1/a3,b2,c1 1 34", &[1, 6, 8, 58, 242, 1759]),
    ] {
        let start = position(text);
        let mut played = start.clone();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&mut played, depth), count, "{text} to {depth}");
            assert_eq!(perft_visiting(&mut played, depth), count, "{text} to {depth}, visiting");
        }
        assert_eq!(played, start);
    }
}

#[test]
fn a_piece_slides_until_something_stops_it() {
    let start = position(START);
    assert_eq!(texts(&start).iter().filter(|text| text.starts_with("e6")).collect::<Vec<_>>(), ["e6a6", "e6e11"]);
    assert_eq!(play_text(&start, "e6a6").unwrap().to_string(), "a6,f7,g7/e5,f5,g6 2 1");
}

#[test]
fn moves_are_read_in_every_form() {
    let start = position(START);
    let after = play_text(&start, "e6a6").unwrap();
    for text in ["E6A6", " e6 a6 ", "e6-a6", "e6 west", "e6w", "e6-W"] {
        assert_eq!(play_text(&start, text).unwrap(), after, "{text}");
    }
    let stuck = position("a1,a2,b1/a3,b2,c1 1 34");
    assert_eq!(texts(&stuck), ["pass"]);
    assert_eq!(play_text(&stuck, "PASS").unwrap().to_string(), "a1,a2,b1/a3,b2,c1 2 35");
}

#[test]
fn refused_moves_say_why() {
    let start = position(START);
    for (text, why) in [
        ("e6b6", "e6 is a piece: it may not move to b6. It can go to a6, e11"),
        ("a1a2", "a1 is empty. The pieces that can move stand on e6, f7, g7"),
        ("a1 north", "a1 is empty. The pieces that can move stand on e6, f7, g7"),
        ("e5a5", "e5 is a piece of Player 2. Player 1 can move from e6, f7, g7"),
        ("e6 east", "the piece on e6 cannot move east: its way is blocked"),
        ("l1a1", "there is no square l1: the board goes from a1 to k11"),
        ("e6 up", "'e6 up' is not a move; a move is two squares, such as e6a6"),
        ("", "'' is not a move; a move is two squares, such as e6a6"),
        ("pass", "pass is not possible here: there are other moves, such as e6a6"),
    ] {
        assert_eq!(refusal(&start, text), why, "{text}");
    }
    let stuck = position("a1,a2,b1/a3,b2,c1 1 34");
    assert_eq!(refusal(&stuck, "a1a2"), "'a1a2' is not possible: no piece can move, the only move is pass");
}

#[test]
fn a_player_on_all_goals_wins_and_200_plies_are_a_tie() {
    let end = |text: &str| outcome(&position(text)).map(|end| (end.winner, end.reason));
    let first = "Player 1 reached all three starting squares of Player 2".to_string();
    let second = "Player 2 reached all three starting squares of Player 1".to_string();
    assert_eq!(end("e5,f5,g6/a1,a2,a3 1 4"), Some((Some(0), first.clone())));
    assert_eq!(end("e5,f5,g6/a1,a2,a3 1 200"), Some((Some(0), first)));
    assert_eq!(end("a1,a2,a3/e6,f7,g7 1 4"), Some((Some(1), second)));
    assert_eq!(end("a1,a2,a3/e6,f7,g8 1 200"), Some((None, "200 plies without a winner".to_string())));
    assert_eq!(end("a1,a2,a3/e6,f7,g8 2 199"), None);
    assert!(refusal(&position("e5,f5,g6/a1,a2,a3 1 4"), "e5a5").starts_with("the game is over (Player 1 reached"));
}

#[test]
fn texts_are_written_in_order_and_bad_ones_are_refused() {
    assert_eq!(position(" g7,e6,f7/g6,f5,e5 1 0 ").to_string(), START);
    for (text, part) in [
        ("", "3 fields"),
        ("e6,f7,g7/e5,f5,g6  1 0", "3 fields"),
        ("e6,f7,g7 1 0", "separated by one '/'"),
        ("e6,f7/e5,f5,g6 1 0", "Player 1 has exactly three squares"),
        ("e6,f7,g7/e5,f5,g6,a1 1 0", "Player 2 has exactly three squares"),
        ("e6,f7,l7/e5,f5,g6 1 0", "'l7' is no square"),
        ("e6,f7,g07/e5,f5,g6 1 0", "'g07' is no square"),
        ("e6,f7,g7/e5,f6,g6 1 0", "f6"),
        ("e6,f7,g7/e5,f7,g6 1 0", "two pieces stand on f7"),
        ("e6,f7,g7/e5,f5,g6 2 0", "turn of player 1"),
        ("e6,f7,g7/e5,f5,g6 1 1", "turn of player 2"),
        ("e6,f7,g7/e5,f5,g6 1 202", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 00", "whole number"),
        ("e5,f5,g6/e6,f7,g7 1 10", "both players"),
    ] {
        match Ricocheckers::parse(text) {
            Err(Refusal::InvalidPosition(why)) => assert!(why.contains(part), "{text}: {why}"),
            other => panic!("{text} gave {other:?}"),
        }
    }
}

#[test]
fn the_count_enters_the_key_only_near_the_tie() {
    let key = |plies: u8| position(&format!("e6,f7,g7/e5,f5,g6 1 {plies}")).key();
    assert_eq!(key(0), key(134));
    assert_ne!(key(134), key(136));
    assert_ne!(key(136), key(138));
    assert_ne!(position("e6,f7,g7/e5,f5,g6 2 1").key(), key(0));
}
