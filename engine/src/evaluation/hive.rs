//! What is good in Hive: a queen with air, a hive that pins the other's pieces, beetles on top of it.

use super::{Evaluated, Weights};
use crate::game::Game;
use crate::games::hive::Hive;
use crate::games::hive::board::{Board, HAND, Shores};
use crate::games::hive::hex::{FULL, HEXES, Hex, directions, distance, size, slides, step, wrap};
use crate::games::hive::moves::{Move, PASS};
use crate::games::hive::pieces::{Kind, NOBODY, PIECES, Piece, Pieces, bit, both, kind, members, of_side, queen, side};

/// The pieces of a kind, of both sides.
const fn all(wanted: Kind) -> Pieces {
    let mut pieces = 0;
    let mut piece = 0;
    while piece < PIECES as Piece {
        if kind(piece) as u8 == wanted as u8 {
            pieces |= bit(piece);
        }
        piece += 1;
    }
    pieces
}

/// The pieces that leave their hex by a slide alone.
const SLIDERS: Pieces = all(Kind::Queen) | all(Kind::Spider) | all(Kind::Ant) | all(Kind::Pillbug);

/// A beetle this far from the queen, or farther, is not near.
const FAR: i32 = 5;

/// How a net sees the top piece of a hex: its kind and whether it could leave, or that it stands on others.
const KINDS: usize = 8;
const FREE: usize = KINDS;
const CLIMBED: usize = FREE + KINDS;
const LOOKS: usize = CLIMBED + 1;

/// What a net sees of a free hex beside a queen: whether her side could place a piece there, whether the other could, and
/// whether a piece could slide there.
const GATES: usize = 3;

/// Where the other things that a net sees begin: the free hexes beside the queens, who stands anywhere, what is in the
/// hands, and who is covered.
const BESIDE: usize = 4 * LOOKS * NEAR_HEXES;
const ANYWHERE: usize = BESIDE + 2 * GATES * NEAR_HEXES;
const HANDS: usize = ANYWHERE + 2 * LOOKS;
const COVERED: usize = HANDS + 2 * KINDS * IN_HAND;

/// At most so many alike pieces are in a hand.
const IN_HAND: usize = 3;

/// A net sees the hexes at most so many steps from a queen, her own among them.
const NEAR_BY: i32 = 3;
const NEAR_HEXES: usize = 37;

/// The steps to each of them, to the east and to the south-east.
const NEAR_STEPS: [[i32; 2]; NEAR_HEXES] = {
    let mut steps = [[0; 2]; NEAR_HEXES];
    let (mut found, mut x) = (0, -NEAR_BY);
    while x <= NEAR_BY {
        let mut y = -NEAR_BY;
        while y <= NEAR_BY {
            if (x + y).abs() <= NEAR_BY {
                steps[found] = [x, y];
                found += 1;
            }
            y += 1;
        }
        x += 1;
    }
    steps
};

/// Which of them a hex is, by its number minus the queen's.
const NEAR: [u8; HEXES] = {
    let mut near = [u8::MAX; HEXES];
    let mut place = 0;
    while place < NEAR_HEXES {
        let [x, y] = NEAR_STEPS[place];
        near[wrap((x + 32 * y) as Hex) as usize] = place as u8;
        place += 1;
    }
    near
};

/// The pieces that could leave their hex, if it were their side's turn and nobody were stunned.
fn free(board: &Board) -> Pieces {
    let shores = &mut Shores::new();
    let mut free = 0;
    for piece in members(board.in_play & !board.covered) {
        let hex = board.hex(piece);
        let blocked = || bit(piece) & SLIDERS != 0 && slides(board.around(hex)) == 0;
        if board.level(piece) > 0 || !blocked() && !board.is_bridge(hex, shores) {
            free |= bit(piece);
        }
    }
    free
}

/// Whether a queen's hex has so many occupied neighbours that every further one is noisy.
#[inline(always)]
fn is_crowded(board: &Board, hex: Hex) -> bool {
    hex != HAND && size(board.around(hex)) >= 3
}

/// What one side has of each feature but the turn.
fn of_one_side(board: &Board, own: usize, free: Pieces) -> [i32; 25] {
    let (mine, free) = (of_side(own), free & of_side(own));
    let count = |pieces: Pieces| pieces.count_ones() as i32;
    let (queen, other_queen) = (queen(own), queen(1 - own));
    let (hex, other_hex) = (board.hex(queen), board.hex(other_queen));
    let tops = |hex: Hex| directions(board.tops_around(hex, own)).map(move |way| board.top(step(hex, way)));
    let (mut ring, mut guards, mut loose_guards, mut pillbug) = (0, 0, 0, 0);
    if hex != HAND {
        ring = size(board.around(hex)) as i32;
        for guard in tops(hex) {
            guards += 1;
            loose_guards += (free & bit(guard) != 0) as i32;
            pillbug |= (all(Kind::Pillbug) & bit(guard) != 0) as i32;
        }
    }
    let covered = board.covered & bit(queen) != 0 && side(board.top(hex)) != own;
    let (mut drops, mut near, mut loose_attackers, mut perched) = (0, 0, 0, 0);
    if other_hex != HAND {
        for direction in directions(FULL & !board.around(other_hex)) {
            drops += board.has_room(step(other_hex, direction), own) as i32;
        }
        for beetle in members(free & all(Kind::Beetle)) {
            near += (FAR - distance(board.hex(beetle), other_hex)).max(0);
        }
        for attacker in tops(other_hex) {
            loose_attackers += (free & bit(attacker) != 0) as i32;
            perched += (board.level(attacker) > 0) as i32;
        }
    }
    [
        ring,
        (ring >= 3) as i32,
        (ring >= 4) as i32,
        (ring >= 5) as i32,
        count(free & bit(queen)),
        covered as i32,
        loose_guards,
        count(free & all(Kind::Ant)),
        count(free & all(Kind::Beetle)),
        count(free & all(Kind::Grasshopper)),
        count(free & all(Kind::Spider)),
        count(free & all(Kind::Mosquito)),
        count(free & all(Kind::Ladybug)),
        count(free & all(Kind::Pillbug)),
        count(board.covered & of_side(1 - own)),
        drops,
        near,
        pillbug,
        guards,
        loose_attackers,
        perched,
        board.tally.room[own] as i32,
        count(board.in_hand & bit(queen)),
        count(mine & board.in_hand & all(Kind::Ant)),
        count(free & !bit(queen)) * count(board.in_play) / 4,
    ]
}

impl Hive {
    fn features_where(&self, free: Pieces, into: &mut [i32]) {
        let (white, black) = (of_one_side(&self.board, 0, free), of_one_side(&self.board, 1, free));
        for (at, (one, two)) in white.into_iter().zip(black).enumerate() {
            into[at] = one - two;
        }
        into[Self::FEATURES.len() - 1] = 1 - 2 * self.side as i32;
    }

    #[inline(always)]
    fn inputs_where(&self, free: Pieces, mut see: impl FnMut(usize)) {
        let board = &self.board;
        let queens = [self.side, 1 - self.side].map(|side| board.hex(queen(side)));
        for piece in members(board.in_play & !board.covered) {
            let hex = board.hex(piece);
            let look = match board.level(piece) {
                0 => kind(piece) as usize + FREE * usize::from(free & bit(piece) != 0),
                _ => CLIMBED,
            };
            let block = LOOKS * (side(piece) ^ self.side) + look;
            see(ANYWHERE + block);
            for (place, &queen) in queens.iter().enumerate().filter(|&(_, &queen)| queen != HAND) {
                let near = NEAR[wrap(hex.wrapping_sub(queen)) as usize] as usize;
                if near < NEAR_HEXES {
                    see((2 * LOOKS * place + block) * NEAR_HEXES + near);
                }
            }
        }
        for (place, &queen) in queens.iter().enumerate().filter(|&(_, &queen)| queen != HAND) {
            let side = place ^ self.side;
            for direction in directions(FULL & !board.around(queen)) {
                let hex = step(queen, direction);
                let near = NEAR[wrap(hex.wrapping_sub(queen)) as usize] as usize;
                let gates = [board.has_room(hex, side), board.has_room(hex, 1 - side), slides(board.around(hex)) != 0];
                for (gate, _) in gates.into_iter().enumerate().filter(|&(_, is_open)| is_open) {
                    see(BESIDE + (GATES * place + gate) * NEAR_HEXES + near);
                }
            }
        }
        for piece in members(board.covered) {
            see(COVERED + KINDS * (side(piece) ^ self.side) + kind(piece) as usize);
        }
        let mut hands = [0; 2 * KINDS];
        for piece in members(board.in_hand) {
            hands[KINDS * (side(piece) ^ self.side) + kind(piece) as usize] += 1;
        }
        for (kind, &count) in hands.iter().enumerate().filter(|&(_, &count)| count > 0) {
            see(HANDS + IN_HAND * kind + count - 1);
        }
    }
}

impl Evaluated for Hive {
    const FEATURES: &'static [&'static str] = &[
        "queen_ring",
        "queen_ring_3",
        "queen_ring_4",
        "queen_ring_5",
        "queen_free",
        "queen_covered",
        "loose_guards",
        "free_ants",
        "free_beetles",
        "free_grasshoppers",
        "free_spiders",
        "free_mosquitoes",
        "free_ladybugs",
        "free_pillbugs",
        "covered",
        "drops",
        "near_beetles",
        "pillbug_guard",
        "guards",
        "loose_attackers",
        "perched",
        "room",
        "queen_in_hand",
        "ants_in_hand",
        "late_free",
        "to_move",
    ];

    const SLOTS: usize = 32 * HEXES;

    fn features(&self, into: &mut [i32]) {
        self.features_where(free(&self.board), into);
    }

    /// For either queen, the own first: on each hex near her, who stands on top there, and what could come to the free ones
    /// beside her. Then who stands on top anywhere, what is in the hands, and who is covered.
    const INPUTS: usize = COVERED + 2 * KINDS;

    fn inputs(&self, see: impl FnMut(usize)) {
        self.inputs_where(free(&self.board), see);
    }

    /// Features and net both ask who is free, which takes longest to find out.
    fn evaluate(&self, weights: &Weights) -> i32 {
        let free = free(&self.board);
        let mut features = [0; Self::FEATURES.len()];
        self.features_where(free, &mut features);
        weights.value(&features, self.side)
            + weights.correction::<Self>(|sight| self.inputs_where(free, |input| sight.see(input)))
    }

    const SYMMETRIES: usize = 12;

    fn mirrored(input: usize, symmetry: usize) -> usize {
        if input >= ANYWHERE {
            return input;
        }
        let near = input % NEAR_HEXES;
        let [mut x, mut y] = NEAR_STEPS[near];
        for _ in 0..symmetry / 2 {
            (x, y) = (-y, x + y);
        }
        let turned = if symmetry.is_multiple_of(2) { [x, y] } else { [y, x] };
        input - near + NEAR_STEPS.iter().position(|&steps| steps == turned).unwrap_or(near)
    }

    #[inline(always)]
    fn slot(&self, played: Move) -> usize {
        (played.piece % 32) as usize * HEXES + wrap(played.to) as usize
    }

    /// A move that fills another of the few free hexes around the other queen.
    #[inline(always)]
    fn is_noisy(&self, played: Move) -> bool {
        let mut is_noisy = false;
        self.glance(&[played], |_, noisy, _| is_noisy = noisy);
        is_noisy
    }

    fn noisy_moves(&self, into: &mut Vec<Move>) {
        let hex = self.board.hex(queen(1 - self.side));
        if is_crowded(&self.board, hex) {
            self.list_moves_beside(hex, into);
        }
    }

    fn promise(&self, played: Move) -> i32 {
        let mut found = 0;
        self.glance(&[played], |_, _, promise| found = promise);
        found
    }

    /// A search asks this of every move: what is true of all moves of a piece, which come one after the other, is found once.
    #[inline(always)]
    fn glance(&self, moves: &[Move], mut tell: impl FnMut(Move, bool, i32)) {
        let board = &self.board;
        let (own, other) = (board.hex(queen(self.side)), board.hex(queen(1 - self.side)));
        let is_crowded = is_crowded(board, other);
        // Nobody, who passes, fills nothing.
        let (mut last, mut could_fill, mut of_piece) = (NOBODY, false, 0);
        for &played in moves {
            let Move { piece, to } = played;
            if piece != last {
                last = piece;
                let from = board.hex(piece);
                could_fill = is_crowded && !board.is_beside(piece, other);
                of_piece = 100 * (own != HAND && board.is_beside(piece, own)) as i32
                    - 300 * (from != HAND && other != HAND && distance(from, other) <= 1) as i32;
            }
            let is_free = board.top(to) == NOBODY;
            let mut promise = of_piece;
            if other != HAND {
                promise += 300 - 60 * distance(to, other).min(6) + 200 * (to == other) as i32;
            }
            if own != HAND {
                promise -= 150 * (is_free && distance(to, own) == 1) as i32;
            }
            tell(played, could_fill && is_free && distance(to, other) == 1, promise);
        }
    }

    /// A pass, which is no burden once both queens are in play.
    fn skip(&mut self) -> Option<Self::Undo> {
        let queens = both(1);
        (self.board.in_play & queens == queens).then(|| self.play(PASS))
    }

    fn unskip(&mut self, undo: Self::Undo) {
        self.undo(PASS, undo);
    }
}
