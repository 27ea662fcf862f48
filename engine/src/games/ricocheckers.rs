//! Ricocheckers: pieces that slide until a wall or another piece stops them.
//!
//! A square is `file << 4 | rank`, both from 0: its numbers sort by file, then rank, as the texts do, and the two lines
//! through it are found without a division. A position is little more than the six squares: playing a move is a matter
//! of a few instructions, and what listing the moves needs to know of the lines is worked out when they are listed.

use std::fmt;

use crate::error::{Refusal, clip};
use crate::game::{Game, Player};
use crate::games::zobrist::{random, randoms};
use crate::text::{Board, Shown, read_count, read_fields, trimmed};

const SIDE: usize = 11;
const BOARD: Board = Board { name: "Ricocheckers", files: SIDE, ranks: SIDE };
const PLAYERS: [&str; 2] = ["Player 1", "Player 2"];
const START: &str = "e6,f7,g7/e5,f5,g6 1 0";

/// The game is a tie after so many plies.
const LAST_PLY: u8 = 200;

/// The board as the rules draw it: the walls, and the starting squares of players 1 and 2.
const PICTURE: [&str; 2 * SIDE + 1] = [
    "+---+---+---+---+---+---+---+---+---+---+---+",
    "|                   |                       |",
    "+   +   +   +   +   +   +   +   +   +   +   +",
    "|                                           |",
    "+   +---+   +   +   +   +   +   +   +   +   +",
    "|                           |               |",
    "+   +   +   +---+   +   +   +   +   +   +   +",
    "|   |                                       |",
    "+   +   +   +   +   +   +   +   +   +   +---+",
    "|                     1   1     |           |",
    "+   +   +   +   +   +---+---+   +   +   +   +",
    "|                 1 |   | 2                 |",
    "+   +   +   +   +---+---+   +   +   +   +   +",
    "|           |     2   2                     |",
    "+---+   +   +   +   +   +   +   +   +   +   +",
    "|                                       |   |",
    "+   +   +   +   +   +   +   +---+   +   +   +",
    "|               |                           |",
    "+   +   +   +   +   +   +   +   +   +---+   +",
    "|                                           |",
    "+   +   +   +   +   +   +   +   +   +   +   +",
    "|                       |                   |",
    "+---+---+---+---+---+---+---+---+---+---+---+",
];

/// The walled-in square in the middle, on which no piece ever stands.
pub(crate) const MIDDLE: u8 = 5 << 4 | 5;

/// What the picture shows so many characters to the right and lines below a square's own character.
const fn drawn(square: usize, right: isize, below: isize) -> u8 {
    let (file, rank) = (square >> 4, square & 15);
    let line = PICTURE[(2 * (SIDE - rank) as isize - 1 + below) as usize];
    line.as_bytes()[(4 * file as isize + 2 + right) as usize]
}

/// West, east, south and north: where a wall on that side of a square is drawn, and the step to the next square.
const WAYS: [(isize, isize, isize); 4] = [(-2, 0, -16), (2, 0, 16), (0, 1, -1), (0, -1, 1)];

/// What blocks a piece in the four ways, 16 bits a way: bit n is set if it cannot slide more than n squares, and so are
/// the bits above. The union of what each wall and each piece blocks is what all of them block together, and the
/// number of the lowest bit set is the length of the slide.
type Blocked = u64;

const fn blocked(way: usize, length: usize) -> Blocked {
    (0xffff << length & 0xffff) << (16 * way)
}

/// Where a piece so blocked comes to rest to the west, east, south and north: if it cannot move, where it is.
#[inline(always)]
pub(crate) const fn ends(square: u8, blocked: Blocked) -> [u8; 4] {
    let west = blocked.trailing_zeros() as u8;
    let east = (blocked >> 16).trailing_zeros() as u8;
    let south = (blocked >> 32).trailing_zeros() as u8;
    let north = (blocked >> 48).trailing_zeros() as u8;
    [square - 16 * west, square + 16 * east, square - south, square + north]
}

/// What the walls block from each square. This table and the others that squares index have 256 entries, so that a byte
/// never needs a bounds check.
pub(crate) static BY_WALLS: [Blocked; 256] = {
    let mut walls = [0; 256];
    let mut square = 0;
    while square < SIDE << 4 {
        let mut way = 0;
        while square & 15 < SIDE && way < 4 {
            let (right, below, step) = WAYS[way];
            let (mut here, mut length) = (square, 0);
            while drawn(here, right, below) == b' ' {
                here = here.wrapping_add_signed(step);
                length += 1;
            }
            walls[square] |= blocked(way, length);
            way += 1;
        }
        square += 1;
    }
    walls
};

/// What a piece on another square blocks, by that square minus the sliding piece's, counted from `SAME`. Whether there
/// is a wall between the two does not matter: it blocks sooner.
static BY_PIECE: [Blocked; 512] = {
    let mut pieces = [0; 512];
    let mut way = 0;
    while way < 4 {
        let mut distance = 1;
        while distance < SIDE {
            pieces[SAME.wrapping_add_signed(WAYS[way].2 * distance as isize)] |= blocked(way, distance - 1);
            distance += 1;
        }
        way += 1;
    }
    pieces
};

const SAME: usize = 256;

/// Whether one can step from one square to another: neighbours without a wall between them. And, where it is of no other
/// use, from a square to itself: how many such neighbours it has.
static STEPS: [[u8; 256]; 256] = {
    let mut steps = [[0; 256]; 256];
    let mut square = 0;
    while square < SIDE << 4 {
        let mut way = 0;
        while square & 15 < SIDE && way < 4 {
            let (right, below, step) = WAYS[way];
            if drawn(square, right, below) == b' ' {
                steps[square][square.wrapping_add_signed(step)] = 1;
                steps[square][square] += 1;
            }
            way += 1;
        }
        square += 1;
    }
    steps
};

/// The three squares of a player in the lower bytes, in no order, and in the highest how many of them are goals.
#[derive(Clone, Copy, Debug)]
struct Trio(u32);

impl Trio {
    fn new(player: Player, squares: [u8; 3]) -> Self {
        let goals = squares.iter().map(|&square| GOALS[player][square as usize]).sum();
        Trio(u32::from_le_bytes([squares[0], squares[1], squares[2], goals]))
    }

    #[inline(always)]
    fn squares(self) -> [u8; 3] {
        let [a, b, c, _] = self.0.to_le_bytes();
        [a, b, c]
    }

    /// The squares in the order of the texts.
    #[inline(always)]
    fn sorted(self) -> [u8; 3] {
        let [a, b, c] = self.squares();
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        [a.min(b), a.max(b), c]
    }

    fn has_arrived(self) -> bool {
        self.0 >> 24 == 3
    }

    /// Moves the piece of `player` that stands on `from`.
    #[inline(always)]
    fn shift(self, player: Player, from: u8, to: u8) -> Self {
        let [_, second, third] = self.squares();
        let byte = 8 * u32::from(second == from) + 16 * u32::from(third == from);
        let goals = &GOALS[player];
        let arrived = u32::from(goals[to as usize]).wrapping_sub(goals[from as usize].into()) << 24;
        Trio((self.0 ^ u32::from(from ^ to) << byte).wrapping_add(arrived))
    }
}

/// Each player's goals: 1 on the starting squares of the other.
pub(crate) static GOALS: [[u8; 256]; 2] = {
    let mut goals = [[0; 256]; 2];
    let mut square = 0;
    while square < SIDE << 4 {
        if square & 15 < SIDE {
            match drawn(square, 0, 0) {
                b'1' => goals[1][square] = 1,
                b'2' => goals[0][square] = 1,
                _ => {}
            }
        }
        square += 1;
    }
    goals
};

static PIECE_KEYS: [[u64; 256]; 2] = [randoms(0x100), randoms(0x200)];

/// How many plies before the tie the count enters the key: farther ahead than any search looks, so that before it the
/// tie can have no part in a value, and after it only positions with the same count share a value.
const HORIZON: u8 = 64;

/// The part of the key that the number of plies gives. Far from the tie it says only whose move it is.
static PLY_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut plies = 0;
    while plies < 256 {
        keys[plies] = random(if plies < (LAST_PLY - HORIZON) as usize { plies as u64 % 2 } else { plies as u64 });
        plies += 1;
    }
    keys
};

/// A slide from square to square. A pass goes from the middle to the middle: no piece is there, so playing it changes
/// nothing but the number of plies, without a special case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

const PASS: Move = Move { from: MIDDLE, to: MIDDLE };

#[derive(Clone, Debug)]
pub struct Ricocheckers {
    pieces: [Trio; 2],
    plies: u8,
    /// The key without the part of the plies.
    pieces_key: u64,
}

/// What a move changed.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pieces: Trio,
    pieces_key: u64,
}

impl Ricocheckers {
    fn pieces_key_from_scratch(&self) -> u64 {
        let keys = |player: Player| self.pieces[player].squares().map(|square| PIECE_KEYS[player][square as usize]);
        keys(0).into_iter().chain(keys(1)).fold(0, |key, piece| key ^ piece)
    }

    /// What blocks the piece on a square.
    #[inline(always)]
    fn blocked(&self, square: u8) -> Blocked {
        let mut blocked = BY_WALLS[square as usize];
        for pieces in self.pieces {
            for other in pieces.squares() {
                blocked |= BY_PIECE[(SAME + other as usize - square as usize) & 511];
            }
        }
        blocked
    }

    /// Where the piece on a square comes to rest (see `ends`).
    #[inline(always)]
    pub(crate) fn stops(&self, square: u8) -> [u8; 4] {
        ends(square, self.blocked(square))
    }

    /// The squares of a player's pieces, in no order.
    #[inline(always)]
    pub(crate) fn squares(&self, player: Player) -> [u8; 3] {
        self.pieces[player].squares()
    }

    fn owner(&self, square: u8) -> Option<Player> {
        (0..2).find(|&player| self.pieces[player].squares().contains(&square))
    }

    /// The one player who has arrived, if any.
    fn winner(&self) -> Option<Player> {
        (0..2).find(|&player| self.pieces[player].has_arrived())
    }

    fn list(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// The piece and the way that texts such as `e6 west` or `e6w` name; `None` if the text has another form.
    fn read_direction(&self, text: &str) -> Result<Option<Move>, Refusal> {
        let Some((start, way)) = BOARD.read_from(text)? else { return Ok(None) };
        let ways = ["west", "east", "south", "north"];
        let Some(index) = ways.iter().position(|&name| way == name || way == name[..1]) else { return Ok(None) };
        let from = from_number(start);
        let to = if self.owner(from) == Some(self.player()) { self.stops(from)[index] } else { from };
        if to == from && self.owner(from) == Some(self.player()) {
            let why = format!("the piece on {} cannot move {}: its way is blocked", BOARD.square(start), ways[index]);
            return Err(Refusal::IllegalMove(why));
        }
        Ok(Some(Move { from, to }))
    }
}

/// The square of the number that `Board` gives it.
fn from_number(number: usize) -> u8 {
    (((number % SIDE) << 4) | (number / SIDE)) as u8
}

fn to_number(square: u8) -> usize {
    (square & 15) as usize * SIDE + (square >> 4) as usize
}

fn invalid<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::InvalidPosition(why))
}

impl fmt::Display for Ricocheckers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares =
            |player: Player| self.pieces[player].sorted().map(|square| BOARD.square(to_number(square))).join(",");
        write!(out, "{}/{} {} {}", squares(0), squares(1), self.player() + 1, self.plies)
    }
}

impl PartialEq for Ricocheckers {
    fn eq(&self, other: &Self) -> bool {
        self.plies == other.plies && (0..2).all(|player| self.pieces[player].sorted() == other.pieces[player].sorted())
    }
}

impl Game for Ricocheckers {
    type Move = Move;
    type Undo = Undo;

    const NAME: &'static str = "ricocheckers";

    fn parse(text: &str) -> Result<Self, Refusal> {
        let [squares, player, plies] = read_fields(text, ["squares", "player to move", "plies played"], START)?;
        let sides: Vec<&str> = squares.split('/').collect();
        if sides.len() != 2 {
            let why = format!("the squares of the two players are separated by one '/', not as in {}", clip(squares));
            return invalid(why);
        }
        let mut pieces = [[0; 3]; 2];
        let mut seen = Vec::new();
        for (player, side) in sides.into_iter().enumerate() {
            let names: Vec<&str> = side.split(',').collect();
            if names.len() != 3 {
                let (name, found) = (PLAYERS[player], clip(side));
                return invalid(format!("{name} has exactly three squares with commas between them, not {found}"));
            }
            for (piece, name) in pieces[player].iter_mut().zip(names) {
                let Some(number) = BOARD.read_square(name) else {
                    return invalid(format!("{} is no square; squares go from a1 to k11", clip(name)));
                };
                *piece = from_number(number);
                if *piece == MIDDLE {
                    return invalid(format!("no piece can stand on {name}, which is walled in on all sides"));
                }
                if seen.contains(piece) {
                    return invalid(format!("two pieces stand on {name}; the six squares are all different"));
                }
                seen.push(*piece);
            }
        }
        let plies = read_count(plies, "the number of plies", LAST_PLY.into())? as u8;
        let mover = ["1", "2"][plies as usize % 2];
        if player != mover {
            let found = clip(player);
            return invalid(format!("after {plies} plies it is the turn of player {mover}, the text says {found}"));
        }
        let pieces = [Trio::new(0, pieces[0]), Trio::new(1, pieces[1])];
        if pieces.iter().all(|pieces| pieces.has_arrived()) {
            return invalid("both players have reached all their goals; the first to arrive wins at once".to_string());
        }
        let mut position = Ricocheckers { pieces, plies, pieces_key: 0 };
        position.pieces_key = position.pieces_key_from_scratch();
        Ok(position)
    }

    fn player(&self) -> Player {
        (self.plies & 1) as Player
    }

    #[inline(always)]
    fn ended(&self) -> Option<Option<Player>> {
        if self.pieces[0].has_arrived() || self.pieces[1].has_arrived() {
            return Some(self.winner());
        }
        (self.plies >= LAST_PLY).then_some(None)
    }

    fn reason(&self) -> String {
        match self.winner() {
            Some(winner) => {
                format!("{} reached all three starting squares of {}", PLAYERS[winner], PLAYERS[1 - winner])
            }
            None => format!("{LAST_PLY} plies without a winner"),
        }
    }

    #[inline]
    fn moves(&self, into: &mut Vec<Move>) {
        if self.ended().is_some() {
            return;
        }
        // Room for all twelve slides is made first; then each is written, and kept only if it goes anywhere. Whether it
        // does is hard to guess, so this is done without a branch.
        let kept = into.len();
        into.extend_from_slice(&[PASS; 16]);
        let Some(room) = into.last_chunk_mut::<16>() else { return };
        let mut count = 0;
        for from in self.pieces[self.player()].sorted() {
            for to in self.stops(from) {
                room[count & 15] = Move { from, to };
                count += usize::from(to != from);
            }
        }
        if count == 0 {
            room[0] = PASS;
            count = 1;
        }
        into.truncate(kept + count);
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.ended().is_some() {
            return 0;
        }
        let own = self.pieces[self.player()].squares();
        let other = self.pieces[1 - self.player()].squares();
        let [a, b, c] = own.map(|square| &STEPS[square as usize]);
        let open = a[own[0] as usize] + b[own[1] as usize] + c[own[2] as usize];
        // Two own pieces side by side block each other.
        let by_own = 2 * (a[own[1] as usize] + a[own[2] as usize] + b[own[2] as usize]);
        let by_other: u8 = other.map(|by| a[by as usize] + b[by as usize] + c[by as usize]).iter().sum();
        usize::from(open - by_own - by_other).max(1)
    }

    #[inline]
    fn play(&mut self, played: Move) -> Undo {
        let player = self.player();
        let undo = Undo { pieces: self.pieces[player], pieces_key: self.pieces_key };
        self.pieces[player] = undo.pieces.shift(player, played.from, played.to);
        let keys = &PIECE_KEYS[player];
        self.pieces_key ^= keys[played.from as usize] ^ keys[played.to as usize];
        self.plies += 1;
        undo
    }

    #[inline]
    fn undo(&mut self, _: Move, undo: Undo) {
        self.plies -= 1;
        self.pieces[self.player()] = undo.pieces;
        self.pieces_key = undo.pieces_key;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.pieces_key ^ PLY_KEYS[self.plies as usize]
    }

    fn key_from_scratch(&self) -> u64 {
        self.pieces_key_from_scratch() ^ PLY_KEYS[self.plies as usize]
    }

    fn write_move(&self, played: Move, into: &mut String) {
        if played == PASS {
            into.push_str("pass");
        } else {
            BOARD.write_square(to_number(played.from), into);
            BOARD.write_square(to_number(played.to), into);
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let moves = self.list();
        let stuck = moves == [PASS];
        if trimmed(text).eq_ignore_ascii_case("pass") {
            if stuck {
                return Ok(PASS);
            }
            let mut why = "pass is not possible here: there are other moves, such as ".to_string();
            self.write_move(moves[0], &mut why);
            return Err(Refusal::IllegalMove(why));
        }
        if stuck {
            let why = format!("{} is not possible: no piece can move, the only move is pass", clip(trimmed(text)));
            return Err(Refusal::IllegalMove(why));
        }
        let piece = |square| self.owner(from_number(square)).map(|owner| (owner, "a piece"));
        let squares = |played: Move| (to_number(played.from), to_number(played.to));
        let shown = Shown { position: self, board: BOARD, players: PLAYERS, squares, piece: &piece };
        match self.read_direction(text)? {
            Some(read) => shown.find_move(squares(read)),
            None => shown.read_move(text),
        }
    }
}

#[cfg(test)]
mod tests;
