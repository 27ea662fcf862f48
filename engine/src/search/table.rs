//! The transposition table: what was found out about positions, shared by all threads.

use std::any::Any;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::{Value, WIN_AT_ALL};

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub value: Value,
    pub depth: u8,
    pub bound: Bound,
    /// The best move's place in the game's fixed order of legal moves.
    pub best: u16,
}

/// The entry of a position without a best move.
pub const NO_MOVE: u16 = u16::MAX;

/// Two words: the data, and the key mixed with them. A reader that meets a half-written entry finds a key that does
/// not fit and sees nothing, so no lock is needed.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// As many slots as share a cache line, in one.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table itself.
pub struct Table {
    buckets: Vec<Bucket>,
    /// Counts the searches, so that what earlier ones left is overwritten first.
    age: AtomicU8,
    /// What a search that needs no table leaves to the next.
    kept: Mutex<Option<Box<dyn Any + Send>>>,
}

const AGES: u8 = 64;

fn pack(known: Known, age: u8) -> u64 {
    let bound = known.bound as u64 + 1;
    u64::from(known.value as u32)
        | u64::from(known.best) << 32
        | u64::from(known.depth) << 48
        | bound << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Option<(Known, u8)> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let known = Known { value: data as u32 as Value, best: (data >> 32) as u16, depth: (data >> 48) as u8, bound };
    Some((known, (data >> 58) as u8))
}

impl Table {
    /// A table of about so many megabytes; an error where there is no memory for it.
    pub fn new(megabytes: f64) -> Result<Self, TryReserveError> {
        let size = ((megabytes * f64::from(1 << 20)) as usize / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(size)?;
        buckets.resize_with(size, Bucket::default);
        Ok(Table { buckets, age: AtomicU8::new(0), kept: Mutex::default() })
    }

    /// A new search begins.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.mixed.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
        self.recall::<()>();
    }

    /// Leaves something to the next search.
    pub fn keep<T: Send + 'static>(&self, kept: T) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(kept));
    }

    /// What the last search left, if it is what this one can use; it is gone then.
    pub fn recall<T: Send + 'static>(&self) -> Option<T> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        kept.downcast().ok().map(|kept| *kept)
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let number = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[number as usize].0
    }

    /// What is known of a position that stands `ply` moves below the root. Win distances are stored from the position
    /// and used from the root.
    pub fn look_up(&self, key: u64, ply: i32) -> Option<Known> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if slot.mixed.load(Relaxed) ^ data == key
                && let Some((mut known, _)) = unpack(data)
            {
                if known.value >= WIN_AT_ALL {
                    known.value -= ply;
                } else if known.value <= -WIN_AT_ALL {
                    known.value += ply;
                }
                return Some(known);
            }
        }
        None
    }

    /// Remembers a position; the shallowest and oldest entry of its bucket gives way.
    pub fn store(&self, key: u64, ply: i32, mut known: Known) {
        if known.value >= WIN_AT_ALL {
            known.value += ply;
        } else if known.value <= -WIN_AT_ALL {
            known.value -= ply;
        }
        let age = self.age.load(Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            let old = unpack(data);
            if let Some((old, old_age)) = old
                && slot.mixed.load(Relaxed) ^ data == key
            {
                // A deep entry of this search is worth more than a shallow bound found on the way.
                if known.bound != Bound::Exact && old_age == age && old.depth > known.depth + 3 {
                    return;
                }
                if known.best == NO_MOVE {
                    known.best = old.best;
                }
                worst = Some((slot, i32::MIN));
                break;
            }
            let worth =
                old.map_or(-1000, |(old, old_age)| i32::from(old.depth) - 8 * i32::from((age + AGES - old_age) % AGES));
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        let (slot, _) = worst.expect("a bucket has slots");
        let data = pack(known, age);
        slot.mixed.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub fn use_permille(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let is_used = |slot: &&Slot| unpack(slot.data.load(Relaxed)).is_some_and(|(_, old)| old == age);
        sample.filter(is_used).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_reads_back() {
        let table = Table::new(1.0).unwrap();
        for value in [0, 1, -1, 123_456, -123_456] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let known = Known { value, depth: 7, bound, best: 300 };
                table.clear();
                table.store(0x1234_5678_9abc_def0, 3, known);
                assert_eq!(table.look_up(0x1234_5678_9abc_def0, 3), Some(known));
                assert_eq!(table.look_up(0x1234_5678_9abc_def1, 3), None);
            }
        }
    }

    #[test]
    fn win_distances_count_from_where_they_are_used() {
        let table = Table::new(1.0).unwrap();
        let known = Known { value: super::super::WIN - 9, depth: 7, bound: Bound::Exact, best: 0 };
        table.store(77, 4, known);
        assert_eq!(table.look_up(77, 2).unwrap().value, super::super::WIN - 7);
    }
}
