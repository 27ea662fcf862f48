//! The rules of Hive one by one; the published counts are checked in the tests of the whole engine.

use super::*;
use crate::game::{outcome, play_text};
use crate::perft::{perft, perft_visiting};

fn position(text: &str) -> Hive {
    Hive::parse(text).unwrap()
}

fn texts(position: &Hive) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let written = |played| {
        let mut text = String::new();
        position.write_move(played, &mut text);
        text
    };
    moves.into_iter().map(written).collect()
}

fn moves_of(position: &Hive, piece: &str) -> Vec<String> {
    let mut own: Vec<String> = texts(position).into_iter().filter(|text| text.starts_with(piece)).collect();
    own.sort();
    own
}

fn refusal(position: &Hive, text: &str) -> String {
    match play_text(position, text) {
        Err(Refusal::IllegalMove(why) | Refusal::GameOver(why)) => why,
        other => panic!("{text} gave {other:?}"),
    }
}

#[test]
fn counts_as_the_rules_say() {
    for (text, counts) in [
        ("Base", &[4, 96, 1440, 21600, 516240][..]),
        ("Base+MLP", &[7, 294, 6678, 151686]),
        // A mosquito throws with a stunned pillbug.
        ("Base+MP;InProgress;Black[4];wP;bM /wP;wQ \\wP;bQ /bM;wQ bM-;bP bQ\\;wP \\bM", &[25]),
        // A mosquito throws the pillbug it copies.
        ("Base+MP;InProgress;Black[3];wP;bM wP\\;wQ -wP;bQ bM-;wQ /wP", &[26]),
        // No throw before the queen.
        ("Base+MLP;InProgress;White[2];wP;bB1 wP-", &[21]),
        // Only throws are left, so no pass.
        (
            "Base+MP;InProgress;White[8];wP;bP -wP;wQ wP-;bM \\bP;wQ wP/;bA1 /bM;wQ bM-;bQ bA1\\;bP wP\\;bQ bA1-;\
             bP bQ\\;bM wQ/;bP wP-;bS1 bM-",
            &[3],
        ),
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
fn the_queen_is_not_first_and_not_later_than_fourth() {
    assert_eq!(texts(&position("Base")), ["wS1", "wB1", "wG1", "wA1"]);
    let fourth = position("Base;InProgress;White[4];wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-;wB1 -wS2;bB1 bS2-");
    assert!(texts(&fourth).iter().all(|text| text.starts_with("wQ ")));
    assert!(!texts(&fourth).is_empty());
}

#[test]
fn the_hive_stays_one() {
    // The spider in the middle of a line holds it together; in a ring around a hole it does not.
    let line = position("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
    assert!(moves_of(&line, "wS1 ").is_empty());
    assert_eq!(moves_of(&line, "wQ "), ["wQ /wS1", "wQ \\wS1"]);
    let ring = "Base;InProgress;White[5];wS1;bS1 wS1-;wQ /wS1;bQ bS1\\;wA1 wQ\\;bA1 bQ-;wS2 -wQ;bA1 /bQ";
    let ring = position(ring);
    assert_eq!(ring.board.around(step(hex::ORIGIN, 4)), FULL);
    assert!(!moves_of(&ring, "wS1 ").is_empty());
    assert!(moves_of(&ring, "wQ ").is_empty(), "it alone holds wS2");
}

#[test]
fn what_the_opponent_moved_is_stunned() {
    let thrown = position("Base+P;InProgress;Black[3];wP;bS1 wP-;wQ -wP;bQ bS1-;wQ wP/");
    assert_eq!(thrown.stunned, queen(0));
    let moved = "Base+P;InProgress;White[5];wP;bS1 wP-;wQ -wP;bQ bS1-;wS1 -wQ;bA1 bQ-;wS2 -wS1;bA1 wP/";
    assert!(moves_of(&position(moved), "bA1 ").is_empty(), "it has just moved, so it is not thrown");
    let later = position(&format!("{moved};wA1 -wS2;bA2 bQ-"));
    assert_eq!(moves_of(&later, "bA1 "), ["bA1 \\wP", "bA1 wP\\", "bA1 wQ\\"]);
}

#[test]
fn a_game_ends_when_a_queen_is_surrounded() {
    let opening = "wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;wA1 wQ\\;bA1 bG2/;wA1 bG2\\";
    for (more, state, winner, reason) in [
        ("bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1", "WhiteWins;Black[8]", Some(0), "Black's queen is surrounded"),
        ("bA1 /bG1", "WhiteWins;White[7]", Some(0), "Black's queen is surrounded"),
        (
            "bA1 \\bG2;wQ \\wS1;bG1 wA1/;wQ -bQ;bA1 \\wQ;wB1 -wS1;bG3 bG1-;wB1 /bA1;bG3 -bG2",
            "Draw;White[11]",
            None,
            "both queens are surrounded",
        ),
    ] {
        let over = position(&format!("Base;InProgress;White[1];{opening};{more}"));
        let end = outcome(&over).unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (winner, reason));
        assert_eq!(over.count_moves(), 0);
        assert!(texts(&over).is_empty());
        assert!(over.to_string().starts_with(&format!("Base;{state};wS1;")), "{over}");
        assert!(refusal(&over, "wQ bQ").contains("over"));
    }
}

/// A cycle of eight turns after which the whole hive stands one step to the south-east.
const WALK: [&str; 8] = ["wQ wA1/", "bQ bA1-", "wQ wA1-", "bA1 /bQ", "wA1 /wQ", "bQ bA1-", "wQ \\wA1", "bQ bA1\\"];

#[test]
fn the_same_position_for_the_third_time_is_a_draw() {
    let twice = "Base;InProgress;Black[7];wS1;bB1 wS1-;wQ \\wS1;bQ bB1\\;wQ -wS1;bQ bB1-;wQ \\wS1;bQ bB1\\;wQ -wS1;\
                 bQ bB1-;wQ \\wS1";
    let third = play_text(&position(twice), "bQ bB1\\").unwrap();
    assert_eq!(third.ended(), Some(None));
    assert_eq!(third.reason(), "the same position for the third time");
    assert!(third.to_string().starts_with("Base;Draw;White[7];"));
}

#[test]
fn a_hive_that_walks_around_the_grid_is_another_position() {
    let start = position("Base;InProgress;White[3];wA1;bA1 wA1\\;wQ \\wA1;bQ bA1\\");
    let mut walking = start.clone();
    for _ in 0..32 * 3 {
        for text in WALK {
            let played = walking.read_move(text).unwrap();
            walking.play(played);
            assert_eq!(walking.ended(), None);
        }
    }
    assert_eq!(walking.repetition_key(), start.repetition_key());
}

#[test]
fn playing_and_taking_back_restores_every_field() {
    let games = ["Base+MLP;InProgress;White[1];wP;bM /wP;wQ \\wP;bQ /bM;wQ bM-;bP bQ\\;wP \\bM", "Base+MLP"];
    let fields = |hive: &Hive| {
        let board = &hive.board;
        let stacked = |piece| (board.level(piece) > 0).then(|| board.below(piece));
        let pieces: Vec<_> = pieces::members(board.in_play)
            .map(|piece| (piece, board.hex(piece), board.level(piece), stacked(piece)))
            .collect();
        let grid: Vec<_> = (0..1024).map(|hex| (board.around(hex), board.top(hex), board.is_occupied(hex))).collect();
        let sets = (board.in_hand, board.in_play, board.covered, board.tally);
        (pieces, grid, sets, hive.side, hive.stunned, hive.end, hive.since_placement, hive.history.len(), hive.key())
    };
    for (seed, game) in (1u64..30).flat_map(|seed| games.map(|game| (seed, game))) {
        let mut hive = position(game);
        let mut stack = Vec::new();
        let mut moves = Vec::new();
        for ply in 0..120 {
            moves.clear();
            hive.moves(&mut moves);
            assert_eq!(hive.count_moves(), moves.len(), "{hive}");
            assert_eq!(hive.key(), hive.key_from_scratch(), "{hive}");
            if moves.is_empty() {
                break;
            }
            let played = moves[zobrist::random(seed << 32 | ply) as usize % moves.len()];
            let before = fields(&hive);
            stack.push((before, played, hive.play(played)));
        }
        assert_eq!(position(&hive.to_string()), hive);
        while let Some((before, played, undo)) = stack.pop() {
            hive.undo(played, undo);
            assert_eq!(fields(&hive), before);
        }
    }
}

#[test]
fn bridges_are_those_whose_removal_parts_the_hive() {
    for seed in 1..60u64 {
        let mut hive = position("Base+MLP");
        let mut moves = Vec::new();
        for ply in 0..80 {
            moves.clear();
            hive.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            hive.play(moves[zobrist::random(seed << 32 | ply) as usize % moves.len()]);
            let board = &hive.board;
            let occupied: Vec<Hex> = (0..1024).filter(|&hex| board.is_occupied(hex)).collect();
            let shores = &mut board::Shores::new();
            for &hex in occupied.iter().filter(|&&hex| board.height(hex) == 1) {
                let left: Vec<Hex> = occupied.iter().copied().filter(|&other| other != hex).collect();
                let mut met: Vec<Hex> = left.iter().copied().take(1).collect();
                let mut next = 0;
                while next < met.len() {
                    for beside in [0, 1, 2, 3, 4, 5].map(|direction| step(met[next], direction)) {
                        if left.contains(&beside) && !met.contains(&beside) {
                            met.push(beside);
                        }
                    }
                    next += 1;
                }
                assert_eq!(board.is_bridge(hex, shores), met.len() < left.len(), "{hive}");
            }
        }
    }
}

#[test]
fn texts_are_read_back() {
    for text in [
        "Base;NotStarted;White[1]",
        "Base+ML;NotStarted;White[1]",
        "Base+MLP;InProgress;White[2];wS1;bG1 -wS1",
        "Base+P;InProgress;Black[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bB1 bQ-;wB1 wS1",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
    assert_eq!(position("Base+PLM").to_string(), "Base+MLP;NotStarted;White[1]");
    assert_eq!(position(" Base;Draw;Black[7];wS1 ").to_string(), "Base;InProgress;Black[1];wS1");
}

#[test]
fn moves_are_read_in_every_form() {
    let start = "Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bB1 bQ-";
    for (canonical, others) in [
        ("wB1 wS1", &["wB1 wQ-", "wB1 -bS1", "wB1 wB1\\", " wB1_wS1 "][..]),
        ("wQ /wS1", &["wQ wQ\\"]),
        ("wS2 -wQ", &["wS2_-wQ"]),
    ] {
        let after = play_text(&position(start), canonical).unwrap();
        assert!(after.to_string().ends_with(canonical), "{after}");
        for text in others {
            assert_eq!(play_text(&position(start), text).unwrap(), after, "{text}");
        }
    }
    // A beetle that steps down refers to what it uncovers; a covered piece names its hex.
    let stacked = position(&format!("{start};wB1 wS1;bA1 bB1-"));
    assert!(moves_of(&stacked, "wB1 ").contains(&"wB1 \\wS1".to_string()));
    assert_eq!(play_text(&stacked, "wB1 wS1-"), play_text(&stacked, "wB1 bS1"));
}

#[test]
fn wrong_positions_are_refused() {
    for (text, told) in [
        ("", "''"),
        ("base", "'base'"),
        ("Base+", "Base+"),
        ("BaseMLP", "BaseMLP"),
        ("Base+X", "'X'"),
        ("Base+MM", "M is there twice"),
        ("Base;Started;White[1]", "'Started'"),
        ("Base;NotStarted", "no turn"),
        ("Base;NotStarted;White[0]", "White[0]"),
        ("Base;NotStarted;White[01]", "White[01]"),
        ("Base;NotStarted;Red[1]", "Red[1]"),
        ("Base;NotStarted;White[1];", "move 1"),
        ("Base;InProgress;White[2];wS1;bG1 -wS2", "move 2"),
        ("Base;InProgress;White[2];wS1;bM -wS1", "not in this game"),
        ("Base;InProgress;White[2];wS1;bG1 -wS1;", "move 3"),
    ] {
        match Hive::parse(text) {
            Err(Refusal::InvalidPosition(why)) => assert!(why.contains(told), "{text}: {why}"),
            other => panic!("{text} gave {other:?}"),
        }
    }
    let over = "Base;Draw;White[7];wS1;bB1 wS1-;wQ \\wS1;bQ bB1\\;wQ -wS1;bQ bB1-;wQ \\wS1;bQ bB1\\;wQ -wS1;bQ bB1-;\
                wQ \\wS1;bQ bB1\\;wQ -wS1";
    assert!(Hive::parse(over).unwrap_err().to_string().starts_with("move 13"));
}

#[test]
fn wrong_moves_are_refused() {
    let start = position("Base;InProgress;White[3];wB1;bB1 wB1-;wQ -wB1;bQ bB1-");
    for (text, told) in [
        ("", "a piece and where it goes"),
        ("e2e4", "a piece and where it goes"),
        ("e2e4 e5", "there is no piece 'e2e4'"),
        ("wQ", "a piece and where it goes"),
        ("wQ -wB1-", "'-wB1-' is no place"),
        ("wQ wS1-", "'wS1-' is no place"),
        ("wQ bQ-", "wQ may not go there ('wQ bQ-'). It can: wQ"),
        ("wS2 -wQ", "wS2 has to wait: alike pieces are placed in the order of their numbers. A legal move is w"),
        ("bS1 bQ-", "in the other player's hand"),
        ("bQ bB1/", "bQ belongs to Black, and no pillbug can throw it. A legal move is w"),
        ("wB1 bQ", "wB1 stays: without it the hive would fall apart"),
        ("wM -wQ", "wM is not in this game"),
        ("pass", "who can do nothing"),
        ("wQ é", "'é' is no place"),
    ] {
        let why = refusal(&start, text);
        assert!(why.contains(told), "{text}: {why}");
    }
}

#[test]
fn a_refusal_says_why_a_piece_has_no_move() {
    for (game, text, told) in [
        ("", "wQ", "wQ is not placed on the first turn"),
        ("", "wA2", "wA2 has to wait: alike pieces"),
        (";wS1;bS1 wS1-", "wS1 bS1-", "wS1 stays: White moves nothing before wQ is in play"),
        (
            ";wS1;bS1 wS1-;wA1 -wS1;bQ bS1-;wA2 -wA1;bA1 bQ-",
            "wG1 -wA2",
            "wG1 has to wait: wQ is placed by the fourth turn",
        ),
        (";wB1;bS1 wB1-;wQ -wB1;bQ bS1-;wB2 -wQ;bA1 bQ-;wB2 wQ;bA1 bQ/", "wQ -wB1", "wQ is covered by wB2"),
        (";wB1;bS1 wB1-;wQ -wB1;bQ bS1-;wB2 -wQ;bA1 bQ-;wB2 wQ;bA1 bQ/", "bA1 bQ-", "bA1 rests for this turn: Black"),
    ] {
        let why = refusal(&position(&format!("Base;InProgress;White[1]{game}")), text);
        assert!(why.starts_with(told), "{text}: {why}");
    }
}
