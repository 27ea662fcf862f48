//! How long a search may take.

use std::time::Duration;

/// Whatever is given holds; a search without limits goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// No new depth is begun after this time.
    pub soft: Option<Duration>,
    /// The search is cut off here.
    pub hard: Option<Duration>,
}

/// What the operating system and the way back to the caller may cost.
const OVERHEAD: Duration = Duration::from_millis(5);

/// A player with a clock expects to make about this many more moves.
const MOVES_LEFT: u32 = 25;

impl Limits {
    /// A fixed time for this move, used to the full.
    pub fn time(mut self, time: Duration) -> Self {
        self.hard = Some(time.saturating_sub(OVERHEAD).max(time / 2));
        self
    }

    /// Whether time is short: then the only legal move is played at once.
    pub fn is_timed(&self) -> bool {
        self.soft.is_some() || self.hard.is_some()
    }

    /// A clock with so much time left and so much added after each move: a share of it for this move, and never so
    /// much that the clock could fall.
    pub fn clock(mut self, left: Duration, increment: Duration) -> Self {
        let left = left.saturating_sub(OVERHEAD * 4);
        let share = (left / MOVES_LEFT + increment * 3 / 4).min(left / 2);
        self.soft = Some(share * 6 / 10);
        self.hard = Some((share * 5 / 2).min(left / 2));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_falls() {
        for left in [0, 1, 10, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000] {
                let left = Duration::from_millis(left);
                let limits = Limits::default().clock(left, Duration::from_millis(increment));
                assert!(limits.hard.unwrap() <= left / 2);
            }
        }
    }
}
