//! One module a game.

pub mod bitboard;
pub mod hive;
pub mod hiya;
pub mod pincer;
pub mod raichu;
pub mod ricocheckers;
pub mod zobrist;
