//! Where the pieces can go: all pichus and pikachus of a side at once, raichus one by one.

use super::bits::Bits;
use super::geometry::{Boards, Geometry, Ray, UPWARD};
use super::{Kind, Raichu};

/// A move with all that playing it needs, so that playing is quick: nine bits each for the squares it goes from, goes to
/// and jumps over, two bits for the kind that moves, two for the kind that is jumped (0 if none is, else one more than its
/// number), and the highest if it promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    #[inline(always)]
    fn new(kind: Kind, from: usize, to: usize) -> Self {
        Move((from + (to << 9) + ((kind as usize) << 27)) as u32)
    }

    /// The move as a jump over a piece of the other side.
    #[inline(always)]
    fn jumping<B: Bits>(self, over: usize, other: &[B; 3]) -> Self {
        let kind = if other[0].has(over) {
            Kind::Pichu
        } else if other[1].has(over) {
            Kind::Pikachu
        } else {
            Kind::Raichu
        };
        Move(self.0 + ((over as u32) << 18) + ((kind as u32 + 1) << 29))
    }

    #[inline(always)]
    fn promoting_if(self, promotes: bool) -> Self {
        Move(self.0 + (u32::from(promotes) << 31))
    }

    #[inline(always)]
    pub(crate) fn from(self) -> usize {
        (self.0 & 511) as usize
    }

    #[inline(always)]
    pub(crate) fn to(self) -> usize {
        (self.0 >> 9 & 511) as usize
    }

    /// The kind that moves.
    #[inline(always)]
    pub(crate) fn kind(self) -> usize {
        (self.0 >> 27 & 3) as usize
    }

    /// Whether it jumps or promotes.
    #[inline(always)]
    pub(crate) fn is_loud(self) -> bool {
        self.0 >> 29 != 0
    }

    /// The kind that is jumped, and where it stands.
    pub(crate) fn captured(self) -> Option<(usize, usize)> {
        let kind_and_one = (self.0 >> 29 & 3) as usize;
        (kind_and_one != 0).then(|| (kind_and_one - 1, (self.0 >> 18 & 511) as usize))
    }

    pub(crate) fn promotes(self) -> bool {
        self.0 >> 31 != 0
    }
}

/// Where pieces can land along one direction.
struct Landings<B> {
    one: B,
    two: B,
    /// After a jump over the next square: two or three steps away.
    two_over_first: B,
    three_over_first: B,
    /// After a jump over the square behind the next: three steps away.
    three_over_second: B,
}

impl<B: Bits> Landings<B> {
    /// Of pikachus, which may jump `prey`; `step` is one step in the direction.
    #[inline(always)]
    fn of_pikachus(pikachus: B, empty: B, prey: B, step: impl Fn(B) -> B) -> Self {
        let next = step(pikachus);
        let one = next & empty;
        let behind = step(one);
        let two_over_first = step(next & prey) & empty;
        Landings {
            one,
            two: behind & empty,
            two_over_first,
            three_over_first: step(two_over_first) & empty,
            three_over_second: step(behind & prey) & empty,
        }
    }

    /// After the jumps that land next to what they jumped: there is one for every piece that can be jumped.
    #[inline(always)]
    fn right_behind(&self) -> B {
        self.two_over_first | self.three_over_second
    }

    /// All of them, each once: what lands on a square comes from the nearest own piece in that direction, since own
    /// pieces are never jumped.
    #[inline(always)]
    fn union(&self) -> B {
        self.one | self.two | self.two_over_first | self.three_over_first | self.three_over_second
    }
}

/// The directions of pichus and pikachus as seen by a player: `BLACK` moves up, White down. Steps that leave the board
/// upwards or downwards need no care, since landing squares are empty squares of the board.
struct Compass<'g, B, const BLACK: bool> {
    geometry: &'g Geometry<B>,
}

impl<B: Bits, const BLACK: bool> Compass<'_, B, BLACK> {
    #[inline(always)]
    fn size(&self) -> usize {
        B::size(self.geometry.size)
    }

    /// One step forward as a distance of square numbers.
    #[inline(always)]
    fn forward_step(&self) -> isize {
        if BLACK { self.size() as isize } else { -(self.size() as isize) }
    }

    #[inline(always)]
    fn forward(&self, set: B) -> B {
        if BLACK { set << self.size() } else { set >> self.size() }
    }

    #[inline(always)]
    fn back(&self, set: B) -> B {
        if BLACK { set >> self.size() } else { set << self.size() }
    }

    #[inline(always)]
    fn left(&self, set: B) -> B {
        (set & self.geometry.left_movers) >> 1
    }

    #[inline(always)]
    fn right(&self, set: B) -> B {
        (set & self.geometry.right_movers) << 1
    }

    /// Steps and jumps of pichus to the left and to the right.
    #[inline(always)]
    fn pichus(&self, pichus: B, empty: B, prey: B) -> [(B, B); 2] {
        let ahead = self.forward(pichus);
        let ways = |next: B, beside: &dyn Fn(B) -> B| (next & empty, self.forward(beside(next & prey)) & empty);
        [ways(self.left(ahead), &|set| self.left(set)), ways(self.right(ahead), &|set| self.right(set))]
    }

    #[inline(always)]
    fn pikachus(&self, pikachus: B, empty: B, prey: B) -> [Landings<B>; 3] {
        [
            Landings::of_pikachus(pikachus, empty, prey, |set| self.forward(set)),
            Landings::of_pikachus(pikachus, empty, prey, |set| self.left(set)),
            Landings::of_pikachus(pikachus, empty, prey, |set| self.right(set)),
        ]
    }
}

/// The moves of one raichu along one direction.
struct Line<'g, B> {
    /// The whole ray, and what is left of it behind the first and the second piece on it.
    ray: &'g Ray<B>,
    /// The first piece if there is one, and the ray from there on.
    first: Option<(usize, &'g Ray<B>)>,
    /// Where the first piece is an enemy: the piece behind it, if there is one.
    second: Option<(usize, &'g Ray<B>)>,
    jumps: bool,
}

impl<'g, B: Boards> Line<'g, B> {
    #[inline(always)]
    fn new(geometry: &'g Geometry<B>, from: usize, direction: usize, occupied: B, enemy: B) -> Self {
        let next_piece = |ray: &Ray<B>| {
            let pieces = ray.squares & occupied;
            let nearest = |pieces: B| if direction < UPWARD { pieces.lowest() } else { pieces.highest() };
            (!pieces.is_empty()).then(|| nearest(pieces)).map(|square| (square, &geometry.rays[square][direction]))
        };
        let ray = &geometry.rays[from][direction];
        let first = next_piece(ray);
        match first {
            Some((square, beyond)) if enemy.has(square) => Line { ray, first, second: next_piece(beyond), jumps: true },
            _ => Line { ray, first, second: None, jumps: false },
        }
    }

    /// The squares it can slide to.
    #[inline(always)]
    fn slides(&self) -> B {
        between(self.ray, self.first)
    }

    /// The square it can jump over, and the squares on which it can land behind it.
    #[inline(always)]
    fn jumps(&self) -> Option<(usize, B)> {
        self.first.filter(|_| self.jumps).map(|(over, beyond)| (over, between(beyond, self.second)))
    }

    #[inline(always)]
    fn count(&self) -> usize {
        let slides = length_between(self.ray, self.first);
        let beyond = self.first.filter(|_| self.jumps).map_or(0, |(_, beyond)| length_between(beyond, self.second));
        slides + beyond
    }
}

/// The squares of a ray before a piece on it, given with its own ray.
#[inline(always)]
fn between<B: Bits>(ray: &Ray<B>, end: Option<(usize, &Ray<B>)>) -> B {
    end.map_or(ray.squares, |(square, beyond)| ray.squares ^ beyond.squares ^ B::bit(square))
}

/// How many squares that are.
#[inline(always)]
fn length_between<B>(ray: &Ray<B>, end: Option<(usize, &Ray<B>)>) -> usize {
    end.map_or(ray.length, |(_, beyond)| ray.length - beyond.length - 1)
}

impl<B: Boards> Raichu<B> {
    /// Appends the moves of the player to move; if only the loud ones are wanted, the jumps and promotions.
    #[inline(always)]
    pub(crate) fn list_moves<const BLACK: bool, const LOUD: bool>(&self, into: &mut Vec<Move>) {
        let compass = Compass::<B, BLACK> { geometry: self.geometry };
        let sides = self.sides::<BLACK>();
        let [pichus, pikachus, raichus] = *sides.own;
        let [prey_pichus, prey_pikachus, _] = *sides.other;
        let forward = compass.forward_step();
        let promoted = |played: Move| played.promoting_if(self.promotes(BLACK as usize, played.to()));
        let mut list = |kind: Kind, set: B, distance: isize| {
            let moved = |to: usize| Move::new(kind, to.wrapping_add_signed(-distance), to);
            // One or two squares sideways never promote, since nothing that could be promoted stands on the far row.
            if distance.unsigned_abs() <= 2 {
                set.for_each(|to| into.push(moved(to)));
            } else {
                set.for_each(|to| into.push(promoted(moved(to))));
            }
        };
        let steps = [forward, -1, 1];
        let far_row = self.geometry.far_rows[usize::from(BLACK)];
        let wanted = |landings: B| if LOUD { landings & far_row } else { landings };
        let pichus = compass.pichus(pichus, sides.empty, prey_pichus);
        let pikachus = compass.pikachus(pikachus, sides.empty, prey_pichus | prey_pikachus);
        for ((one, _), sideways) in pichus.iter().zip([-1, 1]) {
            list(Kind::Pichu, wanted(*one), forward + sideways);
        }
        for (along, step) in pikachus.iter().zip(steps) {
            list(Kind::Pikachu, wanted(along.one), step);
            list(Kind::Pikachu, wanted(along.two), 2 * step);
        }
        let mut list_jumps = |kind: Kind, set: B, distance: isize, over: isize| {
            set.for_each(|to| {
                let from = to.wrapping_add_signed(-distance);
                let over = from.wrapping_add_signed(over);
                into.push(promoted(Move::new(kind, from, to)).jumping(over, sides.other));
            });
        };
        for ((_, two), sideways) in pichus.iter().zip([-1, 1]) {
            let step = forward + sideways;
            list_jumps(Kind::Pichu, *two, 2 * step, step);
        }
        for (along, step) in pikachus.iter().zip(steps) {
            list_jumps(Kind::Pikachu, along.two_over_first, 2 * step, step);
            list_jumps(Kind::Pikachu, along.three_over_first, 3 * step, step);
            list_jumps(Kind::Pikachu, along.three_over_second, 3 * step, 2 * step);
        }
        raichus.for_each(|from| self.list_raichu::<LOUD>(from, &sides, into));
    }

    /// Appends the moves of one raichu.
    fn list_raichu<const LOUD: bool>(&self, from: usize, sides: &Sides<'_, B>, into: &mut Vec<Move>) {
        for direction in 0..8 {
            let line = Line::new(self.geometry, from, direction, !sides.empty, sides.enemy);
            if !LOUD {
                line.slides().for_each(|to| into.push(Move::new(Kind::Raichu, from, to)));
            }
            if let Some((over, landings)) = line.jumps() {
                landings.for_each(|to| into.push(Move::new(Kind::Raichu, from, to).jumping(over, sides.other)));
            }
        }
    }

    /// How many moves the player to move has.
    #[inline(always)]
    pub(super) fn mobility<const BLACK: bool>(&self) -> usize {
        let compass = Compass::<B, BLACK> { geometry: self.geometry };
        let sides = self.sides::<BLACK>();
        let [pichus, pikachus, raichus] = *sides.own;
        let [prey_pichus, prey_pikachus, _] = *sides.other;
        // A pichu that lands on a square either steps from the next one or jumps over it: never both.
        let [left, right] = compass.pichus(pichus, sides.empty, prey_pichus).map(|(one, two)| one | two);
        let prey = prey_pichus | prey_pikachus;
        let [ahead, to_left, to_right] = compass.pikachus(pikachus, sides.empty, prey).map(|along| along.union());
        let count = B::count_all([left, right, ahead, to_left, to_right]);
        if raichus.is_empty() { count } else { count + self.count_raichus(raichus, !sides.empty, sides.enemy) }
    }

    /// What a player's moves lead to, whoever is to move.
    #[inline(always)]
    pub(crate) fn outlook<const BLACK: bool>(&self) -> Outlook<B> {
        let compass = Compass::<B, BLACK> { geometry: self.geometry };
        let sides = self.sides::<BLACK>();
        let [pichus, pikachus, raichus] = *sides.own;
        let [prey_pichus, prey_pikachus, _] = *sides.other;
        let [(left, left_jumps), (right, right_jumps)] = compass.pichus(pichus, sides.empty, prey_pichus);
        let [ahead, to_left, to_right] = compass.pikachus(pikachus, sides.empty, prey_pichus | prey_pikachus);
        let mut jumped = compass.back(compass.right(left_jumps) | compass.left(right_jumps) | ahead.right_behind())
            | compass.right(to_left.right_behind())
            | compass.left(to_right.right_behind());
        let [ahead, to_left, to_right] = [ahead, to_left, to_right].map(|along| along.union());
        let [left, right] = [left | left_jumps, right | right_jumps];
        let mut moves = B::count_all([left, right, ahead, to_left, to_right]);
        raichus.for_each(|from| {
            for direction in 0..8 {
                let line = Line::new(self.geometry, from, direction, !sides.empty, sides.enemy);
                moves += line.count();
                if let Some((over, landings)) = line.jumps()
                    && !landings.is_empty()
                {
                    jumped = jumped | B::bit(over);
                }
            }
        });
        let promotions = (left | right | ahead) & self.geometry.far_rows[usize::from(BLACK)];
        Outlook { moves, jumped, promotions }
    }

    fn count_raichus(&self, raichus: B, occupied: B, enemy: B) -> usize {
        let mut count = 0;
        raichus.for_each(|from| {
            count += (0..8)
                .map(|direction| Line::new(self.geometry, from, direction, occupied, enemy).count())
                .sum::<usize>();
        });
        count
    }

    #[inline(always)]
    fn sides<const BLACK: bool>(&self) -> Sides<'_, B> {
        let [own, other] = if BLACK { [&self.pieces[1], &self.pieces[0]] } else { [&self.pieces[0], &self.pieces[1]] };
        let enemy = union(other);
        Sides { own, other, enemy, empty: self.geometry.board & !(union(own) | enemy) }
    }
}

/// What the moves of a player lead to.
pub(crate) struct Outlook<B> {
    /// How many moves there are.
    pub moves: usize,
    /// The enemies that can be jumped.
    pub jumped: B,
    /// The squares of the far row on which a pichu or pikachu can become a raichu.
    pub promotions: B,
}

/// The board as the player to move sees it.
struct Sides<'p, B> {
    own: &'p [B; 3],
    other: &'p [B; 3],
    enemy: B,
    empty: B,
}

/// All pieces of a side.
#[inline(always)]
pub(super) fn union<B: Bits>(pieces: &[B; 3]) -> B {
    pieces[0] | pieces[1] | pieces[2]
}
