/** The line to a live game: it comes back by itself when it breaks, and asks for what was missed. */

const SOONEST = 250;
const LATEST = 5000;

/**
 * @typedef {{seq: number, kind: string, time: number, [more: string]: any}} GameEvent
 * @typedef {{kind: string, events?: GameEvent[], state?: any, view?: any, [more: string]: any}} Message
 */

export class Line {
  /**
   * @param {number} game
   * @param {number} seq the number of the last event that is known
   * @param {(message: Message) => void} heard
   * @param {(connected: boolean, unsaid: boolean) => void} changed also whether something could not be said after all
   */
  constructor(game, seq, heard, changed) {
    this.path = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/games/${game}/socket`;
    this.seq = seq;
    this.heard = heard;
    this.changed = changed;
    this.wait = SOONEST;
    /** What was said before the line was there. @type {string[]} */
    this.unsaid = [];
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    window.clearTimeout(this.timer);
    const socket = new WebSocket(`${this.path}?after=${this.seq}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = SOONEST;
      for (const text of this.unsaid.splice(0)) socket.send(text);
      this.changed(true, false);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.changed(false, this.unsaid.splice(0).length > 0);
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LATEST, this.wait * 2);
    };
  }

  /** The network may be back: do not wait any longer. */
  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  /** @param {Message} message */
  hear(message) {
    if (message.events) {
      // What was heard already is not heard twice.
      message.events = message.events.filter((event) => event.seq > this.seq);
      this.seq = Math.max(this.seq, message.state.seq);
    }
    this.heard(message);
  }

  /**
   * Whether it could be said, or will be as soon as the line is there.
   * @param {object} message
   */
  say(message) {
    const text = JSON.stringify(message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.socket?.readyState === WebSocket.CONNECTING) this.unsaid.push(text);
    else return false;
    return true;
  }
}

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [inside]
 * @returns {T}
 */
export function find(selector, inside = document) {
  const found = inside.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector} on this page`);
  return /** @type {T} */ (found);
}

/** Something that the page was told when it was made. */
export function told() {
  return JSON.parse(find("#told").textContent ?? "");
}
