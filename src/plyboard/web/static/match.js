/** Which piece of one position is which of the next: so that pieces move instead of vanishing here and appearing there. */

/** @typedef {import("./types").Piece} Piece */

/**
 * @template {Piece} T
 * @param {T[]} before
 * @param {Piece[]} after
 * @param {(readonly string[])[]} steps from where to where a piece has gone, whatever it has become
 * @param {(a: string, b: string) => number} distance
 * @returns {Map<Piece, T>} for each piece now, which one it was; what is new has none
 */
export function match(before, after, steps, distance) {
  const found = new Map();
  const left = new Set(before);
  const pair = (/** @type {Piece} */ now, /** @type {T | undefined} */ was) => {
    if (!was || found.has(now)) return;
    found.set(now, was);
    left.delete(was);
  };
  /** @param {(was: T) => boolean} fits */
  const last = (fits) => [...left].filter(fits).at(-1);

  for (const now of after) pair(now, last((was) => was.at === now.at && was.look === now.look));
  for (const [from, to] of steps) {
    const now = after.filter((piece) => piece.at === to && !found.has(piece)).at(-1);
    if (now) pair(now, last((was) => was.at === from));
  }
  for (const now of after) {
    if (found.has(now)) continue;
    const alike = [...left].filter((was) => was.look === now.look);
    alike.sort((a, b) => distance(a.at, now.at) - distance(b.at, now.at));
    pair(now, alike[0]);
  }
  return found;
}
