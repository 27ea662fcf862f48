//! The classic features of Ricocheckers: where the pieces stand, and nothing else. A learner finds out what it is worth.

use super::SQUARES;
use crate::game::Player;
use crate::games::ricocheckers::{BY_WALLS, GOALS, MIDDLE, Ricocheckers};

const SEGMENTS: usize = 20;
const FAR_HALF: usize = 2 * SEGMENTS;
const ON_GOALS: usize = FAR_HALF + 1;
const SIDE: usize = 11;

/// The columns and the rows from wall to wall, each named by its first square, and the counts.
#[rustfmt::skip]
pub(super) const FEATURES: [&str; ON_GOALS + 1] = [
    "column_a1", "column_a5", "column_b1", "column_b10", "column_c1", "column_d1", "column_d9", "column_e1", "column_e6",
    "column_f1", "column_f7", "column_g1", "column_g7", "column_h1", "column_h4", "column_i1", "column_j1", "column_j3",
    "column_k1", "column_k8",
    "row_a1", "row_g1", "row_a2", "row_a3", "row_e3", "row_a4", "row_k4", "row_a5", "row_d5", "row_a6", "row_g6",
    "row_a7", "row_i7", "row_a8", "row_b8", "row_a9", "row_h9", "row_a10", "row_a11", "row_f11",
    "far_half", "on_goals",
];

/// The columns, or the rows, that squares belong to. One begins where there is a wall to the south, or to the west.
const fn segments(rows: bool) -> [u8; SQUARES] {
    let mut segments = [0; SQUARES];
    let (mut begun, mut at) = (0, 0);
    while at < SIDE * SIDE {
        let (line, place) = (at / SIDE, at % SIDE);
        let square = if rows { place << 4 | line } else { line << 4 | place };
        let way = if rows { 0 } else { 32 };
        begun += (BY_WALLS[square] >> way & 1 == 1 && square != MIDDLE as usize) as u8;
        segments[square] = begun - 1;
        at += 1;
    }
    segments
}

static COLUMNS: [u8; SQUARES] = segments(false);
static ROWS: [u8; SQUARES] = segments(true);

/// Player 2 sees the board turned by half, which has the same walls.
fn as_seen(square: u8, player: Player) -> usize {
    const LAST: u8 = (SIDE as u8 - 1) << 4 | (SIDE as u8 - 1);
    usize::from(if player == 0 { square } else { LAST - square })
}

/// Each counts the pieces of player 1, less those of player 2 as that player sees the board.
pub(super) fn features(position: &Ricocheckers, into: &mut [i32]) {
    into.fill(0);
    for player in 0..2 {
        let worth = 1 - 2 * player as i32;
        for square in position.squares(player).map(|square| as_seen(square, player)) {
            let (file, rank) = (square >> 4, square & 15);
            into[usize::from(COLUMNS[square])] += worth;
            into[SEGMENTS + usize::from(ROWS[square])] += worth;
            // The half that the other began in; the row of the middle belongs to both.
            into[FAR_HALF] += worth * i32::from(rank < SIDE / 2 || rank == SIDE / 2 && file > SIDE / 2);
            into[ON_GOALS] += worth * i32::from(GOALS[0][square]);
        }
    }
}
