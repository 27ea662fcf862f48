//! An ending that is worked out when the engine is built (see `build.rs`): four raichus that hunt a last one. Search does not
//! see its end, which is up to fifty plies away.

mod places;

pub(crate) use places::HUNTERS;

/// By the places of positions in which the hunted one is to move: one more than the plies in which it loses, or 0.
static LOST: &[u8; places::positions(HUNTERS)] = include_bytes!(concat!(env!("OUT_DIR"), "/hunt.bin"));

/// In how many plies the hunted one, who is to move, is caught; `None` if it is not.
pub(crate) fn caught_in(hunters: u64, hunted: usize) -> Option<u8> {
    LOST[places::place(hunters, hunted)].checked_sub(1)
}
