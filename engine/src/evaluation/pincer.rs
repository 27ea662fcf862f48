//! What is good in Pincer: more pieces, off the edge, free to move and out of reach of the next pincer.

use super::Evaluated;
use crate::game::Game;
use crate::games::bitboard::{Bits, RANK, board, shift, weigh};
use crate::games::pincer::{Move, Pincer};

const BOARD: u64 = board(7);
const FILE_A: u64 = 0x0001_0101_0101_0101;
const FILE_G: u64 = FILE_A << 6;
const RANK_1: u64 = 0x7f;
const RANK_7: u64 = RANK_1 << (6 * RANK);

/// The nine squares in the middle, c3 to e5.
const CENTRE: u64 = 0x001c_1c1c_0000;

/// The four ways along the lines, each with the squares where a line begins if one goes that way.
const WAYS: [(i32, u64); 4] = [(1, FILE_A), (-1, FILE_G), (RANK, RANK_1), (-RANK, RANK_7)];

/// The walls that a piece on each square touches.
static WALLS: [u8; 64] = {
    let mut walls = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut way = 0;
        while way < 4 {
            walls[bit] += (WAYS[way].1 >> bit & 1) as u8;
            way += 1;
        }
        bit += 1;
    }
    walls
};

/// What can be reached from `seeds` over at most three more squares of `own`, going one way.
#[inline(always)]
fn flood(seeds: u64, own: u64, by: i32) -> u64 {
    let reached = seeds | own & shift(seeds, by);
    // The second of two neighbours never begins a line: nothing goes round the edge here.
    reached | own & shift(own, by) & shift(reached, 2 * by)
}

/// The pieces of `own` that one step of a piece of `enemy` would catch.
///
/// Such a step goes to the free end of a run whose other end touches a wall or an enemy piece. That piece is not the one
/// that steps: it is too far from there.
#[inline(always)]
fn in_danger(own: u64, enemy: u64) -> u64 {
    let around = enemy << 1 | enemy >> 1 | enemy << RANK | enemy >> RANK;
    let reach = around & BOARD & !(own | enemy);
    let mut danger = 0;
    for (by, edge) in WAYS {
        let half_caught = flood(own & (shift(enemy, by) | edge), own, by);
        let ends = shift(half_caught, by) & reach;
        if ends != 0 {
            danger |= flood(own & shift(ends, -by), own, -by);
        }
    }
    danger
}

/// What one player has, whoever is to move.
struct Side {
    pieces: i32,
    /// Steps onto squares without an own piece.
    steps: i32,
    walls: i32,
    centre: i32,
    danger: i32,
}

impl Side {
    #[inline(always)]
    fn new(own: u64, enemy: u64) -> Self {
        let (mut pieces, mut walls, mut centre) = (0, 0, 0);
        for bit in Bits(own) {
            pieces += 1;
            walls += i32::from(WALLS[bit]);
            centre += (CENTRE >> bit & 1) as i32;
        }
        let (beside, above) = (own & own << 1, own & own << RANK);
        let neighbours = weigh(beside ^ above, beside & above, 0) as i32;
        let danger = match in_danger(own, enemy) {
            0 => 0,
            caught => caught.count_ones() as i32,
        };
        Side { pieces, steps: 4 * pieces - walls - 2 * neighbours, walls, centre, danger }
    }
}

impl Evaluated for Pincer {
    const FEATURES: &'static [&'static str] = &["material", "lead", "mobility", "walls", "centre", "danger", "to_move"];

    const SLOTS: usize = 64 * 64;

    #[inline]
    fn features(&self, into: &mut [i32]) {
        let [triangles, circles] = self.sides;
        let (one, two) = (Side::new(triangles, circles), Side::new(circles, triangles));
        let moves_left = |side: &Side| 1 + i32::from(self.moved == 0 && side.pieces > 1);
        into.copy_from_slice(&[
            one.pieces - two.pieces,
            (one.pieces - two.pieces) * self.played as i32,
            // Where two enemies touch each is in the way of the other, so that this has no part in the difference.
            one.steps - two.steps,
            one.walls - two.walls,
            one.centre - two.centre,
            one.danger - two.danger,
            if self.player() == 0 { moves_left(&one) } else { -moves_left(&two) },
        ]);
    }

    #[inline]
    fn slot(&self, played: Move) -> usize {
        usize::from(played.from) << 6 | usize::from(played.to)
    }

    /// A move that catches an enemy piece.
    #[inline]
    fn is_noisy(&self, played: Move) -> bool {
        self.caught_by(played) & self.sides[1 - self.player()] != 0
    }

    fn noisy_moves(&self, into: &mut Vec<Move>) {
        // Most positions have none, and that is found at once.
        if in_danger(self.sides[1 - self.player()], self.sides[self.player()]) != 0 {
            self.moves(into);
            into.retain(|&played| self.is_noisy(played));
        }
    }

    /// Catch, do not get caught, leave the edge but not for the middle.
    #[inline]
    fn promise(&self, played: Move) -> i32 {
        let exposed = |bit: u8| i32::from(WALLS[usize::from(bit)]) + (CENTRE >> bit & 1) as i32;
        let sheltered = exposed(played.from) - exposed(played.to);
        let caught = self.caught_by(played);
        if caught == 0 {
            return 10 * sheltered;
        }
        let won = (caught & self.sides[1 - self.player()]).count_ones() as i32;
        let lost = caught.count_ones() as i32 - won;
        200 * (won - lost) + 10 * sheltered
    }
}
