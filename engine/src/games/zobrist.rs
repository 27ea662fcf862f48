//! Numbers that look random and are the same in every build, for Zobrist hashing.

/// A 64-bit number for a seed, by splitmix64: different seeds give different numbers.
pub const fn random(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A row of such numbers, those of the seeds from `first` on: give each row of a game seeds of its own.
pub const fn randoms<const COUNT: usize>(first: u64) -> [u64; COUNT] {
    let mut numbers = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        numbers[index] = random(first + index as u64);
        index += 1;
    }
    numbers
}
