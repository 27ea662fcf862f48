//! Where lines of play meet again: what follows a position of a tree, found by its key.

use std::ops::Range;

/// A position that falls on the place of another takes it: what is forgotten is only found out twice.
const PLACES: usize = 1 << 18;

/// Mixes plies into keys.
const PLY: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Default)]
struct Place {
    key: u64,
    children: Range<u32>,
}

/// The children of positions, by their keys and their plies from the root: so no line leads back to itself.
pub struct Followers {
    places: Vec<Place>,
    /// How many plies the root has moved on since the first.
    moved_on: usize,
}

impl Followers {
    pub fn new() -> Self {
        Followers { places: vec![Place::default(); PLACES], moved_on: 0 }
    }

    pub fn get(&self, key: u64, ply: usize) -> Option<Range<u32>> {
        let key = self.key(key, ply);
        let place = &self.places[key as usize % PLACES];
        (place.key == key && !place.children.is_empty()).then(|| place.children.clone())
    }

    pub fn insert(&mut self, key: u64, ply: usize, children: Range<u32>) {
        let key = self.key(key, ply);
        self.places[key as usize % PLACES] = Place { key, children };
    }

    /// The same for a tree whose root is so many plies further on; `moved` tells where children are in it, if anywhere.
    pub fn below(mut self, plies: usize, moved: impl Fn(&Range<u32>) -> Range<u32>) -> Self {
        self.moved_on += plies;
        for place in &mut self.places {
            place.children = moved(&place.children);
        }
        self
    }

    fn key(&self, key: u64, ply: usize) -> u64 {
        key ^ ((self.moved_on + ply) as u64).wrapping_mul(PLY)
    }
}
