//! What makes a position of Raichu good: pieces, how far they have come, whom they can jump, and room to move.

use super::Evaluated;
use crate::game::Game;
use crate::games::raichu::{Boards, Move, RAICHU, Raichu, Undo};

// Where the features begin that count pieces once both players have a raichu, rows, pieces near the far row and prey;
// those of pieces before that come first, and all these are by kind.
const LATE: usize = 3;
const SOLE_RAICHU: usize = 6;
const ROWS: usize = 7;
const NEAR: usize = 9;
const PREY: usize = 11;
const MOBILITY: usize = 14;
const TURN: usize = 15;
const COUNTS: usize = 16;

/// Pieces with at most this many rows to go are near the far row.
const NEAR_ROWS: usize = 2;

/// On larger boards the rows are counted as if there were this many.
const USUAL_SIZE: i32 = 8;

impl<B: Boards> Raichu<B> {
    /// What one player has of each feature.
    #[inline(always)]
    fn counts<const BLACK: bool>(&self) -> [i32; COUNTS] {
        let player = usize::from(BLACK);
        let size = self.size();
        let mut counts = [0; COUNTS];
        let (moves, jumped) = self.outlook::<BLACK>();
        let has = |player: usize| !self.pieces[player][RAICHU].is_empty();
        let pieces = if has(player) && has(1 - player) { LATE } else { 0 };
        counts[SOLE_RAICHU] = i32::from(has(player) && !has(1 - player));
        for kind in 0..=RAICHU {
            self.pieces[player][kind].for_each(|square| {
                counts[pieces + kind] += 1;
                if kind != RAICHU {
                    let row = square / size;
                    let come = if BLACK { row } else { size - 1 - row };
                    counts[ROWS + kind] += come as i32;
                    counts[NEAR + kind] += i32::from(come + NEAR_ROWS >= size - 1);
                }
            });
            (self.pieces[1 - player][kind] & jumped).for_each(|_| counts[PREY + kind] += 1);
        }
        for rows in &mut counts[ROWS..NEAR] {
            *rows = *rows * USUAL_SIZE / size as i32;
        }
        counts[MOBILITY] = moves as i32;
        counts[TURN] = i32::from(self.player() == player);
        counts
    }
}

impl<B: Boards> Evaluated for Raichu<B> {
    const FEATURES: &'static [&'static str] = &[
        "pichus",
        "pikachus",
        "raichus",
        "late_pichus",
        "late_pikachus",
        "late_raichus",
        "sole_raichu",
        "pichu_rows",
        "pikachu_rows",
        "near_pichus",
        "near_pikachus",
        "prey_pichus",
        "prey_pikachus",
        "prey_raichus",
        "mobility",
        "turn",
    ];

    /// From any square of the largest board to any other.
    const SLOTS: usize = B::SIZES[B::SIZES.len() - 1].pow(4);

    #[inline]
    fn features(&self, into: &mut [i32]) {
        let counts = [self.counts::<false>(), self.counts::<true>()];
        for (feature, (white, black)) in into.iter_mut().zip(counts[0].into_iter().zip(counts[1])) {
            *feature = white - black;
        }
    }

    #[inline]
    fn slot(&self, played: Move) -> usize {
        played.from() * self.size() * self.size() + played.to()
    }

    #[inline]
    fn is_noisy(&self, played: Move) -> bool {
        played.is_loud()
    }

    #[inline]
    fn noisy_moves(&self, into: &mut Vec<Move>) {
        match (self.ended(), self.player()) {
            (Some(_), _) => {}
            (None, 0) => self.list_moves::<false, true>(into),
            (None, _) => self.list_moves::<true, true>(into),
        }
    }

    /// What a jump removes and a promotion adds; the smaller the piece that risks itself, the better.
    #[inline]
    fn promise(&self, played: Move) -> i32 {
        const WORTH: [i32; 3] = [100, 250, 600];
        let jumped = played.captured().map_or(0, |(kind, _)| WORTH[kind]);
        let added = if played.promotes() { WORTH[RAICHU] - WORTH[played.kind()] } else { 0 };
        (jumped + added - WORTH[played.kind()] / 10).min(1000)
    }

    /// To have the move is nearly always good.
    #[inline]
    fn skip(&mut self) -> Option<Undo<B>> {
        Some(self.skip_turn())
    }

    #[inline]
    fn unskip(&mut self, undo: Undo<B>) {
        self.unskip_turn(undo);
    }
}
