//! Sets of squares: 64 bits for the board of 8 × 8, 128 for 10 × 10, and seven words for the larger ones.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of squares of a board with up to 20 × 20.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    const EMPTY: Self;

    /// The sizes N of the boards N × N that these sets are for.
    const SIZES: &'static [usize];

    /// The size of the board, given the size that the position says: a constant where there is but one, so that the
    /// compiler knows how far to shift.
    #[inline(always)]
    fn size(said: usize) -> usize {
        if let [only] = Self::SIZES { *only } else { said }
    }

    /// The set of one square.
    fn bit(square: usize) -> Self;

    /// The lowest square; the set is not empty.
    fn lowest(self) -> usize;

    /// The highest square; the set is not empty.
    fn highest(self) -> usize;

    fn for_each(self, visit: impl FnMut(usize));

    /// How many squares there are in five sets together.
    fn count_all(sets: [Self; 5]) -> usize;

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// Visits the bits of a word, which is number `index` of its set.
#[inline(always)]
fn each_bit(mut word: u64, index: usize, visit: &mut impl FnMut(usize)) {
    while word != 0 {
        visit(64 * index + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// Adds three sets bit by bit: the sums, and the carries, which count double.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let differ = a ^ b;
    (differ ^ c, a & b | differ & c)
}

/// How many bits each byte has, in bytes.
#[inline(always)]
fn ones_by_byte(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// How many bits five words have at each byte, in bytes (at most 40).
///
/// An instruction that counts bits cannot be relied upon, and counting without it is slow. So the words are first added
/// as binary numbers, one at each bit, which leaves three to count.
#[inline(always)]
fn count_by_byte([a, b, c, d, e]: [u64; 5]) -> u64 {
    let (sum, twos) = add(a, b, c);
    let (ones, more_twos) = add(sum, d, e);
    ones_by_byte(ones) + 2 * (ones_by_byte(twos) + ones_by_byte(more_twos))
}

/// The sum of the bytes of a word, each at most 255.
#[inline(always)]
fn sum_bytes(bytes: u64) -> usize {
    let pairs = (bytes & 0x00ff_00ff_00ff_00ff) + (bytes >> 8 & 0x00ff_00ff_00ff_00ff);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
}

impl Bits for u64 {
    const EMPTY: Self = 0;
    const SIZES: &'static [usize] = &[8];

    #[inline(always)]
    fn bit(square: usize) -> Self {
        1 << (square & 63)
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn highest(self) -> usize {
        63 - self.leading_zeros() as usize
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(usize)) {
        each_bit(self, 0, &mut visit);
    }

    #[inline(always)]
    fn count_all(sets: [Self; 5]) -> usize {
        sum_bytes(count_by_byte(sets))
    }
}

/// Shifting a wide one is slower than looking it up.
static BIT_OF_128: [u128; 128] = {
    let mut bits = [0; 128];
    let mut square = 0;
    while square < 128 {
        bits[square] = 1 << square;
        square += 1;
    }
    bits
};

impl Bits for u128 {
    const EMPTY: Self = 0;
    const SIZES: &'static [usize] = &[10];

    #[inline(always)]
    fn bit(square: usize) -> Self {
        BIT_OF_128[square & 127]
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn highest(self) -> usize {
        127 - self.leading_zeros() as usize
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(usize)) {
        each_bit(self as u64, 0, &mut visit);
        each_bit((self >> 64) as u64, 1, &mut visit);
    }

    #[inline(always)]
    fn count_all(sets: [Self; 5]) -> usize {
        let (low, high) = (sets.map(|set| set as u64), sets.map(|set| (set >> 64) as u64));
        sum_bytes(count_by_byte(low) + count_by_byte(high))
    }
}

const WORDS: usize = 7;

/// The set for boards of 12 × 12 and more: up to 448 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

impl Wide {
    #[inline(always)]
    fn zip(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|index| each(self.0[index], other.0[index])))
    }
}

impl BitAnd for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

/// Shifts by 1 to 63 bits: no step on the board is longer.
impl Shl<usize> for Wide {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: usize) -> Self {
        let carried = |index: usize| if index == 0 { 0 } else { self.0[index - 1] >> (64 - by) };
        Wide(std::array::from_fn(|index| self.0[index] << by | carried(index)))
    }
}

/// Shifts by 1 to 63 bits: no step on the board is longer.
impl Shr<usize> for Wide {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: usize) -> Self {
        let carried = |index: usize| if index == WORDS - 1 { 0 } else { self.0[index + 1] << (64 - by) };
        Wide(std::array::from_fn(|index| self.0[index] >> by | carried(index)))
    }
}

impl Bits for Wide {
    const EMPTY: Self = Wide([0; WORDS]);
    const SIZES: &'static [usize] = &[12, 14, 16, 18, 20];

    #[inline(always)]
    fn bit(square: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[square >> 6] = 1 << (square & 63);
        set
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0[square >> 6] >> (square & 63) & 1 != 0
    }

    fn lowest(self) -> usize {
        let index = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        64 * index + self.0[index].trailing_zeros() as usize
    }

    fn highest(self) -> usize {
        let index = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * index + self.0[index].checked_ilog2().unwrap_or(0) as usize
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(usize)) {
        for (index, word) in self.0.into_iter().enumerate() {
            each_bit(word, index, &mut visit);
        }
    }

    #[inline(always)]
    fn count_all(sets: [Self; 5]) -> usize {
        (0..WORDS).map(|index| sum_bytes(count_by_byte(sets.map(|set| set.0[index])))).sum()
    }
}
