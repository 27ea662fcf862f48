/** A match or tournament: its games as they are played, and how it stands. */

import "./board.js";
import { ask } from "./ask.js";
import { find } from "./net.js";
import { follow } from "./runs.js";

/** @typedef {{id: number, players: string[], ply: number}} Game */

const live = find("#live");
/** The boards that are shown, by the numbers of their games. @type {Map<number, {place: HTMLElement, ply: number}>} */
const shown = new Map();

/** @param {Game} game */
function place(game) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/games/${game.id}`;
  link.textContent = game.players.join(" – ");
  const board = document.createElement("ply-board");
  board.inert = true; // To look at: the link below it is what can be clicked.
  item.append(board, link);
  live.append(item);
  return item;
}

/** @param {Game} game */
async function show(game) {
  let known = shown.get(game.id);
  if (known?.ply === game.ply) return;
  const view = await ask(`${location.pathname}/games/${game.id}`);
  if (!known) {
    known = { place: place(game), ply: -1 };
    shown.set(game.id, known);
  } else {
    delete view.board;
  }
  known.ply = game.ply;
  /** @type {import("./board.js").PlyBoard} */ (find("ply-board", known.place)).view = view;
}

follow(async (/** @type {{live: Game[]}} */ told) => {
  for (const [id, { place }] of shown)
    if (!told.live.some((game) => game.id === id)) {
      place.remove();
      shown.delete(id);
    }
  for (const game of told.live) await show(game).catch(() => null); // The next answer tells why.
});
