/** Practice on the mistakes of a game: try moves, and be told how good they are. The server keeps the answers. */

import { ask } from "./ask.js";
import "./board.js";
import { find, told } from "./net.js";
import { arrow, complain, showLine, WORDS } from "./review-parts.js";

const page = told();
const board = /** @type {import("./board.js").PlyBoard} */ (find("#board"));
let number = 0;
let solved = 0;
/** Whether this one was found, or told. */
let settled = false;

const exercise = () => page.exercises[number];
const path = () => `/games/${page.id}/practice/${exercise().ply}`;
/** @param {string} name */
const button = (name) => /** @type {HTMLButtonElement} */ (find(`[data-do="${name}"]`));

/** Show the position in which something better is to be found. */
async function begin() {
  settled = false;
  showLine(null, () => {});
  find("#number").textContent = `${number + 1} of ${page.exercises.length}`;
  const { played, label } = exercise();
  const name = page.names[page.player];
  find("#task").textContent = `${name} played ${played}: ${WORDS[label].toLowerCase()}. Find a better move for ${name}.`;
  find("#reply").textContent = "";
  button("again").hidden = true;
  button("answer").hidden = false;
  button("next").textContent = number + 1 < page.exercises.length ? "Skip" : "Finish";
  await reset();
}

async function reset() {
  const wanted = number;
  const view = await answered(ask(`/games/${page.id}/view/${exercise().ply}`));
  if (!view || wanted !== number) return;
  board.view = view;
  board.interactive = [page.player];
  const move = view.moves.find((/** @type {any} */ move) => move.text === exercise().played);
  board.shapes = arrow(move?.path, "bad");
}

/**
 * @template T
 * @param {Promise<T>} question
 * @returns {Promise<T | null>}
 */
async function answered(question) {
  complain("");
  try {
    return await question;
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
    return null;
  }
}

/** @param {string} move */
async function attempt(move) {
  board.interactive = [];
  find("#reply").textContent = "Looking at it …";
  const found = await answered(ask(path(), { move }));
  if (!found) {
    find("#reply").textContent = "";
    return reset();
  }
  board.view = found.view;
  board.shapes = [];
  if (found.good) {
    if (!settled) solved += 1;
    settle(`${move}: ${WORDS[found.label].toLowerCase()}. Well found!`);
  } else {
    const same = move === exercise().played;
    find("#reply").textContent = same ? `${move} was played in the game.` : `${move} is ${WORDS[found.label].toLowerCase()} too.`;
    button("again").hidden = false;
    button("again").focus();
  }
}

/** @param {string} words */
function settle(words) {
  settled = true;
  find("#reply").textContent = words;
  button("again").hidden = true;
  button("answer").hidden = false;
  button("next").textContent = number + 1 < page.exercises.length ? "Next" : "Finish";
}

async function showAnswer() {
  const found = await answered(ask(`${path()}/answer`));
  if (!found) return;
  await reset();
  board.interactive = [];
  board.shapes = arrow(found.path, "best");
  settle(`${found.move} was better. ${exercise().played} ${found.why[0].toLowerCase()}${found.why.slice(1)}`);
  button("answer").hidden = true;
  const ply = exercise().ply + 1;
  showLine(found, async (step) => {
    const view = await answered(ask(`/games/${page.id}/review/${ply}/better/${step}`));
    if (!view) return;
    board.view = view;
    board.shapes = [];
  });
}

function finish() {
  board.interactive = [];
  board.shapes = [];
  showLine(null, () => {});
  find("#number").textContent = "";
  find("#task").textContent = `You found ${solved} of ${page.exercises.length}.`;
  find("#reply").textContent = "";
  for (const name of ["again", "answer"]) button(name).hidden = true;
  button("next").textContent = "Once more";
}

board.addEventListener("ply-move", (event) => attempt(/** @type {CustomEvent} */ (event).detail.text));
board.view = { ...page.view, board: page.board };
board.flip = page.player === 1;

if (page.exercises.length) {
  button("again").addEventListener("click", () => {
    find("#reply").textContent = "";
    button("again").hidden = true;
    reset();
  });
  button("answer").addEventListener("click", showAnswer);
  button("next").addEventListener("click", () => {
    if (number === page.exercises.length) {
      number = solved = 0;
      begin();
      return;
    }
    number += 1;
    if (number < page.exercises.length) begin();
    else finish();
  });
  begin();
}
