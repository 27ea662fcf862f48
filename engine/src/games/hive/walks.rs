//! Where the pieces go from a hex, whoever stands there: a mosquito walks as they do.

use super::board::Board;
use super::hex::{
    CENTRE, FULL, Hex, Window, beside, directions, hex_at, opposite, slides, spots, step, window, without,
};
use super::reach::Reach;

impl Board {
    /// Where a grasshopper lands that jumps in a direction with at least one piece in it.
    #[inline(always)]
    pub fn landing(&self, from: Hex, direction: usize) -> Hex {
        let mut hex = step(from, direction);
        while self.is_occupied(hex) {
            hex = step(hex, direction);
        }
        hex
    }

    /// Adds where a grasshopper lands.
    #[inline(always)]
    pub fn add_jumps(&self, from: Hex, reach: &mut Reach) {
        for direction in directions(self.around(from)) {
            reach.add(self.landing(from, direction));
        }
    }

    /// Where a spider goes from a hex.
    #[inline(always)]
    pub fn spider(&self, from: Hex) -> Window {
        let mut reached = 0;
        for first in directions(slides(self.around(from))) {
            let (hex, spot) = (step(from, first), beside(CENTRE, first));
            let back = 1 << opposite(first);
            for second in directions(slides(self.around(hex) & !back) & !back) {
                let (hex, spot) = (step(hex, second), beside(spot, second));
                let third = slides(self.around(hex) & without(hex, from)) & !(1 << opposite(second));
                reached |= window(spot, third);
            }
        }
        reached & !(1 << CENTRE)
    }

    /// Where a ladybug goes from a hex.
    #[inline(always)]
    pub fn ladybug(&self, from: Hex) -> Window {
        let mut along = 0;
        for up in directions(self.climbs(from, 0, self.around(from))) {
            let hex = step(from, up);
            along |= window(beside(CENTRE, up), self.climbs(hex, self.height(hex), self.around(hex)));
        }
        let mut reached = 0;
        for spot in spots(along & !(1 << CENTRE)) {
            let hex = hex_at(from, spot);
            reached |= window(spot, self.climbs(hex, self.height(hex), FULL & !self.around(hex)));
        }
        reached
    }

    /// Adds where an ant goes from a hex.
    #[inline(always)]
    pub fn add_ant(&self, from: Hex, reach: &mut Reach) {
        reach.shun(from);
        for direction in directions(slides(self.around(from))) {
            reach.add(step(from, direction));
        }
        reach.flood(|hex| slides(self.around(hex) & without(hex, from)));
    }
}
