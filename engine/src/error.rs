//! What can be wrong with a text; each carries a sentence for the person who wrote it.

use std::fmt;

/// Why a text was refused. Python raises the error of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    UnknownGame(String),
    InvalidPosition(String),
    IllegalMove(String),
    GameOver(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownGame(why)
            | Refusal::InvalidPosition(why)
            | Refusal::IllegalMove(why)
            | Refusal::GameOver(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

/// A user's text quoted for a message, cut where it is long.
pub fn clip(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        format!("'{}'", text.escape_debug())
    } else {
        let head: String = text.chars().take(MOST - 1).collect();
        format!("'{}…'", head.escape_debug())
    }
}
