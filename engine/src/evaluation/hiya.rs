//! What makes a position of Hi-Ya! good: pieces, room to move, and who can get at whose king.

use super::Evaluated;
use crate::game::Game;
use crate::games::bitboard::{RANK, add, shift, weigh};
use crate::games::hiya::{Hiya, Move, total};

/// From where the kings are attacked: d2 before South's, d7 before North's.
const GATES: [u64; 2] = [1 << 11, 1 << 51];

/// What each feature counts for one player.
const COUNTS: usize = 15;
/// The place among the features of the attacks on the king.
const THREATS: usize = 13;

/// The files one or three, and two or three, files away from the middle: how far pieces are from it in binary.
const ODD_FILES: u64 = 0x0101_0101_0101_0101 * (1 << 0 | 1 << 2 | 1 << 4 | 1 << 6);
const WIDE_FILES: u64 = 0x0101_0101_0101_0101 * (1 << 0 | 1 << 1 | 1 << 5 | 1 << 6);

#[inline(always)]
fn size(set: u64) -> i32 {
    weigh(set, 0, 0) as i32
}

/// How many files all pieces of a set together are away from the middle.
#[inline(always)]
fn files(set: u64) -> i32 {
    weigh(set & ODD_FILES, set & WIDE_FILES, 0) as i32
}

impl Hiya {
    /// The features but the last two for one player, whose forward is up (1) or down (-1). Both have their landings.
    #[inline(always)]
    fn counts<const FORWARD: i32>(&self, landings: [u64; 7], others: [u64; 7]) -> [i32; COUNTS] {
        let player = if FORWARD > 0 { 0 } else { 1 };
        let [mini_ninjas, mini_samurai, ninjas, samurai] = self.kinds(player);
        let fronts = self.fronts::<FORWARD>();
        let [.., other_ninjas, other_samurai] = self.kinds(1 - player);
        let full_fronts = shift(other_ninjas | other_samurai, -RANK * FORWARD);
        let attacked = shift(others.into_iter().fold(0, |all, set| all | set), -RANK * FORWARD);
        let [safe_left, safe_right, safe_ahead, ..] = landings.map(|set| set & !attacked);
        let (safe, safe_twice) = add(safe_left, safe_right, safe_ahead);
        let [left, right, ahead, ..] = landings.map(|set| set & !fronts);
        let on = |gate: u64| landings.iter().map(|set| i32::from(set & gate != 0)).sum();
        let gate = GATES[1 - player];
        [
            size(ninjas),
            size(mini_ninjas),
            size(samurai),
            size(mini_samurai),
            files(ninjas),
            files(mini_ninjas),
            files(samurai),
            files(mini_samurai),
            weigh(left ^ right, left & right, 0) as i32,
            size(ahead),
            weigh(safe, safe_twice, 0) as i32,
            total(landings.map(|set| set & fronts & !gate)) as i32,
            total(landings.map(|set| set & full_fronts)) as i32,
            on(gate),
            on(GATES[player]),
        ]
    }

    #[inline(always)]
    fn list_attacks<const FORWARD: i32>(&self, into: &mut Vec<Move>) {
        let fronts = self.fronts::<FORWARD>();
        self.list::<FORWARD>(self.landings::<FORWARD>().map(|set| set & fronts), into);
    }

    /// The square before a landing square of the player to move, alone in a set; empty beyond the board.
    #[inline(always)]
    fn before(&self, played: Move) -> u64 {
        let landing = 1 << played.to;
        if self.player() == 0 { landing << RANK } else { landing >> RANK }
    }
}

impl Evaluated for Hiya {
    const FEATURES: &'static [&'static str] = &[
        "ninjas",
        "mini_ninjas",
        "samurai",
        "mini_samurai",
        "ninja_files",
        "mini_ninja_files",
        "samurai_files",
        "mini_samurai_files",
        "ninja_moves",
        "samurai_moves",
        "safe_moves",
        "attacks",
        "full_attacks",
        "king_threats",
        "king_guards",
        "king_falls",
        "turn",
    ];

    const SLOTS: usize = 64 * 64;

    #[inline]
    fn features(&self, into: &mut [i32]) {
        let (south, north) = (self.landings::<1>(), self.landings::<-1>());
        let counts = [self.counts::<1>(south, north), self.counts::<-1>(north, south)];
        for (place, feature) in into[..COUNTS].iter_mut().enumerate() {
            *feature = counts[0][place] - counts[1][place];
        }
        let turn = if self.player() == 0 { 1 } else { -1 };
        into[COUNTS] = turn * i32::from(counts[self.player()][THREATS] > 0);
        into[COUNTS + 1] = turn;
    }

    #[inline]
    fn slot(&self, played: Move) -> usize {
        usize::from(played.from) << 6 | usize::from(played.to)
    }

    #[inline]
    fn is_noisy(&self, played: Move) -> bool {
        self.before(played) & self.sides[1 - self.player()] != 0
    }

    #[inline]
    fn noisy_moves(&self, into: &mut Vec<Move>) {
        match (self.ended(), self.player()) {
            (Some(_), _) => {}
            (None, 0) => self.list_attacks::<1>(into),
            (None, _) => self.list_attacks::<-1>(into),
        }
    }

    /// What an attack takes away.
    #[inline]
    fn promise(&self, played: Move) -> i32 {
        /// For each kind: a mini-ninja, a mini-samurai, a ninja, a samurai, a king.
        const LOSS: [i32; 5] = [300, 350, 500, 250, 1000];
        match self.before(played) & self.sides[1 - self.player()] {
            0 => 0,
            attacked => self.piece(attacked.trailing_zeros() as usize).map_or(0, |(_, kind)| LOSS[kind]),
        }
    }
}
