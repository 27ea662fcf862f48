/** What the server tells about a position: see boards.py. */

export interface Cell {
  id: string;
  /** What the place is called by those who hear the board; empty where its piece says it all. */
  name: string;
  x: number;
  y: number;
  /** The player in whose hand this place is; null on the board. */
  hand: number | null;
}

export interface Look {
  svg: string;
  name: string;
}

export interface BoardSpec {
  title: string;
  players: [string, string];
  shape: "square" | "hex" | "words";
  width: number;
  height: number;
  /** How far a place reaches from its middle. */
  reach: number;
  centre: [number, number];
  /** Where a board without an edge is shown: left, top, width, height. */
  room: [number, number, number, number] | null;
  largest: number;
  /** Whether the line of a move is drawn. */
  lined: boolean;
  svg: string;
  cells: Cell[];
  looks: Record<string, Look>;
}

export interface Piece {
  at: string;
  look: string;
  lift: number;
  resting: boolean;
}

export interface Move {
  text: string;
  /** The places to click; none for a move that is a button. */
  path: string[];
}

export interface LastMove {
  text: string;
  path: string[];
  spoken: string;
  call: string;
  taken: string[];
  changed: string[];
}

export interface View {
  board?: BoardSpec;
  game: string;
  text: string;
  player: number;
  outcome: { winner: number | null; reason: string } | null;
  status: string;
  half: { part: number; of: number; moved: string | null } | null;
  moves: Move[];
  last: LastMove | null;
  pieces: Piece[];
  cells?: Cell[];
  looks?: Record<string, Look>;
  words?: string;
}

/** An arrow, or a circle where it ends where it begins. */
export interface Shape {
  from: string;
  to: string;
  kind?: string;
}

export interface Point {
  x: number;
  y: number;
}

/** Where something is drawn, and how large. */
export interface Spot extends Point {
  scale: number;
}
