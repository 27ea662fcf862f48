//! Sets of squares of a board with 7 files, one bit a square, eight bits a rank.
//!
//! The eighth file is a wall: no set of squares holds it, so whatever a shift moves over the edge of a rank falls there
//! and disappears with the next `&`. Ranks beyond the first and the eighth fall out of the 64 bits.

/// How far apart the bits of two neighbours in a file are.
pub const RANK: i32 = 8;

/// All squares of the lowest `ranks` ranks.
pub const fn board(ranks: u32) -> u64 {
    0x7f7f_7f7f_7f7f_7f7f >> (64 - 8 * ranks)
}

/// The bit number of a square that is counted without the wall, as texts do.
pub const fn bit(square: usize) -> usize {
    square + square / 7
}

/// The inverse of `bit`.
pub const fn square(bit: usize) -> usize {
    bit - bit / 8
}

/// The set with every square moved by `by` bits, upward or (negative) downward.
#[inline(always)]
pub const fn shift(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
}

/// The bit numbers in a set, the lowest first.
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// Adds three sets square by square: the squares that are in an odd number of them, and those in two or three.
#[inline(always)]
pub const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let odd = a ^ b;
    (odd ^ c, (a & b) | (odd & c))
}

/// The size of three sets together, the second counted twice and the third four times; at most 255.
///
/// Not every processor we are built for has an instruction that counts bits, and without it `count_ones` takes a dozen
/// steps. So sets are first added up with `add`, and the sums share the steps of one count: bits are gathered into
/// pairs, fours and bytes, and the multiplication adds up the bytes. Few squares are ever in the third set.
#[inline(always)]
pub fn weigh(ones: u64, twos: u64, fours: u64) -> usize {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let by_fours = |set: u64| {
        let pairs = set - (set >> 1 & PAIRS);
        (pairs & FOURS) + (pairs >> 2 & FOURS)
    };
    let sum = by_fours(ones) + 2 * by_fours(twos);
    let bytes = (sum & BYTES) + (sum >> 4 & BYTES);
    let count = (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    if fours == 0 { count } else { count + 4 * fours.count_ones() as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_bits_are_inverse() {
        assert!((0..56).all(|number| square(bit(number)) == number && board(8) >> bit(number) & 1 == 1));
    }

    #[test]
    fn weighing_counts() {
        let sets: [u64; 5] = [0, 1, 0x8000_0000_0000_0000, 0x00ff_0000_0000_ff00, 0x0f0f_3355_8001_a5a5];
        for (a, b, c) in sets.iter().flat_map(|&a| sets.iter().flat_map(move |&b| sets.map(|c| (a, b, c)))) {
            let expected = a.count_ones() + 2 * b.count_ones() + 4 * c.count_ones();
            assert_eq!(weigh(a, b, c), expected as usize);
            let (odd, carry) = add(a, b, c);
            assert_eq!(weigh(odd, carry, 0), (a.count_ones() + b.count_ones() + c.count_ones()) as usize);
        }
    }

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(Bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
