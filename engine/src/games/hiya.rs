//! Hi-Ya!: ninjas and samurai before two kings that never move, on 7 files and 8 ranks.
//!
//! The board is a few sets of squares (see `bitboard`). Legal moves are worked out for all pieces at once, one set of
//! landing squares a direction: no square is reached by two pieces from the same direction, since the nearer one
//! stands in the other's way. So the sizes of the seven sets count the moves, and the nearest piece backward from a
//! landing square is the one that lands there.

use std::fmt;

use crate::error::{Refusal, clip};
use crate::game::{Game, Player};
use crate::games::bitboard::{self, Bits, RANK, add, shift, weigh};
use crate::games::zobrist::randoms;
use crate::text::{Board, read_fields, why_not};

const BOARD: Board = Board { name: "Hi-Ya!", files: 7, ranks: 8 };
const SQUARES: u64 = bitboard::board(8);
const PLAYERS: [&str; 2] = ["South", "North"];
/// The pieces: South's five kinds, then North's. A piece is its place here; 0 is none.
const LETTERS: &str = ".nsNSKiaIAk";
const WHAT: [&str; 5] = ["a mini-ninja", "a mini-samurai", "a ninja", "a samurai", "a king"];
const KINDS: usize = WHAT.len();
/// The first piece of each player, followed by the other kinds in the order of `WHAT`.
pub(crate) const FIRST: [usize; 2] = [1, 1 + KINDS];
pub(crate) const SAMURAI: usize = 1;
pub(crate) const FULL: usize = 2;
const KING: usize = 4;
/// The place of the set of all pieces of South, after those of the pieces; that of North follows.
pub(crate) const SIDE: usize = 11;
/// Where the kings stand: d1 and d8.
const THRONES: [usize; 2] = [3, 59];
const EXAMPLE: &str = "3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 s";

/// The directions of all moves as distances of bits, each opposite to the one at the same place from the end.
const DIRECTIONS: [i32; 8] = [RANK - 1, RANK + 1, RANK, 1, -1, -RANK, -RANK - 1, -RANK + 1];
/// For each direction and square the squares from which a piece comes there.
const BEHIND: [[u64; 64]; 8] = {
    let mut behind = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut to = 0;
        while to < 64 {
            let mut set = shift(1 << to, -DIRECTIONS[direction]) & SQUARES;
            while set != 0 {
                behind[direction][to] |= set;
                set = shift(set, -DIRECTIONS[direction]) & SQUARES;
            }
            to += 1;
        }
        direction += 1;
    }
    behind
};

/// A number for each piece and square; nothing and the sides count for nothing.
const KEYS: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut piece = 1;
    while piece < SIDE {
        keys[piece] = randoms(piece as u64 * 64);
        piece += 1;
    }
    keys
};
/// A number for each player to move.
const TO_MOVE: [u64; 2] = randoms(0);

/// What a landing in front of a piece does to it: if it `hits` (0 or 1), the piece becomes another one or none, and so
/// its square enters or leaves two sets.
#[derive(Clone, Copy, Debug)]
struct Effect {
    hits: u8,
    becomes: u8,
    sets: [u8; 2],
}

/// The effect on each piece if a player lands in front of it. Where it does not hit, the sets are two that are never
/// used: two, so that one need not wait for the other.
const EFFECTS: [[Effect; 16]; 2] = {
    let mut effects = [[Effect { hits: 0, becomes: 0, sets: [0, 15] }; 16]; 2];
    let mut piece = 1;
    while piece < SIDE {
        let owner = piece / FIRST[1];
        let kind = piece - FIRST[owner];
        effects[owner][piece].becomes = piece as u8;
        effects[1 - owner][piece] = match kind >= FULL && kind < KING {
            true => Effect { hits: 1, becomes: (piece - FULL) as u8, sets: [piece as u8, (piece - FULL) as u8] },
            false => Effect { hits: 1, becomes: 0, sets: [piece as u8, (SIDE + owner) as u8] },
        };
        piece += 1;
    }
    effects
};

/// How the key changes where a player lands in front of a piece, by the piece and its square.
const CHANGES: [[[u64; 64]; 16]; 2] = {
    let mut changes = [[[0; 64]; 16]; 2];
    let mut row = 0;
    while row < 32 {
        let (player, piece) = (row / 16, row % 16);
        let Effect { hits, becomes, .. } = EFFECTS[player][piece];
        let mut bit = 0;
        while hits == 1 && bit < 64 {
            changes[player][piece][bit] = KEYS[piece][bit] ^ KEYS[becomes as usize][bit];
            bit += 1;
        }
        row += 1;
    }
    changes
};

/// A piece goes from one square to another; squares are bit numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// What `undo` needs to know of a move that was played.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pieces_key: u64,
    /// What stood before the landing square, and what happened to it.
    in_front: u8,
    effect: Effect,
}

/// A position of Hi-Ya!.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hiya {
    /// The squares of each piece and of each side; see `SIDE`.
    pub(crate) sets: [u64; 16],
    /// The piece on each square, with an empty rank before the first and after the last.
    pieces: [u8; 80],
    /// The key but for the player to move.
    pieces_key: u64,
    player: usize,
}

/// The squares that the `full` pieces slide to and the `mini` pieces step to in one direction.
#[inline(always)]
fn reach(full: u64, mini: u64, empty: u64, by: i32) -> u64 {
    if by == 1 {
        // Added at the beginning of a run of ones, a one makes them zeros and goes to the first zero, at last the wall.
        return empty & (shift(mini, 1) | !(empty + shift(full, 1)));
    }
    // The slides grow to one square, three, five, and on a file to seven; the last step, all pieces take alike.
    let two_empty = empty & shift(empty, by);
    let mut slides = full | shift(full, by) & empty;
    for _ in 0..if by.abs() == RANK { 3 } else { 2 } {
        slides |= shift(slides, 2 * by) & two_empty;
    }
    shift(slides | mini, by) & empty
}

/// Appends the moves to squares in one of the `DIRECTIONS`.
#[inline(always)]
fn list_from(direction: usize, landings: u64, occupied: u64, into: &mut Vec<Move>) {
    for to in Bits(landings) {
        let pieces = occupied & BEHIND[direction][to];
        // The nearest piece; there always is one, and a further 1 does not change which is the highest.
        let from = if DIRECTIONS[direction] > 0 { (pieces | 1).ilog2() } else { pieces.trailing_zeros() };
        into.push(Move { from: from as u8, to: to as u8 });
    }
}

impl Hiya {
    /// The landing squares of the player whose forward is up (1) or down (-1), for the first five of the
    /// `DIRECTIONS` and the last two: where a ninja or samurai that comes from that side may land.
    #[inline(always)]
    pub(crate) fn landings<const FORWARD: i32>(&self) -> [u64; 7] {
        let player = if FORWARD > 0 { 0 } else { 1 };
        let set = |kind: usize| self.sets[FIRST[player] + kind];
        let empty = SQUARES & !self.occupied();
        let attack = shift(self.sets[SIDE + 1 - player], -RANK * FORWARD) & empty;
        let ninja = |by| reach(set(FULL), set(0), empty, by * FORWARD);
        let samurai = |by| reach(set(FULL + SAMURAI), set(SAMURAI), empty, by * FORWARD);
        [
            ninja(RANK - 1),
            ninja(RANK + 1),
            samurai(RANK),
            samurai(1) & attack,
            samurai(-1) & attack,
            ninja(-RANK - 1) & attack,
            ninja(-RANK + 1) & attack,
        ]
    }

    /// Appends the moves to some of the `landings`.
    #[inline(always)]
    pub(crate) fn list<const FORWARD: i32>(&self, landings: [u64; 7], into: &mut Vec<Move>) {
        let occupied = self.occupied();
        let directions = if FORWARD > 0 { [0, 1, 2, 3, 4, 6, 7] } else { [7, 6, 5, 4, 3, 1, 0] };
        let [a, b, c, d, e, f, g] = landings;
        list_from(directions[0], a, occupied, into);
        list_from(directions[1], b, occupied, into);
        list_from(directions[2], c, occupied, into);
        list_from(directions[3], d, occupied, into);
        list_from(directions[4], e, occupied, into);
        list_from(directions[5], f, occupied, into);
        list_from(directions[6], g, occupied, into);
    }

    /// Plays a move of a player.
    #[inline(always)]
    fn play_as<const PLAYER: usize>(&mut self, Move { from, to }: Move) -> Undo {
        // No branches: whether a move attacks, and what, cannot be foreseen.
        let (from, to) = (from as usize & 63, to as usize & 63);
        let (piece, path) = (self.pieces[from + 8], 1 << from | 1 << to);
        let front = to + 16 * (1 - PLAYER);
        let in_front = self.pieces[front];
        let victim = in_front as usize & 15;
        let effect = EFFECTS[PLAYER][victim];
        let undo = Undo { pieces_key: self.pieces_key, in_front, effect };

        let keys = &KEYS[piece as usize & 15];
        let bit = front.wrapping_sub(8) & 63;
        self.pieces_key ^= keys[from] ^ keys[to] ^ CHANGES[PLAYER][victim][bit];
        self.pieces[from + 8] = 0;
        self.pieces[to + 8] = piece;
        self.pieces[front] = effect.becomes;
        self.sets[piece as usize & 15] ^= path;
        self.sets[SIDE + PLAYER] ^= path;
        let hit = (effect.hits as u64) << bit;
        for set in effect.sets {
            self.sets[set as usize & 15] ^= hit;
        }
        self.player = 1 - PLAYER;
        undo
    }

    /// Takes back the last move, which a player made.
    #[inline(always)]
    fn undo_as<const PLAYER: usize>(&mut self, Move { from, to }: Move, undo: Undo) {
        let (from, to) = (from as usize & 63, to as usize & 63);
        let (piece, path) = (self.pieces[to + 8], 1 << from | 1 << to);
        let front = to + 16 * (1 - PLAYER);
        let hit = (undo.effect.hits as u64) << (front.wrapping_sub(8) & 63);
        for set in undo.effect.sets {
            self.sets[set as usize & 15] ^= hit;
        }
        self.sets[piece as usize & 15] ^= path;
        self.sets[SIDE + PLAYER] ^= path;
        self.pieces[front] = undo.in_front;
        self.pieces[to + 8] = 0;
        self.pieces[from + 8] = piece;
        self.pieces_key = undo.pieces_key;
        self.player = PLAYER;
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.sets[SIDE] | self.sets[SIDE + 1]
    }

    /// Whether the pieces are such as the rules allow.
    fn check(&self) -> Result<(), Refusal> {
        let invalid = |why| Err(Refusal::InvalidPosition(why));
        for (player, name) in PLAYERS.into_iter().enumerate() {
            let set = |kind: usize| self.sets[FIRST[player] + kind];
            let astray = set(KING) & !(1 << THRONES[player]);
            if astray != 0 {
                let found = BOARD.square(bitboard::square(astray.trailing_zeros() as usize));
                let throne = BOARD.square(bitboard::square(THRONES[player]));
                return invalid(format!("{name}'s king is on {found}, it stands on {throne} or is gone"));
            }
            for (kind, what) in ["ninja", "samurai"].into_iter().enumerate() {
                let full = set(kind + FULL).count_ones();
                let all = full + set(kind).count_ones();
                if all > 6 {
                    return invalid(format!("{name} has {all} pieces of the {what} kind, at most 6 are allowed"));
                }
                if full > 3 {
                    return invalid(format!("{name} has {full} full pieces of the {what} kind, at most 3 are allowed"));
                }
            }
        }
        if FIRST.iter().all(|first| self.sets[first + KING] == 0) {
            return invalid("both kings are gone, at least one must stand on its square".to_string());
        }
        Ok(())
    }

    /// The owner and the kind of the piece that stands on a square.
    fn piece(&self, bit: usize) -> Option<(Player, usize)> {
        match self.pieces[bit + 8] as usize {
            0 => None,
            piece => Some(((piece - 1) / KINDS, (piece - 1) % KINDS)),
        }
    }
}

impl Game for Hiya {
    type Move = Move;
    type Undo = Undo;

    const NAME: &'static str = "hiya";

    fn parse(text: &str) -> Result<Self, Refusal> {
        let [board, side] = read_fields(text, ["board", "side"], EXAMPLE)?;
        let invalid = |why| Err(Refusal::InvalidPosition(why));
        let squares = BOARD.read_ranks(board, &LETTERS[1..])?;
        let player = match side {
            "s" => 0,
            "n" => 1,
            _ => return invalid(format!("the side to move is {}, it must be s or n", clip(side))),
        };
        let mut position = Hiya { sets: [0; 16], pieces: [0; 80], pieces_key: 0, player };
        for (square, &letter) in squares.iter().enumerate() {
            let piece = LETTERS.bytes().position(|known| known == letter).unwrap_or(0);
            if piece > 0 {
                let bit = bitboard::bit(square);
                position.pieces[bit + 8] = piece as u8;
                position.sets[piece] |= 1 << bit;
                position.sets[SIDE + (piece - 1) / KINDS] |= 1 << bit;
            }
        }
        position.check()?;
        position.pieces_key = position.key_from_scratch() ^ TO_MOVE[player];
        Ok(position)
    }

    #[inline(always)]
    fn player(&self) -> Player {
        self.player
    }

    #[inline(always)]
    fn ended(&self) -> Option<Option<Player>> {
        match FIRST.map(|first| self.sets[first + KING]) {
            [0, _] => Some(Some(1)),
            [_, 0] => Some(Some(0)),
            _ => None,
        }
    }

    fn stuck(&self) -> Option<Player> {
        Some(1 - self.player)
    }

    fn reason(&self) -> String {
        match self.ended() {
            Some(Some(winner)) => format!("{} attacked {}'s king", PLAYERS[winner], PLAYERS[1 - winner]),
            _ => format!("{} cannot move", PLAYERS[self.player]),
        }
    }

    #[inline]
    fn moves(&self, into: &mut Vec<Move>) {
        match (self.ended(), self.player) {
            (Some(_), _) => {}
            (None, 0) => self.list::<1>(self.landings::<1>(), into),
            (None, _) => self.list::<-1>(self.landings::<-1>(), into),
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let [a, b, c, d, e, f, g] = match (self.ended(), self.player) {
            (Some(_), _) => return 0,
            (None, 0) => self.landings::<1>(),
            (None, _) => self.landings::<-1>(),
        };
        let (abc, abc_twos) = add(a, b, c);
        let (def, def_twos) = add(d, e, f);
        let (ones, twos) = add(abc, def, g);
        let (twos, fours) = add(abc_twos, def_twos, twos);
        weigh(ones, twos, fours)
    }

    #[inline(always)]
    fn play(&mut self, played: Move) -> Undo {
        if self.player == 0 { self.play_as::<0>(played) } else { self.play_as::<1>(played) }
    }

    #[inline(always)]
    fn undo(&mut self, played: Move, undo: Undo) {
        if self.player == 1 { self.undo_as::<0>(played, undo) } else { self.undo_as::<1>(played, undo) }
    }

    fn key(&self) -> u64 {
        self.pieces_key ^ TO_MOVE[self.player]
    }

    fn key_from_scratch(&self) -> u64 {
        let key = Bits(self.occupied()).fold(0, |key, bit| key ^ KEYS[self.pieces[bit + 8] as usize][bit]);
        key ^ TO_MOVE[self.player]
    }

    fn write_move(&self, played: Move, into: &mut String) {
        BOARD.write_square(bitboard::square(played.from as usize), into);
        BOARD.write_square(bitboard::square(played.to as usize), into);
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.sort_unstable_by_key(|legal| (legal.from, legal.to));
        let mut example = String::new();
        if let Some(&first) = moves.first() {
            self.write_move(first, &mut example);
        }
        let (from, to) = BOARD.read_move(text, &example)?;
        let wanted = Move { from: bitboard::bit(from) as u8, to: bitboard::bit(to) as u8 };
        if moves.contains(&wanted) {
            return Ok(wanted);
        }
        let pairs: Vec<_> = moves
            .iter()
            .map(|legal| (bitboard::square(legal.from as usize), bitboard::square(legal.to as usize)))
            .collect();
        let piece = |square| self.piece(bitboard::bit(square)).map(|(player, kind)| (player, WHAT[kind]));
        Err(why_not(&BOARD, PLAYERS, self.player, &pairs, piece, (from, to)))
    }
}

impl fmt::Display for Hiya {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| LETTERS.as_bytes()[self.pieces[bitboard::bit(square) + 8] as usize];
        write!(out, "{} {}", BOARD.write_ranks(letter), ["s", "n"][self.player])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{outcome, play_text};
    use crate::perft::{perft, perft_visiting};

    fn position(text: &str) -> Hiya {
        Hiya::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn after(text: &str, moves: &[&str]) -> Hiya {
        moves.iter().fold(position(text), |position, played| play_text(&position, played).unwrap())
    }

    fn moves_from(position: &Hiya, square: &str) -> Vec<String> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let texts = moves.into_iter().map(|played| {
            let mut text = String::new();
            position.write_move(played, &mut text);
            text
        });
        let mut targets: Vec<String> = texts.filter_map(|text| Some(text.strip_prefix(square)?.to_string())).collect();
        targets.sort();
        targets
    }

    #[test]
    fn counts() {
        let known: [(&str, &[u64]); 3] = [
            (EXAMPLE, &[11, 127, 1591, 20415, 267601, 3544502]),
            ("3k3/IN2A1A/II3Ai/2S1ni1/a4i1/3Ns1s/SS3N1/3K3 n", &[11, 209, 2357, 38946, 460441]),
            ("3k3/7/7/N6/2a4/7/4A2/3K3 s", &[4, 10, 15, 21, 44, 109]),
        ];
        for (text, counts) in known {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(&mut position(text), depth), count, "{text} to depth {depth}");
                assert_eq!(perft_visiting(&mut position(text), depth), count, "{text} to depth {depth}");
            }
        }
    }

    #[test]
    fn texts_come_back() {
        for text in [EXAMPLE, "3k3/IN2A1A/II3Ai/2S1ni1/a4i1/3Ns1s/SS3N1/3K3 n", "3N3/7/7/7/7/7/7/3K3 n"] {
            assert_eq!(position(text).to_string(), text);
        }
        assert_eq!(position(" 3k3/61/7/7/7/7/7/12K3 s ").to_string(), "3k3/7/7/7/7/7/7/3K3 s");
    }

    #[test]
    fn keys_follow_the_moves() {
        let mut game = after(EXAMPLE, &["e2b5", "c7f4"]);
        assert_eq!(game.key(), game.key_from_scratch());
        let before = game.clone();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for played in moves {
            let undo = game.play(played);
            assert_eq!(game.key(), game.key_from_scratch());
            assert_eq!(game, position(&game.to_string()));
            game.undo(played, undo);
            assert_eq!(game, before);
        }
    }

    #[test]
    fn an_attack_demotes_or_removes() {
        assert_eq!(after("3k3/7/2I4/7/2N4/7/7/3K3 s", &["c4b5"]).to_string(), "3k3/7/2I4/1N5/7/7/7/3K3 n");
        assert_eq!(after("3k3/7/2I4/7/2S4/7/7/3K3 s", &["c4c5"]).to_string(), "3k3/7/2i4/2S4/7/7/7/3K3 n");
        assert_eq!(after("3k3/7/2i4/7/2S4/7/7/3K3 s", &["c4c5"]).to_string(), "3k3/7/7/2S4/7/7/7/3K3 n");
    }

    #[test]
    fn backward_and_sideways_only_to_attack() {
        let game = position("3k3/7/4i2/a2S3/7/1a5/7/3K3 s");
        assert_eq!(moves_from(&game, "d5"), ["d6", "d7", "e5"]);
        let game = position("3k3/6N/4i2/7/2i4/7/7/3K3 s");
        assert_eq!(moves_from(&game, "g7"), ["c3", "e5", "f8"]);
    }

    #[test]
    fn ends() {
        let won = after(EXAMPLE, &["e2b5", "c6c5", "b5d7"]);
        let end = outcome(&won).unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (Some(0), "South attacked North's king"));
        assert_eq!(won.count_moves(), 0);
        let stuck = outcome(&position("3k3/7/7/7/7/7/7/3K3 s")).unwrap();
        assert_eq!((stuck.winner, stuck.reason.as_str()), (Some(1), "South cannot move"));
        let gone = outcome(&position("3k3/7/7/7/7/7/N6/3i3 s")).unwrap();
        assert_eq!((gone.winner, gone.reason.as_str()), (Some(1), "North attacked South's king"));
    }

    #[test]
    fn refusals() {
        for (text, why) in [
            ("3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3", "2 fields"),
            ("3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 w", "the side to move is 'w'"),
            ("3k3/7/7/7/7/7/3K3 s", "7 ranks"),
            ("3k3/7/7/7/7/7/7/3Q3 s", "which is no piece"),
            ("3k3/7/7/7/7/7/7/2K4 s", "South's king is on c1, it stands on d1 or is gone"),
            ("7/7/7/7/7/7/7/7 s", "both kings are gone"),
            ("3k3/NN5/NN5/7/7/7/7/3K3 s", "South has 4 full pieces of the ninja kind"),
            ("3k3/aaaaaaa/7/7/7/7/7/3K3 s", "North has 7 pieces of the samurai kind"),
        ] {
            let refusal = Hiya::parse(text).unwrap_err().to_string();
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
        let start = position(EXAMPLE);
        for (text, why) in [
            ("e2e4", "e2 is a ninja: it may not move to e4"),
            ("d1d2", "d1 is a king: it may not move to d2. It cannot move now"),
            ("d4d5", "d4 is empty"),
            ("a7a6", "a7 is a ninja of North"),
            ("a9a6", "there is no square a9"),
            ("hello", "is not a move"),
        ] {
            let refusal = start.read_move(text).unwrap_err().to_string();
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
        assert_eq!(start.read_move(" E2-B5 ").unwrap(), start.read_move("e2b5").unwrap());
    }
}
