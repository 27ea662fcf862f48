/** What is drawn on a board besides its pieces: the last move, what is selected, where it can go, arrows. */

import { motion, node, outline, transform } from "./svg.js";

/** @typedef {import("./types").Shape} Shape */
/** @typedef {import("./types").LastMove} LastMove */

export class Marks {
  /** @param {import("./scene").Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.last = node("g");
    this.chosen = node("g");
    scene.under.append(this.last, this.chosen);
    this.trail = node("g");
    this.targets = node("g");
    this.badges = node("g");
    this.shapes = node("g");
    this.calls = node("g");
    scene.over.append(this.trail, this.targets, this.badges, this.shapes, this.calls);
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {number} smaller
   * @param {number} lift
   */
  _cell(id, name, smaller = 0, lift = 0) {
    const { shape, reach } = this.scene.board;
    const drawn = node("path", { class: name, d: outline(shape, reach - smaller) });
    drawn.style.transform = transform(this.scene.spot(id, lift));
    return drawn;
  }

  /**
   * @param {string} name
   * @param {string} from
   * @param {string} to
   */
  _line(name, from, to) {
    const [a, b] = [this.scene.spot(from), this.scene.spot(to)];
    return node("line", { class: name, x1: a.x, y1: a.y, x2: b.x, y2: b.y });
  }

  /**
   * @param {LastMove | null} last
   * @param {(id: string) => {lift: number} | undefined} top the top piece on a place
   */
  showLast(last, top) {
    const path = (last?.path ?? []).filter((id) => this.scene.places.get(id)?.hand === null);
    this.last.replaceChildren(...path.map((id) => this._cell(id, "last")));
    this.trail.replaceChildren();
    const end = path.at(-1);
    const piece = end && top(end);
    // A tile hides what is under it.
    if (piece && this.scene.board.shape === "hex") this.trail.append(this._cell(end, "trail", 1, piece.lift));
    if (this.scene.board.lined && path.length > 1) this.last.append(this._line("ply-trail", path[0], path[1]));
    for (const id of last?.taken ?? []) this.last.append(this._cell(id, "ply-hit", 2));
  }

  /**
   * What is selected, and where it can go.
   * @param {string | undefined} chosen
   * @param {Iterable<string>} targets
   * @param {(id: string) => {lift: number} | undefined} top the top piece on a place
   */
  showTargets(chosen, targets, top) {
    this.chosen.replaceChildren();
    this.targets.replaceChildren();
    if (!chosen) return;
    const { lined, reach, shape } = this.scene.board;
    this.chosen.append(this._cell(chosen, "lit", 1));
    if (shape === "hex") this.targets.append(this._cell(chosen, "glow", 1, top(chosen)?.lift));
    for (const id of targets) {
      if (lined) this.chosen.append(this._line("ply-way", chosen, id));
      const piece = top(id);
      const target = piece
        ? this._cell(id, "ply-target ring", 2, piece.lift)
        : node("circle", { class: "ply-target", r: reach * 0.32 });
      target.setAttribute("data-target", id);
      if (!piece) target.style.transform = transform(this.scene.spot(id));
      this.targets.append(target);
    }
  }

  /**
   * How many pieces there are where there are several.
   * @param {Map<string, {lift: number}[]>} stacks
   */
  showHeights(stacks) {
    this.badges.replaceChildren();
    const { reach } = this.scene.board;
    for (const [id, stack] of stacks) {
      if (stack.length < 2) continue;
      const number = node("text", { class: "number", y: 3.6, "font-size": 10 });
      number.textContent = String(stack.length);
      const badge = node("g", { class: "ply-badge" }, node("circle", { class: "height", r: 6 }), number);
      const { x, y, scale } = this.scene.spot(id, stack[stack.length - 1].lift);
      badge.style.transform = transform({ x: x + 0.75 * reach * scale, y: y - 0.3 * reach * scale, scale });
      this.badges.append(badge);
    }
  }

  /** @param {Shape[]} shapes */
  showShapes(shapes) {
    this.shapes.replaceChildren(...shapes.flatMap((shape) => this._shape(shape)));
  }

  /**
   * @param {Shape} shape
   * @returns {SVGElement[]}
   */
  _shape({ from, to, kind = "own" }) {
    if (!this.scene.places.has(from) || !this.scene.places.has(to)) return [];
    const { reach } = this.scene.board;
    if (from === to) {
      const circle = node("circle", { class: `ply-shape ${kind}`, r: reach * 0.88 });
      circle.style.transform = transform(this.scene.spot(from));
      return [circle];
    }
    const [a, b] = [this.scene.spot(from), this.scene.spot(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [right, down] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const head = reach * 0.7;
    const [tipX, tipY] = [b.x - right * reach * 0.2, b.y - down * reach * 0.2];
    const [endX, endY] = [tipX - right * head, tipY - down * head];
    const points = [
      [tipX, tipY],
      [endX - (down * head) / 1.7, endY + (right * head) / 1.7],
      [endX + (down * head) / 1.7, endY - (right * head) / 1.7],
    ];
    const shaft = node("line", { x1: a.x + right * reach * 0.4, y1: a.y + down * reach * 0.4, x2: endX, y2: endY });
    const tip = node("polygon", { points: points.map((point) => point.join(" ")).join(",") });
    return [node("g", { class: `ply-shape ${kind}` }, shaft, tip)];
  }

  /**
   * Call out what a move is called.
   * @param {string} call
   * @param {string} at
   */
  call(call, at) {
    if (!call || !motion() || !this.scene.places.has(at)) return;
    const { width, height } = this.scene.board;
    const word = node("text", { class: "ply-call", "font-size": width / 9 });
    word.textContent = call;
    const spot = this.scene.spot(at);
    const x = Math.min(Math.max(spot.x, width * 0.25), width * 0.75);
    const y = Math.min(Math.max(spot.y, height * 0.15), height * 0.9);
    this.calls.append(word);
    const frames = [
      { transform: transform({ x, y, scale: 0.3 }), opacity: 0 },
      { transform: transform({ x, y, scale: 1.1 }), opacity: 1, offset: 0.2 },
      { transform: transform({ x, y, scale: 1 }), opacity: 1, offset: 0.7 },
      { transform: transform({ x, y: y - 10, scale: 1 }), opacity: 0 },
    ];
    word.animate(frames, { duration: 1100, fill: "both" }).finished.then(() => word.remove());
  }
}
