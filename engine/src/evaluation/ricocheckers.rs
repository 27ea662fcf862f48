//! What is good in Ricocheckers: pieces few slides from the goals, room to move, a guard at home.

mod classic;

use super::{Evaluated, FeatureSet, STANDARD};
use crate::game::{Game, Player};
use crate::games::ricocheckers::{BY_WALLS, GOALS, Move, Ricocheckers, ends};

/// A square's number is `file << 4 | rank`: tables have a place for each byte.
const SQUARES: usize = 256;

/// The last square, k11, and how many numbers there are up to it.
const LAST_SQUARE: u8 = 10 << 4 | 10;
const NET_SQUARES: usize = LAST_SQUARE as usize + 1;

/// No square of the board is this many slides from a goal.
const FAR: u8 = 31;

/// How many slides a piece alone on the board needs from each square to the goals of a player, in the order of their
/// numbers.
const DISTANCES: [[[u8; SQUARES]; 3]; 2] = [distances(0), distances(1)];

const fn distances(player: Player) -> [[u8; SQUARES]; 3] {
    let mut all = [[FAR; SQUARES]; 3];
    let (mut goal, mut square) = (0, 0);
    while square < SQUARES {
        if GOALS[player][square] == 1 {
            all[goal] = distances_to(square);
            goal += 1;
        }
        square += 1;
    }
    all
}

/// Ring after ring: the squares from which one slide ends on a square of the ring before.
const fn distances_to(goal: usize) -> [u8; SQUARES] {
    let mut slides = [FAR; SQUARES];
    slides[goal] = 0;
    let mut ring = 1;
    while ring < FAR {
        let mut square = 0;
        while square < SQUARES {
            if slides[square] == FAR && BY_WALLS[square] != 0 {
                let [west, east, south, north] = ends(square as u8, BY_WALLS[square]);
                let before = ring - 1;
                if slides[west as usize] == before
                    || slides[east as usize] == before
                    || slides[south as usize] == before
                    || slides[north as usize] == before
                {
                    slides[square] = ring;
                }
            }
            square += 1;
        }
        ring += 1;
    }
    slides
}

/// The six ways to share out three goals among three pieces.
const SHARES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// For each player, piece and square: the slides to the goal that each of the six shares gives this piece, a byte a
/// share. The bytes of three pieces add up without a carry, so all six sums are found at once.
static SLIDES: [[[u64; SQUARES]; 3]; 2] = {
    let mut slides = [[[0; SQUARES]; 3]; 2];
    let mut at = 0;
    while at < 2 * 3 * 6 * SQUARES {
        let (player, piece, share, square) =
            (at / (18 * SQUARES), at / (6 * SQUARES) % 3, at / SQUARES % 6, at % SQUARES);
        slides[player][piece][square] |= (DISTANCES[player][SHARES[share][piece]][square] as u64) << (8 * share);
        at += 1;
    }
    slides
};

/// The fewest slides in which the pieces reach the three goals, each alone on the board.
#[inline(always)]
fn distance(player: Player, squares: [u8; 3]) -> i32 {
    let [a, b, c] = squares.map(usize::from);
    let slides = &SLIDES[player];
    let sums = (slides[0][a] + slides[1][b] + slides[2][c]).to_le_bytes();
    let least = sums[0].min(sums[1]).min(sums[2]).min(sums[3].min(sums[4]).min(sums[5]));
    least.into()
}

/// What one player has.
struct Side {
    distance: i32,
    next: i32,
    mobility: i32,
    arrived: i32,
    guards: i32,
    reach: i32,
}

impl Ricocheckers {
    #[inline(always)]
    fn side(&self, player: Player) -> Side {
        let squares = self.squares(player);
        let on = |goals: &[u8; SQUARES]| squares.iter().map(|&square| i32::from(goals[square as usize])).sum();
        let now = distance(player, squares);
        let (mut next, mut mobility, mut reach) = (now, 0, 0);
        for (piece, square) in squares.into_iter().enumerate() {
            let mut moved = squares;
            for stop in self.stops(square) {
                moved[piece] = stop;
                next = next.min(distance(player, moved));
                mobility += i32::from(stop != square);
                reach += i32::from(stop != square) & i32::from(GOALS[player][stop as usize]);
            }
        }
        Side { distance: now, next, mobility, arrived: on(&GOALS[player]), guards: on(&GOALS[1 - player]), reach }
    }
}

impl Evaluated for Ricocheckers {
    const FEATURES: &'static [&'static str] =
        &["distance", "next", "mobility", "arrived", "guards", "reach", "to_move"];

    const SLOTS: usize = SQUARES * SQUARES;

    fn feature_set(name: &str) -> Option<FeatureSet<Self>> {
        match name {
            STANDARD => Some(FeatureSet { names: Self::FEATURES, of: Self::features }),
            "classic" => Some(FeatureSet { names: &classic::FEATURES, of: classic::features }),
            _ => None,
        }
    }

    fn features(&self, into: &mut [i32]) {
        let (one, two) = (self.side(0), self.side(1));
        into.copy_from_slice(&[
            one.distance - two.distance,
            one.next - two.next,
            one.mobility - two.mobility,
            one.arrived - two.arrived,
            one.guards - two.guards,
            one.reach - two.reach,
            1 - 2 * self.player() as i32,
        ]);
    }

    /// By square: own pieces, then the other's. The board is the same from both sides, turned by half a circle.
    const INPUTS: usize = 2 * NET_SQUARES;

    #[inline]
    fn inputs(&self, mut see: impl FnMut(usize)) {
        let player = self.player();
        for (block, side) in [player, 1 - player].into_iter().enumerate() {
            for square in self.squares(side) {
                let seen = if player == 0 { square } else { LAST_SQUARE - square };
                see(NET_SQUARES * block + usize::from(seen));
            }
        }
    }

    fn slot(&self, played: Move) -> usize {
        usize::from(played.from) << 8 | usize::from(played.to)
    }

    /// A move onto a goal that wins, or leaves one piece to come.
    fn is_noisy(&self, played: Move) -> bool {
        let goals = &GOALS[self.player()];
        goals[played.to as usize] > goals[played.from as usize]
            && self.squares(self.player()).iter().filter(|&&square| goals[square as usize] == 1).count() >= 2
    }

    fn promise(&self, played: Move) -> i32 {
        let player = self.player();
        let squares = self.squares(player);
        let moved = squares.map(|square| if square == played.from { played.to } else { square });
        50 * (distance(player, squares) - distance(player, moved))
    }
}
