/** A tree of moves as the end of a link, and back. What is usual is left out, so that links stay short. */

/** @typedef {import("./tree").Study} Study */

/**
 * @param {Study} study
 * @returns {string}
 */
export function toLink(study) {
  const nodes = study.nodes.map(({ move, after, comment, shapes }, number) => {
    const more = { after: after === number - 1 ? undefined : after, comment: comment || undefined, shapes: some(shapes) };
    return Object.values(more).some((value) => value !== undefined) ? { move, ...more } : move;
  });
  const { game, start, players, comment, shapes, at } = study;
  const known = players.some((player) => player !== "?") ? players : undefined;
  const told = { game, start, players: known, comment: comment || undefined, shapes: some(shapes), nodes, at };
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The tree that a link holds; null where it holds none. Whether the rules allow it is for the server to say.
 * @param {string} link
 * @returns {Study | null}
 */
export function fromLink(link) {
  try {
    const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const told = JSON.parse(new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
    const usual = (/** @type {number} */ number) => ({ after: number - 1, comment: "", shapes: [] });
    const nodes = told.nodes.map((/** @type {any} */ node, /** @type {number} */ number) =>
      typeof node === "string" ? { ...usual(number), move: node } : { ...usual(number), ...node },
    );
    return { players: ["?", "?"], comment: "", shapes: [], ...told, nodes };
  } catch {
    return null;
  }
}

/**
 * @template T
 * @param {T[]} list
 */
function some(list) {
  return list.length ? list : undefined;
}
