//! Square boards as texts: names of squares, ranks with digits for empty runs, moves `<from><to>`.
//!
//! A square is a number, counted from a1 along the ranks: on a board 7 files wide a1 is 0, g1 is 6, a2 is 7.

use crate::error::{Refusal, clip};
use crate::game::Game;

/// Whether a character is a blank, by Python's notion: the four separators of ASCII are some too.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter)
}

/// A text without the blanks around it.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The size of a board and what people call it.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub name: &'static str,
    pub files: usize,
    pub ranks: usize,
}

fn invalid<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::InvalidPosition(why))
}

impl Board {
    /// Writes the name of a square.
    pub fn write_square(&self, square: usize, into: &mut String) {
        let (file, rank) = (square % self.files, square / self.files + 1);
        into.push((b'a' + file as u8) as char);
        if rank >= 10 {
            into.push((b'0' + (rank / 10) as u8) as char);
        }
        into.push((b'0' + (rank % 10) as u8) as char);
    }

    /// The name of a square.
    pub fn square(&self, square: usize) -> String {
        let mut name = String::new();
        self.write_square(square, &mut name);
        name
    }

    /// Reads a square at the beginning of a text: its number, and what follows it. `Ok(None)`: there is no square.
    /// A name that has the form of a square but is off the board is refused.
    fn take_square<'t>(&self, text: &'t str) -> Result<Option<(usize, &'t str)>, Refusal> {
        let bytes = text.as_bytes();
        if bytes.len() < 2 || !bytes[0].is_ascii_lowercase() || !matches!(bytes[1], b'1'..=b'9') {
            return Ok(None);
        }
        let digits = if bytes.get(2).is_some_and(u8::is_ascii_digit) { 2 } else { 1 };
        let (name, rest) = text.split_at(1 + digits);
        let file = (bytes[0] - b'a') as usize;
        let rank = name[1..].bytes().fold(0, |rank, digit| rank * 10 + (digit - b'0') as usize);
        if file >= self.files || rank > self.ranks {
            let last = self.square(self.files * self.ranks - 1);
            return Err(Refusal::IllegalMove(format!("there is no square {name}: the board goes from a1 to {last}")));
        }
        Ok(Some(((rank - 1) * self.files + file, rest)))
    }

    /// One square and nothing else, as a field of a position.
    pub fn read_square(&self, text: &str) -> Option<usize> {
        match self.take_square(text) {
            Ok(Some((square, ""))) => Some(square),
            _ => None,
        }
    }

    /// A square and the (trimmed, lower-case) text after it; one space or dash between is passed over. `None` if the
    /// text does not begin with a square.
    pub fn read_from(&self, text: &str) -> Result<Option<(usize, String)>, Refusal> {
        let typed = trimmed(text).to_lowercase();
        Ok(self
            .take_square(&typed)?
            .map(|(from, rest)| (from, rest.strip_prefix([' ', '-']).unwrap_or(rest).to_string())))
    }

    /// The two squares of a move; `None` if the text is no such thing.
    pub fn read_squares(&self, text: &str) -> Result<Option<(usize, usize)>, Refusal> {
        let Some((from, rest)) = self.read_from(text)? else { return Ok(None) };
        Ok(match self.take_square(&rest)? {
            Some((to, "")) => Some((from, to)),
            _ => None,
        })
    }

    /// The board that ranks with digits for empty runs describe, by square number; an empty square is `b'.'`.
    pub fn read_ranks(&self, text: &str, letters: &str) -> Result<Vec<u8>, Refusal> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.ranks {
            let (found, name, ranks) = (rows.len(), self.name, self.ranks);
            return invalid(format!("the board has {found} ranks, a {name} board has {ranks}: {}", clip(text)));
        }
        let mut squares = vec![b'.'; self.files * self.ranks];
        for (rank, row) in (0..self.ranks).rev().zip(rows) {
            let number = rank + 1;
            let mut file = 0;
            for letter in row.chars() {
                // Each digit is a run of its own: a split run such as 12 is read as 3 empty squares.
                if let Some(digit) = letter.to_digit(10) {
                    if digit == 0 {
                        return invalid(format!("rank {number} has a run of 0 empty squares; runs begin at 1"));
                    }
                    file += digit as usize;
                    continue;
                }
                if !letters.contains(letter) {
                    let (found, name) = (clip(&letter.to_string()), self.name);
                    return invalid(format!(
                        "rank {number} has {found}, which is no piece of {name} (one of {letters})"
                    ));
                }
                if file < self.files {
                    squares[rank * self.files + file] = letter as u8;
                }
                file += 1;
            }
            if file != self.files {
                let (name, files) = (self.name, self.files);
                return invalid(format!("rank {number} has {file} squares, a {name} board has {files}: {}", clip(row)));
            }
        }
        Ok(squares)
    }

    /// The inverse of `read_ranks`: `letter` says what stands on a square, `b'.'` for nothing.
    pub fn write_ranks(&self, letter: impl Fn(usize) -> u8) -> String {
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.files {
                match letter(rank * self.files + file) {
                    b'.' => empty += 1,
                    piece => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(piece as char);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

/// The fields of a position text, one space between them; surrounding blanks are trimmed.
pub fn read_fields<'t, const N: usize>(
    text: &'t str,
    names: [&str; N],
    example: &str,
) -> Result<[&'t str; N], Refusal> {
    let fields: Vec<&str> = trimmed(text).split(' ').collect();
    match <[&str; N]>::try_from(fields) {
        Ok(fields) if !fields.contains(&"") => Ok(fields),
        _ => invalid(format!(
            "a position is {N} fields with one space between them ({}), as in '{example}'; not {}",
            names.join(", "),
            clip(text)
        )),
    }
}

/// A whole number from 0 to `most` without leading zeros, the field `name` of a position.
pub fn read_count(text: &str, name: &str, most: u32) -> Result<u32, Refusal> {
    let plain = text == "0" || !text.starts_with('0') && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(count) if plain && count <= most => Ok(count),
        _ => invalid(format!("{name} is {}, it must be a whole number from 0 to {most}", clip(text))),
    }
}

/// What a square board shows of a position to whoever reads and explains its moves.
pub struct Shown<'s, G: Game> {
    pub position: &'s G,
    pub board: Board,
    pub players: [&'static str; 2],
    /// From where to where a move goes.
    pub squares: fn(G::Move) -> (usize, usize),
    /// Who owns what stands on a square.
    pub piece: &'s dyn Fn(usize) -> Option<(usize, &'static str)>,
}

impl<G: Game> Shown<'_, G> {
    /// The legal move that a person's text of two squares means, or what is wrong with it.
    pub fn read_move(&self, text: &str) -> Result<G::Move, Refusal> {
        if let Some(wanted) = self.board.read_squares(text)? {
            return self.find_move(wanted);
        }
        let example = self.pairs().first().map_or_else(String::new, |&(from, to)| {
            format!(", such as {}{}", self.board.square(from), self.board.square(to))
        });
        Err(Refusal::IllegalMove(format!("{} is not a move; a move is two squares{example}", clip(text))))
    }

    /// The legal move between two squares, or why there is none.
    pub fn find_move(&self, wanted: (usize, usize)) -> Result<G::Move, Refusal> {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        let found = moves.into_iter().find(|&played| (self.squares)(played) == wanted);
        found.ok_or_else(|| Refusal::IllegalMove(self.why_not(wanted)))
    }

    /// The legal moves as pairs of squares, in order.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        let mut pairs: Vec<_> = moves.into_iter().map(self.squares).collect();
        pairs.sort_unstable();
        pairs
    }

    fn why_not(&self, (from, to): (usize, usize)) -> String {
        let list =
            |squares: Vec<usize>| squares.into_iter().map(|at| self.board.square(at)).collect::<Vec<_>>().join(", ");
        let movers = || {
            let mut movers: Vec<usize> = self.pairs().into_iter().map(|(from, _)| from).collect();
            movers.dedup();
            list(movers)
        };
        let (start, end, player) = (self.board.square(from), self.board.square(to), self.position.player());
        match (self.piece)(from) {
            None => format!("{start} is empty. The pieces that can move stand on {}", movers()),
            Some((owner, what)) if owner != player => {
                let [owner, player] = [owner, player].map(|seat| self.players[seat]);
                format!("{start} is {what} of {owner}. {player} can move from {}", movers())
            }
            Some((_, what)) => {
                let targets: Vec<usize> =
                    self.pairs().into_iter().filter(|&(start, _)| start == from).map(|(_, to)| to).collect();
                let can = match targets.is_empty() {
                    true => "It cannot move now".to_string(),
                    false => format!("It can go to {}", list(targets)),
                };
                format!("{start} is {what}: it may not move to {end}. {can}")
            }
        }
    }
}
