/** What the review of a game and the practice on its mistakes share. */

import { find } from "./net.js";

export const WORDS = /** @type {Record<string, string>} */ ({
  best: "The best move",
  good: "A good move",
  inaccuracy: "An inaccuracy",
  mistake: "A mistake",
  blunder: "A blunder",
});

/** Moves of a line that are shown: further ones are guesses. */
const SHOWN = 8;

/** @typedef {{move: string, line: string[], path: string[], played: string[]}} Better */

/** @param {string} reason */
export function complain(reason) {
  find("#problem").textContent = reason;
  find("#problem").hidden = !reason;
}

/**
 * The line that would have been better, as buttons that show it move by move.
 * @param {Better | null} better
 * @param {(step: number) => void} chosen
 */
export function showLine(better, chosen) {
  const box = find("#better");
  box.hidden = !better;
  find("ol", box).replaceChildren(
    ...(better?.line ?? []).slice(0, SHOWN).map((move, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.addEventListener("click", () => {
        for (const other of box.querySelectorAll("button")) other.removeAttribute("aria-current");
        button.setAttribute("aria-current", "true");
        chosen(number + 1);
      });
      const entry = document.createElement("li");
      entry.append(button);
      return entry;
    }),
  );
}

/**
 * An arrow for a move; none for a move that goes nowhere, such as a pass.
 * @param {string[] | undefined} path
 * @param {string} kind
 */
export function arrow(path, kind) {
  return path?.length ? [{ from: path[0], to: /** @type {string} */ (path.at(-1)), kind }] : [];
}
