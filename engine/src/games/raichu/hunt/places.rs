//! Numbers for the positions of some raichus that hunt a last one on 8 × 8 squares. Shared with the build script.
//!
//! Raichus move alike in all directions, so a position is the same in every mirror of the board: the hunted one is looked at
//! on ten squares of a triangle alone.

/// The hunters of the ending that is worked out: fewer do not catch the last one.
pub const HUNTERS: usize = 4;

pub const SQUARES: usize = 64;

/// The squares of the triangle a1, d1, d4.
const TRIANGLE: usize = 10;

/// In how many ways so many squares can be chosen out of those below a number.
const CHOICES: [[u32; HUNTERS + 1]; SQUARES + 1] = {
    let mut choices = [[0; HUNTERS + 1]; SQUARES + 1];
    let mut below = 0;
    while below <= SQUARES {
        choices[below][0] = 1;
        let mut count = 1;
        while below > 0 && count <= HUNTERS {
            choices[below][count] = choices[below - 1][count - 1] + choices[below - 1][count];
            count += 1;
        }
        below += 1;
    }
    choices
};

/// How many positions have numbers, with so many hunters.
pub const fn positions(hunters: usize) -> usize {
    TRIANGLE * CHOICES[SQUARES][hunters] as usize
}

/// The square in a mirror of the board: bit 0 turns the files around, bit 1 the ranks, then bit 2 exchanges the two.
const fn mirrored(square: usize, mirror: usize) -> usize {
    let file = if mirror & 1 == 0 { square % 8 } else { 7 - square % 8 };
    let rank = if mirror & 2 == 0 { square / 8 } else { 7 - square / 8 };
    if mirror & 4 == 0 { 8 * rank + file } else { 8 * file + rank }
}

/// By mirror and square.
const MIRRORS: [[u8; SQUARES]; 8] = {
    let mut mirrors = [[0; SQUARES]; 8];
    let mut at = 0;
    while at < 8 * SQUARES {
        mirrors[at / SQUARES][at % SQUARES] = mirrored(at % SQUARES, at / SQUARES) as u8;
        at += 1;
    }
    mirrors
};

/// For each square the mirror that brings it into the triangle, its place there, and whether that is on the diagonal.
const HOME: [(u8, u8, bool); SQUARES] = {
    let mut home = [(0, 0, false); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut mirror = 0;
        while mirror < 8 {
            let there = mirrored(square, mirror);
            let (file, rank) = (there % 8, there / 8);
            if file < 4 && rank <= file {
                home[square] = (mirror as u8, (file * (file + 1) / 2 + rank) as u8, file == rank);
                break;
            }
            mirror += 1;
        }
        square += 1;
    }
    home
};

/// The number of a set of squares among those of its size, seen in a mirror.
fn number(mut set: u64, mirror: &[u8; SQUARES]) -> u32 {
    let (mut seen, mut rest) = (0u64, set);
    while rest != 0 {
        seen |= 1 << mirror[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    set = seen;
    let (mut number, mut count) = (0, 0);
    while set != 0 {
        count += 1;
        number += CHOICES[set.trailing_zeros() as usize][count];
        set &= set - 1;
    }
    number
}

/// The number of a position, the same for all its mirrors.
pub fn place(hunters: u64, hunted: usize) -> usize {
    let (mirror, home, diagonal) = HOME[hunted];
    let mut lowest = number(hunters, &MIRRORS[mirror as usize]);
    if diagonal {
        lowest = lowest.min(number(hunters, &MIRRORS[mirror as usize ^ 4]));
    }
    home as usize * CHOICES[SQUARES][hunters.count_ones() as usize] as usize + lowest as usize
}
