//! One module a game.

pub mod hive;
pub mod ricocheckers;
pub mod zobrist;
