//! The games by name: the one place that lists them all.

use crate::error::{Refusal, clip};
use crate::evaluation::Evaluated;
use crate::game::Game;
use crate::games::hive::Hive;
use crate::games::hiya::Hiya;
use crate::games::pincer::Pincer;
use crate::games::raichu::{Raichu, Wide, board_size};
use crate::games::ricocheckers::Ricocheckers;

/// The names of the games, as in Python's registry.
pub const NAMES: [&str; 5] = ["hiya", "ricocheckers", "pincer", "hive", "raichu"];

/// Something to be done with a position, whatever its game.
pub trait Visitor {
    type Output;

    fn visit<G: Evaluated>(self, position: G) -> Self::Output;
}

/// Reads a position of the named game and hands it on.
pub fn parse<V: Visitor>(game: &str, text: &str, visitor: V) -> Result<V::Output, Refusal> {
    Ok(match game {
        "hiya" => visitor.visit(Hiya::parse(text)?),
        "ricocheckers" => visitor.visit(Ricocheckers::parse(text)?),
        "pincer" => visitor.visit(Pincer::parse(text)?),
        "hive" => visitor.visit(Hive::parse(text)?),
        // A set of squares as small as the board allows.
        "raichu" => match board_size(text)? {
            8 => visitor.visit(Raichu::<u64>::parse(text)?),
            10 => visitor.visit(Raichu::<u128>::parse(text)?),
            _ => visitor.visit(Raichu::<Wide>::parse(text)?),
        },
        _ => return Err(unknown(game)),
    })
}

/// The text of the position in which a game begins, without options.
pub fn start(game: &str) -> Result<&'static str, Refusal> {
    Ok(match game {
        "hiya" => "3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 s",
        "ricocheckers" => "e6,f7,g7/e5,f5,g6 1 0",
        "pincer" => "T5C/7/T5C/7/C5T/7/C5T t - 0",
        "hive" => "Base;NotStarted;White[1]",
        "raichu" => "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........ w 0",
        _ => return Err(unknown(game)),
    })
}

fn unknown(game: &str) -> Refusal {
    Refusal::UnknownGame(format!("the engine does not know {}. It knows {}", clip(game), NAMES.join(", ")))
}
