//! One module a game.

pub mod hive;
pub mod raichu;
pub mod ricocheckers;
pub mod zobrist;
