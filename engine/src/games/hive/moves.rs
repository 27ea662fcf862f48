//! The legal moves: listed, only counted, or those listed that fill a hex beside a queen.
//!
//! All go the same way through `generate`; what they do with the moves found is a `Sink`. Counting needs no list: a
//! ring or a window is counted by its bits, placements are a product, and a grasshopper need not even jump.

use super::Hive;
use super::board::{Board, Shores};
use super::hex::{
    CENTRE, FULL, Hex, ORIGIN, Ring, Window, beside, directions, distance, hex_at, opposite, size, slides, spots, step,
    window, without,
};
use super::pieces::{Kind, NOBODY, Piece, Pieces, THROWERS, bit, firsts, kind, members, of_side, queen};
use super::reach::Reach;

/// A piece and the hex it ends on; a pass is a move of nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) piece: Piece,
    pub(crate) to: Hex,
}

/// The move of a player who can do nothing.
pub const PASS: Move = Move { piece: NOBODY, to: ORIGIN };

/// What is done with the moves found.
trait Sink {
    /// A piece may go to these hexes, which are all different.
    fn add(&mut self, piece: Piece, hexes: impl Iterator<Item = Hex>);

    /// Each of these pieces may be placed on each hex with room.
    #[inline(always)]
    fn place(&mut self, board: &Board, side: usize, pieces: Pieces) {
        if pieces != 0 && board.tally.room[side] > 0 && self.wants_placed(board, side) {
            let rooms = board.rooms(side);
            for piece in members(pieces) {
                self.add(piece, rooms.found());
            }
        }
    }

    /// A piece may step to its neighbours in these directions.
    #[inline(always)]
    fn ring(&mut self, piece: Piece, from: Hex, ring: Ring) {
        self.add(piece, directions(ring).map(|direction| step(from, direction)));
    }

    /// A piece may jump in these directions.
    #[inline(always)]
    fn jumps(&mut self, board: &Board, piece: Piece, from: Hex, ring: Ring) {
        self.add(piece, directions(ring).map(|direction| board.landing(from, direction)));
    }

    /// A piece may go to these hexes of the window around it.
    #[inline(always)]
    fn window(&mut self, piece: Piece, from: Hex, window: Window) {
        self.add(piece, spots(window).map(|spot| hex_at(from, spot)));
    }

    /// Whether a side need be asked where it may place.
    #[inline(always)]
    fn wants_placed(&self, _board: &Board, _side: usize) -> bool {
        true
    }

    /// Whether a piece in play need be asked for its moves, among them the `thrown` ones.
    #[inline(always)]
    fn wants(&self, _board: &Board, _piece: Piece, _thrown: Window) -> bool {
        true
    }
}

/// Counts the moves.
struct Counter(usize);

impl Sink for Counter {
    #[inline(always)]
    fn add(&mut self, _piece: Piece, hexes: impl Iterator<Item = Hex>) {
        self.0 += hexes.count();
    }

    #[inline(always)]
    fn place(&mut self, board: &Board, side: usize, pieces: Pieces) {
        self.0 += pieces.count_ones() as usize * board.tally.room[side] as usize;
    }

    #[inline(always)]
    fn ring(&mut self, _piece: Piece, _from: Hex, ring: Ring) {
        self.0 += size(ring);
    }

    #[inline(always)]
    fn jumps(&mut self, _board: &Board, _piece: Piece, _from: Hex, ring: Ring) {
        self.0 += size(ring);
    }

    #[inline(always)]
    fn window(&mut self, _piece: Piece, _from: Hex, window: Window) {
        self.0 += window.count_ones() as usize;
    }
}

/// Lists the moves.
struct Lister<'l>(&'l mut Vec<Move>);

impl Sink for Lister<'_> {
    #[inline(always)]
    fn add(&mut self, piece: Piece, hexes: impl Iterator<Item = Hex>) {
        self.0.extend(hexes.map(|to| Move { piece, to }));
    }
}

/// Lists the moves of pieces that are not beside a hex to its free neighbours.
struct Filler<'l> {
    list: &'l mut Vec<Move>,
    hex: Hex,
    /// The directions of the free neighbours.
    free: Ring,
}

impl Filler<'_> {
    /// Whether something is true of any free neighbour.
    #[inline(always)]
    fn any(&self, is_true: impl Fn(Hex) -> bool) -> bool {
        directions(self.free).any(|direction| is_true(step(self.hex, direction)))
    }
}

impl Sink for Filler<'_> {
    #[inline(always)]
    fn add(&mut self, piece: Piece, hexes: impl Iterator<Item = Hex>) {
        let filling = hexes.filter(|&to| self.free & !without(self.hex, to) != 0);
        self.list.extend(filling.map(|to| Move { piece, to }));
    }

    #[inline(always)]
    fn wants_placed(&self, board: &Board, side: usize) -> bool {
        self.any(|hex| board.has_room(hex, side))
    }

    /// Most pieces are too far away, or cannot slide in.
    #[inline(always)]
    fn wants(&self, board: &Board, piece: Piece, thrown: Window) -> bool {
        let from = board.hex(piece);
        let steps = distance(from, self.hex) - 1;
        !board.is_beside(piece, self.hex)
            && (thrown != 0
                || match kind(piece) {
                    _ if board.level(piece) > 0 => steps <= 1,
                    Kind::Queen | Kind::Pillbug | Kind::Beetle => steps <= 1,
                    Kind::Spider | Kind::Ladybug => steps <= 3,
                    Kind::Ant => self.any(|hex| slides(board.around(hex) & without(hex, from)) != 0),
                    Kind::Grasshopper | Kind::Mosquito => true,
                })
    }
}

/// The pieces that can be thrown, and where to, in the window around each.
struct Throws {
    pieces: Pieces,
    windows: [Window; 32],
}

impl Hive {
    /// Appends the legal moves.
    pub(super) fn list_moves(&self, list: &mut Vec<Move>) {
        let before = list.len();
        self.generate(&mut Lister(list));
        if list.len() == before && self.end.is_none() {
            list.push(PASS);
        }
    }

    /// Appends the legal moves to the free neighbours of a hex, of pieces that are not beside it.
    pub(crate) fn list_moves_beside(&self, hex: Hex, list: &mut Vec<Move>) {
        let free = FULL & !self.board.around(hex);
        self.generate(&mut Filler { list, hex, free });
    }

    /// How many legal moves there are.
    pub(super) fn count_all_moves(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        let mut counter = Counter(0);
        self.generate(&mut counter);
        counter.0.max(1)
    }

    /// The pieces that may be placed in this turn.
    #[inline(always)]
    pub(super) fn to_place(&self) -> Pieces {
        let own = self.board.in_hand & of_side(self.side);
        let queen = own & bit(queen(self.side));
        match self.history.len() / 2 {
            0 => firsts(own) & !queen,
            3.. if queen != 0 => queen,
            _ => firsts(own),
        }
    }

    /// All moves but the pass.
    #[inline(always)]
    fn generate<S: Sink>(&self, sink: &mut S) {
        if self.end.is_some() {
            return;
        }
        let board = &self.board;
        match self.history.len() {
            0 => return members(self.to_place()).for_each(|piece| sink.add(piece, [ORIGIN].into_iter())),
            1 => return members(self.to_place()).for_each(|piece| sink.ring(piece, ORIGIN, FULL)),
            _ => sink.place(board, self.side, self.to_place()),
        }
        if board.in_hand & bit(queen(self.side)) != 0 {
            return;
        }
        let shores = &mut Shores::new();
        let able = board.in_play & !board.covered & !bit(self.stunned);
        let own = able & of_side(self.side);
        if own & THROWERS == 0 {
            for piece in members(own) {
                self.generate_piece(piece, 0, shores, sink);
            }
        } else {
            let throws = self.throws(own & THROWERS, able, shores);
            for piece in members(throws.pieces & !own) {
                let thrown = throws.windows[(piece % 32) as usize];
                if sink.wants(board, piece, thrown) {
                    sink.window(piece, board.hex(piece), thrown);
                }
            }
            for piece in members(own) {
                self.generate_piece(piece, throws.windows[(piece % 32) as usize], shores, sink);
            }
        }
    }

    /// The moves of one piece, among them the `thrown` ones, which are in the window around it.
    #[inline(always)]
    fn generate_piece<S: Sink>(&self, piece: Piece, thrown: Window, shores: &mut Shores, sink: &mut S) {
        let board = &self.board;
        let hex = board.hex(piece);
        let level = board.level(piece);
        if !sink.wants(board, piece, thrown) {
            return;
        }
        if level > 0 {
            return sink.ring(piece, hex, board.climbs(hex, level, FULL));
        }
        if board.is_bridge(hex, shores) {
            return;
        }
        let around = board.around(hex);
        match kind(piece) {
            Kind::Queen | Kind::Pillbug => give_ring(sink, piece, hex, slides(around), thrown),
            Kind::Beetle => give_ring(sink, piece, hex, slides(around) | board.climbs(hex, 0, around), thrown),
            Kind::Spider => sink.window(piece, hex, board.spider(hex) | thrown),
            Kind::Ladybug => sink.window(piece, hex, board.ladybug(hex) | thrown),
            Kind::Grasshopper if thrown == 0 => sink.jumps(board, piece, hex, around),
            Kind::Grasshopper => {
                let mut reach = Reach::new();
                reach.add_window(hex, thrown);
                board.add_jumps(hex, &mut reach);
                sink.add(piece, reach.found());
            }
            Kind::Ant => {
                let mut reach = Reach::new();
                board.add_ant(hex, &mut reach);
                reach.add_window(hex, thrown);
                sink.add(piece, reach.found());
            }
            Kind::Mosquito => self.generate_mosquito(piece, thrown, sink),
        }
    }

    /// The moves of a mosquito on the ground.
    #[inline(always)]
    fn generate_mosquito<S: Sink>(&self, piece: Piece, thrown: Window, sink: &mut S) {
        const fn one(kind: Kind) -> u8 {
            1 << kind as u8
        }
        let board = &self.board;
        let hex = board.hex(piece);
        let around = board.around(hex);
        let kinds = directions(around).fold(0, |kinds, way| kinds | one(kind(board.top(step(hex, way)))));
        let mut near = thrown;
        if kinds & one(Kind::Beetle) != 0 {
            near |= window(CENTRE, board.climbs(hex, 0, around));
        }
        if kinds & one(Kind::Ladybug) != 0 {
            near |= board.ladybug(hex);
        }
        if kinds & one(Kind::Ant) == 0 {
            if kinds & (one(Kind::Queen) | one(Kind::Pillbug) | one(Kind::Beetle)) != 0 {
                near |= window(CENTRE, slides(around));
            }
            if kinds & one(Kind::Spider) != 0 {
                near |= board.spider(hex);
            }
        }
        if kinds & (one(Kind::Ant) | one(Kind::Grasshopper)) == 0 {
            return sink.window(piece, hex, near);
        }
        let mut reach = Reach::new();
        if kinds & one(Kind::Ant) != 0 {
            board.add_ant(hex, &mut reach);
        }
        if kinds & one(Kind::Grasshopper) != 0 {
            board.add_jumps(hex, &mut reach);
        }
        reach.add_window(hex, near);
        sink.add(piece, reach.found());
    }

    /// What the throwers can throw, of the pieces that are able to move.
    fn throws(&self, throwers: Pieces, able: Pieces, shores: &mut Shores) -> Throws {
        let board = &self.board;
        let mut throws = Throws { pieces: 0, windows: [0; 32] };
        for thrower in members(throwers) {
            let hex = board.hex(thrower);
            let around = board.around(hex);
            let neighbour = |way| board.top(step(hex, way));
            let throws_now = kind(thrower) == Kind::Pillbug
                || board.level(thrower) == 0 && directions(around).any(|way| kind(neighbour(way)) == Kind::Pillbug);
            if !throws_now {
                continue;
            }
            let open = board.climbs(hex, 1, FULL);
            let onto = open & !around;
            for way in directions(open & around) {
                let piece = neighbour(way);
                let alone = board.level(piece) == 0;
                if alone && able & bit(piece) != 0 && onto != 0 && !board.is_bridge(step(hex, way), shores) {
                    throws.pieces |= bit(piece);
                    throws.windows[(piece % 32) as usize] |= window(beside(CENTRE, opposite(way)), onto);
                }
            }
        }
        throws
    }
}

/// Gives a sink the steps of a piece and what it can be thrown to.
#[inline(always)]
fn give_ring<S: Sink>(sink: &mut S, piece: Piece, hex: Hex, ring: Ring, thrown: Window) {
    if thrown == 0 { sink.ring(piece, hex, ring) } else { sink.window(piece, hex, window(CENTRE, ring) | thrown) }
}
