//! One module a game.

pub mod zobrist;
