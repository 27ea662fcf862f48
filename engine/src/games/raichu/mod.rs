//! Raichu on boards of 8 × 8 to 20 × 20 squares.
//!
//! A position is generic over its sets of squares: `Raichu<u64>` plays on 8 × 8, `Raichu<u128>` on 10 × 10 and
//! `Raichu<Wide>` on the larger boards; `board_size` tells which of them a text needs.

mod bits;
mod geometry;
mod hunt;
mod moves;

use std::fmt;

pub use self::bits::Wide;
pub use self::geometry::Boards;
use self::geometry::Geometry;
pub use self::moves::Move;
pub(crate) use self::moves::Outlook;
use self::moves::union;
use crate::error::{Refusal, clip};
use crate::game::{Game, Player};
use crate::games::zobrist::{random, randoms};
use crate::text::{Board, Shown, read_count, read_fields};

const PLAYERS: [&str; 2] = ["White", "Black"];
const START: &str = "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........ w 0";

/// The kinds of each player, in the order of `Kind`.
const LETTERS: [[char; 3]; 2] = [['w', 'W', '@'], ['b', 'B', '$']];
const NAMES: [&str; 3] = ["a pichu", "a pikachu", "a raichu"];

/// So many plies without a jump or a promotion are a draw.
const LAST_QUIET: u8 = 100;

/// What a piece is; the number of its set in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Pichu,
    Pikachu,
    Raichu,
}

pub(crate) const RAICHU: usize = Kind::Raichu as usize;

/// By player, kind and square.
static PIECE_KEYS: [[[u64; 512]; 3]; 2] =
    [[randoms(0x1000), randoms(0x1200), randoms(0x1400)], [randoms(0x1600), randoms(0x1800), randoms(0x1a00)]];
const BLACK_KEY: u64 = random(0x1c00);

/// How many plies before the draw the count enters the key: farther ahead than any search looks, so that before it the
/// draw can have no part in a value, and after it only positions with the same count share a value.
const HORIZON: u8 = 64;

/// The part of the key that the number of quiet plies gives.
static QUIET_KEYS: [u64; 256] = {
    let mut keys = randoms(0x1d00);
    let mut far = 0;
    while far < (LAST_QUIET - HORIZON) as usize {
        keys[far] = 0;
        far += 1;
    }
    keys
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    player: u8,
    /// Plies since the last jump or promotion.
    quiet: u8,
}

#[derive(Clone)]
pub struct Raichu<B: Boards> {
    /// By player and kind.
    pub(crate) pieces: [[B; 3]; 2],
    geometry: &'static Geometry<B>,
    turn: Turn,
    /// The key without the part of the quiet plies.
    pieces_key: u64,
}

/// What a move changed and does not say itself. Writing back what was there is quicker than working it out.
#[derive(Clone, Copy, Debug)]
pub struct Undo<B> {
    /// The set of the moved piece.
    moved: B,
    pieces_key: u64,
    turn: Turn,
}

/// The size N of the board N × N in a position's text; a refusal if there is no such board.
pub fn board_size(text: &str) -> Result<usize, Refusal> {
    let [board, _, _] = fields(text)?;
    let squares = board.chars().count();
    match (8..=20).step_by(2).find(|size| size * size == squares) {
        Some(size) => Ok(size),
        None => invalid(format!(
            "the board has {squares} squares; a Raichu board has N × N squares, N even and from 8 to 20 (64, 100, …, 400)"
        )),
    }
}

fn fields(text: &str) -> Result<[&str; 3], Refusal> {
    read_fields(text, ["board", "player to move", "plies since the last jump or promotion"], START)
}

fn invalid<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::InvalidPosition(why))
}

impl<B: Boards> Raichu<B> {
    #[inline(always)]
    pub(crate) fn size(&self) -> usize {
        B::size(self.geometry.size)
    }

    fn board(&self) -> Board {
        Board { name: "Raichu", files: self.size(), ranks: self.size() }
    }

    /// Whether a player's pichus and pikachus become raichus on a square.
    #[inline(always)]
    pub(crate) fn promotes(&self, player: Player, square: usize) -> bool {
        let far_row = player * self.size() * (self.size() - 1);
        square.wrapping_sub(far_row) < self.size()
    }

    /// Whether a player has a single piece left.
    #[inline(always)]
    pub(crate) fn has_one_piece(&self, player: Player) -> bool {
        let all = union(&self.pieces[player]);
        all.lowest() == all.highest()
    }

    /// In how many plies the player to move loses, where its last piece is hunted and caught in time.
    #[inline]
    pub(crate) fn caught_in(&self) -> Option<u8> {
        let (hunted, hunters) = (self.player(), 1 - self.player());
        if self.size() != 8 || !self.has_one_piece(hunted) || self.pieces[hunted][RAICHU].is_empty() {
            return None;
        }
        let (mut set, mut count) = (0, 0);
        self.pieces[hunters][RAICHU].for_each(|square| {
            set |= 1 << square;
            count += 1;
        });
        if count != hunt::HUNTERS || union(&self.pieces[hunters]) != self.pieces[hunters][RAICHU] {
            return None;
        }
        let plies = hunt::caught_in(set, self.pieces[hunted][RAICHU].lowest());
        plies.filter(|plies| self.turn.quiet + plies <= LAST_QUIET)
    }

    /// Gives the turn away, which the rules do not allow but a search may imagine.
    pub(crate) fn skip_turn(&mut self) -> Undo<B> {
        let undo = Undo { moved: B::EMPTY, pieces_key: self.pieces_key, turn: self.turn };
        self.turn.player ^= 1;
        self.pieces_key ^= BLACK_KEY;
        undo
    }

    /// Takes a `skip_turn` back.
    pub(crate) fn unskip_turn(&mut self, undo: Undo<B>) {
        self.turn = undo.turn;
        self.pieces_key = undo.pieces_key;
    }

    /// Puts a piece on a square or takes it away.
    #[inline(always)]
    fn flip(&mut self, player: Player, kind: usize, square: usize) {
        let set = &mut self.pieces[player][kind];
        *set = *set ^ B::bit(square);
        self.pieces_key ^= PIECE_KEYS[player][kind][square & 511];
    }

    /// What a loud move changes besides moving a piece. Not inlined, so that quiet moves, most of all, stay lean.
    #[inline(never)]
    fn flip_loud(&mut self, player: Player, played: Move) {
        if let Some((kind, over)) = played.captured() {
            self.flip(1 - player, kind, over);
        }
        if played.promotes() {
            self.flip(player, played.kind(), played.to());
            self.flip(player, RAICHU, played.to());
        }
        self.turn.quiet = 0;
    }

    /// Whose piece stands on a square, and its kind.
    fn piece(&self, square: usize) -> Option<(Player, usize)> {
        let all = (0..2).flat_map(|player| (0..3).map(move |kind| (player, kind)));
        all.into_iter().find(|&(player, kind)| self.pieces[player][kind].has(square))
    }

    fn player_mobility(&self) -> usize {
        if self.turn.player == 0 { self.mobility::<false>() } else { self.mobility::<true>() }
    }

    fn letters(&self) -> String {
        let size = self.size();
        let letter = |square| self.piece(square).map_or('.', |(player, kind)| LETTERS[player][kind]);
        (0..size).rev().flat_map(|rank| (0..size).map(move |file| rank * size + file)).map(letter).collect()
    }
}

impl<B: Boards> fmt::Display for Raichu<B> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {}", self.letters(), ["w", "b"][self.player()], self.turn.quiet)
    }
}

impl<B: Boards> fmt::Debug for Raichu<B> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Raichu({self})")
    }
}

impl<B: Boards> PartialEq for Raichu<B> {
    fn eq(&self, other: &Self) -> bool {
        let state = |position: &Self| (position.size(), position.pieces, position.turn);
        state(self) == state(other)
    }
}

impl<B: Boards> Game for Raichu<B> {
    type Move = Move;
    type Undo = Undo<B>;

    const NAME: &'static str = "raichu";

    fn parse(text: &str) -> Result<Self, Refusal> {
        let size = board_size(text)?;
        let [board, player, quiet] = fields(text)?;
        let Some(geometry) = B::geometry(size) else {
            let sizes = B::SIZES.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            return invalid(format!("the board is {size} × {size}; these positions are for N = {sizes}"));
        };
        let player = match player {
            "w" => 0,
            "b" => 1,
            _ => return invalid(format!("the player to move is {}, it must be w or b", clip(player))),
        };
        let quiet = read_count(quiet, "the number of plies since the last jump or promotion", LAST_QUIET.into())? as u8;
        let mut position = Raichu { pieces: [[B::EMPTY; 3]; 2], geometry, turn: Turn { player, quiet }, pieces_key: 0 };
        for (index, letter) in board.chars().enumerate() {
            if letter == '.' {
                continue;
            }
            let square = (size - 1 - index / size) * size + index % size;
            let name = position.board().square(square);
            let kind = |player: Player| LETTERS[player].iter().position(|&known| known == letter);
            let Some((owner, kind)) = (0..2).find_map(|player| Some((player, kind(player)?))) else {
                let found = clip(&letter.to_string());
                return invalid(format!("{name} has {found}, which is no piece of Raichu (one of w W @ b B $)"));
            };
            if kind != RAICHU && position.promotes(owner, square) {
                let (whose, what) = (PLAYERS[owner], NAMES[kind]);
                return invalid(format!("{name} has {what} of {whose} on its far row, where it would be a raichu"));
            }
            position.flip(owner, kind, square);
        }
        if position.pieces.iter().all(|pieces| union(pieces).is_empty()) {
            return invalid("the board is empty; there is at least one piece".to_string());
        }
        position.pieces_key = position.key_from_scratch() ^ QUIET_KEYS[quiet as usize];
        Ok(position)
    }

    #[inline(always)]
    fn player(&self) -> Player {
        self.turn.player as Player
    }

    #[inline(always)]
    fn ended(&self) -> Option<Option<Player>> {
        if union(&self.pieces[0]).is_empty() {
            return Some(Some(1));
        }
        if union(&self.pieces[1]).is_empty() {
            return Some(Some(0));
        }
        if self.turn.quiet < LAST_QUIET {
            return None;
        }
        // To be without a move comes before the draw.
        Some(if self.player_mobility() == 0 { self.stuck() } else { None })
    }

    fn stuck(&self) -> Option<Player> {
        Some(1 - self.player())
    }

    fn reason(&self) -> String {
        let mover = PLAYERS[self.player()];
        match (0..2).find(|&player| union(&self.pieces[player]).is_empty()) {
            Some(loser) => format!("{} has no piece left", PLAYERS[loser]),
            None if self.player_mobility() == 0 => format!("{mover} cannot move"),
            None => format!("{LAST_QUIET} plies without a jump or a promotion"),
        }
    }

    #[inline]
    fn moves(&self, into: &mut Vec<Move>) {
        if self.ended().is_some() {
            return;
        }
        if self.turn.player == 0 { self.list_moves::<false, false>(into) } else { self.list_moves::<true, false>(into) }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.ended().is_some() { 0 } else { self.player_mobility() }
    }

    #[inline(always)]
    fn play(&mut self, played: Move) -> Undo<B> {
        let player = self.player();
        let (kind, from, to) = (played.kind(), played.from(), played.to());
        let moved = self.pieces[player][kind];
        let undo = Undo { moved, pieces_key: self.pieces_key, turn: self.turn };
        let keys = &PIECE_KEYS[player][kind];
        self.pieces[player][kind] = moved ^ B::bit(from) ^ B::bit(to);
        self.pieces_key ^= BLACK_KEY ^ keys[from] ^ keys[to];
        self.turn = Turn { player: 1 - player as u8, quiet: self.turn.quiet + 1 };
        if played.is_loud() {
            self.flip_loud(player, played);
        }
        undo
    }

    #[inline(always)]
    fn undo(&mut self, played: Move, undo: Undo<B>) {
        let player = undo.turn.player as Player;
        if played.is_loud() {
            self.flip_loud(player, played);
        }
        self.pieces[player][played.kind()] = undo.moved;
        self.turn = undo.turn;
        self.pieces_key = undo.pieces_key;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.pieces_key ^ QUIET_KEYS[self.turn.quiet as usize]
    }

    fn key_from_scratch(&self) -> u64 {
        let mut key = QUIET_KEYS[self.turn.quiet as usize] ^ if self.turn.player == 1 { BLACK_KEY } else { 0 };
        for (pieces, keys) in self.pieces.iter().zip(&PIECE_KEYS) {
            for (set, keys) in pieces.iter().zip(keys) {
                set.for_each(|square| key ^= keys[square]);
            }
        }
        key
    }

    fn write_move(&self, played: Move, into: &mut String) {
        let board = self.board();
        board.write_square(played.from(), into);
        board.write_square(played.to(), into);
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let piece = |square| self.piece(square).map(|(owner, kind)| (owner, NAMES[kind]));
        let squares = |played: Move| (played.from(), played.to());
        Shown { position: self, board: self.board(), players: PLAYERS, squares, piece: &piece }.read_move(text)
    }
}

#[cfg(test)]
mod tests;
