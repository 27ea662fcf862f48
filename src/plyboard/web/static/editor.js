/**
 * `<ply-editor>`: set up a position on a board of squares. A hand moves pieces, a piece is put down, a rubber removes.
 *
 * Property: `view`, the position to begin with, with its board. Event: `ply-edit` {placed, player}, what now stands
 * where and who is to move; whether that is a position is for the server to say.
 */

import "./board.js";

/** @typedef {import("./types").View} View */

const HAND = "hand";
const RUBBER = "rubber";
const FACES = {
  [HAND]: '<path class="tool" d="M-9-15L13 3H3L9 14L4 16L-2 5L-9 12z"/>',
  [RUBBER]: '<path class="tool" d="M-11-11L11 11M11-11L-11 11"/>',
};

export class PlyEditor extends HTMLElement {
  constructor() {
    super();
    this._board = /** @type {import("./board").PlyBoard} */ (document.createElement("ply-board"));
    this._board.interactive = [0, 1];
    this._palette = document.createElement("div");
    this._palette.className = "ply-palette";
    this._palette.setAttribute("role", "radiogroup");
    this._palette.setAttribute("aria-label", "What to put on the board");
    this._turn = document.createElement("select");
    this._turn.setAttribute("aria-label", "Who is to move");
    this._tool = HAND;
    /** @type {Map<string, string>} */
    this._placed = new Map();
    /** @type {View | null} */
    this._view = null;
    this._board.addEventListener("ply-move", (event) => {
      event.stopPropagation();
      this._edit(.../** @type {[string, string]} */ (/** @type {CustomEvent} */ (event).detail.text.split(" ")));
    });
    this._board.addEventListener("ply-refused", (event) => event.stopPropagation());
    this._turn.addEventListener("change", () => this._tell());
  }

  connectedCallback() {
    if (!this._board.isConnected) this.append(this._palette, this._board, this._turn);
  }

  get view() {
    return this._view;
  }

  set view(view) {
    this._view = view;
    const board = view?.board;
    if (!view || !board) return;
    this._placed = new Map(view.pieces.map((piece) => [piece.at, piece.look]));
    this._board.view = { ...this._shown(), board };
    const tools = Object.entries(board.looks).map(([look, { svg, name }]) => this._button(look, name, svg));
    this._palette.replaceChildren(
      this._button(HAND, "Move pieces", FACES[HAND]),
      ...tools,
      this._button(RUBBER, "Remove pieces", FACES[RUBBER]),
    );
    this._turn.replaceChildren(...board.players.map((player, place) => new Option(`${player} to move`, String(place))));
    this._turn.value = String(view.player);
  }

  get flip() {
    return this._board.flip;
  }

  set flip(flip) {
    this._board.flip = flip;
  }

  /** Remove all pieces. */
  clear() {
    this._placed.clear();
    this._tell();
  }

  /**
   * @param {string} tool
   * @param {string} name
   * @param {string} face
   */
  _button(tool, name, face) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-checked", String(tool === this._tool));
    button.title = name;
    button.innerHTML = `<svg class="plyboard auto" viewBox="-21 -21 42 42">${face}</svg>`;
    button.addEventListener("click", () => {
      this._tool = tool;
      for (const other of this._palette.children) other.setAttribute("aria-checked", String(other === button));
      this._board.view = this._shown();
    });
    return button;
  }

  /**
   * @param {string} place
   * @param {string | undefined} to where the hand moves what it holds
   */
  _edit(place, to) {
    const held = this._placed.get(place);
    if (to && held) {
      this._placed.delete(place);
      this._placed.set(to, held);
    } else if (this._tool === RUBBER || held === this._tool) this._placed.delete(place);
    else this._placed.set(place, this._tool);
    this._tell();
  }

  _tell() {
    this._board.view = this._shown();
    const detail = { placed: Object.fromEntries(this._placed), player: Number(this._turn.value) };
    this.dispatchEvent(new CustomEvent("ply-edit", { detail, bubbles: true }));
  }

  /**
   * The board as it is set up; what the tool in hand can do are its moves.
   * @returns {View}
   */
  _shown() {
    const view = /** @type {View} */ (this._view);
    const places = view.board?.cells.map((cell) => cell.id) ?? [];
    const moves =
      this._tool === HAND
        ? [...this._placed.keys()].flatMap((from) => places.filter((to) => to !== from).map((to) => [from, to]))
        : places.map((place) => [place]);
    return {
      game: view.game,
      text: "",
      player: 0,
      outcome: null,
      status: "",
      half: null,
      last: null,
      moves: moves.map((path) => ({ text: path.join(" "), path })),
      pieces: [...this._placed].map(([at, look]) => ({ at, look, lift: 0, resting: false })),
    };
  }
}

customElements.define("ply-editor", PlyEditor);
