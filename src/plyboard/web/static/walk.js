/** Walking through a game: by keys, and by the buttons with `data-walk` on a page. */

const KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  f: "flip",
});

/**
 * @param {{now: () => number, last: () => number, go: (ply: number) => void, flip: () => void}} game
 */
export function walkable({ now, last, go, flip }) {
  /** @param {string} step */
  const walk = (step) => {
    if (step === "flip") return flip();
    const wanted = { first: 0, back: now() - 1, on: now() + 1, last: last() }[step] ?? now();
    go(Math.max(0, Math.min(last(), wanted)));
  };
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-walk]"));
    if (button) walk(button.dataset.walk ?? "");
  });
  document.addEventListener("keydown", (event) => {
    const typing = /** @type {Element} */ (event.target).matches("input, select, textarea");
    const step = KEYS[event.key];
    if (!step || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    walk(step);
  });
}
