//! Pincer: two moves a turn, and whoever stands between enemies, or between an enemy and the wall, is caught.
//!
//! The board is two sets of squares (see `bitboard`). Captures are looked up for a whole line at once, in a table of all
//! lines that 7 squares can make.
//!
//! Only the row and the column of the square where a move ends need a look, as long as the board was settled before,
//! that is, no run stood caught. A run is caught by what stands on its squares and on the two beside its ends, so one
//! that is caught now has one of these changed. An emptied square catches nothing: a run beside it has a free end. So
//! it must be the square where the piece now stands. And what is removed only makes free ends: the board is settled
//! again.

use std::fmt;

use crate::error::{Refusal, clip};
use crate::game::{Game, Player};
use crate::games::bitboard::{self, Bits, RANK, add, shift, weigh};
use crate::games::zobrist::randoms;
use crate::text::{Board, Shown, read_count, read_fields};

const BOARD: Board = Board { name: "Pincer", files: 7, ranks: 7 };
const SQUARES: u64 = bitboard::board(7);
const PLAYERS: [&str; 2] = ["Triangles", "Circles"];
const LETTERS: &str = "TC";
const MOST_PIECES: u32 = 4;
const MOST_MOVES: u32 = 50;
const EXAMPLE: &str = "T5C/7/T5C/7/C5T/7/C5T t - 0";
const DIRECTIONS: [i32; 4] = [RANK, 1, -1, -RANK];
/// What stands for the piece that moved first in a turn if it was caught: a bit off the board.
const CAUGHT: u64 = 1 << 63;

/// The caught squares of a line, for the set of squares of one colour + 128 times that of the other.
static CAUGHT_IN_LINE: [u8; 128 * 128] = {
    let mut table = [0; 128 * 128];
    let mut one = 0;
    while one < 128 {
        let mut other = 0;
        while other < 128 {
            if one & other == 0 {
                table[one + 128 * other] = caught_in_line(one, other) | caught_in_line(other, one);
            }
            other += 1;
        }
        one += 1;
    }
    table
};

/// The squares of a line where runs of one colour stand caught.
const fn caught_in_line(colour: usize, enemy: usize) -> u8 {
    // The walls are squares of their own: the line is squares 1 to 7.
    let (colour, enemy, wall) = (colour << 1, enemy << 1, 1 | 1 << 8);
    let mut caught = 0;
    let mut first = 1;
    while first < 8 {
        let mut end = first;
        while colour >> end & 1 == 1 {
            end += 1;
        }
        let ends = 1 << (first - 1) | 1 << end;
        if end > first && ends & !(enemy | wall) == 0 && ends & enemy != 0 {
            caught |= (1 << end) - (1 << first);
        }
        first = end + 1;
    }
    (caught >> 1) as u8
}

/// The lowest square of each rank: a file.
const FILE: u64 = 0x0001_0101_0101_0101;

/// The caught squares in the row of a square.
#[inline(always)]
fn caught_in_row(one: u64, other: u64, bit: usize) -> u64 {
    let start = bit & 56;
    let line = |set: u64| (set >> start) as usize & 127;
    (CAUGHT_IN_LINE[line(one) + 128 * line(other)] as u64) << start
}

/// The caught squares in the column of a square.
#[inline(always)]
fn caught_in_column(one: u64, other: u64, bit: usize) -> u64 {
    let file = bit & 7;
    // The multiplications bring the bits of a file side by side and back.
    let line = |set: u64| ((set >> file & FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize & 127;
    let caught = CAUGHT_IN_LINE[line(one) + 128 * line(other)] as u64;
    (caught.wrapping_mul(0x0000_0408_1020_4081) & FILE) << file
}

/// The pieces that are caught when one has come to a square.
#[inline(always)]
fn caught([triangles, circles]: [u64; 2], to: usize) -> u64 {
    caught_in_row(triangles, circles, to) | caught_in_column(triangles, circles, to)
}

/// A number for each player and square.
const KEYS: [[u64; 64]; 2] = [randoms(0), randoms(64)];
/// A number for each place of the piece that has moved in this turn, as the number of its bit; 64 at the start of a turn.
const MOVED_KEYS: [u64; 65] = randoms(128);
const TO_MOVE: [u64; 2] = randoms(256);
/// A number for each count of moves: the limit is so near that the count always matters.
const PLAYED_KEYS: [u64; MOST_MOVES as usize + 1] = randoms(320);

/// A piece goes from one square to another; squares are bit numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// A position of Pincer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pincer {
    /// The triangles and the circles.
    pub(crate) sides: [u64; 2],
    /// The piece that has moved in this turn, alone in its set, or `CAUGHT`; nothing at the start of a turn.
    pub(crate) moved: u64,
    /// The key as far as the pieces make it.
    pieces_key: u64,
    player: u32,
    /// How many moves have been played in all.
    pub(crate) played: u32,
}

impl Pincer {
    /// The pieces of both players that a move catches.
    #[inline(always)]
    pub(crate) fn caught_by(&self, Move { from, to }: Move) -> u64 {
        let mut sides = self.sides;
        sides[self.player()] ^= 1 << from | 1 << to;
        caught(sides, to.into())
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        SQUARES & !(self.sides[0] | self.sides[1])
    }

    /// The squares to which the player to move can go, for each of the `DIRECTIONS`.
    #[inline(always)]
    fn landings(&self) -> [u64; 4] {
        let movers = self.sides[self.player as usize & 1] & !self.moved;
        DIRECTIONS.map(|by| shift(movers, by) & self.empty())
    }

    /// Whether one of the pieces in a set can move.
    #[inline(always)]
    fn can_move(&self, pieces: u64) -> bool {
        let around = pieces << 1 | pieces >> 1 | pieces << RANK | pieces >> RANK;
        around & self.empty() != 0
    }

    /// Takes the caught pieces off the board.
    fn remove(&mut self, caught: u64) {
        for (side, keys) in self.sides.iter_mut().zip(&KEYS) {
            self.pieces_key = Bits(*side & caught).fold(self.pieces_key, |key, bit| key ^ keys[bit]);
            *side &= !caught;
        }
    }

    /// What the other fields of the position add to the key.
    fn fields_key(&self) -> u64 {
        MOVED_KEYS[self.moved.trailing_zeros() as usize]
            ^ TO_MOVE[self.player()]
            ^ PLAYED_KEYS[(self.played as usize).min(MOST_MOVES as usize)]
    }

    /// The piece that has moved in this turn, as the third field of a position tells it.
    fn read_moved(&mut self, field: &str) -> Result<(), Refusal> {
        if field == "-" {
            return Ok(());
        }
        let invalid = |why: String| Err(Refusal::InvalidPosition(why));
        let own = self.sides[self.player()];
        let name = PLAYERS[self.player()];
        if field == "x" {
            self.moved = CAUGHT;
            if own.count_ones() == MOST_PIECES {
                let why = format!("the piece that moved is x, caught, but {name} still have {MOST_PIECES} pieces");
                return invalid(why);
            }
        } else if let Some(square) = BOARD.read_square(field) {
            self.moved = 1 << bitboard::bit(square);
            if own & self.moved == 0 {
                return invalid(format!("the piece that moved is on {field}, but no piece of {name} stands there"));
            }
        } else {
            return invalid(format!("the piece that moved is {}, it must be -, x or a square", clip(field)));
        }
        if self.played == 0 {
            return invalid(format!("the piece that moved is {field}, but no move has been played; it must be -"));
        }
        if !self.can_move(own & !self.moved) {
            return invalid(format!("the piece that moved is {field}, but no other piece of {name} can move"));
        }
        Ok(())
    }
}

impl Game for Pincer {
    type Move = Move;
    /// A position is so small that keeping it is the quickest way back.
    type Undo = Pincer;

    const NAME: &'static str = "pincer";

    fn parse(text: &str) -> Result<Self, Refusal> {
        let names = ["board", "side", "piece that moved", "moves played"];
        let [board, side, moved, played] = read_fields(text, names, EXAMPLE)?;
        let invalid = |why| Err(Refusal::InvalidPosition(why));
        let mut sides = [0u64; 2];
        for (square, letter) in BOARD.read_ranks(board, LETTERS)?.into_iter().enumerate() {
            if let Some(player) = LETTERS.bytes().position(|known| known == letter) {
                sides[player] |= 1 << bitboard::bit(square);
            }
        }
        for (side, name) in sides.iter().zip(PLAYERS) {
            let found = side.count_ones();
            if found > MOST_PIECES {
                return invalid(format!("{name} have {found} pieces, at most {MOST_PIECES} are allowed"));
            }
        }
        let lines =
            (0..7).map(|line| caught_in_row(sides[0], sides[1], 8 * line) | caught_in_column(sides[0], sides[1], line));
        let caught = lines.fold(0, |all, line| all | line);
        if caught != 0 {
            let found = BOARD.square(bitboard::square(caught.trailing_zeros() as usize));
            return invalid(format!("the piece on {found} stands caught, it must have left the board"));
        }
        let player = match side {
            "t" => 0,
            "c" => 1,
            _ => return invalid(format!("the side to move is {}, it must be t or c", clip(side))),
        };
        let played = read_count(played, "the number of moves played", MOST_MOVES)?;
        let mut position = Pincer { sides, moved: 0, pieces_key: 0, player, played };
        position.read_moved(moved)?;
        position.pieces_key = position.key_from_scratch() ^ position.fields_key();
        Ok(position)
    }

    #[inline(always)]
    fn player(&self) -> Player {
        self.player as usize & 1
    }

    #[inline(always)]
    fn ended(&self) -> Option<Option<Player>> {
        let [triangles, circles] = self.sides;
        // A set without its lowest square is empty unless it has two.
        let more_than_one = |set: u64| set & set.wrapping_sub(1);
        let few = more_than_one(triangles) | more_than_one(circles) == 0;
        if triangles != 0 && circles != 0 && !few && self.played < MOST_MOVES {
            return None;
        }
        Some(match triangles.count_ones().cmp(&circles.count_ones()) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(1),
        })
    }

    fn reason(&self) -> String {
        match self.sides.map(u64::count_ones) {
            [0, 0] => "neither player has a piece left".to_string(),
            [0, _] => format!("{} have no piece left", PLAYERS[0]),
            [_, 0] => format!("{} have no piece left", PLAYERS[1]),
            [1, 1] => "each player has one piece left".to_string(),
            [ours, theirs] if ours == theirs => format!("{MOST_MOVES} moves played: {ours} pieces each"),
            [ours, theirs] => {
                let winner = PLAYERS[(theirs > ours) as usize];
                let (more, fewer) = (ours.max(theirs), ours.min(theirs));
                format!("{MOST_MOVES} moves played: {winner} have {more} pieces against {fewer}")
            }
        }
    }

    #[inline]
    fn moves(&self, into: &mut Vec<Move>) {
        if self.ended().is_some() {
            return;
        }
        for (landings, by) in self.landings().into_iter().zip(DIRECTIONS) {
            into.extend(Bits(landings).map(|to| Move { from: (to as i32 - by) as u8, to: to as u8 }));
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.ended().is_some() {
            return 0;
        }
        let [a, b, c, d] = self.landings();
        let (ones, twos) = add(a, b, c);
        let carry = ones & d;
        weigh(ones ^ d, twos ^ carry, twos & carry)
    }

    #[inline(always)]
    fn play(&mut self, Move { from, to }: Move) -> Pincer {
        let before = *self;
        let (from, to) = (from as usize & 63, to as usize & 63);
        let player = self.player();
        self.sides[player] ^= 1 << from | 1 << to;
        self.pieces_key ^= KEYS[player][from] ^ KEYS[player][to];
        self.played += 1;
        let caught = caught(self.sides, to);
        if caught != 0 {
            self.remove(caught);
        }
        let own = self.sides[player];
        if self.moved == 0 && self.can_move(own & !(1 << to)) {
            self.moved = if own >> to & 1 == 1 { 1 << to } else { CAUGHT };
        } else {
            self.moved = 0;
            self.player ^= 1;
        }
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Move, before: Pincer) {
        *self = before;
    }

    fn key(&self) -> u64 {
        self.pieces_key ^ self.fields_key()
    }

    fn key_from_scratch(&self) -> u64 {
        let keys = self.sides.iter().zip(&KEYS).flat_map(|(&side, keys)| Bits(side).map(|bit| keys[bit]));
        keys.fold(self.fields_key(), |all, key| all ^ key)
    }

    fn write_move(&self, played: Move, into: &mut String) {
        let (from, to) = squares(played);
        BOARD.write_square(from, into);
        BOARD.write_square(to, into);
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        if let Some((from, _)) = BOARD.read_squares(text)?
            && self.moved == 1 << bitboard::bit(from)
        {
            let why = "has moved in this turn: the second move is by another piece";
            return Err(Refusal::IllegalMove(format!("{} {why}", BOARD.square(from))));
        }
        let piece = |square| {
            let player = self.sides.iter().position(|side| side >> bitboard::bit(square) & 1 == 1)?;
            Some((player, ["a triangle", "a circle"][player]))
        };
        Shown { position: self, board: BOARD, players: PLAYERS, squares, piece: &piece }.read_move(text)
    }
}

/// From where to where a move goes, as squares of the board.
fn squares(played: Move) -> (usize, usize) {
    (bitboard::square(played.from as usize), bitboard::square(played.to as usize))
}

impl fmt::Display for Pincer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| {
            let player = self.sides.iter().position(|side| side >> bitboard::bit(square) & 1 == 1);
            player.map_or(b'.', |player| LETTERS.as_bytes()[player])
        };
        let moved = match self.moved {
            0 => "-".to_string(),
            CAUGHT => "x".to_string(),
            piece => BOARD.square(bitboard::square(piece.trailing_zeros() as usize)),
        };
        write!(out, "{} {} {moved} {}", BOARD.write_ranks(letter), ["t", "c"][self.player()], self.played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{outcome, play_text};
    use crate::perft::{perft, perft_visiting};

    const INSIDE_A_TURN: &str = "7/1T4C/7/7/3C1C1/C6/7 t x 29";

    fn position(text: &str) -> Pincer {
        Pincer::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn after(text: &str, moves: &[&str]) -> Pincer {
        moves.iter().fold(position(text), |position, played| play_text(&position, played).unwrap())
    }

    /// A line of 7 squares with its caught pieces replaced by dots.
    fn settled(line: &str) -> String {
        let set =
            |colour| line.bytes().enumerate().fold(0, |set, (at, found)| set | ((found == colour) as usize) << at);
        let caught = CAUGHT_IN_LINE[set(b'T') + 128 * set(b'C')];
        line.chars().enumerate().map(|(at, letter)| if caught >> at & 1 == 1 { '.' } else { letter }).collect()
    }

    #[test]
    fn counts() {
        let known: [(&str, &[u64]); 3] = [
            (EXAMPLE, &[10, 70, 672, 4512, 44008, 327304, 3175104]),
            (INSIDE_A_TURN, &[4, 56, 576, 2016, 27272, 276360]),
            ("7/7/7/7/7/3T3/TTT1CCC t - 20", &[8, 34, 101, 349, 3483, 25473]),
        ];
        for (text, counts) in known {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(&mut position(text), depth), count, "{text} to depth {depth}");
                assert_eq!(perft_visiting(&mut position(text), depth), count, "{text} to depth {depth}");
            }
        }
    }

    #[test]
    fn lines_settle_as_on_the_page() {
        for (line, expected) in [
            ("CT.....", ".T....."),
            ("CCT....", "..T...."),
            (".TCT...", ".T.T..."),
            (".TCCT..", ".T..T.."),
            (".TCTC..", ".T..C.."),
            ("TC.....", ".C....."),
            ("TCT....", "..T...."),
            ("CCC....", "CCC...."),
            (".CCT...", ".CCT..."),
        ] {
            assert_eq!(settled(line), expected);
            let mirrored = |line: &str| line.chars().rev().collect::<String>();
            assert_eq!(settled(&mirrored(line)), mirrored(expected));
        }
    }

    /// The look at two lines finds what a look at the whole board finds.
    #[test]
    fn boards_stay_settled() {
        fn walk(game: &mut Pincer, depth: u32) {
            assert_eq!(game.key(), game.key_from_scratch());
            assert_eq!(position(&game.to_string()), *game);
            if depth > 0 {
                let before = *game;
                let mut moves = Vec::new();
                game.moves(&mut moves);
                for played in moves {
                    let undo = game.play(played);
                    walk(game, depth - 1);
                    game.undo(played, undo);
                    assert_eq!(*game, before);
                }
            }
        }
        for text in [EXAMPLE, INSIDE_A_TURN, "7/7/7/7/7/3T3/TTT1CCC t - 20"] {
            walk(&mut position(text), 4);
        }
    }

    #[test]
    fn a_turn_is_two_moves_by_two_pieces() {
        let first = after(EXAMPLE, &["a7b7"]);
        assert_eq!(first.to_string(), "1T4C/7/T5C/7/C5T/7/C5T t b7 1");
        let refusal = first.read_move("b7b6").unwrap_err().to_string();
        assert!(refusal.contains("b7 has moved in this turn: the second move is by another piece"), "{refusal}");
        assert_eq!(after(EXAMPLE, &["a7b7", "a5b5"]).to_string(), "1T4C/7/1T4C/7/C5T/7/C5T c - 2");
        assert_eq!(after("7/7/3T3/7/C1C4/7/7 t - 4", &["d5d4"]).player(), 1);
    }

    #[test]
    fn a_piece_that_moves_into_a_pincer_is_caught() {
        assert_eq!(after("7/7/3T3/7/2C1C2/7/3T3 t - 4", &["d5d4"]).to_string(), "7/7/7/3T3/2C1C2/7/3T3 t d4 5");
        assert_eq!(after("7/7/7/3T3/2C1C2/7/3T3 t - 4", &["d4d3"]).to_string(), "7/7/7/7/2C1C2/7/3T3 t x 5");
    }

    #[test]
    fn ends() {
        for (text, winner, reason) in [
            ("7/7/7/7/7/7/7 t - 9", None, "neither player has a piece left"),
            ("7/7/7/3T3/7/7/7 t - 9", Some(0), "Circles have no piece left"),
            ("7/7/7/3C3/7/7/7 t - 50", Some(1), "Triangles have no piece left"),
            ("7/7/3T3/7/3C3/7/7 t - 50", None, "each player has one piece left"),
            ("7/7/3T1T1/7/3C3/7/7 c - 50", Some(0), "50 moves played: Triangles have 2 pieces against 1"),
            ("7/7/3T1T1/7/3C1C1/7/7 c - 50", None, "50 moves played: 2 pieces each"),
        ] {
            let end = outcome(&position(text)).unwrap();
            assert_eq!((end.winner, end.reason.as_str()), (winner, reason));
            assert_eq!(position(text).count_moves(), 0);
        }
        assert_eq!(outcome(&position("7/7/3T1T1/7/3C1C1/7/7 c - 49")), None);
    }

    #[test]
    fn refusals() {
        for (text, why) in [
            ("T5C/7/T5C/7/C5T/7/C5T t -", "4 fields"),
            ("T5C/7/T5C/7/C5T/7/C5T w - 0", "the side to move is 'w'"),
            ("T5C/7/T5C/7/C5T/7 t - 0", "6 ranks"),
            ("T5C/7/T5C/7/C5X/7/C5T t - 0", "which is no piece"),
            ("T5C/7/T1T1T1C/7/C5T/7/C5T t - 0", "Triangles have 6 pieces"),
            ("T5C/7/T5C/7/C5T/7/C5T t - 51", "it must be a whole number from 0 to 50"),
            ("T5C/7/T5C/7/C5T/7/C5T t - 01", "it must be a whole number from 0 to 50"),
            ("TC5/7/7/7/7/7/7 t - 1", "the piece on a7 stands caught"),
            ("T6/C6/7/7/7/7/7 t - 1", "the piece on a7 stands caught"),
            ("1T4C/7/T5C/7/C5T/7/C5T t b7 0", "no move has been played"),
            ("1T4C/7/T5C/7/C5T/7/C5T t b6 1", "no piece of Triangles stands there"),
            ("1T4C/7/T5C/7/C5T/7/C5T t x 1", "still have 4 pieces"),
            ("1T4C/7/T5C/7/C5T/7/C5T t y 1", "it must be -, x or a square"),
            ("7/7/3T3/7/3C3/7/7 t d5 1", "no other piece of Triangles can move"),
        ] {
            let refusal = Pincer::parse(text).unwrap_err().to_string();
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
        let start = position(EXAMPLE);
        for (text, why) in [
            ("a7c7", "a7 is a triangle: it may not move to c7. It can go to a6, b7"),
            ("d4d5", "d4 is empty"),
            ("g7g6", "g7 is a circle of Circles"),
            ("h1a6", "there is no square h1"),
            ("hello", "is not a move"),
        ] {
            let refusal = start.read_move(text).unwrap_err().to_string();
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
        assert_eq!(start.read_move(" A7 b7 ").unwrap(), start.read_move("a7b7").unwrap());
    }
}
