//! One module a game.

