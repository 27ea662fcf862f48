//! The pieces on the grid, and what is kept up to date with every piece put down or lifted: who stands around each
//! hex, how many hexes a side may place on, how many holes the hive has, the key of the position.

use super::hex::{
    Direction, FULL, HEXES, Hex, Ring, between, directions, distance, gaps, opposite, shore, size, step, wrap,
};
use super::pieces::{NOBODY, Piece, Pieces, bit, members, of_side, side};
use super::reach::{HexList, Reach};
use crate::games::zobrist;

/// The hex of a piece in hand.
pub const HAND: Hex = HEXES as Hex;

/// What surrounds a hex: bits 0 to 5 the neighbours with a white top, bits 8 to 13 those with a black one, and whether
/// the hex itself is occupied.
type Surroundings = u16;

const OCCUPIED: Surroundings = 1 << 15;

/// The neighbours with a top of one side.
#[inline(always)]
const fn tops(side: usize) -> Surroundings {
    (FULL as Surroundings) << (8 * side)
}

#[inline(always)]
const fn top_at(side: usize, direction: Direction) -> Surroundings {
    1 << (8 * side + direction)
}

/// The occupied neighbours.
#[inline(always)]
const fn occupied(surroundings: Surroundings) -> Ring {
    (surroundings | surroundings >> 8) as Ring & FULL
}

/// Whether a side may place a piece there: it is empty, touches the side and not the other.
#[inline(always)]
const fn is_room(surroundings: Surroundings, side: usize) -> bool {
    surroundings != 0 && surroundings & !tops(side) == 0
}

/// The counts that `Board` keeps; taking a move back restores them as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// On how many hexes each side may place a piece (the first two turns of a game apart).
    pub room: [u8; 2],
    /// How many empty regions the hive encloses: E - V - T + 1, where V hexes, E touching pairs and T triples of them
    /// are occupied (Euler's formula). Before the first piece this is 1.
    holes: i8,
    /// How many of the holes are a single hex.
    lone_holes: i8,
    /// How many hexes hold more than one piece.
    stacks: u8,
    /// The key of the position without the side to move and who is stunned.
    pub key: u64,
}

/// The grid and the hands.
#[derive(Clone)]
pub struct Board {
    around: [Surroundings; HEXES],
    /// The highest piece of each hex, or nobody.
    top: [Piece; HEXES],
    /// Where each piece stands, or `HAND`. Rows are 32 long so that `piece % 32` needs no check.
    hex: [Hex; 32],
    /// How many pieces are under a piece; nobody is always at 0.
    level: [u8; 32],
    /// The piece under a piece that stands on another.
    below: [Piece; 32],
    pub in_hand: Pieces,
    pub in_play: Pieces,
    /// The pieces with another one on top.
    pub covered: Pieces,
    pub tally: Tally,
}

impl Board {
    /// An empty board, and these pieces in hand.
    pub fn new(in_hand: Pieces) -> Self {
        Board {
            around: [0; HEXES],
            top: [NOBODY; HEXES],
            hex: [HAND; 32],
            level: [0; 32],
            below: [NOBODY; 32],
            in_hand,
            in_play: 0,
            covered: 0,
            tally: Tally { room: [0; 2], holes: 1, lone_holes: 0, stacks: 0, key: 0 },
        }
    }

    /// Where a piece stands, or `HAND`.
    #[inline(always)]
    pub fn hex(&self, piece: Piece) -> Hex {
        self.hex[(piece % 32) as usize]
    }

    /// How many pieces are under a piece in play.
    #[inline(always)]
    pub fn level(&self, piece: Piece) -> u8 {
        self.level[(piece % 32) as usize]
    }

    /// The piece under a piece that stands on another.
    #[inline(always)]
    pub fn below(&self, piece: Piece) -> Piece {
        self.below[(piece % 32) as usize]
    }

    /// Whether a piece is in play, alone or at the bottom of its stack, on a hex beside another.
    #[inline(always)]
    pub fn is_beside(&self, piece: Piece, hex: Hex) -> bool {
        let from = self.hex(piece);
        from != HAND && distance(from, hex) == 1 && self.level(piece) == 0
    }

    /// The highest piece on a hex, or nobody.
    #[inline(always)]
    pub fn top(&self, hex: Hex) -> Piece {
        self.top[wrap(hex) as usize]
    }

    /// How many pieces stand on a hex.
    #[inline(always)]
    pub fn height(&self, hex: Hex) -> u8 {
        match self.top(hex) {
            NOBODY => 0,
            top => self.level(top) + 1,
        }
    }

    /// The occupied neighbours of a hex.
    #[inline(always)]
    pub fn around(&self, hex: Hex) -> Ring {
        occupied(self.around[wrap(hex) as usize])
    }

    /// The neighbours of a hex with a top of one side.
    #[inline(always)]
    pub fn tops_around(&self, hex: Hex, side: usize) -> Ring {
        (self.around[wrap(hex) as usize] >> (8 * side)) as Ring & FULL
    }

    /// Whether a side may place a piece on a hex (the first two turns of a game apart).
    #[inline(always)]
    pub fn has_room(&self, hex: Hex, side: usize) -> bool {
        is_room(self.around[wrap(hex) as usize], side)
    }

    /// The directions in which a climb step is open, of those given: from a hex, which is `height` high without the
    /// piece that climbs, onto, along or off the hive.
    #[inline(always)]
    pub fn climbs(&self, hex: Hex, height: u8, ring: Ring) -> Ring {
        // Two hexes of at least two pieces make a gate.
        if self.tally.stacks < 2 { ring } else { self.climbs_between_stacks(hex, height, ring) }
    }

    fn climbs_between_stacks(&self, hex: Hex, height: u8, ring: Ring) -> Ring {
        let tall = (0..6).fold(0, |tall: Ring, way| tall | ((self.level(self.top(step(hex, way))) > 0) as Ring) << way);
        let beside = |direction| self.height(step(hex, direction % 6));
        directions(ring & between(tall))
            .filter(|&way| beside(way + 5).min(beside(way + 1)) > height.max(beside(way)))
            .fold(ring, |open, way| open & !(1 << way))
    }

    /// Whether the hive would fall apart without the piece that stands alone on a hex.
    ///
    /// It does exactly if two of the gaps around the hex are parts of one empty region: a way from gap to gap through
    /// that region, closed over the hex, parts the pieces inside from those outside. So without holes every hex with
    /// two gaps holds the hive together, and no search is needed.
    #[inline(always)]
    pub fn is_bridge(&self, hex: Hex, shores: &mut Shores) -> bool {
        let gaps = gaps(self.around(hex));
        if gaps & gaps.wrapping_sub(1) == 0 {
            return false;
        }
        self.tally.holes == 0 || self.is_bridge_with_holes(hex, gaps, shores)
    }

    fn is_bridge_with_holes(&self, hex: Hex, gaps: Ring, shores: &mut Shores) -> bool {
        // A lone hole is a region of its own.
        let gaps = directions(gaps)
            .filter(|&direction| self.around(step(hex, direction)) != FULL)
            .fold(0, |gaps: Ring, direction| gaps | 1 << direction);
        if gaps & gaps.wrapping_sub(1) == 0 {
            return false;
        }
        if self.tally.holes == self.tally.lone_holes {
            return true;
        }
        let regions =
            directions(gaps).fold(0u32, |met, direction| met | 1 << shores.region(self, step(hex, direction)));
        (regions.count_ones() as usize) < size(gaps)
    }

    /// Puts a piece from the hand, or one just lifted, on a hex. `COUNT` keeps the tally up to date.
    #[inline(always)]
    pub fn put<const COUNT: bool>(&mut self, piece: Piece, hex: Hex) {
        let (index, hex) = ((piece % 32) as usize, wrap(hex));
        let under = self.top[hex as usize];
        self.top[hex as usize] = piece;
        self.hex[index] = hex;
        if under == NOBODY {
            self.level[index] = 0;
            self.occupy::<COUNT>(hex, side(piece));
        } else {
            let below = (under % 32) as usize;
            self.below[index] = under;
            self.covered |= bit(under);
            self.level[index] = self.level[below] + 1;
            if COUNT {
                self.tally.stacks += (self.level[index] == 1) as u8;
            }
            if side(piece) != side(under) {
                self.change_colour::<COUNT>(hex);
            }
        }
        if COUNT {
            self.tally.key ^= self.piece_key(piece);
        }
    }

    /// Lifts a piece that nobody stands on. `COUNT` keeps the tally up to date.
    #[inline(always)]
    pub fn lift<const COUNT: bool>(&mut self, piece: Piece) {
        let index = (piece % 32) as usize;
        let hex = wrap(self.hex[index]);
        if COUNT {
            self.tally.key ^= self.piece_key(piece);
        }
        if self.level[index] == 0 {
            self.top[hex as usize] = NOBODY;
            self.vacate::<COUNT>(hex, side(piece));
        } else {
            let under = self.below[index];
            self.top[hex as usize] = under;
            self.covered &= !bit(under);
            if COUNT {
                self.tally.stacks -= (self.level[index] == 1) as u8;
            }
            if side(piece) != side(under) {
                self.change_colour::<COUNT>(hex);
            }
        }
    }

    /// Takes a piece from the hand into play, before it is put.
    #[inline(always)]
    pub fn take_from_hand(&mut self, piece: Piece) {
        self.in_hand &= !bit(piece);
        self.in_play |= bit(piece);
    }

    /// Takes a piece that was lifted back into the hand.
    #[inline(always)]
    pub fn return_to_hand(&mut self, piece: Piece) {
        self.in_hand |= bit(piece);
        self.in_play &= !bit(piece);
        self.hex[(piece % 32) as usize] = HAND;
    }

    /// An empty hex is taken by a side.
    #[inline(always)]
    fn occupy<const COUNT: bool>(&mut self, hex: Hex, side: usize) {
        let before = self.around[wrap(hex) as usize];
        self.around[wrap(hex) as usize] |= OCCUPIED;
        // Of the empty neighbours that the side did not touch, those that nobody touched become room for it, and the
        // others were room for its opponent.
        let (mut untouched_by_side, mut untouched) = (0, 0);
        for direction in 0..6 {
            let neighbour = &mut self.around[step(hex, direction) as usize];
            if COUNT {
                untouched_by_side += (*neighbour & (tops(side) | OCCUPIED) == 0) as u8;
                untouched += (*neighbour == 0) as u8;
            }
            *neighbour |= top_at(side, opposite(direction));
        }
        if COUNT {
            let tally = &mut self.tally;
            tally.room[side] = tally.room[side] + untouched - is_room(before, side) as u8;
            tally.room[1 - side] -= untouched_by_side - untouched + is_room(before, 1 - side) as u8;
            let ring = occupied(before);
            let holes_before = tally.holes;
            tally.holes += size(gaps(ring)) as i8 - 1;
            if (holes_before | tally.holes) > 0 {
                self.tally.lone_holes += self.lone_holes_beside(hex) - (ring == FULL) as i8;
            }
        }
    }

    /// The inverse of `occupy`.
    #[inline(always)]
    fn vacate<const COUNT: bool>(&mut self, hex: Hex, side: usize) {
        let now = self.around[wrap(hex) as usize] & !OCCUPIED;
        if COUNT {
            let ring = occupied(now);
            let holes_before = self.tally.holes;
            self.tally.holes -= size(gaps(ring)) as i8 - 1;
            if (holes_before | self.tally.holes) > 0 {
                self.tally.lone_holes += (ring == FULL) as i8 - self.lone_holes_beside(hex);
            }
        }
        self.around[wrap(hex) as usize] = now;
        let (mut untouched_by_side, mut untouched) = (0, 0);
        for direction in 0..6 {
            let neighbour = &mut self.around[step(hex, direction) as usize];
            *neighbour &= !top_at(side, opposite(direction));
            if COUNT {
                untouched_by_side += (*neighbour & (tops(side) | OCCUPIED) == 0) as u8;
                untouched += (*neighbour == 0) as u8;
            }
        }
        if COUNT {
            let tally = &mut self.tally;
            tally.room[side] = tally.room[side] + is_room(now, side) as u8 - untouched;
            tally.room[1 - side] += untouched_by_side - untouched + is_room(now, 1 - side) as u8;
        }
    }

    /// How many holes of a single hex touch an occupied hex.
    fn lone_holes_beside(&self, hex: Hex) -> i8 {
        (0..6)
            .map(|direction| step(hex, direction))
            .map(|beside| (self.around(beside) == FULL && self.top(beside) == NOBODY) as i8)
            .sum()
    }

    /// The top of an occupied hex is now the other side's.
    fn change_colour<const COUNT: bool>(&mut self, hex: Hex) {
        for direction in 0..6 {
            let neighbour = &mut self.around[step(hex, direction) as usize];
            let was = *neighbour;
            let is = was ^ (top_at(0, opposite(direction)) | top_at(1, opposite(direction)));
            *neighbour = is;
            if COUNT {
                for (side, room) in self.tally.room.iter_mut().enumerate() {
                    *room = *room + is_room(is, side) as u8 - is_room(was, side) as u8;
                }
            }
        }
    }

    /// Whether a hex has a piece on it.
    #[inline(always)]
    pub fn is_occupied(&self, hex: Hex) -> bool {
        self.around[wrap(hex) as usize] & OCCUPIED != 0
    }

    /// The hexes on which a side may place a piece.
    #[inline(always)]
    pub fn rooms(&self, side: usize) -> HexList {
        let mut rooms = HexList::new();
        for piece in members(self.in_play & of_side(side) & !self.covered) {
            let hex = self.hex(piece);
            for direction in 0..6 {
                let beside = step(hex, direction);
                let surroundings = self.around[beside as usize];
                // Where several of the side's pieces touch the hex, the one in the first direction tells of it.
                let earlier = top_at(side, opposite(direction)) - top_at(side, 0);
                rooms.add_if(is_room(surroundings, side) & (surroundings & earlier == 0), beside);
            }
        }
        rooms
    }

    /// A piece's part of the key: who it is, where it stands, and how high.
    #[inline(always)]
    fn piece_key(&self, piece: Piece) -> u64 {
        let index = (piece % 32) as usize;
        zobrist::random((piece as u64) << 32 | (self.level[index] as u64) << 16 | self.hex[index] as u64)
    }

    /// The tally's key worked out from nothing.
    pub fn key_from_scratch(&self) -> u64 {
        members(self.in_play).fold(0, |key, piece| key ^ self.piece_key(piece))
    }
}

/// Which empty hexes along the hive belong to one region, found as far as it is asked for.
pub struct Shores {
    regions: Option<([u8; HEXES], u8)>,
}

impl Shores {
    /// Nothing is known yet.
    #[inline(always)]
    pub fn new() -> Self {
        Shores { regions: None }
    }

    /// The number of the region of an empty hex that touches the hive.
    #[inline(never)]
    fn region(&mut self, board: &Board, hex: Hex) -> u8 {
        let (regions, count) = self.regions.get_or_insert(([0; HEXES], 0));
        if regions[wrap(hex) as usize] == 0 {
            *count += 1;
            let mut reach = Reach::new();
            reach.add(hex);
            reach.flood(|hex| shore(board.around(hex)));
            for hex in reach.found() {
                regions[hex as usize] = *count;
            }
        }
        regions[wrap(hex) as usize]
    }
}
