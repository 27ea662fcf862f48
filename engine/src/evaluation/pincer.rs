//! What is good in Pincer: more pieces, off the edge, free to move and out of reach of the next pincer.

use super::{Evaluated, Weights};
use crate::game::Game;
use crate::games::bitboard::{Bits, RANK, board, shift, weigh};
use crate::games::pincer::{Move, Pincer};

/// How much less the board counts in a draw.
const DRAW_SHARE: i32 = 4;

const BOARD: u64 = board(7);
const FILE_A: u64 = 0x0001_0101_0101_0101;
const FILE_G: u64 = FILE_A << 6;
const RANK_1: u64 = 0x7f;
const RANK_7: u64 = RANK_1 << (6 * RANK);

/// The nine squares in the middle, c3 to e5.
const CENTRE: u64 = 0x001c_1c1c_0000;

/// The squares a step in from the corners, b2 and alike, and from the middles of the edges, d2 and alike.
const NEAR_CORNERS: u64 = 0x0000_2200_0000_2200;
const NEAR_EDGES: u64 = 0x0000_0800_2200_0800;

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

/// The empty squares that a piece of `enemy` can step to.
#[inline(always)]
fn reach(own: u64, enemy: u64) -> u64 {
    let around = enemy << 1 | enemy >> 1 | enemy << RANK | enemy >> RANK;
    around & BOARD & !(own | enemy)
}

/// The pieces of `own` in runs with one end at a wall or an enemy piece and the other at one of `ends`.
#[inline(always)]
fn half_caught(own: u64, enemy: u64, ends: u64) -> u64 {
    let mut found = 0;
    for (by, edge) in WAYS {
        let held = flood(own & (shift(enemy, by) | edge), own, by);
        let ends = shift(held, by) & ends;
        if ends != 0 {
            found |= flood(own & shift(ends, -by), own, -by);
        }
    }
    found
}

/// The pieces of `own` that one step of a piece of `enemy` would catch.
///
/// Such a step goes to the free end of a run whose other end touches a wall or an enemy piece. That piece is not the one
/// that steps: it is too far from there.
#[inline(always)]
fn in_danger(own: u64, enemy: u64) -> u64 {
    half_caught(own, enemy, reach(own, enemy))
}

/// The pieces of `own` that two steps of pieces of `enemy` would catch, one to each end of a run. They are different
/// pieces: none can step to both ends.
#[inline(always)]
fn in_the_open(own: u64, enemy: u64) -> u64 {
    let reach = reach(own, enemy);
    let between = |by: i32| flood(own & shift(reach, by), own, by) & flood(own & shift(reach, -by), own, -by);
    between(1) | between(RANK)
}

/// What one player has, whoever is to move.
struct Side {
    pieces: i32,
    /// Steps onto squares without an own piece.
    steps: i32,
    walls: i32,
    centre: i32,
    near_corners: i32,
    near_edges: i32,
    exposed: i32,
    open: i32,
    danger: i32,
}

impl Side {
    #[inline(always)]
    fn new(own: u64, enemy: u64) -> Self {
        let (mut pieces, mut walls, mut centre, mut near_corners, mut near_edges) = (0, 0, 0, 0, 0);
        for bit in Bits(own) {
            pieces += 1;
            walls += i32::from(WALLS[bit]);
            centre += (CENTRE >> bit & 1) as i32;
            near_corners += (NEAR_CORNERS >> bit & 1) as i32;
            near_edges += (NEAR_EDGES >> bit & 1) as i32;
        }
        let (beside, above) = (own & own << 1, own & own << RANK);
        let neighbours = weigh(beside ^ above, beside & above, 0) as i32;
        // Most sets are empty, and nothing need be counted.
        let size = |set: u64| if set == 0 { 0 } else { set.count_ones() as i32 };
        let exposed = half_caught(own, enemy, BOARD & !(own | enemy));
        Side {
            pieces,
            steps: 4 * pieces - walls - 2 * neighbours,
            walls,
            centre,
            near_corners,
            near_edges,
            exposed: size(exposed),
            open: size(in_the_open(own, enemy)),
            // Whoever is in danger is exposed.
            danger: if exposed == 0 { 0 } else { size(in_danger(own, enemy)) },
        }
    }
}

impl Evaluated for Pincer {
    const FEATURES: &'static [&'static str] = &[
        "material",
        "lead",
        "mobility",
        "walls",
        "centre",
        "near_corners",
        "near_edges",
        "exposed",
        "open",
        "danger",
        "own_danger",
        "to_move",
    ];

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
            one.near_corners - two.near_corners,
            one.near_edges - two.near_edges,
            one.exposed - two.exposed,
            one.open - two.open,
            one.danger - two.danger,
            if self.player() == 0 { one.danger } else { -two.danger },
            if self.player() == 0 { moves_left(&one) } else { -moves_left(&two) },
        ]);
    }

    /// By square: own pieces, the other's, and the one that has moved in this turn; then the number of moves played.
    const INPUTS: usize = 3 * 64 + 51;

    #[inline]
    fn inputs(&self, mut see: impl FnMut(usize)) {
        let player = self.player();
        for (block, set) in [self.sides[player], self.sides[1 - player], self.moved].into_iter().enumerate() {
            Bits(set).for_each(|bit| see(64 * block + bit));
        }
        see(3 * 64 + self.played as usize);
    }

    const SYMMETRIES: usize = 8;

    fn mirrored(input: usize, symmetry: usize) -> usize {
        let (file, rank) = (input % 8, input % 64 / 8);
        if input >= 3 * 64 || file > 6 || rank > 6 {
            return input;
        }
        let (file, rank) = if symmetry & 1 == 0 { (file, rank) } else { (rank, file) };
        let file = if symmetry & 2 == 0 { file } else { 6 - file };
        let rank = if symmetry & 4 == 0 { rank } else { 6 - rank };
        input / 64 * 64 + 8 * rank + file
    }

    /// Most games between good players are drawn: the better draw is the one with the better board.
    fn drawn(&self, weights: &Weights) -> i32 {
        let mut features = [0; Self::FEATURES.len()];
        self.features(&mut features);
        weights.value(&features, self.player()) / DRAW_SHARE
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
