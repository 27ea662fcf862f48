/** The small boards of the first page: each plays a game by itself, as long as it is seen and motion is welcome. */

import "./board.js";

const STEP = 1600;
const REST = 4;

/** @param {HTMLElement} place */
async function liven(place) {
  const answer = await fetch(`/showcase/${place.dataset.game}`);
  if (!answer.ok) return;
  const { board: spec, views } = await answer.json();
  const board = /** @type {import("./board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.inert = true; // To look at: the link around it is what can be clicked.
  board.view = { ...views[0], board: spec };
  place.replaceChildren(board);
  let at = Math.floor(Math.random() * views.length);
  board.view = views[at];
  let seen = false;
  new IntersectionObserver(([entry]) => (seen = entry.isIntersecting)).observe(place);
  window.setInterval(() => {
    if (!seen || document.hidden) return;
    at = (at + 1) % (views.length + REST);
    if (at < views.length) board.view = at ? views[at] : { ...views[0], board: spec };
  }, STEP + 300 * Math.random());
}

if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".mini"))) liven(place);
