/** The picture of a board: its layers, where its places are, and which place is at a point. */

import { motion, node, outline, transform } from "./svg.js";

/** @typedef {import("./types").BoardSpec} BoardSpec */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Point} Point */
/** @typedef {import("./types").Spot} Spot */

export class Scene {
  /** @param {BoardSpec} board */
  constructor(board) {
    this.board = board;
    this.flip = false;
    /** @type {Map<string, Cell>} */
    this.places = new Map();
    /** How the board is enlarged and where it is moved to; the hands stay where they are. */
    this.camera = { x: 0, y: 0, scale: 1 };
    this.still = node("g", { "aria-hidden": "true" });
    this.still.innerHTML = board.svg;
    this.comb = node("g", { class: "ply-comb", "aria-hidden": "true" });
    this.under = node("g", { class: "ply-under", "aria-hidden": "true" });
    this.pieces = node("g", { class: "ply-pieces", "aria-hidden": "true" });
    this.over = node("g", { class: "ply-over", "aria-hidden": "true" });
    this.cells = node("g", { class: "ply-cells" });
    this.root = node(
      "svg",
      {
        viewBox: `0 0 ${board.width} ${board.height}`,
        class: `plyboard auto ${board.shape}`,
        role: "group",
        "aria-label": `${board.title} board`,
      },
      this.still,
      this.comb,
      this.under,
      this.pieces,
      this.over,
      this.cells,
    );
    this.stage = document.createElement("div");
    this.stage.className = "ply-stage";
    this.stage.append(this.root);
  }

  /**
   * The places from now on; what is free of an edge is shown as large as it fits.
   * @param {Cell[]} cells
   */
  setCells(cells) {
    this.places = new Map(cells.map((cell) => [cell.id, cell]));
    const before = this.camera;
    this.camera = this._fitting(cells.filter((cell) => cell.hand === null));
    this._drawCells();
    const { x, y, scale } = this.camera;
    if (before.scale === scale && before.x === x && before.y === y) return;
    const zoom = before.scale / scale;
    const from = transform({ x: before.x - x * zoom, y: before.y - y * zoom, scale: zoom });
    for (const layer of [this.comb, this.under, this.over])
      layer.animate([{ transform: from }, { transform: "none" }], { duration: motion(), easing: "ease-out" });
  }

  /**
   * @param {Cell[]} cells
   * @returns {Spot}
   */
  _fitting(cells) {
    const { room, reach, largest } = this.board;
    if (!room) return { x: 0, y: 0, scale: 1 };
    const [left, top, width, height] = room;
    const across = cells.map((cell) => cell.x);
    const down = cells.map((cell) => cell.y);
    const [west, east, north, south] = [
      Math.min(...across) - reach,
      Math.max(...across) + reach,
      Math.min(...down) - reach,
      Math.max(...down) + reach,
    ];
    const scale = Math.min(width / (east - west), height / (south - north), largest);
    return {
      x: left + width / 2 - (scale * (west + east)) / 2,
      y: top + height / 2 - (scale * (north + south)) / 2,
      scale,
    };
  }

  _drawCells() {
    const { shape, reach } = this.board;
    const had = new Map([...this.cells.children].map((cell) => [cell.getAttribute("data-at"), cell]));
    for (const [id, cell] of had) if (id && !this.places.has(id)) cell.remove();
    this.comb.replaceChildren();
    for (const [id, place] of this.places) {
      const old = had.get(id);
      const drawn = /** @type {SVGElement} */ (old ?? node("path", { "data-at": id, role: "button", tabindex: -1 }));
      drawn.setAttribute("d", outline(shape, reach));
      drawn.style.transform = transform(this.spot(id));
      if (!old) this.cells.append(drawn);
      if (this.board.room && place.hand === null) {
        const hex = node("path", { class: "comb", d: outline(shape, reach) });
        hex.style.transform = transform(this.spot(id));
        this.comb.append(hex);
      }
    }
  }

  /** @param {boolean} flip */
  setFlip(flip) {
    this.flip = flip;
    const [x, y] = this.board.centre;
    for (const turning of this.still.querySelectorAll(".turning"))
      turning.setAttribute("transform", flip ? `rotate(180 ${x} ${y})` : "");
    for (const side of this.still.querySelectorAll("[data-side]"))
      side.setAttribute("visibility", side.getAttribute("data-side") === String(Number(flip)) ? "visible" : "hidden");
    this._drawCells();
  }

  /** @param {number | null} player */
  setTurn(player) {
    for (const sign of this.still.querySelectorAll("[data-turn]"))
      sign.setAttribute("visibility", sign.getAttribute("data-turn") === String(player) ? "visible" : "hidden");
  }

  /**
   * Where a place is in the picture.
   * @param {string} id
   * @param {number} lift
   * @returns {Spot}
   */
  spot(id, lift = 0) {
    const place = this.places.get(id);
    if (!place) return { x: 0, y: 0, scale: 0 };
    const { centre, height } = this.board;
    if (place.hand !== null) return { x: place.x, y: (this.flip ? height - place.y : place.y) - lift, scale: 1 };
    if (this.board.room) {
      const { x, y, scale } = this.camera;
      return { x: x + scale * place.x, y: y + scale * (place.y - lift), scale };
    }
    const [x, y] = this.flip ? [2 * centre[0] - place.x, 2 * centre[1] - place.y] : [place.x, place.y];
    return { x, y: y - lift, scale: 1 };
  }

  /**
   * @param {string} a
   * @param {string} b
   */
  distance(a, b) {
    const [from, to] = [this.spot(a), this.spot(b)];
    return Math.hypot(from.x - to.x, from.y - to.y);
  }

  /**
   * A point of the page in the units of the picture.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  point(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return { x: -1, y: -1 };
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  /**
   * The place at a point.
   * @param {Point} point
   * @returns {string | null}
   */
  at(point) {
    const { shape, reach } = this.board;
    let [best, nearest] = [/** @type {string | null} */ (null), Infinity];
    for (const id of this.places.keys()) {
      const { x, y, scale } = this.spot(id);
      const [right, down] = [Math.abs(point.x - x) / scale, Math.abs(point.y - y) / scale];
      const away = shape === "square" ? Math.max(right, down) : Math.hypot(right, down);
      if (away <= reach && away * scale < nearest) [best, nearest] = [id, away * scale];
    }
    return best;
  }

  /**
   * The next place from one in a direction of the picture.
   * @param {string} id
   * @param {number} right
   * @param {number} down
   * @returns {string | null}
   */
  beside(id, right, down) {
    const from = this.spot(id);
    let [best, nearest] = [/** @type {string | null} */ (null), Infinity];
    for (const other of this.places.keys()) {
      const to = this.spot(other);
      const along = (to.x - from.x) * right + (to.y - from.y) * down;
      const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      if (along > 1 && along + 3 * aside < nearest && aside <= 2 * along) [best, nearest] = [other, along + 3 * aside];
    }
    return best;
  }

  /** @param {string} id */
  cell(id) {
    return /** @type {SVGElement | null} */ (this.cells.querySelector(`[data-at="${CSS.escape(id)}"]`));
  }
}
