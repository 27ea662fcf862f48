//! The rules of Plyboard's games at full speed. Everything here is plain Rust; only `python` knows Python.

#[forbid(unsafe_code)]
pub mod error;
#[forbid(unsafe_code)]
pub mod evaluation;
#[forbid(unsafe_code)]
pub mod game;
#[forbid(unsafe_code)]
pub mod games;
#[forbid(unsafe_code)]
pub mod perft;
#[cfg(feature = "python")]
mod python;
#[forbid(unsafe_code)]
pub mod registry;
#[forbid(unsafe_code)]
pub mod search;
#[forbid(unsafe_code)]
pub mod selfplay;
#[forbid(unsafe_code)]
pub mod text;
