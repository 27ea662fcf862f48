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

    /// The limits of two searches, one after the other, the second with so large a share of the whole; `None` where there is
    /// nothing to share, or too little.
    pub fn split(&self, share: f64) -> Option<(Self, Self)> {
        let time = self.soft.or(self.hard);
        let second = Limits {
            depth: None,
            nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64),
            soft: None,
            hard: time.map(|time| time.mul_f64(share)),
        };
        if second.nodes == Some(0) || !(second.is_timed() || second.nodes.is_some()) {
            return None;
        }
        let less = |time: Duration| time.mul_f64(1.0 - share);
        let first = Limits {
            depth: self.depth,
            nodes: self.nodes.zip(second.nodes).map(|(all, kept)| all - kept),
            soft: self.soft.map(less),
            hard: self.hard.map(less),
        };
        Some((first, second))
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
    fn what_is_split_is_no_more_than_the_whole() {
        let half_second = Limits { nodes: Some(1_001), ..Limits::default().time(Duration::from_millis(505)) };
        let (first, second) = half_second.split(0.3).unwrap();
        assert_eq!((first.nodes, second.nodes), (Some(701), Some(300)));
        assert_eq!((first.hard, second.hard), (Some(Duration::from_millis(350)), Some(Duration::from_millis(150))));
        assert!(Limits { depth: Some(9), ..Limits::default() }.split(0.3).is_none());
        assert!(Limits { nodes: Some(3), ..Limits::default() }.split(0.3).is_none());
    }

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
