//! Lists of hexes without allocation, and how a list grows along ways from hex to hex.

use super::hex::{Direction, HEXES, Hex, Ring, Window, directions, hex_at, opposite, spots, step, wrap};
use super::pieces::PIECES;

/// Hexes in the order in which they were found: empty ones that touch the hive, or neighbours of one piece.
pub struct HexList {
    /// A hex may carry a direction above its own bits.
    hexes: [Hex; HexList::MOST + 1],
    count: usize,
}

/// The place of that direction.
const DIRECTION: u32 = HEXES.trailing_zeros();

impl HexList {
    /// At most six empty hexes touch the first piece, and every further one adds at most three; and six neighbours.
    const MOST: usize = 6 + 3 * PIECES + 6;

    /// No hexes.
    #[inline(always)]
    pub fn new() -> Self {
        HexList { hexes: [0; HexList::MOST + 1], count: 0 }
    }

    /// Adds a hex on a condition that is hard to foresee: without a branch.
    #[inline(always)]
    pub fn add_if(&mut self, condition: bool, hex: Hex) {
        self.hexes[self.count] = hex;
        self.count += condition as usize;
    }

    /// All of them.
    #[inline(always)]
    pub fn found(&self) -> impl ExactSizeIterator<Item = Hex> {
        self.hexes[..self.count].iter().map(|&hex| wrap(hex))
    }
}

/// Different hexes in the order in which they were found.
pub struct Reach {
    seen: [u32; HEXES / 32],
    list: HexList,
}

impl Reach {
    /// No hexes.
    #[inline(always)]
    pub fn new() -> Self {
        Reach { seen: [0; HEXES / 32], list: HexList::new() }
    }

    /// Adds a hex if it is new.
    #[inline(always)]
    pub fn add(&mut self, hex: Hex) {
        self.add_from(hex, 6);
    }

    /// Adds a hex if it is new, and the direction back to where it was reached from.
    #[inline(always)]
    fn add_from(&mut self, hex: Hex, back: Direction) {
        let (word, bit) = (&mut self.seen[wrap(hex) as usize / 32], 1 << (hex % 32));
        if *word & bit == 0 {
            *word |= bit;
            self.list.add_if(true, hex | (back as Hex) << DIRECTION);
        }
    }

    /// Adds the hexes of a window that are new.
    #[inline(always)]
    pub fn add_window(&mut self, centre: Hex, window: Window) {
        for spot in spots(window) {
            self.add(hex_at(centre, spot));
        }
    }

    /// Never adds this hex.
    #[inline(always)]
    pub fn shun(&mut self, hex: Hex) {
        self.seen[wrap(hex) as usize / 32] |= 1 << (hex % 32);
    }

    /// Adds all hexes that can be reached from those there are, where `ways` tells how one goes on from a hex.
    #[inline(always)]
    pub fn flood(&mut self, ways: impl Fn(Hex) -> Ring) {
        let mut next = 0;
        while next < self.list.count {
            let (hex, back) = (wrap(self.list.hexes[next]), self.list.hexes[next] >> DIRECTION);
            next += 1;
            // Most ways go from hex to hex along the hive: not going back saves half of the looks.
            for direction in directions(ways(hex) & !(1 << back)) {
                self.add_from(step(hex, direction), opposite(direction));
            }
        }
    }

    /// The list of them.
    #[inline(always)]
    pub fn found(&self) -> impl ExactSizeIterator<Item = Hex> {
        self.list.found()
    }
}
