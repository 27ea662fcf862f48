/** The review of a game: it is asked for, followed while it is made, and walked through. */

import { ask } from "./ask.js";
import "./board.js";
import "./chart.js";
import { MoveList } from "./movelist.js";
import { find, told } from "./net.js";
import { arrow, complain, showLine, WORDS } from "./review-parts.js";
import { walkable } from "./walk.js";

const MARKS = /** @type {Record<string, string>} */ ({ best: "★", inaccuracy: "?!", mistake: "?", blunder: "??" });
const DOTTED = ["inaccuracy", "mistake", "blunder"];
const AGAIN = 1500;

const page = told();
const board = /** @type {import("./board.js").PlyBoard} */ (find("#board"));
const chart = /** @type {import("./chart.js").PlyChart} */ (find("#chart"));
const moves = new MoveList(find("#moves"), page.moves, (ply) => go(ply));
/** @typedef {{chances: number[], labels: string[], accuracy: (number | null)[], mistakes: number[]}} Review */
/** @type {Review | null} */
let review = null;
let now = 0;
let flipped = page.mine.length === 1 && page.mine[0] === 1;

/** @param {number} seat */
function seatElement(seat) {
  return find((seat === 0) === flipped ? "#seat-above" : "#seat-below");
}

function showSeats() {
  for (const seat of [0, 1]) {
    const element = seatElement(seat);
    const accuracy = review?.accuracy[seat] ?? null;
    find("strong", element).textContent = page.names[seat];
    find(".who", element).textContent = page.mine.length === 1 && page.mine[0] === seat ? "You" : page.labels[seat];
    find(".accuracy", element).textContent = accuracy === null ? "" : `Accuracy ${accuracy} %`;
  }
}

function flip() {
  flipped = !flipped;
  board.flip = flipped;
  showSeats();
}

/** @param {number} ply */
async function go(ply) {
  now = ply;
  location.replace(`#${ply}`);
  moves.mark(ply);
  chart.marker = ply;
  /** @type {HTMLAnchorElement} */ (find("#analyse")).href = `/games/${page.id}/analysis?ply=${ply}`;
  try {
    const found = review ? await ask(`/games/${page.id}/review/${ply}`) : { view: await ask(`/games/${page.id}/view/${ply}`) };
    if (now === ply) show(found);
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
  }
}

/** @param {any} found */
function show(found) {
  complain("");
  board.view = found.view;
  board.shapes = found.better ? [...arrow(found.better.played, "bad"), ...arrow(found.better.path, "best")] : [];
  find("#verdict").dataset.label = found.label ?? "";
  const judged = found.label ? `${page.moves[now - 1].text}: ${WORDS[found.label].toLowerCase()}.` : "";
  find("#verdict .label").textContent = judged || (review ? "The game begins." : "");
  find("#verdict .why").textContent = found.why ?? "";
  find("#verdict .promise").textContent = found.view.outcome || now === moves.length ? page.status : (found.promise ?? "");
  showLine(found.better || null, (step) => showBetter(now, step));
}

/**
 * @param {number} ply
 * @param {number} step
 */
async function showBetter(ply, step) {
  try {
    const view = await ask(`/games/${page.id}/review/${ply}/better/${step}`);
    if (now !== ply) return;
    board.view = view;
    board.shapes = [];
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
  }
}

/** @param {Review} found */
function showReview(found) {
  review = found;
  find("#progress").hidden = true;
  find("#retry").hidden = true;
  find("#graph").hidden = false;
  chart.range = [-100, 100];
  chart.labels = found.chances.map((_, ply) => String(ply));
  const dots = Object.fromEntries(
    found.labels.flatMap((label, ply) => (DOTTED.includes(label) ? [[ply + 1, label]] : [])),
  );
  const name = `${page.names[0]}’s chances`;
  chart.series = [{ name, values: found.chances.map((chance) => Math.round(100 * chance)), dots }];
  found.labels.forEach((label, ply) => {
    const button = find("button", moves.list.children[ply]);
    const mark = document.createElement("span");
    mark.className = `mark ${label}`;
    mark.textContent = MARKS[label] ?? "";
    mark.title = WORDS[label];
    button.replaceChildren(page.moves[ply].text, " ", mark);
    button.setAttribute("aria-label", `${page.moves[ply].text}, ${WORDS[label].toLowerCase()}`);
  });
  showSeats();
  const players = [0, 1].filter((player) => found.mistakes[player]);
  players.sort((a, b) => Number(page.mine.includes(b)) - Number(page.mine.includes(a)));
  find("#practice").replaceChildren(
    ...players.map((player, place) => {
      const link = document.createElement("a");
      link.className = place ? "button" : "button primary";
      link.href = `/games/${page.id}/practice?player=${player}`;
      const count = found.mistakes[player];
      link.textContent = `Find ${count} better move${count === 1 ? "" : "s"} for ${page.names[player]}`;
      return link;
    }),
  );
  go(now);
}

/** Follow the review while it is made. */
async function make() {
  find("#progress").hidden = false;
  find("#retry").hidden = true;
  complain("");
  const answer = await fetch(`/games/${page.id}/review`, { method: "POST" });
  if (!answer.ok || !answer.body) throw new Error((await answer.json()).detail);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines.filter(Boolean)) hear(JSON.parse(line));
    if (done) break;
  }
  if (!review && find("#retry").hidden) throw new TypeError("the line broke");
}

/** @param {{done?: number, of?: number, review?: Review, problem?: string}} message */
function hear(message) {
  if (message.review) showReview(message.review);
  else if (message.problem) fail(message.problem);
  else {
    const bar = /** @type {HTMLProgressElement} */ (find("#progress progress"));
    bar.max = message.of ?? 1;
    bar.value = message.done ?? 0;
    find("#progress span").textContent = `Looking at the game: ${message.done} of ${message.of} positions`;
  }
}

/** @param {string} reason */
function fail(reason) {
  find("#progress").hidden = true;
  find("#retry").hidden = false;
  complain(reason);
}

async function follow() {
  try {
    await make();
  } catch (error) {
    // A line that broke comes back: what was found so far goes on meanwhile, or is begun again.
    if (error instanceof TypeError) window.setTimeout(follow, AGAIN);
    else fail(/** @type {Error} */ (error).message);
  }
}

chart.addEventListener("ply-jump", (event) => go(/** @type {CustomEvent} */ (event).detail.index));
find("#retry").addEventListener("click", follow);
walkable({ now: () => now, last: () => moves.length, go, flip });

board.view = { ...page.view, board: page.board };
board.flip = flipped;
showSeats();
now = Math.min(moves.length, Number(location.hash.slice(1)) || 0);
if (page.review) showReview(page.review);
else {
  go(now);
  follow();
}
