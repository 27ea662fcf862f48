/** The page of a run: as long as it is at work, the server is asked again and again how it stands. */

import { ask } from "./ask.js";
import { find } from "./net.js";

const EVERY = 1000;

/**
 * Follow the run of this page.
 * @param {(told: any) => void} heard
 */
export async function follow(heard) {
  const standing = find("#standing");
  const line = find("#line");
  let html = "";
  for (;;) {
    try {
      const told = await ask(`${location.pathname}/state`);
      line.hidden = true;
      if (told.html !== html) {
        // Whoever is about to press a button must not lose it.
        const held = standing.contains(document.activeElement) && document.activeElement?.tagName;
        standing.innerHTML = html = told.html;
        if (held) /** @type {HTMLElement | null} */ (standing.querySelector(held))?.focus();
      }
      heard(told);
      if (!told.running) return;
    } catch (error) {
      line.hidden = false;
      line.textContent = /** @type {Error} */ (error).message;
    }
    await new Promise((go) => setTimeout(go, EVERY));
    while (document.hidden) await new Promise((go) => setTimeout(go, EVERY));
  }
}
