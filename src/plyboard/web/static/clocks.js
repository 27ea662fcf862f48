/** The clocks of the players: the server says what is left, the page counts on from there. */

import { find } from "./net.js";

const LOW = 20;

export class Clocks {
  /** @param {(seat: number) => HTMLElement} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {any} */
    this.state = null;
    this.heard = 0;
    window.setInterval(() => this.paint(), 100);
  }

  /** @param {any} state */
  show(state) {
    this.state = state;
    this.heard = performance.now();
    for (const seat of [0, 1]) find(".clock", this.seat(seat)).hidden = !state.clocks;
    this.paint();
  }

  paint() {
    if (!this.state?.clocks) return;
    for (const seat of [0, 1]) {
      const ticking = this.state.ticking && this.state.player === seat;
      const since = ticking ? (performance.now() - this.heard) / 1000 : 0;
      const left = Math.max(0, this.state.clocks[seat] - since);
      const clock = find(".clock", this.seat(seat));
      clock.textContent = written(left);
      clock.classList.toggle("ticking", ticking);
      clock.classList.toggle("low", left < LOW);
    }
  }
}

/** @param {number} left seconds */
function written(left) {
  if (left < LOW) return left.toFixed(1);
  const whole = Math.ceil(left);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}
