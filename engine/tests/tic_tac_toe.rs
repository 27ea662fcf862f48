//! The search on a game whose truth everybody knows.

use std::fmt;
use std::sync::atomic::AtomicBool;

use plyboard_engine::error::Refusal;
use plyboard_engine::evaluation::Evaluated;
use plyboard_engine::game::{Game, Player};
use plyboard_engine::search::alphabeta::{Task, search};
use plyboard_engine::search::table::Table;
use plyboard_engine::search::{Limits, Report, win_distance};

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// One bit a cell for each player, and who moves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TicTacToe {
    cells: [u16; 2],
    player: Player,
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            let letter = match (self.cells[0] >> cell & 1, self.cells[1] >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            };
            write!(out, "{letter}")?;
        }
        Ok(())
    }
}

impl Game for TicTacToe {
    type Move = u8;
    type Undo = Self;
    const NAME: &'static str = "tictactoe";

    fn parse(text: &str) -> Result<Self, Refusal> {
        let bits = |letter| (0..9).filter(|&cell| text.as_bytes()[cell] == letter).map(|cell| 1 << cell).sum::<u16>();
        let cells = [bits(b'x'), bits(b'o')];
        Ok(TicTacToe { cells, player: usize::from(cells[0].count_ones() > cells[1].count_ones()) })
    }

    fn player(&self) -> Player {
        self.player
    }

    fn ended(&self) -> Option<Option<Player>> {
        for player in [0, 1] {
            if ROWS.iter().any(|row| self.cells[player] & row == *row) {
                return Some(Some(player));
            }
        }
        (self.cells[0] | self.cells[1] == 0o777).then_some(None)
    }

    fn reason(&self) -> String {
        "three in a row".into()
    }

    fn moves(&self, into: &mut Vec<u8>) {
        let empty = |cell: &u8| (self.cells[0] | self.cells[1]) >> cell & 1 == 0;
        into.extend((0..9).filter(|cell| self.ended().is_none() && empty(cell)));
    }

    fn play(&mut self, cell: u8) -> Self {
        let before = *self;
        self.cells[self.player] |= 1 << cell;
        self.player = 1 - self.player;
        before
    }

    fn undo(&mut self, _: u8, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let cells = u64::from(self.cells[0]) << 9 | u64::from(self.cells[1]);
        (cells << 1 | self.player as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn write_move(&self, cell: u8, into: &mut String) {
        *into += &cell.to_string();
    }

    fn read_move(&self, text: &str) -> Result<u8, Refusal> {
        text.parse().map_err(|_| Refusal::IllegalMove(text.into()))
    }
}

impl Evaluated for TicTacToe {
    const FEATURES: &'static [&'static str] = &["centre"];
    const SLOTS: usize = 9;

    fn features(&self, into: &mut [i32]) {
        into[0] = i32::from(self.cells[0] >> 4 & 1) - i32::from(self.cells[1] >> 4 & 1);
    }

    fn slot(&self, cell: u8) -> usize {
        usize::from(cell)
    }

    fn is_noisy(&self, _: u8) -> bool {
        false
    }

    fn promise(&self, _: u8) -> i32 {
        0
    }
}

fn think(text: &str, limits: Limits, lines: usize, threads: usize) -> Report<u8> {
    let position = TicTacToe::parse(text).unwrap();
    let (table, stop) = (Table::new(1.0).unwrap(), AtomicBool::new(false));
    let weights = &vec![10].into();
    search(&position, &Task { threads, lines, ..Task::new(limits, weights, &table, &stop) }, |_| ())
}

fn deep() -> Limits {
    Limits { depth: Some(12), ..Limits::default() }
}

#[test]
fn perfect_play_is_a_draw() {
    for threads in [1, 2] {
        assert_eq!(think(".........", deep(), 1, threads).lines[0].value, 0);
    }
}

#[test]
fn a_win_is_found_with_its_distance() {
    for (text, best, distance) in [("xx.oo....", 2, 1), ("x...o...x", 0, 0), ("xo.......", 0, 5), ("xo..x....", 0, -4)]
    {
        let report = think(text, deep(), 1, 1);
        let found = win_distance(report.lines[0].value);
        assert_eq!(found, (distance != 0).then_some(distance), "{text}");
        if distance == 1 {
            assert_eq!(report.lines[0].moves, [best], "{text}");
        }
        assert!(distance == 0 || report.lines[0].moves.len() == distance.unsigned_abs() as usize, "{report:?}");
    }
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    let report = think("xx.oo....", deep(), 3, 1);
    let values: Vec<_> = report.lines.iter().map(|line| line.value).collect();
    assert_eq!(report.lines.len(), 3);
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(win_distance(values[0]), Some(1));
    assert!(report.lines[1].moves[0] != report.lines[0].moves[0]);
}

#[test]
fn one_thread_and_a_node_limit_give_the_same_result_twice() {
    let limits = Limits { nodes: Some(600), ..Limits::default() };
    let (one, two) = (think(".........", limits.clone(), 1, 1), think(".........", limits, 1, 1));
    assert_eq!((one.lines, one.nodes, one.depth), (two.lines, two.nodes, two.depth));
}
