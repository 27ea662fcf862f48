//! Works out an ending of Raichu before the engine is built: four raichus that hunt a last one, on 8 × 8 squares.
//!
//! Backward from the end: a position in which the last one can be jumped is won; one in which all it can do leads to won
//! positions is lost, and whatever leads to a lost one is won. Slides can be undone, so that the positions before one are
//! found by sliding from it. If the hunted one jumps a hunter, there is one less: endings with fewer come first.

#[path = "src/games/raichu/hunt/places.rs"]
mod places;

use std::path::Path;
use std::{env, fs, io};

use places::{HUNTERS, SQUARES, place, positions};

/// By position: 0, or one more than the plies to the end.
struct Ending {
    /// The hunters are to move and win.
    won: Vec<u8>,
    /// The hunted one is to move and loses.
    lost: Vec<u8>,
}

/// The step in each of the eight directions; a direction and its opposite are neighbours.
const STEPS: [(isize, isize); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/games/raichu/hunt/places.rs");
    let mut ending = Ending { won: vec![0; positions(0)], lost: vec![0; positions(0)] };
    for hunters in 1..=HUNTERS {
        ending = Solver::new(hunters, &ending).solve();
    }
    let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&folder).join("hunt.bin"), ending.lost)
}

struct Solver<'s> {
    hunters: usize,
    fewer: &'s Ending,
    /// The next square in each direction.
    next: Vec<[Option<usize>; 8]>,
    ending: Ending,
    /// The positions, as hunters and hunted, that a later ply has to look at again: a jump there ends later.
    deferred: Vec<Vec<(u64, usize)>>,
}

impl<'s> Solver<'s> {
    fn new(hunters: usize, fewer: &'s Ending) -> Self {
        let step = |square: usize, (right, up): (isize, isize)| {
            let (file, rank) = ((square % 8).checked_add_signed(right)?, (square / 8).checked_add_signed(up)?);
            (file < 8 && rank < 8).then_some(8 * rank + file)
        };
        let next = (0..SQUARES).map(|square| STEPS.map(|way| step(square, way))).collect();
        let ending = Ending { won: vec![0; positions(hunters)], lost: vec![0; positions(hunters)] };
        Solver { hunters, fewer, next, ending, deferred: vec![Vec::new(); 256] }
    }

    fn solve(mut self) -> Ending {
        let mut won = Vec::new();
        let mut lost = Vec::new();
        self.for_each_position(|solver, set, hunted| {
            let at = place(set, hunted);
            if solver.ending.won[at] == 0 && solver.is_jumped(set, hunted) {
                solver.ending.won[at] = 2;
                won.push((set, hunted));
            }
            if solver.ending.lost[at] == 0 && solver.is_stuck(set, hunted) {
                solver.ending.lost[at] = 1;
                lost.push((set, hunted));
            }
        });
        for plies in (1u8..).step_by(2) {
            // Positions lost in `plies - 1` make others won in `plies`, those make others lost in `plies + 1`.
            for (set, hunted) in std::mem::take(&mut lost) {
                self.before_lost(set, hunted, plies, &mut won);
            }
            let mut candidates = std::mem::take(&mut self.deferred[plies as usize]);
            for (set, hunted) in std::mem::take(&mut won) {
                self.slides(set, hunted, |to| candidates.push((set, to)));
            }
            for (set, hunted) in candidates {
                let at = place(set, hunted);
                if self.ending.lost[at] == 0 && self.is_lost(set, hunted, plies) {
                    self.ending.lost[at] = plies + 2;
                    lost.push((set, hunted));
                }
            }
            if lost.is_empty() && self.deferred[plies as usize + 1..].iter().all(Vec::is_empty) {
                break;
            }
        }
        self.ending
    }

    fn for_each_position(&mut self, mut visit: impl FnMut(&mut Self, u64, usize)) {
        let mut set: u64 = (1 << self.hunters) - 1;
        loop {
            for hunted in
                (0..SQUARES).filter(|&square| set >> square & 1 == 0 && square % 8 < 4 && square / 8 <= square % 8)
            {
                visit(self, set, hunted);
            }
            // The next set of as many squares: Gosper's way.
            let lowest = set & set.wrapping_neg();
            let Some(carried) = set.checked_add(lowest) else { break };
            set = carried | ((set ^ carried) / lowest) >> 2;
        }
    }

    /// The first hunter in a direction, and the square behind it if that is free.
    fn first(&self, set: u64, from: usize, way: usize) -> Option<(usize, Option<usize>)> {
        let mut at = self.next[from][way]?;
        while set >> at & 1 == 0 {
            at = self.next[at][way]?;
        }
        Some((at, self.next[at][way].filter(|&behind| set >> behind & 1 == 0)))
    }

    /// Whether a hunter can jump the hunted one.
    fn is_jumped(&self, set: u64, hunted: usize) -> bool {
        let free = |way: usize| self.next[hunted][way].is_some_and(|behind| set >> behind & 1 == 0);
        (0..8).any(|way| free(way ^ 1) && self.first(set, hunted, way).is_some())
    }

    /// Whether the hunted one cannot move.
    fn is_stuck(&self, set: u64, hunted: usize) -> bool {
        let blocked = |way| match self.first(set, hunted, way) {
            Some((hunter, behind)) => self.next[hunted][way] == Some(hunter) && behind.is_none(),
            None => self.next[hunted][way].is_none(),
        };
        (0..8).all(blocked)
    }

    /// Where a piece can slide to.
    fn slides(&self, occupied: u64, from: usize, mut visit: impl FnMut(usize)) {
        for way in 0..8 {
            let mut at = self.next[from][way];
            while let Some(square) = at.filter(|&square| occupied >> square & 1 == 0) {
                visit(square);
                at = self.next[square][way];
            }
        }
    }

    /// The positions in which the hunters could move into one that is lost.
    fn before_lost(&mut self, set: u64, hunted: usize, plies: u8, won: &mut Vec<(u64, usize)>) {
        for hunter in (0..SQUARES).filter(|&square| set >> square & 1 == 1) {
            let mut before = Vec::with_capacity(32);
            self.slides(set | 1 << hunted, hunter, |from| before.push(set ^ 1 << hunter ^ 1 << from));
            for set in before {
                let at = place(set, hunted);
                if self.ending.won[at] == 0 {
                    self.ending.won[at] = plies + 1;
                    won.push((set, hunted));
                }
            }
        }
    }

    /// Whether all that the hunted one can do leads to positions won in at most so many plies. If only a jump leads to one
    /// that takes longer, it is to be looked at again then.
    fn is_lost(&mut self, set: u64, hunted: usize, plies: u8) -> bool {
        let mut longest = 0;
        for way in 0..8 {
            let mut at = self.next[hunted][way];
            while let Some(square) = at.filter(|&square| set >> square & 1 == 0) {
                match self.ending.won[place(set, square)] {
                    0 => return false,
                    won => longest = longest.max(won - 1),
                }
                at = self.next[square][way];
            }
            let Some((hunter, mut landing)) = self.first(set, hunted, way) else { continue };
            while let Some(square) = landing.filter(|&square| set >> square & 1 == 0) {
                match self.fewer.won[place(set ^ 1 << hunter, square)] {
                    0 => return false,
                    won => longest = longest.max(won - 1),
                }
                landing = self.next[square][way];
            }
        }
        if longest > plies {
            self.deferred[longest as usize].push((set, hunted));
        }
        longest <= plies
    }
}
