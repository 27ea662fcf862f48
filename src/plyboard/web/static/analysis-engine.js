/** What the strongest player thinks: it is asked over a line of its own, and its best lines are shown as they come. */

import { find } from "./net.js";

/** @typedef {{moves: string[], path: string[], score: string}} Found a line and what it promises */
/**
 * @typedef {{number: number, by: string, depth: number, nodes: number, speed: number | null, chance: number, promise: string,
 *   decided: boolean, lines: Found[], done: boolean}} Report
 */
/** @typedef {{game: string, start: string, moves: string[], lines: number}} Question */

const AGAIN = 1000;
const PAUSE = 120; // Milliseconds: whoever walks fast through a game asks for nothing on the way.

export class Engine {
  /**
   * @param {(report: Report) => void} heard
   * @param {(reason: string) => void} refused
   * @param {(connected: boolean) => void} changed
   */
  constructor(heard, refused, changed) {
    this._heard = heard;
    this._refused = refused;
    this._changed = changed;
    this._number = 0;
    /** @type {Question | null} */
    this._question = null;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
  }

  /** @param {Question} question */
  think(question) {
    this._number += 1;
    this._question = question;
    window.clearTimeout(this._timer);
    this._timer = window.setTimeout(() => this._say(), PAUSE);
  }

  stop() {
    this._number += 1;
    this._question = null;
    window.clearTimeout(this._timer);
    this._say();
  }

  _say() {
    const said = this._question ? { do: "think", number: this._number, ...this._question } : { do: "stop" };
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(said));
    else if (this._question && this._socket?.readyState !== WebSocket.CONNECTING) this._open();
  }

  _open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/analysis/socket`);
    this._socket = socket;
    socket.onopen = () => {
      this._changed(true);
      this._say();
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.number !== this._number) return;
      if (message.kind === "lines") this._heard(message);
      else this._refused(message.reason);
    };
    socket.onclose = () => {
      if (!this._question) return;
      this._changed(false);
      window.setTimeout(() => this._say(), AGAIN);
    };
  }
}

/** Where the best lines stand. */
export class Lines {
  /** @param {(moves: string[]) => void} chosen someone wants to see a line up to one of its moves */
  constructor(chosen) {
    this._list = find("#lines");
    this._chosen = chosen;
  }

  /**
   * @param {Report | null} report
   * @param {number} count how many lines there is room for
   * @param {boolean} thinking
   */
  show(report, count, thinking) {
    this._list.style.setProperty("--lines", String(count));
    const focused = [...this._list.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    this._list.replaceChildren(...(report?.lines ?? []).slice(0, count).map((line) => this._line(line)));
    if (focused >= 0) this._list.querySelectorAll("button")[focused]?.focus();
    find("#depth").textContent = report ? depth(report) : thinking ? "Thinking …" : "";
    find("#promise").textContent = report?.promise ?? "";
    find("#deeper").hidden = !thinking || !report?.done || report.decided;
  }

  /** @param {Found} line */
  _line({ moves, score }) {
    const entry = document.createElement("li");
    const mark = document.createElement("strong");
    mark.textContent = score;
    const buttons = moves.map((move, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.addEventListener("click", () => this._chosen(moves.slice(0, number + 1)));
      return button;
    });
    entry.append(mark, ...buttons);
    return entry;
  }
}

/** @param {Report} report */
function depth({ depth, nodes, speed }) {
  const fast = speed === null ? "" : `, ${short(speed)} a second`;
  return `Depth ${depth}, ${short(nodes)} positions${fast}`;
}

/** @param {number} count */
function short(count) {
  return new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(count);
}

/**
 * The bar beside the board: how much of it belongs to the first player.
 * @param {number | null} chance from -1 to 1; null where nobody knows
 * @param {boolean} flipped
 * @param {string} words
 */
export function showBar(chance, flipped, words) {
  const bar = find("#bar");
  const share = Math.round(50 * (1 + (chance ?? 0)));
  bar.classList.toggle("flipped", flipped);
  find("span", bar).style.height = `${share}%`;
  bar.setAttribute("aria-valuenow", String(share));
  bar.setAttribute("aria-valuetext", words || "not known");
}
