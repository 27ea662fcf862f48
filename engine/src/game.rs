//! The trait that a game implements. Nothing here knows a game; counting and searching know only this trait.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::error::Refusal;

/// Player 0 or 1, as in the rules: whoever searches asks for it, since turns need not alternate.
pub type Player = usize;

/// How a finished game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Player>,
    /// For people to read; the same words as in the Python telling.
    pub reason: String,
}

/// A position that is played forward and taken back in place.
///
/// The hot path (`moves`, `count_moves`, `play`, `undo`, `winner`, `key`) neither allocates nor fails; texts are checked
/// by `parse` and `read_move`, so that only legal moves ever reach `play`.
pub trait Game: Clone + Debug + Display + PartialEq + Send + Sync + 'static {
    /// A move as the game likes it; outside the game it is only compared, copied and written.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What `undo` needs to know besides the move.
    type Undo: Copy;

    /// The game's name in Python's registry.
    const NAME: &'static str;

    /// Whether the game ends when a position returns: then what follows depends on how a position was reached.
    const RETURNS_COUNT: bool = false;

    /// The position that a text describes. `Display` writes the canonical text back.
    fn parse(text: &str) -> Result<Self, Refusal>;

    /// Whose move it is. In a finished game too: as the text says.
    fn player(&self) -> Player;

    /// The end of the game as far as the board shows it without looking for moves: `None` while it goes on,
    /// `Some(None)` a draw, `Some(Some(winner))`. Cheap: search asks at every node.
    fn ended(&self) -> Option<Option<Player>>;

    /// Who wins when the game has not `ended` and the player to move has no move. Games in which that cannot be
    /// (they have a `pass`, or always a move) keep this default, which is never asked.
    fn stuck(&self) -> Option<Player> {
        None
    }

    /// Why the finished game ended, in the words of the Python telling. Asked only of finished games.
    fn reason(&self) -> String;

    /// Appends the legal moves in a fixed order; nothing if the game has `ended`.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// How many legal moves there are; a game that can count faster than list does so.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }

    /// Plays a legal move in place.
    fn play(&mut self, played: Self::Move) -> Self::Undo;

    /// Takes back the last move played; restores every field.
    fn undo(&mut self, played: Self::Move, undo: Self::Undo);

    /// The key for a transposition table, kept up to date by `play` and `undo`. Positions with one key have one value
    /// at any depth a search reaches: whatever the future depends on is in it (see each game for its counts).
    fn key(&self) -> u64;

    /// The same key worked out from nothing, for the tests.
    fn key_from_scratch(&self) -> u64;

    /// Writes the canonical text of a legal move.
    fn write_move(&self, played: Self::Move, into: &mut String);

    /// The legal move that a person's text means; `IllegalMove` says what is wrong with it. Not asked once the game has
    /// `ended`, but it may be of a player who is stuck.
    fn read_move(&self, text: &str) -> Result<Self::Move, Refusal>;
}

/// The outcome of a position, `None` while the game goes on.
pub fn outcome<G: Game>(position: &G) -> Option<Outcome> {
    let winner = match position.ended() {
        Some(winner) => winner,
        None if position.count_moves() == 0 => position.stuck(),
        None => return None,
    };
    Some(Outcome { winner, reason: position.reason() })
}

/// A position after a move in any form the game reads, with the typed refusals.
pub fn play_text<G: Game>(position: &G, text: &str) -> Result<G, Refusal> {
    if position.ended().is_none() {
        match position.read_move(text) {
            Ok(played) => {
                let mut after = position.clone();
                after.play(played);
                return Ok(after);
            }
            Err(why) if position.count_moves() > 0 => return Err(why),
            // The player to move is stuck, so the game is over.
            Err(_) => {}
        }
    }
    let (reason, text) = (position.reason(), crate::error::clip(text));
    Err(Refusal::GameOver(format!("the game is over ({reason}), {text} cannot be played")))
}
