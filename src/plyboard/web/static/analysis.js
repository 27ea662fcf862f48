/** The analysis board: any position, the best lines, and a tree of what one tries. Its link holds all of it. */

import { Address } from "./analysis-address.js";
import { Engine, Lines, showBar } from "./analysis-engine.js";
import { exportable } from "./analysis-export.js";
import { settable } from "./analysis-setup.js";
import { ask } from "./ask.js";
import "./board.js";
import { find, told } from "./net.js";
import { arrow, complain } from "./review-parts.js";
import { settings } from "./settings.js";
import { fromLink } from "./tree-link.js";
import { TreeList } from "./tree-list.js";
import { Tree } from "./tree.js";

/** @typedef {import("./tree").Node} Node */
/**
 * @typedef {import("./tree").Study & {board: import("./types").BoardSpec, view: import("./types").View, chance?: number,
 *   editable: boolean, fresh?: boolean}} Opened */

/** @type {Opened} */
const page = told();
const board = /** @type {import("./board.js").PlyBoard} */ (find("#board"));
const engineBox = /** @type {HTMLInputElement} */ (find("#engine"));
const count = /** @type {HTMLSelectElement} */ (find("#count"));
const comment = /** @type {HTMLTextAreaElement} */ (find("#comment"));
const list = new TreeList(find("#tree"), (node) => go(node));
const lines = new Lines(playAll);
const address = new Address(() => tree.study());
const engine = new Engine(hear, complain, (connected) => {
  find("#line").hidden = connected;
});

let tree = new Tree(page);
let spec = page.board;
/** What the bar shows; it stays until more is known. */
let chance = /** @type {number | null} */ (null);
/** The chances where the game is over. @type {WeakMap<Node, number>} */
const ends = new WeakMap();

/** The position that one looks at, by the way that leads to it. @param {Node} node */
function line(node = tree.now) {
  return { game: tree.game, start: tree.start, moves: node.moves() };
}

/** Look at another tree. @param {Opened} opened */
function load(opened) {
  tree = new Tree(opened);
  spec = opened.board;
  learn(tree.root, opened);
  chance = null;
  find(".table").style.setProperty("--ratio", String(spec.width / spec.height || 1));
  board.view = { ...opened.view, board: opened.board };
  list.show(tree);
  go(tree.now);
}

/** @param {Node} node */
async function go(node) {
  tree.now = node;
  list.mark(node);
  complain("");
  address.changed();
  try {
    await look(node);
    if (tree.now === node) show();
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
  }
}

/** Make sure that the position after a move is known. @param {Node} node */
async function look(node) {
  if (node.view) return;
  learn(node, await ask("/analysis/view", line(node)));
}

/**
 * @param {Node} node
 * @param {{view: import("./types").View, chance?: number}} found
 */
function learn(node, { view, chance }) {
  node.view = view;
  if (chance !== undefined) ends.set(node, chance);
}

function show() {
  const { now } = tree;
  const view = /** @type {import("./types").View} */ (now.view);
  board.view = view;
  board.interactive = [0, 1];
  comment.value = now.comment;
  find("#status").textContent = view.status;
  const branch = tree.branch(now);
  /** @type {HTMLButtonElement} */ (find("[data-do=promote]")).disabled = !branch;
  /** @type {HTMLButtonElement} */ (find("[data-do=delete]")).disabled = !now.parent;
  think();
  showThoughts();
  list.mark(now); // Now that all else has its height.
}

function think() {
  if (settings.engine && !tree.now.view?.outcome) engine.think({ ...line(), lines: Number(count.value) });
  else engine.stop();
}

/** @param {import("./analysis-engine.js").Report} report */
function hear(report) {
  tree.now.report = report;
  showThoughts();
}

function showThoughts() {
  const { now } = tree;
  const known = settings.engine ? now.report : null;
  chance = ends.get(now) ?? (settings.engine ? (known?.chance ?? chance) : null);
  lines.show(known, Number(count.value), settings.engine && !now.view?.outcome);
  find("#bar").hidden = !settings.engine;
  showBar(chance, board.flip, now.view?.outcome ? now.view.status : (known?.promise ?? ""));
  showShapes();
  showSeats();
}

function showShapes() {
  const found = settings.engine && settings.arrows ? (tree.now.report?.lines ?? []).slice(0, Number(count.value)) : [];
  const arrows = found.flatMap(({ path }, rank) => arrow(path, rank ? "other" : "best")).reverse();
  board.shapes = [...arrows, ...tree.now.shapes.map(([from, to]) => ({ from, to, kind: "own" }))];
}

function showSeats() {
  find("#bar").setAttribute("aria-label", `Chances of ${spec.players[0]}`);
  for (const seat of [0, 1]) {
    const element = find((seat === 0) === board.flip ? "#seat-above" : "#seat-below");
    find("strong", element).textContent = spec.players[seat];
    find(".who", element).textContent = tree.players[seat] === "?" ? "" : tree.players[seat];
    const toMove = tree.now.view?.player === seat && !tree.now.view.outcome;
    element.classList.toggle("to-move", toMove);
  }
}

/** Play a move where one is. @param {string} text */
async function play(text) {
  const from = tree.now;
  const known = from.children.find((node) => node.move === text);
  if (known) return go(known);
  try {
    const { moves, ...where } = line(from);
    const found = await ask("/analysis/view", { ...where, moves: [...moves, text] });
    const node = tree.play(from, found.move, from.view?.player ?? 0);
    learn(node, found);
    list.show(tree);
    await go(node);
  } catch (error) {
    board.view = from.view;
    complain(/** @type {Error} */ (error).message);
  }
}

/** @param {string[]} moves */
async function playAll(moves) {
  for (const move of moves) await play(move);
}

/** Look at the tree that a link holds; whether there is one. @param {string} link */
async function follow(link) {
  const study = fromLink(link);
  if (!study) return false;
  try {
    load({ ...(await ask("/analysis/open", study)), at: study.at });
    return true;
  } catch (error) {
    complain(`The link cannot be followed: ${/** @type {Error} */ (error).message}`);
    return false;
  }
}

/** Something else to look at; the way back leads to what was looked at before. @param {Opened} opened */
function turnTo(opened) {
  address.write();
  history.pushState(null, "");
  load({ ...opened, at: opened.nodes.length - 1 });
  address.write();
}

function flip() {
  board.flip = !board.flip;
  showThoughts();
}

/** @type {Record<string, () => void>} */
const STEPS = {
  first: () => go(tree.root),
  back: () => go(tree.now.parent ?? tree.root),
  on: () => go(tree.now.children[0] ?? tree.now),
  last: () => go(tree.now.end()),
  up: () => aside(-1),
  down: () => aside(1),
  flip,
  promote: () => {
    tree.promote(tree.now);
    list.show(tree);
    go(tree.now);
  },
  delete: () => {
    tree.remove(tree.now);
    list.show(tree);
    go(tree.now);
  },
  deeper: think,
  rub: () => {
    tree.now.shapes = [];
    showShapes();
    address.changed();
  },
  draw: () => {
    board.drawable = board.drawable === "always" ? true : "always";
    find("[data-do=draw]").setAttribute("aria-pressed", String(board.drawable === "always"));
  },
};

/** To another variation: of this move, or of the last one that has any. @param {number} step */
function aside(step) {
  const node = tree.now.path().findLast((other) => other.siblings().length > 1);
  if (!node) return;
  const siblings = node.siblings();
  go(siblings[(siblings.indexOf(node) + step + siblings.length) % siblings.length]);
}

const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowLeft: STEPS.back,
  ArrowRight: STEPS.on,
  ArrowUp: STEPS.up,
  ArrowDown: STEPS.down,
  Home: STEPS.first,
  End: STEPS.last,
  f: flip,
  l: () => engineBox.click(),
  c: () => comment.focus(),
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const typing = target.matches("input:not([type=checkbox]), select, textarea") || target.closest("dialog");
  if (typing && target === comment && event.key === "Escape") comment.blur();
  const step = KEYS[event.key];
  if (!step || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  step();
});

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-do]");
  STEPS[/** @type {HTMLElement | null} */ (button)?.dataset.do ?? ""]?.();
});

board.addEventListener("ply-move", (event) => play(/** @type {CustomEvent} */ (event).detail.text));
board.addEventListener("ply-refused", async (event) => {
  const { reason } = await ask("/analysis/explain", { ...line(), path: /** @type {CustomEvent} */ (event).detail.path });
  complain(reason);
});
board.addEventListener("ply-shape", (event) => {
  const { from, to } = /** @type {CustomEvent} */ (event).detail;
  const others = tree.now.shapes.filter((shape) => shape[0] !== from || shape[1] !== to);
  tree.now.shapes = others.length < tree.now.shapes.length ? others : [...others, [from, to]];
  showShapes();
  address.changed();
});
comment.addEventListener("input", () => {
  tree.now.comment = comment.value;
  list.show(tree);
  address.changed();
});
for (const box of document.querySelectorAll("[data-setting]"))
  box.addEventListener("change", () => {
    think();
    showThoughts();
  });
count.addEventListener("change", () => {
  localStorage.setItem("plyboard-lines", count.value);
  tree.now.report = null;
  think();
  showThoughts();
});
find("#typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (find("#typed input"));
  if (input.value.trim()) play(input.value.trim());
  input.value = "";
});
window.addEventListener("popstate", () => follow(location.hash.slice(1)));

settable({ now: () => ({ ...tree.now.view, board: spec }), open: turnTo });
exportable({ tree: () => tree, line, flipped: () => board.flip, link: () => address.write() });
count.value = localStorage.getItem("plyboard-lines") ?? count.value;
board.drawable = true;
const kept = location.hash.slice(1) || (page.fresh ? "" : address.last());
if (!kept || !(await follow(kept))) load(page);
