/**
 * `<ply-board>`: a board to look at and to play on. It knows no game: `view` says what there is to see and to click.
 *
 * Properties: `view`; `flip`; `interactive`, the players who may move here; `shapes`, arrows and circles; `drawable`,
 * whether the right button draws such, or ("always") every pointer. Events: `ply-move` {text}, a move was made;
 * `ply-refused` {path}, none was, though someone tried; `ply-shape` {from, to}, an arrow or a circle was drawn.
 */

import { listen, rove } from "./fingers.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Scene } from "./scene.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Move} Move */
/** @typedef {import("./types").Shape} Shape */

export class PlyBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {View | null} */
    this._view = null;
    /** @type {Scene | null} */
    this._scene = null;
    /** @type {Pieces | null} */
    this._pieces = null;
    /** @type {Marks | null} */
    this._marks = null;
    this._flip = false;
    /** @type {readonly number[]} */
    this._interactive = [];
    /** @type {readonly Shape[]} */
    this._shapes = [];
    /** @type {boolean | "always"} */
    this.drawable = false;
    /** The places chosen so far. @type {string[]} */
    this._path = [];
    /** What each place is called, with what stands there. @type {Map<string, string>} */
    this._names = new Map();
    /** Whether a move was sent and the next view is awaited. */
    this._sent = false;
    this._words = document.createElement("pre");
    this._words.className = "ply-words";
    this._words.tabIndex = 0;
    this._buttons = document.createElement("div");
    this._buttons.className = "ply-buttons";
    this._choice = document.createElement("div");
    this._choice.className = "ply-choice";
    this._choice.setAttribute("role", "group");
    this._choice.setAttribute("aria-label", "Which move?");
    this._voice = document.createElement("p");
    this._voice.className = "ply-voice";
    this._voice.setAttribute("aria-live", "polite");
  }

  connectedCallback() {
    if (!this._voice.isConnected) this.append(this._choice, this._buttons, this._voice);
  }

  get view() {
    return this._view;
  }

  set view(view) {
    const before = this._view;
    this._view = view;
    this._path = [];
    this._sent = false;
    this._choice.replaceChildren();
    if (!view) return;
    if (view.board) this._build(view);
    this._render(view, before?.game === view.game && !view.board ? before : null);
  }

  get flip() {
    return this._flip;
  }

  set flip(flip) {
    this._flip = flip;
    this._scene?.setFlip(flip);
    this._pieces?.settle();
    this._repaint();
  }

  get interactive() {
    return this._interactive;
  }

  set interactive(players) {
    if (String(players) === String(this._interactive)) return; // What is chosen stays so.
    this._interactive = players;
    this._path = [];
    this._repaint();
  }

  get shapes() {
    return this._shapes;
  }

  set shapes(shapes) {
    this._shapes = shapes;
    this._marks?.showShapes([...shapes]);
  }

  /** The moves that can be made by hand here and now. */
  get moves() {
    const view = this._view;
    return view && !this._sent && this._interactive.includes(view.player) ? view.moves : [];
  }

  /** @param {View} view */
  _build(view) {
    this._scene?.stage.remove();
    this._words.remove();
    this._scene = this._pieces = this._marks = null;
    const board = /** @type {import("./types").BoardSpec} */ (view.board);
    if (board.shape === "words") {
      this.prepend(this._words);
      return;
    }
    this._scene = new Scene(board);
    this._scene.setCells(view.cells ?? board.cells);
    this._pieces = new Pieces(this._scene, { ...board.looks });
    this._marks = new Marks(this._scene);
    this._scene.setFlip(this._flip);
    this.prepend(this._scene.stage);
    rove(this._scene, board.cells[0].id);
    listen({
      scene: this._scene,
      movable: (id) => this.moves.some((move) => move.path[0] === id),
      chosen: (id) => this._path.at(-1) === id,
      choose: (id, dropped) => this._choose(id, dropped),
      cancel: () => this._select([]),
      drag: (id, point) => this._pieces?.drag(id, point),
      drop: (id, to) => this._pieces?.drop(id, to),
      look: (id) => this._look(id),
      draw: (from, to) => this._emit("ply-shape", { from, to }),
      drawable: () => this.drawable,
    });
  }

  /**
   * @param {View} view
   * @param {View | null} before
   */
  _render(view, before) {
    this._words.textContent = view.words ?? "";
    const [scene, pieces, marks] = [this._scene, this._pieces, this._marks];
    if (scene && pieces && marks) {
      if (view.cells) scene.setCells(view.cells);
      if (view.looks) Object.assign(pieces.looks, view.looks);
      pieces.spread = null;
      pieces.show(view, before, !before);
      scene.setTurn(view.outcome ? null : view.player);
      if (before && before.text !== view.text) marks.call(view.last?.call ?? "", view.last?.path.at(-1) ?? "");
      if (!scene.cells.querySelector('[tabindex="0"]')) rove(scene, [...scene.places.keys()][0]);
    }
    if (before && before.text !== view.text) this._voice.textContent = `${view.last?.spoken ?? ""} ${view.status}.`;
    this._repaint();
  }

  /** Everything that follows from the view, from what is chosen, and from which way round the board is. */
  _repaint() {
    const [view, scene, pieces, marks] = [this._view, this._scene, this._pieces, this._marks];
    this._showButtons();
    if (!view || !scene || !pieces || !marks) return;
    const stacks = pieces.stacks();
    marks.showLast(view.last, (id) => pieces.on(id).at(-1));
    marks.showHeights(stacks);
    marks.showShapes([...this._shapes]);
    const looks = pieces.looks;
    this._names.clear();
    for (const [id, place] of scene.places) {
      const names = (stacks.get(id) ?? []).map((piece) => looks[piece.look]?.name + (piece.resting ? ", resting" : ""));
      const described =
        place.hand === null ? names.reverse().join(" on ") : names.length ? `${names.at(-1)}, ${names.length} left` : "none";
      this._names.set(id, [place.name, described].filter(Boolean).join(", "));
    }
    this._paintTargets();
  }

  /** The quick part of painting: what is selected and where it can go. */
  _paintTargets() {
    const [scene, pieces, marks] = [this._scene, this._pieces, this._marks];
    if (!scene || !pieces || !marks) return;
    const next = new Set(this._following(this._path).map((move) => move.path[this._path.length]));
    next.delete(/** @type {any} */ (undefined));
    const chosen = this._path.at(-1);
    marks.showTargets(chosen, next, (id) => pieces.on(id).at(-1));
    for (const cell of scene.cells.children) {
      const id = cell.getAttribute("data-at") ?? "";
      cell.classList.toggle("can", next.has(id));
      const told = chosen === id ? ", selected" : chosen && next.has(id) ? ", can go here" : "";
      const name = `${this._names.get(id)}${told}`;
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
    }
  }

  /**
   * The moves that begin with these places.
   * @param {string[]} path
   */
  _following(path) {
    return this.moves.filter((move) => path.every((id, place) => move.path[place] === id));
  }

  /**
   * @param {string} id
   * @param {boolean} dropped whether a piece was dragged there
   */
  _choose(id, dropped = false) {
    const from = this._path.at(-1);
    const further = [...this._path, id];
    const moves = this._following(further);
    if (from === id || (!moves.length && dropped)) {
      if (from && dropped) this._pieces?.drop(from, null);
      if (from && dropped) this._emit("ply-refused", { path: further });
      this._select([]);
    } else if (moves.some((move) => move.path.length === further.length)) {
      if (from && dropped) this._pieces?.drop(from, id);
      this._path = further;
      if (moves.length === 1) this._send(moves[0]);
      else this._offer(moves);
    } else if (moves.length) this._select(further);
    else if (this._following([id]).length) this._select([id]);
    else {
      if (this.moves.length && (from || this._pieces?.on(id).length)) this._emit("ply-refused", { path: further });
      this._select([]);
    }
  }

  /** @param {string[]} path */
  _select(path) {
    this._path = path;
    this._choice.replaceChildren();
    this._paintTargets();
    if (path.length) this._emit("ply-chosen", { path });
  }

  /** @param {Move} move */
  _send(move) {
    this._sent = true;
    this._select([]);
    this._showButtons();
    this._emit("ply-move", { text: move.text });
  }

  /** @param {Move[]} moves */
  _offer(moves) {
    this._choice.replaceChildren(...moves.map((move) => this._button(move)));
    // Not before the browser has given the focus to the place that was clicked.
    window.setTimeout(() => /** @type {HTMLElement | null} */ (this._choice.firstElementChild)?.focus());
  }

  /** Moves that no place stands for, such as a pass. */
  _showButtons() {
    this._buttons.replaceChildren(...this.moves.filter((move) => !move.path.length).map((move) => this._button(move)));
  }

  /** @param {Move} move */
  _button(move) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.text[0].toUpperCase() + move.text.slice(1);
    button.addEventListener("click", () => this._send(move));
    return button;
  }

  /** @param {string | null} id */
  _look(id) {
    if (!this._pieces) return;
    const stack = id !== null && this._scene?.places.get(id)?.hand === null ? this._pieces.on(id) : [];
    this._pieces.fan(stack.length > 1 ? id : null);
    for (const layer of [this._marks?.badges, this._marks?.trail]) layer?.classList.toggle("hidden", stack.length > 1);
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  _emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("ply-board", PlyBoard);
