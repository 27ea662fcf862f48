//! Hive, with any of its three expansions.

pub(crate) mod board;
pub(crate) mod hex;
pub(crate) mod moves;
pub(crate) mod pieces;
mod reach;
#[cfg(test)]
mod tests;
mod text;
mod walks;

use std::fmt;

use crate::error::Refusal;
use crate::game::{Game, Player};
use crate::games::zobrist;
use board::{Board, HAND, Tally};
use hex::{FULL, Hex, Place, opposite, place_beside, step};
pub use moves::Move;
use moves::PASS;
use pieces::{NOBODY, Piece, Pieces, bit, queen};

/// The players, for messages.
const PLAYERS: [&str; 2] = ["White", "Black"];

/// The part of the key that says that Black is to move.
const BLACK_TO_MOVE: u64 = zobrist::random(u64::MAX - 32);

/// The part of the key that says which piece is stunned.
const STUNNED: [u64; 32] = zobrist::randoms(u64::MAX - 31);

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Surrounded(Player),
    BothSurrounded,
    Repetition,
}

/// A move that was played, and the key for repetition before it.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    played: Move,
    key: u64,
}

/// A position together with the moves that led to it, as its text has them.
pub struct Hive {
    pub(crate) board: Board,
    pub(crate) side: Player,
    /// The piece that the last turn moved or threw, or nobody.
    stunned: Piece,
    end: Option<End>,
    /// How many turns ago the last piece was placed: no position from before can return.
    since_placement: usize,
    pub(crate) history: Vec<Turn>,
}

/// What a move changed that playing it backwards does not restore.
#[derive(Clone, Copy)]
pub struct Undo {
    from: Hex,
    stunned: Piece,
    end: Option<End>,
    since_placement: usize,
    tally: Tally,
}

impl Hive {
    /// A new game with these pieces of both sides.
    fn start(pieces: Pieces) -> Self {
        let (side, stunned, end) = (0, NOBODY, None);
        Hive { board: Board::new(pieces), side, stunned, end, since_placement: 0, history: Vec::new() }
    }

    /// The key of what must be the same when a position returns: not who is stunned.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.board.tally.key ^ if self.side == 1 { BLACK_TO_MOVE } else { 0 }
    }

    /// Whether the game is over after a move.
    #[inline(always)]
    fn find_end(&self) -> Option<End> {
        let surrounded = |side| {
            let hex = self.board.hex(queen(side));
            hex != HAND && self.board.around(hex) == FULL
        };
        match (surrounded(0), surrounded(1)) {
            (true, true) => Some(End::BothSurrounded),
            (true, false) => Some(End::Surrounded(0)),
            (false, true) => Some(End::Surrounded(1)),
            (false, false) if self.is_third_time() => Some(End::Repetition),
            (false, false) => None,
        }
    }

    #[inline(always)]
    fn is_third_time(&self) -> bool {
        if self.since_placement < 4 {
            return false;
        }
        let key = self.repetition_key();
        let turns = &self.history[self.history.len() - self.since_placement..];
        let returns = turns.iter().rev().skip(1).step_by(2).filter(|turn| turn.key == key).count();
        returns >= 2 && self.is_third_time_on_the_plane(key)
    }

    /// Whether the hive, which for the third time looks the same on the wrapping grid, has not walked around it in
    /// between: played again on the endless plane, its first piece is where it was.
    #[cold]
    fn is_third_time_on_the_plane(&self, key: u64) -> bool {
        let mut board = Board::new(self.pieces());
        let mut places: [Place; 32] = [0; 32];
        let mut seen = Vec::new();
        let first = self.history[0].played.piece as usize;
        for turn in &self.history {
            if turn.key == key {
                seen.push(places[first]);
            }
            let Move { piece, to } = turn.played;
            if turn.played == PASS {
                continue;
            }
            match board.hex(piece) {
                HAND => board.take_from_hand(piece),
                _ => board.lift::<false>(piece),
            }
            places[piece as usize] = match (board.top(to), board.around(to)) {
                (NOBODY, 0) => 0,
                (NOBODY, ring) => {
                    let direction = ring.trailing_zeros() as usize;
                    place_beside(places[board.top(step(to, direction)) as usize], opposite(direction))
                }
                (under, _) => places[under as usize],
            };
            board.put::<false>(piece, to);
        }
        seen.iter().filter(|&&place| place == places[first]).count() >= 2
    }
}

impl Clone for Hive {
    fn clone(&self) -> Self {
        // Whoever copies a position is about to play on.
        let mut history = Vec::with_capacity(self.history.len() + 8);
        history.extend_from_slice(&self.history);
        Hive { board: self.board.clone(), history, ..*self }
    }
}

impl PartialEq for Hive {
    fn eq(&self, other: &Self) -> bool {
        self.pieces() == other.pieces()
            && self.history.iter().map(|turn| turn.played).eq(other.history.iter().map(|turn| turn.played))
    }
}

impl fmt::Debug for Hive {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Hive({self})")
    }
}

impl Game for Hive {
    type Move = Move;
    type Undo = Undo;

    const NAME: &'static str = "hive";
    const RETURNS_COUNT: bool = true;

    fn parse(text: &str) -> Result<Self, Refusal> {
        text::parse(text)
    }

    fn player(&self) -> Player {
        self.side
    }

    #[inline(always)]
    fn ended(&self) -> Option<Option<Player>> {
        self.end.map(|end| match end {
            End::Surrounded(loser) => Some(1 - loser),
            End::BothSurrounded | End::Repetition => None,
        })
    }

    fn reason(&self) -> String {
        match self.end {
            Some(End::Surrounded(loser)) => format!("{}'s queen is surrounded", PLAYERS[loser]),
            Some(End::BothSurrounded) => "both queens are surrounded".to_string(),
            Some(End::Repetition) => "the same position for the third time".to_string(),
            None => String::new(),
        }
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.list_moves(into);
    }

    fn count_moves(&self) -> usize {
        self.count_all_moves()
    }

    #[inline]
    fn play(&mut self, played: Move) -> Undo {
        let Move { piece, to } = played;
        let from = self.board.hex(piece);
        let Hive { stunned, end, since_placement, .. } = *self;
        let undo = Undo { from, stunned, end, since_placement, tally: self.board.tally };
        self.history.push(Turn { played, key: self.repetition_key() });
        self.since_placement += 1;
        self.stunned = NOBODY;
        if played != PASS {
            if from == HAND {
                self.board.take_from_hand(piece);
                self.since_placement = 0;
            } else {
                self.board.lift::<true>(piece);
                self.stunned = piece;
            }
            self.board.put::<true>(piece, to);
        }
        self.side = 1 - self.side;
        self.end = self.find_end();
        undo
    }

    #[inline]
    fn undo(&mut self, played: Move, undo: Undo) {
        if played != PASS {
            self.board.lift::<false>(played.piece);
            if undo.from == HAND {
                self.board.return_to_hand(played.piece);
            } else {
                self.board.put::<false>(played.piece, undo.from);
            }
        }
        self.side = 1 - self.side;
        self.stunned = undo.stunned;
        self.end = undo.end;
        self.since_placement = undo.since_placement;
        self.board.tally = undo.tally;
        self.history.pop();
    }

    /// Which pieces are in hand follows from those in play, and so does the turn on which the queen is due: a player
    /// without her has done nothing but place (no one has to pass so early). The moves before are not in it.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.repetition_key() ^ STUNNED[self.stunned as usize % 32]
    }

    fn key_from_scratch(&self) -> u64 {
        let side = if self.side == 1 { BLACK_TO_MOVE } else { 0 };
        self.board.key_from_scratch() ^ side ^ STUNNED[self.stunned as usize % 32]
    }

    fn write_move(&self, played: Move, into: &mut String) {
        self.write(played, into);
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        self.read(text)
    }
}
