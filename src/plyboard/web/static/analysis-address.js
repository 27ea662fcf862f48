/** The address of the analysis board holds all of it, and the browser remembers the last one. */

import { toLink } from "./tree-link.js";

const KEPT = "plyboard-analysis";
const PAUSE = 120; // Milliseconds: a browser refuses to change the address too often.

export class Address {
  /** @param {() => import("./tree").Study} study what is looked at */
  constructor(study) {
    this._study = study;
    this._timer = 0;
    this._changed = false;
    window.addEventListener("pagehide", () => this._changed && this.write());
  }

  /** Bring the address up to date: now, or soon. */
  changed() {
    this._changed = true;
    if (!this._timer) this._settle();
  }

  _settle() {
    this._timer = 0;
    if (!this._changed) return;
    this.write();
    this._timer = window.setTimeout(() => this._settle(), PAUSE);
  }

  /** Bring the address up to date now. */
  write() {
    this._changed = false;
    const link = toLink(this._study());
    localStorage.setItem(KEPT, link);
    history.replaceState(null, "", `/analysis#${link}`);
    return location.href;
  }

  /** What was looked at last in this browser. */
  last() {
    return localStorage.getItem(KEPT) ?? "";
  }
}
