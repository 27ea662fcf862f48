//! What makes a position of Hi-Ya! good: pieces, room to move, and who can get at whose king.

use super::Evaluated;
use crate::game::Game;
use crate::games::bitboard::{Bits, RANK, add, shift, weigh};
use crate::games::hiya::{Hiya, Move, total};

/// From where the kings are attacked: d2 before South's, d7 before North's.
const GATES: [u64; 2] = [1 << 11, 1 << 51];

/// How many features are counted for each player, whoever is to move.
const COUNTS: usize = 16;
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

/// All squares of seven sets.
#[inline(always)]
fn union(sets: [u64; 7]) -> u64 {
    sets.into_iter().fold(0, |all, set| all | set)
}

/// The squares from which a piece sees the gate along one line: the first, and those behind `open` squares.
#[inline(always)]
fn sight(gate: u64, open: u64, by: i32) -> u64 {
    let mut seen = shift(gate, by);
    // No farther than to the edge of the board, or on the file to the square before the own king.
    for _ in 0..if by.abs() == RANK { 4 } else { 2 } {
        seen |= shift(seen & open, by);
    }
    seen
}

/// How a player can get at the other's king with the next move but one.
struct Aims {
    /// The moves forward after which the king is threatened.
    all: i32,
    /// Where those moves end to which there is no answer: nobody can come between, or attack the piece so that it is no
    /// threat any more.
    sure: u64,
    /// The pieces that are such a threat already.
    standing: u64,
}

impl Hiya {
    /// The aims of the player whose forward is up (1) or down (-1), who has these landings. The other player has those, and
    /// could attack from all squares of `strikes` a piece that came before them.
    #[inline(always)]
    fn aims<const FORWARD: i32>(&self, landings: [u64; 7], others: u64, strikes: u64) -> Aims {
        let player = if FORWARD > 0 { 0 } else { 1 };
        let empty = self.empty();
        let gate = GATES[1 - player] & empty;
        let [mini_ninjas, mini_samurai, ninjas, samurai] = self.kinds(player);
        let ninja_sight = |gate, open| {
            let back = shift(gate, (RANK - 1) * FORWARD) | shift(gate, (RANK + 1) * FORWARD);
            sight(gate, open, (-RANK - 1) * FORWARD) | sight(gate, open, (1 - RANK) * FORWARD) | back
        };
        let samurai_sight =
            |gate, open| sight(gate, open, -RANK * FORWARD) | sight(gate, open, 1) | sight(gate, open, -1);
        // Minis see the gate from the next squares only; a full piece there is one even after an attack.
        let near = [ninja_sight(gate, 0), samurai_sight(gate, 0)];
        let far = [ninja_sight(gate, empty), samurai_sight(gate, empty)];
        let safe = !shift(strikes, -RANK * FORWARD);
        let (sure_gate, sure_open) = (gate & !others, empty & !others);
        let sure = [ninja_sight(sure_gate, sure_open), samurai_sight(sure_gate, sure_open)];
        let aim = |kind: usize, full: u64, mini: u64| full & far[kind] | mini & near[kind];
        let sure_aim =
            |kind: usize, full: u64, mini: u64| sure[kind] & (full & (safe | near[kind]) | mini & near[kind] & safe);
        // A square is reached by one piece alone from a direction: by a mini, or else by a full piece.
        let [left, right, ahead, ..] = landings;
        let moves = [
            (0, left, shift(mini_ninjas, (RANK - 1) * FORWARD)),
            (0, right, shift(mini_ninjas, (RANK + 1) * FORWARD)),
            (1, ahead, shift(mini_samurai, RANK * FORWARD)),
        ]
        .map(|(kind, landings, by_minis)| (kind, landings & !by_minis, landings & by_minis));
        let [left, right, ahead] = moves.map(|(kind, full, mini)| aim(kind, full, mini));
        let (odd, twice) = add(left, right, ahead);
        Aims {
            all: weigh(odd, twice, 0) as i32,
            sure: moves.into_iter().fold(0, |all, (kind, full, mini)| all | sure_aim(kind, full, mini)),
            standing: sure_aim(0, ninjas, mini_ninjas) | sure_aim(1, samurai, mini_samurai),
        }
    }

    /// What is counted for one player, whose forward is up (1) or down (-1), with the aims. Both have their landings.
    #[inline(always)]
    fn counts<const FORWARD: i32>(&self, landings: [u64; 7], others: u64, aims: &Aims) -> [i32; COUNTS] {
        let player = if FORWARD > 0 { 0 } else { 1 };
        let [mini_ninjas, mini_samurai, ninjas, samurai] = self.kinds(player);
        let fronts = self.fronts::<FORWARD>();
        let [.., other_ninjas, other_samurai] = self.kinds(1 - player);
        let full_fronts = shift(other_ninjas | other_samurai, -RANK * FORWARD);
        let attacked = shift(others, -RANK * FORWARD);
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
            aims.all,
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
        "king_aims",
        "king_falls",
        "king_doomed",
        "turn",
    ];

    const SHARP: bool = true;

    const SLOTS: usize = 64 * 64;

    #[inline]
    fn features(&self, into: &mut [i32]) {
        let reaches = [self.reaches::<1>(), self.reaches::<-1>()];
        let (south, north) = (self.allowed::<1>(reaches[0]), self.allowed::<-1>(reaches[1]));
        let landings = [union(south), union(north)];
        let aims = [
            self.aims::<1>(south, landings[1], union(reaches[1])),
            self.aims::<-1>(north, landings[0], union(reaches[0])),
        ];
        let counts = [self.counts::<1>(south, landings[1], &aims[0]), self.counts::<-1>(north, landings[0], &aims[1])];
        for (place, feature) in into[..COUNTS].iter_mut().enumerate() {
            *feature = counts[0][place] - counts[1][place];
        }
        let (player, turn) = if self.player() == 0 { (0, 1) } else { (1, -1) };
        let threatens = counts.map(|counts| counts[THREATS] > 0);
        let wins = aims[player].sure != 0 && !threatens[1 - player];
        let loses = aims[1 - player].standing != 0 && !threatens[player];
        into[COUNTS] = turn * i32::from(threatens[player]);
        into[COUNTS + 1] = turn * (i32::from(wins) - i32::from(loses));
        into[COUNTS + 2] = turn;
    }

    /// By square: the four kinds of own pieces, then the other's. South's forward is up, and so is that of who sees.
    const INPUTS: usize = 2 * 4 * 64;

    #[inline]
    fn inputs(&self, mut see: impl FnMut(usize)) {
        let player = self.player();
        let turned = 56 * player;
        let kinds = [self.kinds(player), self.kinds(1 - player)];
        for (block, set) in kinds.into_iter().flatten().enumerate() {
            Bits(set).for_each(|bit| see(64 * block + (bit ^ turned)));
        }
    }

    const SYMMETRIES: usize = 2;

    /// The files from the right to the left; the wall stays.
    fn mirrored(input: usize, symmetry: usize) -> usize {
        match input % 8 {
            file @ 0..7 if symmetry == 1 => input + 6 - 2 * file,
            _ => input,
        }
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
