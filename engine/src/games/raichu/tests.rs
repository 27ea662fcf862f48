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

#[test]
fn every_even_size_from_8_to_20_is_played() {
    counts::<Wide>(&start(12), &[34, 1156, 38080]);
    counts::<Wide>(&start(14), &[40, 1600]);
    counts::<Wide>(&start(16), &[46, 2116]);
    counts::<Wide>(&start(18), &[52, 2704]);
    counts::<Wide>(&start(20), &[58, 3364]);
}

/// A position on 8 × 8 from the pieces and their squares, such as `@a1 wb3`.
fn board(pieces: &str, rest: &str) -> Raichu<u64> {
    let mut letters = vec!['.'; 64];
    for piece in pieces.split(' ') {
        let bytes = piece.as_bytes();
        letters[(b'8' - bytes[2]) as usize * 8 + (bytes[1] - b'a') as usize] = bytes[0] as char;
    }
    position(&format!("{} {rest}", letters.into_iter().collect::<String>()))
}

/// Where the moves from a square go, in the order of the alphabet.
fn targets(position: &Raichu<u64>, from: &str) -> String {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let written = |&played: &Move| {
        let mut text = String::new();
        position.write_move(played, &mut text);
        text
    };
    let mut found: Vec<String> =
        moves.iter().map(written).filter_map(|text| text.strip_prefix(from).map(str::to_string)).collect();
    found.sort();
    found.join(" ")
}

#[test]
fn a_pichu_steps_and_jumps_diagonally_forward_over_pichus_only() {
    assert_eq!(targets(&board("wd5 $a1", "w 0"), "d5"), "c4 e4");
    assert_eq!(targets(&board("wd5 bc4 Be4", "w 0"), "d5"), "b3");
    assert_eq!(targets(&board("wd5 wc4 be4 bf3", "w 0"), "d5"), "");
    assert_eq!(targets(&board("wa5 bh4", "w 0"), "a5"), "b4");
    assert_eq!(targets(&board("bd5 we6 @a1", "b 0"), "d5"), "c6 f7");
}

#[test]
fn a_pikachu_moves_along_three_lines_and_jumps_pichus_and_pikachus() {
    assert_eq!(targets(&board("Wd5 $h8", "w 0"), "d5"), "b5 c5 d3 d4 e5 f5");
    assert_eq!(targets(&board("Wd5 bd4 Be5 $c5", "w 0"), "d5"), "d2 d3 f5 g5");
    assert_eq!(targets(&board("Wd5 bd3 Bf5 wc5", "w 0"), "d5"), "d2 d4 e5 g5");
    assert_eq!(targets(&board("Wd5 bd4 bd3 Bf5 bg5", "w 0"), "d5"), "b5 c5 e5");
    assert_eq!(targets(&board("Bg4 wg5 @a1", "b 0"), "g4"), "e4 f4 g6 g7 h4");
}

#[test]
fn a_raichu_slides_and_jumps_one_enemy_of_any_kind() {
    assert_eq!(targets(&board("@a1 $a3 Bd1 Be1 bc3", "w 0"), "a1"), "a2 a4 a5 a6 a7 a8 b1 b2 c1 d4 e5 f6 g7 h8");
    assert_eq!(targets(&board("@h8 $h7 bh6 wg8 $f6 @d4", "w 0"), "h8"), "e5 g7");
}

#[test]
fn the_far_row_promotes_and_jumps_and_promotions_end_the_quiet() {
    let play = |position: &Raichu<u64>, text: &str| play_text(position, text).unwrap().to_string();
    let at = |pieces: &str, rest: &str| board(pieces, rest).to_string();
    assert_eq!(play(&board("wd2 $a8", "w 7"), "d2e1"), at("@e1 $a8", "b 0"));
    assert_eq!(play(&board("We3 $a8", "w 7"), "e3e1"), at("@e1 $a8", "b 0"));
    assert_eq!(play(&board("We3 be2 $a8", "w 7"), "E3-e1"), at("@e1 $a8", "b 0"));
    assert_eq!(play(&board("Bd7 wc8 @h1", "b 7"), "d7 d8"), at("$d8 wc8 @h1", "w 0"));
    assert_eq!(play(&board("We5 be4 $a8", "w 7"), "e5e2"), at("We2 $a8", "b 0"));
    assert_eq!(play(&board("We5 be4 $a8", "w 7"), "e5f5"), at("Wf5 be4 $a8", "b 8"));
}

#[test]
fn the_ends_come_in_their_order() {
    let end = |position: Raichu<u64>| outcome(&position).map(|end| (end.winner, end.reason));
    let because = |winner, reason: &str| Some((winner, reason.to_string()));
    assert_eq!(end(board("$a1", "w 0")), because(Some(1), "White has no piece left"));
    assert_eq!(end(board("@a1", "w 100")), because(Some(0), "Black has no piece left"));
    assert_eq!(end(board("wa2 Bb1 ba1", "w 0")), because(Some(1), "White cannot move"));
    assert_eq!(end(board("wa2 Bb1 ba1", "w 100")), because(Some(1), "White cannot move"));
    assert_eq!(end(board("wa2 Bb1 ba1", "b 100")), because(None, "100 plies without a jump or a promotion"));
    assert_eq!(end(board("wa2 Bb1 ba1", "b 99")), None);
    let over = play_text(&board("@a1 bb2", "w 3"), "a1c3").unwrap();
    assert_eq!(end(over), because(Some(0), "Black has no piece left"));
}

#[test]
fn playing_and_undoing_restores_every_field() {
    let start = position("$.......b.B...........Ww...@.W.......W..b............B.........@ w 3");
    let mut moves = Vec::new();
    start.moves(&mut moves);
    for played in moves {
        let mut after = start.clone();
        let undo = after.play(played);
        assert_eq!(after.key(), after.key_from_scratch());
        assert_eq!(after, position(&after.to_string()));
        after.undo(played, undo);
        assert_eq!((&after, after.key()), (&start, start.key()));
    }
}

#[test]
fn the_count_enters_the_key_only_near_the_draw() {
    let key = |rest: &str| board("@a1 $h7", rest).key();
    assert_eq!(key("w 0"), key("w 35"));
    assert_ne!(key("w 35"), key("w 36"));
    assert_ne!(key("w 36"), key("w 37"));
    assert_ne!(key("w 0"), key("b 0"));
}

#[test]
fn refused_moves_say_why() {
    let start = position(START);
    for (text, why) in [
        ("a7a4", "a7 is a pikachu: it may not move to a4. It can go to a5, a6, b7"),
        ("a4a5", "a4 is empty. The pieces that can move stand on b6, d6, f6, h6, a7, c7, e7, g7"),
        ("a3b4", "a3 is a pichu of Black. White can move from b6, d6, f6, h6, a7, c7, e7, g7"),
        ("a9a7", "there is no square a9: the board goes from a1 to h8"),
        ("hello", "'hello' is not a move; a move is two squares, such as b6a5"),
        ("pass", "'pass' is not a move; a move is two squares, such as b6a5"),
    ] {
        match play_text(&start, text) {
            Err(Refusal::IllegalMove(found)) => assert_eq!(found, why, "{text}"),
            other => panic!("{text} gave {other:?}"),
        }
    }
}

#[test]
fn bad_texts_are_refused() {
    let odd = format!("{} w 0", ".".repeat(81));
    let empty = format!("{} w 0", ".".repeat(64));
    let long = format!("{} w 0", ".".repeat(22 * 22));
    let strange = START.replacen('.', "é", 1);
    let pichu = START.replacen('.', "b", 1);
    let last = START.replace("........ w", ".......W w");
    for (text, part) in [
        ("", "3 fields"),
        ("w 0", "3 fields"),
        (odd.as_str(), "the board has 81 squares"),
        (&long, "the board has 484 squares"),
        (&empty, "at least one piece"),
        (&strange, "a8 has 'é'"),
        (&pichu, "a8 has a pichu of Black on its far row"),
        (&last, "h1 has a pikachu of White on its far row"),
        (&START.replace(" w ", " x "), "it must be w or b"),
        (&START.replace(" 0", " 101"), "from 0 to 100"),
        (&start(10), "10 × 10"),
    ] {
        match Raichu::<u64>::parse(text) {
            Err(Refusal::InvalidPosition(why)) => assert!(why.contains(part), "{text}: {why}"),
            other => panic!("{text} gave {other:?}"),
        }
    }
    assert_eq!(board_size(&start(10)), Ok(10));
}

/// The legal moves of a position, each with what comes after it.
fn afters(position: &Raichu<u64>) -> Vec<Raichu<u64>> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let after = |played| {
        let mut after = position.clone();
        after.play(played);
        after
    };
    moves.into_iter().map(after).collect()
}

/// In how many plies the hunters, who are to move, win by what is known of the positions after their moves.
fn hunters_win_in(position: &Raichu<u64>) -> Option<u8> {
    let lost_in = |after: &Raichu<u64>| if after.ended().is_some() { Some(0) } else { after.caught_in() };
    afters(position).iter().filter_map(lost_in).min().map(|plies| plies + 1)
}

#[test]
fn what_is_known_of_a_hunt_follows_from_the_rules() {
    let mut dice = 7u64;
    let mut roll = |sides: u64| {
        dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((dice >> 33) % sides) as usize
    };
    let (mut caught, mut free) = (0, 0);
    while caught < 300 || free < 300 {
        let mut letters = ['.'; 64];
        for piece in ['@', '@', '@', '@', '$'] {
            letters[roll(64)] = piece;
        }
        let text: String = letters.iter().collect();
        if text.matches('@').count() != 4 {
            continue; // Two on one square.
        }
        let position = position(&format!("{text} b 0"));
        let answers = afters(&position);
        if answers.iter().any(|after| after.turn.quiet == 0) {
            continue; // It can jump a hunter, and three are another ending.
        }
        let longest = answers.iter().map(hunters_win_in).collect::<Option<Vec<_>>>();
        let expected = longest.map(|all| all.into_iter().max().map_or(0, |plies| plies + 1));
        assert_eq!(position.caught_in(), expected, "{position}");
        *(if expected.is_some() { &mut caught } else { &mut free }) += 1;
    }
}

#[test]
fn four_in_the_corners_catch_the_last_raichu_from_anywhere() {
    let caught_in = |text: &str| Raichu::<u64>::parse(text).unwrap().caught_in();
    let board = |row: &str| format!("@......@{}{row}{}@......@", ".".repeat(16), ".".repeat(24));
    assert_eq!(caught_in(&format!("{} b 0", board("..$....."))), Some(12));
    // Not in time, not with a piece less, and not if it is not the last one.
    assert_eq!(caught_in(&format!("{} b 88", board("..$....."))), Some(12));
    assert_eq!(caught_in(&format!("{} b 89", board("..$....."))), None);
    assert_eq!(caught_in(&format!("{} b 0", board("..$.....").replacen('@', ".", 1))), None);
    assert_eq!(caught_in(&format!("{} b 0", board("..$..b.."))), None);
    assert_eq!(caught_in(&format!("{} w 0", board("..$....."))), None);
}
