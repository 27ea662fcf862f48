//! The pieces: 14 a side, by number; sets of them as bits; their names.

/// A number from 0 to 27: White's pieces, then Black's, each in the order of `NAMES`.
pub type Piece = u8;

/// How many pieces a side has with all expansions.
pub const SIDE: usize = 14;

/// How many pieces there are with all expansions.
pub const PIECES: usize = 2 * SIDE;

/// No piece at all: on an empty hex, or nobody is stunned.
pub const NOBODY: Piece = 31;

/// A set of pieces, bit 0 for White's queen.
pub type Pieces = u32;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Queen,
    Spider,
    Beetle,
    Grasshopper,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
}

use Kind::*;

const KINDS: [Kind; SIDE] = [
    Queen,
    Spider,
    Spider,
    Beetle,
    Beetle,
    Grasshopper,
    Grasshopper,
    Grasshopper,
    Ant,
    Ant,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
];

/// The kind of every piece; the entries after the last piece are never asked for.
const KIND_OF: [Kind; 32] = {
    let mut kinds = [Queen; 32];
    let mut piece = 0;
    while piece < PIECES {
        kinds[piece] = KINDS[piece % SIDE];
        piece += 1;
    }
    kinds
};

/// The names in UHP.
pub const NAMES: [&str; PIECES] = [
    "wQ", "wS1", "wS2", "wB1", "wB2", "wG1", "wG2", "wG3", "wA1", "wA2", "wA3", "wM", "wL", "wP", //
    "bQ", "bS1", "bS2", "bB1", "bB2", "bG1", "bG2", "bG3", "bA1", "bA2", "bA3", "bM", "bL", "bP",
];

/// The three expansions: the letter in a GameTypeString, and the piece that each side gets.
pub const EXPANSIONS: [(char, Piece); 3] = [('M', MOSQUITO), ('L', LADYBUG), ('P', PILLBUG)];

const MOSQUITO: Piece = 11;
const LADYBUG: Piece = 12;
const PILLBUG: Piece = 13;

/// The pieces of the base game, of both sides.
pub const BASE: Pieces = both(0x7ff);

/// Both sides' pieces from White's.
pub const fn both(white: Pieces) -> Pieces {
    white | white << SIDE
}

/// All pieces of a side.
#[inline(always)]
pub const fn of_side(side: usize) -> Pieces {
    ((1 << SIDE) - 1) << (side * SIDE)
}

/// The queen of a side.
#[inline(always)]
pub const fn queen(side: usize) -> Piece {
    (side * SIDE) as Piece
}

/// The pieces that can throw, if a pillbug is near: pillbugs and mosquitos.
pub const THROWERS: Pieces = both(1 << MOSQUITO | 1 << PILLBUG);

/// Whose piece it is.
#[inline(always)]
pub const fn side(piece: Piece) -> usize {
    (piece >= SIDE as Piece) as usize
}

/// What a piece is.
#[inline(always)]
pub const fn kind(piece: Piece) -> Kind {
    KIND_OF[(piece % 32) as usize]
}

/// The set of one piece.
#[inline(always)]
pub const fn bit(piece: Piece) -> Pieces {
    1 << (piece % 32)
}

/// Of the pieces in hand those that may be placed: of alike ones the first.
#[inline(always)]
pub const fn firsts(in_hand: Pieces) -> Pieces {
    /// The pieces whose number follows that of an alike one.
    const LATER: Pieces = {
        let mut later = 0;
        let mut piece = 1;
        while piece < SIDE {
            if KINDS[piece] as u8 == KINDS[piece - 1] as u8 {
                later |= 1 << piece;
            }
            piece += 1;
        }
        both(later)
    };
    in_hand & !((in_hand << 1) & LATER)
}

/// The members of a set.
#[inline(always)]
pub fn members(pieces: Pieces) -> impl Iterator<Item = Piece> {
    let mut left = pieces;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let piece = left.trailing_zeros() as Piece;
            left &= left - 1;
            piece
        })
    })
}

/// The piece of a name, in upper or lower case.
pub fn read(name: &str) -> Option<Piece> {
    NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)).map(|found| found as Piece)
}
