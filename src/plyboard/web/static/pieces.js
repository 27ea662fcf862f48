/** The pieces on a board, each a node that stays the same node from position to position. */

import { match } from "./match.js";
import { motion, node, transform } from "./svg.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Point} Point */
/** @typedef {import("./types").Spot} Spot */
/** @typedef {import("./types").View} View */
/** @typedef {Piece & {node: SVGGElement, spot: Spot}} Shown */

export class Pieces {
  /**
   * @param {import("./scene").Scene} scene
   * @param {Record<string, import("./types").Look>} looks
   */
  constructor(scene, looks) {
    this.scene = scene;
    this.looks = looks;
    /** @type {Shown[]} */
    this.shown = [];
    /** The place whose stack is spread out to be seen. */
    this.spread = /** @type {string | null} */ (null);
  }

  /**
   * Go from what is shown to a view.
   * @param {View} view
   * @param {View | null} before
   * @param {boolean} still whether to go there without motion
   */
  show(view, before, still) {
    const last = view.last;
    const moves = [last?.path ?? [], [...(before?.last?.path ?? [])].reverse()].filter((path) => path.length > 1);
    const steps = moves.map((path) => [path[0], path[path.length - 1]]);
    for (const id of [...(last?.changed ?? []), ...(before?.last?.changed ?? [])]) steps.push([id, id]);
    const found = match(this.shown, view.pieces, steps, (a, b) => this.scene.distance(a, b));
    const kept = new Set(found.values());
    const gone = this.shown.filter((piece) => !kept.has(piece));
    this.shown = view.pieces.map((piece) => this._shown(piece, found.get(piece), still));
    for (const piece of gone) this._leave(piece, last?.path.at(0) === piece.at ? last.path.at(-1) : undefined, still);
    for (const piece of this.shown) if (!still && last?.changed.includes(piece.at)) this._pulse(piece);
    this._mark();
    this.sort();
  }

  /**
   * @param {Piece} piece
   * @param {Shown | undefined} was
   * @param {boolean} still
   * @returns {Shown}
   */
  _shown(piece, was, still) {
    const group = was?.node ?? node("g", { class: "piece" });
    if (was?.look !== piece.look) group.innerHTML = this.looks[piece.look]?.svg ?? "";
    group.classList.toggle("resting", piece.resting);
    group.setAttribute("data-look", piece.look);
    group.setAttribute("data-on", piece.at);
    const shown = { ...piece, node: group, spot: was?.spot ?? { x: 0, y: 0, scale: 0 } };
    this._put(shown, this._place(shown), still || !was);
    if (!was && !still) group.animate([{ opacity: 0 }, { opacity: 1 }], motion());
    return shown;
  }

  /**
   * A piece that is no more: it goes where it was taken, and all that are taken fade together.
   * @param {Shown} piece
   * @param {string | undefined} to
   * @param {boolean} still
   */
  _leave(piece, to, still) {
    if (still || !motion()) {
      piece.node.remove();
      return;
    }
    if (to) this._put(piece, this.scene.spot(to), false);
    piece.node.classList.add("taken");
    const fade = piece.node.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: motion(),
      delay: motion(),
      fill: "forwards",
    });
    fade.finished.then(() => piece.node.remove());
  }

  /** @param {Shown} piece */
  _pulse(piece) {
    const inner = piece.node.firstElementChild;
    inner?.animate([{ scale: 1 }, { scale: 1.35 }, { scale: 1 }], { duration: 2 * motion(), delay: motion() / 2 });
  }

  /**
   * @param {Shown} piece
   * @returns {Spot}
   */
  _place(piece) {
    if (piece.at !== this.spread) return this.scene.spot(piece.at, piece.lift);
    const level = this.on(piece.at).indexOf(piece);
    const { x, y, scale } = this.scene.spot(piece.at);
    return { x, y: y - 1.15 * level * this.scene.board.reach * scale, scale };
  }

  /**
   * @param {Shown} piece
   * @param {Spot} spot
   * @param {boolean} still
   */
  _put(piece, spot, still) {
    const from = piece.spot;
    piece.spot = spot;
    piece.node.style.transform = transform(spot);
    if (still || (from.x === spot.x && from.y === spot.y && from.scale === spot.scale)) return;
    const glide = piece.node.animate([{ transform: transform(from) }, { transform: transform(spot) }], {
      duration: motion(),
      easing: "ease-in-out",
    });
    piece.node.classList.add("moving");
    glide.finished.then(() => {
      piece.node.classList.remove("moving");
      this.sort();
    });
  }

  /** Those in front last, those on their way before all. */
  sort() {
    const order = [...this.shown].sort(
      (a, b) => Number(a.node.classList.contains("moving")) - Number(b.node.classList.contains("moving")),
    );
    const nodes = order.map((piece) => piece.node);
    const children = [...this.scene.pieces.children].filter((child) => nodes.includes(/** @type {any} */ (child)));
    if (nodes.some((child, place) => child !== children[place])) this.scene.pieces.append(...nodes);
  }

  /** Say which pieces lie under others, and how many there are on a place. */
  _mark() {
    for (const [id, stack] of this.stacks()) {
      for (const piece of stack) piece.node.classList.toggle("covered", piece !== stack.at(-1) && id !== this.spread);
    }
  }

  /** @returns {Map<string, Shown[]>} */
  stacks() {
    const stacks = new Map();
    for (const piece of this.shown) stacks.set(piece.at, [...(stacks.get(piece.at) ?? []), piece]);
    return stacks;
  }

  /**
   * The pieces on a place, the top one last.
   * @param {string} id
   */
  on(id) {
    return this.shown.filter((piece) => piece.at === id);
  }

  /** Put every piece where it belongs, such as after the board was flipped. */
  settle(still = false) {
    for (const piece of this.shown) this._put(piece, this._place(piece), still);
  }

  /**
   * Let the top piece of a place follow the pointer.
   * @param {string} id
   * @param {Point} point
   */
  drag(id, point) {
    const piece = this.on(id).at(-1);
    if (!piece) return;
    piece.node.classList.add("moving", "dragged");
    this._put(piece, { ...point, scale: Math.max(piece.spot.scale, this.scene.camera.scale) }, true);
    this.sort();
  }

  /**
   * Let go of a dragged piece: it stays where it was dropped, or goes back.
   * @param {string} id
   * @param {string | null} to
   */
  drop(id, to) {
    const piece = this.on(id).at(-1);
    piece?.node.classList.remove("moving", "dragged");
    if (piece) this._put(piece, to ? this.scene.spot(to) : this._place(piece), Boolean(to));
  }

  /**
   * Spread out the stack on a place, or (null) none.
   * @param {string | null} id
   */
  fan(id) {
    if (id === this.spread) return;
    this.spread = id;
    this._mark();
    this.settle();
  }
}
