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
use crate::text::{Board, Shown, read_fields};

const BOARD: Board = Board { name: "Hi-Ya!", files: 7, ranks: 8 };
const SQUARES: u64 = bitboard::board(8);
const PLAYERS: [&str; 2] = ["South", "North"];
/// The pieces: South's five kinds, then North's.
const LETTERS: &str = "nsNSKiaIAk";
const WHAT: [&str; 5] = ["a mini-ninja", "a mini-samurai", "a ninja", "a samurai", "a king"];
/// A kind is its place in `WHAT`: a mini-ninja is 0, and these are added for a samurai and for a full piece.
const SAMURAI: usize = 1;
const FULL: usize = 2;
const KING: usize = 4;
/// Where the kings stand: d1 and d8.
const THRONES: [usize; 2] = [3, 59];
/// The `turn` while both kings stand and South is to move.
const KINGS: u64 = 1 << THRONES[0] | 1 << THRONES[1];
/// What is added to the `turn` if North is to move: a bit of the wall, which is no square.
const NORTH: u64 = 1 << 7;
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

/// A number for each player, kind and square, 64 squares a kind. A king has that of a mini-ninja, which cannot come to
/// its square as long as the game goes on.
const KEYS: [[u64; 256]; 2] = [randoms(0), randoms(256)];
/// A number for each `turn` of a position.
const TURN_KEYS: [u64; 8] = randoms(512);
/// How the key changes if a player attacks: by 1 + the kind in front of the landing square, and that square. In row 0,
/// where none is, it does not.
const CHANGES: [[[u64; 64]; 8]; 2] = {
    let mut changes = [[[0; 64]; 8]; 2];
    let mut row = 0;
    while row < 8 {
        let (victim, kind) = (row / 4, row % 4);
        let mut bit = 0;
        while bit < 64 {
            let becomes = if kind < FULL { 0 } else { KEYS[victim][64 * (kind - FULL) + bit] };
            let to = if victim == 1 { bit as i32 - RANK } else { bit as i32 + RANK };
            if 0 <= to && to < 64 {
                changes[1 - victim][1 + kind][to as usize] = KEYS[victim][64 * kind + bit] ^ becomes;
            }
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

/// A position of Hi-Ya!.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hiya {
    /// The pieces of South and of North.
    pub(crate) sides: [u64; 2],
    /// The samurai of both players, full and mini. The others are ninjas, but for the kings.
    samurai: u64,
    /// The full ninjas and samurai of both players.
    full: u64,
    /// The key but for the `turn`.
    pieces_key: u64,
    /// The kings that stand, and `NORTH` if that is the player to move.
    turn: u64,
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

/// The size of seven sets together.
#[inline(always)]
pub(crate) fn total([a, b, c, d, e, f, g]: [u64; 7]) -> usize {
    let (abc, abc_twos) = add(a, b, c);
    let (def, def_twos) = add(d, e, f);
    let (ones, twos) = add(abc, def, g);
    let (twos, fours) = add(abc_twos, def_twos, twos);
    weigh(ones, twos, fours)
}

/// More moves than a position can have: twelve pieces, six of them long, have at most 99.
const ROOM: usize = 100;

/// A list of moves that is being written.
struct Writer<'l> {
    room: &'l mut [Move],
    written: usize,
}

impl Writer<'_> {
    /// Writes the move to the lowest of the landing squares in one of the `DIRECTIONS`, and takes that square out of them.
    /// If there is none, what is written here will be written over: that is quicker than a branch nobody can foresee.
    #[inline(always)]
    fn write_lowest(&mut self, direction: usize, landings: &mut u64, occupied: u64) {
        let to = (*landings | 1 << 63).trailing_zeros();
        let pieces = occupied & BEHIND[direction][to as usize];
        // The nearest piece; one more in a corner, where it is the farthest, changes nothing and spares the question
        // whether there is any.
        let from = if DIRECTIONS[direction] > 0 { (pieces | 1).ilog2() } else { (pieces | 1 << 63).trailing_zeros() };
        self.room[self.written] = Move { from: from as u8, to: to as u8 };
        self.written += (*landings != 0) as usize;
        *landings &= landings.wrapping_sub(1);
    }
}

impl Hiya {
    /// The empty squares that the player whose forward is up (1) or down (-1) comes to, for the first five of the
    /// `DIRECTIONS` and the last two; but in the last four, pieces may land only where they attack.
    #[inline(always)]
    pub(crate) fn reaches<const FORWARD: i32>(&self) -> [u64; 7] {
        let player = if FORWARD > 0 { 0 } else { 1 };
        let [mini_ninjas, mini_samurai, ninjas, samurai] = self.kinds(player);
        let empty = self.empty();
        let ninja = |by| reach(ninjas, mini_ninjas, empty, by * FORWARD);
        let samurai = |by| reach(samurai, mini_samurai, empty, by * FORWARD);
        [ninja(RANK - 1), ninja(RANK + 1), samurai(RANK), samurai(1), samurai(-1), ninja(-RANK - 1), ninja(-RANK + 1)]
    }

    /// The squares of `reaches` where pieces may land.
    #[inline(always)]
    pub(crate) fn landings<const FORWARD: i32>(&self) -> [u64; 7] {
        self.allowed::<FORWARD>(self.reaches::<FORWARD>())
    }

    /// Of all `reaches` those where pieces may land.
    #[inline(always)]
    pub(crate) fn allowed<const FORWARD: i32>(&self, [a, b, c, d, e, f, g]: [u64; 7]) -> [u64; 7] {
        let fronts = self.fronts::<FORWARD>();
        [a, b, c, d & fronts, e & fronts, f & fronts, g & fronts]
    }

    /// The squares in front of the other player's pieces, for the player whose forward is up (1) or down (-1).
    #[inline(always)]
    pub(crate) fn fronts<const FORWARD: i32>(&self) -> u64 {
        shift(self.sides[if FORWARD > 0 { 1 } else { 0 }], -RANK * FORWARD)
    }

    /// Appends the moves to some of the `landings`.
    #[inline(always)]
    pub(crate) fn list<const FORWARD: i32>(&self, landings: [u64; 7], into: &mut Vec<Move>) {
        let occupied = self.occupied();
        let directions = if FORWARD > 0 { [0, 1, 2, 3, 4, 6, 7] } else { [7, 6, 5, 4, 3, 1, 0] };
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g] = landings;
        let known = into.len();
        into.resize(known + ROOM, Move { from: 0, to: 0 });
        let mut writer = Writer { room: &mut into[known..], written: 0 };
        // The directions take turns: the end of a loop cannot be foreseen, so one loop is better than one for each.
        while a | b | c != 0 {
            writer.write_lowest(directions[0], &mut a, occupied);
            writer.write_lowest(directions[1], &mut b, occupied);
            writer.write_lowest(directions[2], &mut c, occupied);
        }
        while d | e | f | g != 0 {
            writer.write_lowest(directions[3], &mut d, occupied);
            writer.write_lowest(directions[4], &mut e, occupied);
            writer.write_lowest(directions[5], &mut f, occupied);
            writer.write_lowest(directions[6], &mut g, occupied);
        }
        let written = writer.written;
        into.truncate(known + written);
    }

    /// Plays a move of a player. No branches: whether a move attacks, and what, cannot be foreseen.
    #[inline(always)]
    fn play_as<const PLAYER: usize>(&mut self, Move { from, to }: Move) {
        let victim = 1 - PLAYER;
        let (from, to) = (from as usize & 63, to as usize & 63);
        let path = 1 << from | 1 << to;
        // All ones if the piece is a samurai or full, else all zeros.
        let is_samurai = (self.samurai >> from & 1).wrapping_neg();
        let is_full = (self.full >> from & 1).wrapping_neg();
        let samurai = self.samurai ^ (path & is_samurai);
        let full = self.full ^ (path & is_full);
        let kind = (is_samurai & 64 | is_full & 128) as usize;

        let front = if PLAYER == 0 { 1 << to << RANK } else { 1 << to >> RANK };
        let hit = front & self.sides[victim];
        let demoted = hit & full;
        let removed = hit ^ demoted;
        let kept = !removed;
        // One more than the attacked kind, put together at the square of the piece and then brought down. For South that
        // square is first brought to the landing square, since from the highest rank the sum could leave the word.
        let row = if PLAYER == 0 {
            ((hit >> 8) + ((hit & samurai) >> 8) + (demoted >> 7)) >> to
        } else {
            (hit + (hit & samurai) + 2 * demoted) >> (to.wrapping_sub(8) & 63)
        };
        self.sides[PLAYER] ^= path;
        self.sides[victim] ^= removed;
        self.samurai = samurai & kept;
        self.full = full ^ demoted;
        self.pieces_key ^= KEYS[PLAYER][kind | from] ^ KEYS[PLAYER][kind | to] ^ CHANGES[PLAYER][row as usize & 7][to];
        self.turn = self.turn & kept ^ NORTH;
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn empty(&self) -> u64 {
        SQUARES & !self.occupied()
    }

    /// The pieces of a player by their kinds, but for the king; nobody else comes to its square while the game goes on.
    #[inline(always)]
    pub(crate) fn kinds(&self, player: Player) -> [u64; 4] {
        let movers = self.sides[player] & !(1 << THRONES[player]);
        let samurai = movers & self.samurai;
        let ninjas = movers ^ samurai;
        let (full_ninjas, full_samurai) = (ninjas & self.full, samurai & self.full);
        [ninjas ^ full_ninjas, samurai ^ full_samurai, full_ninjas, full_samurai]
    }

    /// The part of the key that the `turn` gives.
    #[inline(always)]
    fn turn_key(&self) -> u64 {
        let [south, north] = THRONES.map(|throne| (self.turn >> throne) as usize & 1);
        TURN_KEYS[self.player() | south << 1 | north << 2]
    }

    /// The owner and the kind of the piece that stands on a square.
    pub(crate) fn piece(&self, bit: usize) -> Option<(Player, usize)> {
        let player = self.sides.iter().position(|side| side >> bit & 1 == 1)?;
        if bit == THRONES[player] && self.turn >> bit & 1 == 1 {
            return Some((player, KING));
        }
        Some((player, (self.samurai >> bit & 1) as usize * SAMURAI + (self.full >> bit & 1) as usize * FULL))
    }
}

/// Whether the sets of the five kinds of a player are such as the rules allow.
fn check(player: Player, kinds: [u64; 5]) -> Result<(), Refusal> {
    let invalid = |why| Err(Refusal::InvalidPosition(why));
    let name = PLAYERS[player];
    let astray = kinds[KING] & !(1 << THRONES[player]);
    if astray != 0 {
        let found = BOARD.square(bitboard::square(astray.trailing_zeros() as usize));
        let throne = BOARD.square(bitboard::square(THRONES[player]));
        return invalid(format!("{name}'s king is on {found}, it stands on {throne} or is gone"));
    }
    for (kind, what) in ["ninja", "samurai"].into_iter().enumerate() {
        let full = kinds[kind + FULL].count_ones();
        let all = full + kinds[kind].count_ones();
        if all > 6 {
            return invalid(format!("{name} has {all} pieces of the {what} kind, at most 6 are allowed"));
        }
        if full > 3 {
            return invalid(format!("{name} has {full} full pieces of the {what} kind, at most 3 are allowed"));
        }
    }
    Ok(())
}

impl Game for Hiya {
    type Move = Move;
    /// A position is so small that keeping it is the quickest way back.
    type Undo = Hiya;

    const NAME: &'static str = "hiya";

    fn parse(text: &str) -> Result<Self, Refusal> {
        let [board, side] = read_fields(text, ["board", "side"], EXAMPLE)?;
        let invalid = |why| Err(Refusal::InvalidPosition(why));
        let squares = BOARD.read_ranks(board, LETTERS)?;
        let player = match side {
            "s" => 0,
            "n" => NORTH,
            _ => return invalid(format!("the side to move is {}, it must be s or n", clip(side))),
        };
        let mut kinds = [[0; 5]; 2];
        for (square, &letter) in squares.iter().enumerate() {
            if let Some(place) = LETTERS.bytes().position(|known| known == letter) {
                kinds[place / 5][place % 5] |= 1 << bitboard::bit(square);
            }
        }
        check(0, kinds[0])?;
        check(1, kinds[1])?;
        let kings = kinds[0][KING] | kinds[1][KING];
        if kings == 0 {
            return invalid("both kings are gone, at least one must stand on its square".to_string());
        }
        let both = |kind: usize| kinds[0][kind] | kinds[1][kind];
        let mut position = Hiya {
            sides: kinds.map(|kinds| kinds.iter().fold(0, |side, set| side | set)),
            samurai: both(SAMURAI) | both(SAMURAI + FULL),
            full: both(FULL) | both(SAMURAI + FULL),
            pieces_key: 0,
            turn: kings | player,
        };
        position.pieces_key = position.key_from_scratch() ^ position.key();
        Ok(position)
    }

    #[inline(always)]
    fn player(&self) -> Player {
        (self.turn & NORTH != 0) as usize
    }

    #[inline(always)]
    fn ended(&self) -> Option<Option<Player>> {
        let kings = self.turn & KINGS;
        if kings == KINGS { None } else { Some(Some((kings == 1 << THRONES[1]) as usize)) }
    }

    fn stuck(&self) -> Option<Player> {
        Some(1 - self.player())
    }

    fn reason(&self) -> String {
        match self.ended() {
            Some(Some(winner)) => format!("{} attacked {}'s king", PLAYERS[winner], PLAYERS[1 - winner]),
            _ => format!("{} cannot move", PLAYERS[self.player()]),
        }
    }

    #[inline]
    fn moves(&self, into: &mut Vec<Move>) {
        match (self.ended(), self.player()) {
            (Some(_), _) => {}
            (None, 0) => self.list::<1>(self.landings::<1>(), into),
            (None, _) => self.list::<-1>(self.landings::<-1>(), into),
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match (self.ended(), self.player()) {
            (Some(_), _) => 0,
            (None, 0) => total(self.landings::<1>()),
            (None, _) => total(self.landings::<-1>()),
        }
    }

    #[inline(always)]
    fn play(&mut self, played: Move) -> Hiya {
        // Field by field: copied as a whole, it would go through memory, and one leaf would wait for the one before.
        let Hiya { sides: [south, north], samurai, full, pieces_key, turn } = *self;
        let before = Hiya { sides: [south, north], samurai, full, pieces_key, turn };
        if self.player() == 0 {
            self.play_as::<0>(played)
        } else {
            self.play_as::<1>(played)
        }
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Move, before: Hiya) {
        let Hiya { sides: [south, north], samurai, full, pieces_key, turn } = before;
        self.sides[0] = south;
        self.sides[1] = north;
        self.samurai = samurai;
        self.full = full;
        self.pieces_key = pieces_key;
        self.turn = turn;
    }

    fn key(&self) -> u64 {
        self.pieces_key ^ self.turn_key()
    }

    fn key_from_scratch(&self) -> u64 {
        let pieces = Bits(self.occupied()).filter_map(|bit| Some((bit, self.piece(bit)?)));
        let key = pieces.fold(0, |key, (bit, (player, kind))| key ^ KEYS[player][64 * (kind % KING) + bit]);
        key ^ self.turn_key()
    }

    fn write_move(&self, played: Move, into: &mut String) {
        let (from, to) = squares(played);
        BOARD.write_square(from, into);
        BOARD.write_square(to, into);
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let piece = |square| self.piece(bitboard::bit(square)).map(|(player, kind)| (player, WHAT[kind]));
        Shown { position: self, board: BOARD, players: PLAYERS, squares, piece: &piece }.read_move(text)
    }
}

/// From where to where a move goes, as squares of the board.
fn squares(played: Move) -> (usize, usize) {
    (bitboard::square(played.from as usize), bitboard::square(played.to as usize))
}

impl fmt::Display for Hiya {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| match self.piece(bitboard::bit(square)) {
            Some((player, kind)) => LETTERS.as_bytes()[5 * player + kind],
            None => b'.',
        };
        write!(out, "{} {}", BOARD.write_ranks(letter), ["s", "n"][self.player()])
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
        let before = game;
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
