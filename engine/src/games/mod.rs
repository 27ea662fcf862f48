//! One module a game.

pub mod ricocheckers;
pub mod zobrist;
