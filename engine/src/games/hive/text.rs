//! GameStrings and MoveStrings of the Universal Hive Protocol.
//!
//! The canonical text of a move names, for an occupied hex, the piece on top of it; for an empty hex the first
//! neighbour there is, looked for in the order W, NW, NE, E, SE, SW with the moving piece lifted; of a stack its top.

use std::fmt;

use super::board::Shores;
use super::hex::{Hex, directions, opposite, step};
use super::pieces::{self, BASE, EXPANSIONS, NAMES, NOBODY, Piece, Pieces, both, side};
use super::{End, HAND, Hive, Move, PASS, PLAYERS, bit};
use crate::error::{Refusal, clip};
use crate::game::Game;
use crate::text::{is_blank, trimmed};

/// What is written before and after a reference, by the direction from the reference to the hex meant.
const MARKS: [(&str, &str); 6] = [("-", ""), ("\\", ""), ("", "/"), ("", "-"), ("", "\\"), ("/", "")];

const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

fn invalid<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::InvalidPosition(why))
}

fn illegal<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::IllegalMove(why))
}

/// The position of a GameString, or of a GameTypeString alone.
pub fn parse(text: &str) -> Result<Hive, Refusal> {
    let text = trimmed(text);
    if text.contains(|letter: char| letter != ' ' && (is_blank(letter) || letter.is_control())) {
        return invalid(format!("a position is one line of printable characters, not {}", clip(text)));
    }
    let mut fields = text.split(';');
    let game_type = fields.next().unwrap_or_default();
    let mut hive = Hive::start(read_game_type(game_type)?);
    let Some(state) = fields.next() else {
        return Ok(hive);
    };
    if !STATES.contains(&state) {
        return invalid(format!("the state is {}, it must be one of {}", clip(state), STATES.join(", ")));
    }
    match fields.next() {
        Some(turn) if is_turn(turn) => {}
        Some(turn) => return invalid(format!("the turn is {}, it must be as White[1] or Black[12]", clip(turn))),
        None => return invalid(format!("there is no turn, such as White[1], after the state {state}")),
    }
    for (index, text) in fields.enumerate() {
        match hive.read(text) {
            Ok(played) => hive.play(played),
            Err(why) => return invalid(format!("move {}, {}: {why}", index + 1, clip(text))),
        };
    }
    Ok(hive)
}

/// The pieces of a GameTypeString.
fn read_game_type(text: &str) -> Result<Pieces, Refusal> {
    let wrong = |why: String| invalid(format!("the game type is {}: {why}", clip(text)));
    let Some(letters) = text.strip_prefix("Base") else {
        return wrong("it must be Base, or Base+ and expansions, as in Base+MLP".to_string());
    };
    let mut found = BASE;
    match letters.strip_prefix('+') {
        None if letters.is_empty() => {}
        Some(letters) if !letters.is_empty() => {
            for letter in letters.chars() {
                let Some(&(_, piece)) = EXPANSIONS.iter().find(|&&(name, _)| name == letter) else {
                    return wrong(format!("there is no expansion {}, only M, L and P", clip(&letter.to_string())));
                };
                if found & bit(piece) != 0 {
                    return wrong(format!("the expansion {letter} is there twice"));
                }
                found |= both(bit(piece));
            }
        }
        _ => return wrong("Base is followed by nothing, or by + and expansions, as in Base+MLP".to_string()),
    }
    Ok(found)
}

/// Whether a text is a turn, `White[n]` or `Black[n]` with a number from 1.
fn is_turn(text: &str) -> bool {
    let number = PLAYERS.iter().find_map(|player| text.strip_prefix(player)?.strip_prefix('[')?.strip_suffix(']'));
    number.is_some_and(|digits| {
        !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

impl fmt::Display for Hive {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Base")?;
        let pieces = self.pieces();
        for (index, (letter, _)) in EXPANSIONS.iter().filter(|(_, piece)| pieces & bit(*piece) != 0).enumerate() {
            write!(out, "{}{letter}", if index == 0 { "+" } else { "" })?;
        }
        let state = match self.end {
            None if self.history.is_empty() => "NotStarted",
            None => "InProgress",
            Some(End::BothSurrounded | End::Repetition) => "Draw",
            Some(End::Surrounded(0)) => "BlackWins",
            Some(End::Surrounded(_)) => "WhiteWins",
        };
        write!(out, ";{state};{}[{}]", PLAYERS[self.side], self.history.len() / 2 + 1)?;
        let mut replayed = Hive::start(pieces);
        let mut text = String::new();
        for turn in &self.history {
            text.clear();
            replayed.write(turn.played, &mut text);
            replayed.play(turn.played);
            write!(out, ";{text}")?;
        }
        Ok(())
    }
}

impl Hive {
    /// The pieces of both sides that this game has.
    pub(super) fn pieces(&self) -> Pieces {
        self.board.in_hand | self.board.in_play
    }

    /// Writes the canonical text of a move.
    pub(super) fn write(&self, played: Move, into: &mut String) {
        if played == PASS {
            return into.push_str("pass");
        }
        let Move { piece, to } = played;
        into.push_str(NAMES[piece as usize]);
        let reference = match self.top_without(to, piece) {
            NOBODY => directions(self.board.around(to))
                .map(|direction| (self.top_without(step(to, direction), piece), MARKS[opposite(direction)]))
                .find(|&(neighbour, _)| neighbour != NOBODY),
            top => Some((top, ("", ""))),
        };
        if let Some((reference, (before, after))) = reference {
            into.push(' ');
            into.push_str(before);
            into.push_str(NAMES[reference as usize]);
            into.push_str(after);
        }
    }

    /// The highest piece on a hex while a piece is lifted.
    fn top_without(&self, hex: Hex, lifted: Piece) -> Piece {
        match self.board.top(hex) {
            top if top != lifted => top,
            _ if self.board.level(lifted) > 0 => self.board.below(lifted),
            _ => NOBODY,
        }
    }

    /// The legal move that a text means.
    pub(super) fn read(&self, text: &str) -> Result<Move, Refusal> {
        if self.end.is_some() {
            return Err(Refusal::GameOver(format!("the game is over ({})", self.reason())));
        }
        let mut moves = Vec::with_capacity(128);
        self.list_moves(&mut moves);
        let written = |played: &Move| {
            let mut text = String::new();
            self.write(*played, &mut text);
            text
        };
        let typed = text.replace('_', " ");
        let words: Vec<&str> = typed.split(is_blank).filter(|word| !word.is_empty()).collect();
        if let [word] = words[..]
            && word.eq_ignore_ascii_case("pass")
        {
            return match moves[..] {
                [PASS] => Ok(PASS),
                _ => illegal(format!("a pass is only for who can do nothing; there is {}", written(&moves[0]))),
            };
        }
        let (piece, place) = match (&words[..], self.history.is_empty()) {
            (&[piece], true) => (piece, None),
            (&[piece, place], false) => (piece, Some(place)),
            (_, first) => {
                let form = if first { "just a piece for the first one" } else { "a piece and where it goes" };
                let example = written(&moves[0]);
                return illegal(format!("{} is not a move here; a move is {form}, such as {example}", clip(text)));
            }
        };
        let Some(piece) = pieces::read(piece) else {
            return illegal(format!("there is no piece {}; the pieces are {}", clip(piece), NAMES.join(", ")));
        };
        let Some(to) = place.map_or(Some(super::hex::ORIGIN), |place| self.read_place(place)) else {
            return illegal(format!(
                "{} is no place: it is not beside or on a piece in play",
                clip(place.unwrap_or(""))
            ));
        };
        let name = NAMES[piece as usize];
        let played = Move { piece, to };
        if moves.contains(&played) {
            return Ok(played);
        }
        let own: Vec<String> = moves.iter().filter(|other| other.piece == piece).map(written).collect();
        if !own.is_empty() {
            return illegal(format!("{name} may not go there ({}). It can: {}", clip(text), own.join(", ")));
        }
        illegal(format!("{name} {}. A legal move is {}", self.objection(piece), written(&moves[0])))
    }

    /// Why a piece without a legal move has none.
    fn objection(&self, piece: Piece) -> String {
        let (mover, other, queen) = (PLAYERS[self.side], PLAYERS[1 - self.side], pieces::queen(self.side));
        let hex = self.board.hex(piece);
        if self.pieces() & bit(piece) == 0 {
            return "is not in this game".into();
        }
        if hex == HAND && side(piece) != self.side {
            return "is in the other player's hand".into();
        }
        if hex == HAND {
            return self.objection_to_placing(piece);
        }
        let top = self.board.top(hex);
        if self.board.hex(queen) == HAND {
            format!("stays: {mover} moves nothing before {} is in play", NAMES[queen as usize])
        } else if piece == self.stunned {
            format!("rests for this turn: {other} has just moved it")
        } else if piece != top {
            format!("is covered by {}", NAMES[top as usize])
        } else if self.board.height(hex) == 1 && self.board.is_bridge(hex, &mut Shores::new()) {
            "stays: without it the hive would fall apart".into()
        } else if side(piece) == self.side {
            "has nowhere to go".into()
        } else {
            format!("belongs to {other}, and no pillbug can throw it")
        }
    }

    fn objection_to_placing(&self, piece: Piece) -> String {
        let (placeable, queen) = (self.to_place(), pieces::queen(self.side));
        if placeable & bit(piece) != 0 {
            return "has no place: no free hex touches an own piece and no other".into();
        }
        if piece == queen {
            return "is not placed on the first turn".into();
        }
        if placeable == bit(queen) {
            return format!("has to wait: {} is placed by the fourth turn", NAMES[queen as usize]);
        }
        "has to wait: alike pieces are placed in the order of their numbers".into()
    }

    /// The hex that a piece in play and a mark before or after its name mean.
    fn read_place(&self, text: &str) -> Option<Hex> {
        let is_mark = |letter| matches!(letter, '-' | '/' | '\\');
        let (before, rest) = text.split_at(text.starts_with(is_mark) as usize);
        let (name, after) = rest.split_at(rest.trim_end_matches(is_mark).len());
        let hex = self.board.hex(pieces::read(name)?);
        match MARKS.iter().position(|&marks| marks == (before, after)) {
            _ if hex == HAND => None,
            Some(direction) => Some(step(hex, direction)),
            None => (before, after).eq(&("", "")).then_some(hex),
        }
    }
}
