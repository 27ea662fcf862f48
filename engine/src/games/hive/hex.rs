//! Hexes without an edge, on a grid that wraps; rings of six neighbours as bit masks; windows of near hexes.
//!
//! A hex is `x + 32 * y` modulo 1024, x to the east and y to the south-east. Two places on the endless plane share a
//! number only if they are at least 32 steps apart: such vectors are the sums of (32, -1) and (0, 32), of which the
//! shortest takes 32 steps. All that a turn looks at are the at most 28 connected pieces, the hexes that touch them and
//! the neighbours of those, never more than 31 steps apart. So a hive cannot meet itself around the grid.

/// A number from 0 to 1023.
pub type Hex = u16;

/// How many hexes the wrapping grid has.
pub const HEXES: usize = 1024;

/// The first piece of a game stands here.
pub const ORIGIN: Hex = 16 * 32 + 16;

/// A direction is a number from 0 to 5, around the clock: W, NW, NE, E, SE, SW.
pub type Direction = usize;

const X: [i32; 6] = [-1, 0, 1, 1, 0, -1];
const Y: [i32; 6] = [0, -1, -1, 0, 1, 1];

/// A set of directions, bit 0 for W. The occupied hexes around a hex are such a set.
pub type Ring = u8;

/// All six directions.
pub const FULL: Ring = 63;

/// The direction back.
#[inline(always)]
pub const fn opposite(direction: Direction) -> Direction {
    (direction + 3) % 6
}

/// The neighbour in a direction.
#[inline(always)]
pub const fn step(hex: Hex, direction: Direction) -> Hex {
    const STEPS: [Hex; 6] = {
        let mut steps = [0; 6];
        let mut direction = 0;
        while direction < 6 {
            steps[direction] = (X[direction] + 32 * Y[direction]) as Hex;
            direction += 1;
        }
        steps
    };
    wrap(hex.wrapping_add(STEPS[direction]))
}

/// Back onto the grid.
#[inline(always)]
pub const fn wrap(hex: Hex) -> Hex {
    hex % HEXES as Hex
}

/// The members of a set of directions.
#[inline(always)]
pub fn directions(ring: Ring) -> impl Iterator<Item = Direction> {
    let mut left = ring as u32;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            direction
        })
    })
}

/// Something worked out for each of the 64 rings before the program runs: the body sees every direction, whether it and
/// the directions before and after it are in the ring, and changes what is found.
macro_rules! for_each_ring {
    ($entry:ty, $initial:expr,
     |$ring:ident, $direction:ident, $before:ident, $here:ident, $after:ident, $found:ident| $body:block) => {{
        let mut table: [$entry; 64] = [$initial; 64];
        let mut $ring: usize = 0;
        while $ring < 64 {
            let mut $found: $entry = $initial;
            let mut $direction = 0;
            while $direction < 6 {
                let $before = $ring >> (($direction + 5) % 6) & 1 == 1;
                let $here = $ring >> $direction & 1 == 1;
                let $after = $ring >> (($direction + 1) % 6) & 1 == 1;
                $body
                $direction += 1;
            }
            table[$ring] = $found;
            $ring += 1;
        }
        table
    }};
}

/// Where a piece on the ground may slide, from what is occupied around it: to empty hexes with exactly one of the two
/// hexes beside the way occupied.
#[inline(always)]
pub fn slides(occupied: Ring) -> Ring {
    const SLIDES: [Ring; 64] = for_each_ring!(Ring, 0, |ring, direction, before, here, after, found| {
        if !here && before != after {
            found |= 1 << direction;
        }
    });
    SLIDES[(occupied & FULL) as usize]
}

/// The empty hexes to which an empty hex is joined along the edge of the hive, narrow gates included.
#[inline(always)]
pub fn shore(occupied: Ring) -> Ring {
    const SHORE: [Ring; 64] = for_each_ring!(Ring, 0, |ring, direction, before, here, after, found| {
        if !here && (before || after) {
            found |= 1 << direction;
        }
    });
    SHORE[(occupied & FULL) as usize]
}

/// The first hex of every run of empty hexes around, clockwise; nothing for an empty or a full ring.
#[inline(always)]
pub fn gaps(occupied: Ring) -> Ring {
    const GAPS: [Ring; 64] = for_each_ring!(Ring, 0, |ring, direction, before, here, _after, found| {
        if !here && before {
            found |= 1 << direction;
        }
    });
    GAPS[(occupied & FULL) as usize]
}

/// The directions that have both their neighbours in a ring.
#[inline(always)]
pub fn between(ring: Ring) -> Ring {
    const BETWEEN: [Ring; 64] = for_each_ring!(Ring, 0, |ring, direction, before, _here, after, found| {
        if before && after {
            found |= 1 << direction;
        }
    });
    BETWEEN[(ring & FULL) as usize]
}

/// How many directions a ring has.
#[inline(always)]
pub fn size(ring: Ring) -> usize {
    const SIZES: [u8; 64] = for_each_ring!(u8, 0, |ring, direction, _before, here, _after, found| {
        if here {
            found += 1;
        }
    });
    SIZES[(ring & FULL) as usize] as usize
}

/// How many steps apart two hexes are.
#[inline(always)]
pub fn distance(one: Hex, other: Hex) -> i32 {
    const DISTANCES: [u8; HEXES] = {
        let mut distances = [u8::MAX; HEXES];
        let mut found = [0; HEXES];
        distances[0] = 0;
        let (mut next, mut end) = (0, 1);
        while next < end {
            let hex = found[next];
            next += 1;
            let mut direction = 0;
            while direction < 6 {
                let beside = step(hex, direction);
                if distances[beside as usize] == u8::MAX {
                    distances[beside as usize] = distances[hex as usize] + 1;
                    found[end] = beside;
                    end += 1;
                }
                direction += 1;
            }
        }
        distances
    };
    DISTANCES[wrap(one.wrapping_sub(other)) as usize] as i32
}

/// A set of hexes at most three steps from a centre: 8 bits a row, the centre in the middle.
pub type Window = u64;

/// A bit of a window, by its number.
pub type Spot = usize;

/// The bit of the centre.
pub const CENTRE: Spot = 27;

/// The bit of the neighbour in a direction.
#[inline(always)]
pub const fn beside(spot: Spot, direction: Direction) -> Spot {
    (spot as i32 + X[direction] + 8 * Y[direction]) as Spot
}

/// The neighbours of a spot at most two steps from the centre.
#[inline(always)]
pub fn window(spot: Spot, ring: Ring) -> Window {
    // The neighbours of spot 8, the first that has them all.
    const RINGS: [Window; 64] = for_each_ring!(Window, 0, |ring, direction, _before, here, _after, found| {
        if here {
            found |= 1 << beside(8, direction);
        }
    });
    RINGS[(ring & FULL) as usize] << (spot - 8)
}

/// The hex of a spot in the window around a centre.
#[inline(always)]
pub fn hex_at(centre: Hex, spot: Spot) -> Hex {
    const OFFSETS: [Hex; 64] = {
        let mut offsets = [0; 64];
        let mut spot = 0;
        while spot < 64 {
            let (x, y) = (spot as i32 % 8 - 3, spot as i32 / 8 - 3);
            offsets[spot] = (x + 32 * y) as Hex;
            spot += 1;
        }
        offsets
    };
    wrap(centre.wrapping_add(OFFSETS[spot % 64]))
}

/// The members of a window.
#[inline(always)]
pub fn spots(window: Window) -> impl Iterator<Item = Spot> {
    let mut left = window;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let spot = left.trailing_zeros() as usize;
            left &= left - 1;
            spot
        })
    })
}

/// All directions but the one from `hex` to `lifted`; simply all if they do not touch. Masks what is occupied around
/// a hex while a piece of its neighbourhood is in the air.
#[inline(always)]
pub fn without(hex: Hex, lifted: Hex) -> Ring {
    const KEPT: [Ring; HEXES] = {
        let mut kept = [FULL; HEXES];
        let mut direction = 0;
        while direction < 6 {
            kept[step(0, direction) as usize] = FULL & !(1 << direction);
            direction += 1;
        }
        kept
    };
    KEPT[wrap(lifted.wrapping_sub(hex)) as usize]
}

/// A place on the endless plane, counted from the first hex: x in the low half, y in the high half.
pub type Place = i32;

/// The place of the neighbour in a direction.
#[inline(always)]
pub const fn place_beside(place: Place, direction: Direction) -> Place {
    place.wrapping_add(X[direction]).wrapping_add(Y[direction] << 16)
}
