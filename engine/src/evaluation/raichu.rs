//! What makes a position of Raichu good: pieces, how far they have come, whom they can jump, promotions, and room to move.

use super::Evaluated;
use crate::game::Game;
use crate::games::raichu::{Boards, Move, Outlook, RAICHU, Raichu, Undo};

// What a feature is worth depends on who has a raichu, so most are counted apart for each case: neither, only the player,
// only the other, or both. Within a case they are in this order; those of pichus and pikachus are by kind.
const PIECES: usize = 0;
const ROWS: usize = 2;
const NEAR: usize = 4;
const PREY: usize = 6;
const PROMOTIONS: usize = 8;
const MOBILITY: usize = 9;
const TURN: usize = 10;
const CASE: usize = 11;

// Those that are of one case only come last.
const SOLE_RAICHU: usize = 4 * CASE;
const SOLE_RAICHUS: usize = SOLE_RAICHU + 1;
const LATE_RAICHUS: usize = SOLE_RAICHU + 2;
const LATE_PREY_RAICHUS: usize = SOLE_RAICHU + 3;
const COUNTS: usize = SOLE_RAICHU + 4;

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
        let Outlook { moves, jumped, promotions } = self.outlook::<BLACK>();
        let [has, other_has] = [player, 1 - player].map(|player| !self.pieces[player][RAICHU].is_empty());
        let case = CASE * (usize::from(has) + 2 * usize::from(other_has));
        let count = |set: B| {
            let mut count = 0;
            set.for_each(|_| count += 1);
            count
        };
        for kind in 0..RAICHU {
            self.pieces[player][kind].for_each(|square| {
                let row = square / size;
                let come = if BLACK { row } else { size - 1 - row };
                counts[case + PIECES + kind] += 1;
                counts[case + ROWS + kind] += come as i32;
                counts[case + NEAR + kind] += i32::from(come + NEAR_ROWS >= size - 1);
            });
            counts[case + ROWS + kind] = counts[case + ROWS + kind] * USUAL_SIZE / size as i32;
            counts[case + PREY + kind] = count(self.pieces[1 - player][kind] & jumped);
        }
        counts[case + PROMOTIONS] = count(promotions);
        counts[case + MOBILITY] = moves as i32;
        counts[case + TURN] = i32::from(self.player() == player);
        if has {
            let raichus = count(self.pieces[player][RAICHU]);
            if other_has {
                counts[LATE_RAICHUS] = raichus;
                counts[LATE_PREY_RAICHUS] = count(self.pieces[1 - player][RAICHU] & jumped);
            } else {
                counts[SOLE_RAICHU] = 1;
                counts[SOLE_RAICHUS] = raichus;
            }
        }
        counts
    }
}

impl<B: Boards> Evaluated for Raichu<B> {
    const FEATURES: &'static [&'static str] = &[
        "pichus",
        "pikachus",
        "pichu_rows",
        "pikachu_rows",
        "near_pichus",
        "near_pikachus",
        "prey_pichus",
        "prey_pikachus",
        "promotions",
        "mobility",
        "turn",
        "sole_pichus",
        "sole_pikachus",
        "sole_pichu_rows",
        "sole_pikachu_rows",
        "sole_near_pichus",
        "sole_near_pikachus",
        "sole_prey_pichus",
        "sole_prey_pikachus",
        "sole_promotions",
        "sole_mobility",
        "sole_turn",
        "without_pichus",
        "without_pikachus",
        "without_pichu_rows",
        "without_pikachu_rows",
        "without_near_pichus",
        "without_near_pikachus",
        "without_prey_pichus",
        "without_prey_pikachus",
        "without_promotions",
        "without_mobility",
        "without_turn",
        "late_pichus",
        "late_pikachus",
        "late_pichu_rows",
        "late_pikachu_rows",
        "late_near_pichus",
        "late_near_pikachus",
        "late_prey_pichus",
        "late_prey_pikachus",
        "late_promotions",
        "late_mobility",
        "late_turn",
        "sole_raichu",
        "sole_raichus",
        "late_raichus",
        "late_prey_raichus",
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

    /// By square: the three kinds of own pieces, then the other's. Nets know the usual board alone.
    const INPUTS: usize = if B::SIZES[0] == USUAL_SIZE as usize { 2 * 3 * 64 } else { 0 };

    #[inline]
    fn inputs(&self, mut see: impl FnMut(usize)) {
        let player = self.player();
        // Black's forward is up, and so is that of who sees.
        let turned = 56 * (1 - player);
        for (block, set) in [self.pieces[player], self.pieces[1 - player]].into_iter().flatten().enumerate() {
            set.for_each(|square| see(64 * block + (square ^ turned)));
        }
    }

    const SYMMETRIES: usize = 2;

    /// The files from the right to the left.
    fn mirrored(input: usize, symmetry: usize) -> usize {
        input ^ (7 * symmetry)
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

    #[inline]
    fn lost_in(&self) -> Option<u8> {
        self.caught_in()
    }

    /// To have the move is nearly always good, but not for a last piece: it is caught where it has to leave a safe square.
    #[inline]
    fn skip(&mut self) -> Option<Undo<B>> {
        (!self.has_one_piece(self.player())).then(|| self.skip_turn())
    }

    #[inline]
    fn unskip(&mut self, undo: Undo<B>) {
        self.unskip_turn(undo);
    }
}
