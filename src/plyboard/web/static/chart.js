/**
 * `<ply-chart>`: lines over steps, such as the evaluation of a game over its moves.
 *
 * Properties: `series`, the lines; `labels`, what a step is called; `marker`, the step that is looked at; `range`, the
 * lowest and highest value, else they follow the lines. With the attribute `area` the space between a single line and zero is filled.
 * Event: `ply-jump` {index}, a step was clicked or reached by arrow keys.
 */

import { node } from "./svg.js";

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {(number | null)[]} values
 * @property {number[]} [low] where the band of uncertainty around the line begins
 * @property {number[]} [high] and where it ends
 * @property {Record<number, string>} [dots] steps with a dot, of a class such as `blunder`
 */

const [WIDTH, HEIGHT] = [600, 180];
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 8, 8, 20];

export class PlyChart extends HTMLElement {
  constructor() {
    super();
    /** @type {Series[]} */
    this._series = [];
    /** @type {string[]} */
    this._labels = [];
    /** @type {[number, number] | null} */
    this._range = null;
    /** @type {number | null} */
    this._marker = null;
    this._root = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "slider", tabindex: 0, class: "ply-chart" });
    this._line = node("line", { class: "marker", y1: TOP, y2: HEIGHT - BOTTOM });
    this._legend = document.createElement("p");
    this._legend.className = "ply-legend";
    this._root.addEventListener("click", (event) => this._jump(this._stepAt(event)));
    this._root.addEventListener("keydown", (event) => this._key(event));
  }

  connectedCallback() {
    if (this._root.isConnected) return;
    this.append(this._root, this._legend);
    this._root.setAttribute("aria-label", this.getAttribute("label") ?? "Chart");
    this._draw();
  }

  get series() {
    return this._series;
  }

  set series(series) {
    this._series = series;
    this._draw();
  }

  get labels() {
    return this._labels;
  }

  set labels(labels) {
    this._labels = labels;
    this._draw();
  }

  get range() {
    return this._range;
  }

  set range(range) {
    this._range = range;
    this._draw();
  }

  get marker() {
    return this._marker;
  }

  set marker(step) {
    this._marker = step;
    this._mark();
  }

  get _steps() {
    return Math.max(1, ...this._series.map((line) => line.values.length));
  }

  /** @returns {[number, number]} */
  get _limits() {
    if (this._range) return this._range;
    const known = this._series.flatMap((line) => [...line.values, ...(line.low ?? []), ...(line.high ?? [])]);
    const values = known.filter((value) => value !== null);
    if (!values.length) return [0, 1];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return low === high ? [low - 1, high + 1] : [low, high];
  }

  /** @param {number} step */
  _x(step) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * step) / Math.max(1, this._steps - 1);
  }

  /** @param {number} value */
  _y(value) {
    const [low, high] = this._limits;
    const part = (Math.min(high, Math.max(low, value)) - low) / (high - low);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part;
  }

  _draw() {
    const [low, high] = this._limits;
    const lines = this._series.map((line, place) => this._drawLine(line, place));
    const ticks = scale(low, high).map((value) => this._tick(value));
    this._root.replaceChildren(...ticks, ...this._names(), ...lines, this._line);
    this._legend.replaceChildren(
      ...(this._series.length > 1 ? this._series : []).map((line, place) => {
        const name = document.createElement("span");
        name.className = `line-${place % 6}`;
        name.textContent = line.name;
        return name;
      }),
    );
    this._root.setAttribute("aria-valuemin", "0");
    this._root.setAttribute("aria-valuemax", String(this._steps - 1));
    this._mark();
  }

  /** @param {number} value */
  _tick(value) {
    const y = this._y(value);
    const label = node("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" });
    label.textContent = String(value);
    const grid = node("line", { class: value === 0 ? "zero" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y });
    return node("g", { class: "tick" }, grid, label);
  }

  /** What some of the steps are called, no more than there is room for. */
  _names() {
    const every = Math.ceil(this._labels.length / 8);
    return this._labels.flatMap((name, step) => {
      if (step % every) return [];
      const anchor = !step ? "start" : step === this._steps - 1 ? "end" : "middle";
      const label = node("text", { class: "tick", x: this._x(step), y: HEIGHT - 5, "text-anchor": anchor });
      label.textContent = name;
      return [label];
    });
  }

  /**
   * @param {Series} line
   * @param {number} place
   */
  _drawLine(line, place) {
    const group = node("g", { class: `line-${place % 6}` });
    const path = this._path(line.values);
    if (line.low && line.high) {
      const back = line.low.map((value, step) => `L${this._x(step)} ${this._y(value)}`).reverse();
      group.append(node("path", { class: "band", d: `${this._path(line.high)}${back.join("")}z` }));
    }
    if (this.hasAttribute("area") && this._series.length === 1 && path) {
      const zero = this._y(0);
      const known = line.values.flatMap((value, step) => (value === null ? [] : [step]));
      const closed = `${path}L${this._x(known.at(-1) ?? 0)} ${zero}L${this._x(known[0])} ${zero}z`;
      group.append(node("path", { class: "area", d: closed }));
    }
    group.append(node("path", { class: "line", d: path }));
    for (const [step, kind] of Object.entries(line.dots ?? {})) {
      const value = line.values[Number(step)];
      if (value !== null && value !== undefined)
        group.append(node("circle", { class: `dot ${kind}`, r: 4, cx: this._x(Number(step)), cy: this._y(value) }));
    }
    return group;
  }

  /** @param {(number | null)[]} values */
  _path(values) {
    const points = values.flatMap((value, step) => (value === null ? [] : [`${this._x(step)} ${this._y(value)}`]));
    return points.length ? `M${points.join("L")}` : "";
  }

  _mark() {
    const step = this._marker;
    this._line.setAttribute("visibility", step === null ? "hidden" : "visible");
    this._root.setAttribute("aria-valuenow", String(step ?? 0));
    if (step === null) return;
    this._line.setAttribute("x1", String(this._x(step)));
    this._line.setAttribute("x2", String(this._x(step)));
    const said = this._series.map((line) => `${line.name} ${line.values[step] ?? "unknown"}`);
    this._root.setAttribute("aria-valuetext", [this._labels[step] ?? step, ...said].join(", "));
  }

  /** @param {MouseEvent} event */
  _stepAt(event) {
    const box = this._root.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    return Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * (this._steps - 1));
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const now = this._marker ?? 0;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      Home: 0,
      End: this._steps - 1,
    });
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    this._jump(steps[event.key]);
  }

  /** @param {number} step */
  _jump(step) {
    this.marker = Math.min(this._steps - 1, Math.max(0, step));
    this.dispatchEvent(new CustomEvent("ply-jump", { detail: { index: this.marker }, bubbles: true }));
  }
}

/**
 * Round values between two, three to six of them.
 * @param {number} low
 * @param {number} high
 */
function scale(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    ticks.push(Number(value.toPrecision(6)) + 0);
  return ticks;
}

customElements.define("ply-chart", PlyChart);
