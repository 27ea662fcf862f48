//! What is known of a board beforehand: its edges, and the lines on which a raichu moves.

use std::sync::OnceLock;

use super::bits::{Bits, Wide};

/// The squares in one direction from a square to the edge.
#[derive(Clone, Copy)]
pub struct Ray<B> {
    pub squares: B,
    /// How many squares that are.
    pub length: usize,
}

/// The eight directions as steps to the right and upwards: first the four towards higher square numbers.
pub const DIRECTIONS: [(isize, isize); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// How many of the directions go towards higher square numbers.
pub const UPWARD: usize = 4;

/// A board of one size.
pub struct Geometry<B> {
    pub size: usize,
    pub board: B,
    /// The squares that have one to their left, and to their right.
    pub left_movers: B,
    pub right_movers: B,
    /// Where White's and Black's pieces become raichus.
    pub far_rows: [B; 2],
    /// By square, then by direction.
    pub rays: Vec<[Ray<B>; 8]>,
}

impl<B: Bits> Geometry<B> {
    fn new(size: usize) -> Self {
        let squares = |chosen: &dyn Fn(usize) -> bool| {
            (0..size * size).filter(|&square| chosen(square)).fold(B::EMPTY, |set, square| set | B::bit(square))
        };
        let rays = (0..size * size).map(|square| DIRECTIONS.map(|direction| Self::ray(size, square, direction)));
        Geometry {
            size,
            board: squares(&|_| true),
            left_movers: squares(&|square| square % size != 0),
            right_movers: squares(&|square| square % size != size - 1),
            far_rows: [squares(&|square| square < size), squares(&|square| square >= size * (size - 1))],
            rays: rays.collect(),
        }
    }

    fn ray(size: usize, square: usize, (right, up): (isize, isize)) -> Ray<B> {
        let mut ray = Ray { squares: B::EMPTY, length: 0 };
        let (mut file, mut rank) = (square % size, square / size);
        loop {
            file = file.wrapping_add_signed(right);
            rank = rank.wrapping_add_signed(up);
            if file >= size || rank >= size {
                return ray;
            }
            ray.squares = ray.squares | B::bit(rank * size + file);
            ray.length += 1;
        }
    }
}

/// Sets of squares that know the boards they are for.
pub trait Boards: Bits {
    /// The board of a size, `None` if these sets are not for it. Each is worked out once.
    fn geometry(size: usize) -> Option<&'static Geometry<Self>>;
}

macro_rules! boards {
    ($($set:ty),*) => {$(
        impl Boards for $set {
            fn geometry(size: usize) -> Option<&'static Geometry<Self>> {
                static ALL: [OnceLock<Geometry<$set>>; <$set>::SIZES.len()] =
                    [const { OnceLock::new() }; <$set>::SIZES.len()];
                let index = Self::SIZES.iter().position(|&known| known == size)?;
                Some(ALL[index].get_or_init(|| Geometry::new(size)))
            }
        }
    )*};
}

boards!(u64, u128, Wide);
