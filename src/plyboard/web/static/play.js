/** The page of a game: it shows what the server tells, and tells the server what the player does. */

import "./board.js";
import { Clocks } from "./clocks.js";
import { MoveList } from "./movelist.js";
import { find, Line, told } from "./net.js";
import { settings } from "./settings.js";
import { walkable } from "./walk.js";
import { soundOf, Sounds } from "./sounds.js";

const page = told();
const board = /** @type {import("./board.js").PlyBoard} */ (find("#board"));
/** The seats in which the one who looks at this page plays. @type {number[]} */
const mine = page.mine.filter((/** @type {number} */ seat) => page.people.includes(seat));
const alone = page.people.every((/** @type {number} */ seat) => mine.includes(seat));

let state = page.state;
/** The newest position. */
let view = page.view;
/** How many moves before the position that is looked at, if it is not the newest. @type {number | null} */
let lookingAt = null;
let flipped = mine.length === 1 && mine[0] === 1;

const sounds = new Sounds();
const clocks = new Clocks(seatElement);
const moves = new MoveList(find("#moves"), page.moves, lookAt);
const line = new Line(page.id, state.seq, hear, (connected, unsaid) => {
  find("#line").hidden = connected;
  find("#line").textContent = connected ? "" : "The line to the server is broken: trying again …";
  if (unsaid) postpone();
});

/** @param {number} seat */
function seatElement(seat) {
  return find((seat === 0) === flipped ? "#seat-above" : "#seat-below");
}

/** @param {import("./net.js").Message} message */
function hear(message) {
  if (message.kind === "events") {
    for (const event of message.events ?? []) happen(event);
    state = message.state;
    if (message.view) {
      view = message.view;
      if (message.events?.length) sound(state.outcome ? "end" : soundOf(view));
      lookingAt = null;
      board.shapes = [];
      show();
    }
    showState();
  } else if (message.kind === "thinking") {
    showThought(/** @type {any} */ (message));
  } else if (message.kind === "hint") {
    showHint(message);
  } else if (message.kind === "refused") {
    complain(message.reason);
    sound("refuse");
    if (message.do === "move") show();
  }
}

/** @param {import("./net.js").GameEvent} event */
function happen(event) {
  if (event.kind === "move") {
    moves.add(event.text, event.player, event.ply);
    if (event.thought) showThought({ player: event.player, ...event.thought });
    complain("");
  } else if (event.kind === "takeback") {
    moves.cut(event.ply);
  } else if (event.kind === "declined") {
    say(`No ${event.what === "takeback" ? "move is taken back" : event.what}.`);
  } else if (event.kind === "asked") {
    if (mine.includes(event.seat)) say(`${page.names[1 - event.seat]} is asked.`);
  } else if (event.kind === "joined") {
    say(`${page.names[event.seat]} is here.`);
  } else if (event.kind === "rematch" && (mine.length || page.host)) {
    location.assign(`/games/${event.game}`);
  }
}

/** Show the newest position. */
function show() {
  board.view = view;
  board.interactive = state.outcome || state.open.length ? [] : mine;
  moves.mark(moves.length);
}

/** @param {number} ply */
async function lookAt(ply) {
  const wanted = Math.max(0, Math.min(ply, moves.length));
  if (wanted === (lookingAt ?? moves.length)) return;
  lookingAt = wanted === moves.length ? null : wanted;
  board.shapes = [];
  if (lookingAt === null) return show();
  const answer = await fetch(`/games/${page.id}/view/${wanted}`);
  if (!answer.ok || lookingAt !== wanted) return;
  board.interactive = [];
  board.view = await answer.json();
  moves.mark(wanted);
}

function showState() {
  for (const seat of [0, 1]) {
    const element = seatElement(seat);
    const toMove = state.player === seat && !state.outcome;
    find("strong", element).textContent = page.names[seat];
    find(".who", element).textContent = who(seat);
    element.classList.toggle("to-move", toMove);
    element.classList.toggle("thinks", toMove && state.thinks);
    if (!toMove && !settings.thoughts) find(".thought", element).textContent = "";
  }
  clocks.show(state);
  board.interactive = lookingAt === null && !state.outcome && !state.open.length ? mine : [];
  find("#status").textContent = state.status || (state.open.length ? waiting() : turn());
  for (const invite of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".invite")))
    invite.hidden = !state.open.includes(Number(invite.dataset.seat));
  showRequests();
  showActs();
}

function waiting() {
  return `Waiting for ${state.open.map((/** @type {number} */ seat) => page.names[seat]).join(" and ")} …`;
}

function turn() {
  if (state.paused) return "Paused";
  if (page.live && page.people.length && !mine.length) return `You are watching: ${view.status}`;
  return mine.length === 1 && state.player === mine[0] ? `Your move: ${view.status}` : view.status;
}

/** @param {number} seat */
function who(seat) {
  if (mine.includes(seat)) return mine.length === 1 ? "You" : "";
  return state.open.includes(seat) ? "not here yet" : page.labels[seat];
}

function showRequests() {
  const asked = Object.entries(state.asked).find(([, seat]) => mine.includes(1 - seat));
  const box = find("#asked");
  box.hidden = !asked;
  if (!asked) return;
  const [what, seat] = asked;
  box.dataset.what = what;
  const wish = { draw: "offers a draw", takeback: "asks to take a move back", rematch: "wants another game" }[what];
  find("span", box).textContent = `${page.names[Number(seat)]} ${wish}.`;
}

function showActs() {
  const playing = mine.length > 0 && page.live && !state.outcome;
  const turn = mine.includes(state.player);
  const conducts = page.host && !page.people.length && !state.outcome;
  /** For each act whether its button is there, and whether it can be pressed now. @type {Record<string, [any, any]>} */
  const acts = {
    takeback: [page.live && mine.length && (!state.outcome || alone), state.ply > 0],
    hint: [playing && alone, turn],
    "move-now": [playing && page.people.length < 2, !turn],
    draw: [playing, true],
    resign: [playing, true],
    rematch: [page.live && (mine.length || page.host) && state.outcome && state.next === null, true],
    pause: [conducts && !state.paused, true],
    resume: [conducts && state.paused, true],
    step: [conducts, state.paused],
  };
  for (const [act, [there, able]] of Object.entries(acts)) {
    const button = /** @type {HTMLButtonElement} */ (find(`[data-act="${act}"]`));
    button.hidden = !there;
    button.disabled = !able;
  }
  find(".conduct").hidden = !conducts;
  const speed = /** @type {HTMLSelectElement} */ (find("#pace"));
  speed.value = String([...speed.options].findLast((option) => Number(option.value) <= state.pace)?.value ?? 1);
  find("#typed").hidden = !playing;
  for (const link of ["#review", "#analysis"]) find(link).hidden = !state.ply || (page.live && !state.outcome);
  const next = /** @type {HTMLAnchorElement} */ (find("#next"));
  next.hidden = state.next === null;
  next.href = `/games/${state.next}`;
}

/** @param {{player: number, depth: number, value: number | null, win: number | null, line: string[]}} thought */
function showThought(thought) {
  if (!settings.thoughts) return;
  const points = thought.value === null ? "" : `${thought.value < 0 ? "" : "+"}${thought.value.toFixed(2)}`;
  const value = thought.win === null ? points : `${thought.win > 0 ? "wins" : "loses"} in ${Math.abs(thought.win)}`;
  const text = `depth ${thought.depth}, ${value}, ${thought.line.slice(0, 4).join(" ")}`;
  find(".thought", seatElement(thought.player)).textContent = text;
}

/** @param {any} hint */
function showHint(hint) {
  if (hint.ply !== state.ply || lookingAt !== null) return;
  const path = view.moves.find((/** @type {any} */ move) => move.text === hint.move)?.path ?? [];
  if (path.length) board.shapes = [{ from: path[0], to: path.at(-1), kind: "best" }];
  say(`Try ${hint.move}.`);
}

/** @param {import("./sounds.js").Sound} name */
function sound(name) {
  sounds.on = settings.sounds ?? false;
  sounds.play(name);
}

/** @param {string} reason */
function complain(reason) {
  find("#problem").textContent = reason;
  find("#problem").hidden = !reason;
}

/** @param {string} text */
function say(text) {
  find("#done").textContent = text;
}

/** @param {object} message */
function act(message) {
  complain("");
  if (!line.say(message)) postpone();
}

function postpone() {
  complain("This has to wait until the line to the server is back.");
  show();
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    window.prompt("Copy this:", text);
  }
}

board.addEventListener("ply-move", (event) => {
  act({ do: "move", ply: state.ply, text: /** @type {CustomEvent} */ (event).detail.text });
});
board.addEventListener("ply-chosen", () => complain(""));
board.addEventListener("ply-refused", (event) => {
  if (lookingAt === null) act({ do: "explain", path: /** @type {CustomEvent} */ (event).detail.path });
});

find("#typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (find("input", /** @type {Element} */ (event.currentTarget)));
  if (input.value.trim()) act({ do: "move", ply: state.ply, text: input.value.trim() });
  input.value = "";
});

document.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button) return;
  const { act: wanted, answer, copy: what } = button.dataset;
  if (wanted === "flip") flip();
  else if (wanted === "resign" && !window.confirm("Give up this game?")) return;
  else if (wanted && wanted !== "keys") act({ do: wanted });
  else if (answer) act({ do: answer, what: find("#asked").dataset.what });
  else if (what === "position") copy(board.view?.text ?? "");
  else if (what === "game") copy(await (await fetch(`/games/${page.id}/record`)).text());
  else if (what === "link") copy(location.href);
  else if (button.matches(".copy-link")) {
    copy(/** @type {HTMLInputElement} */ (find("input", /** @type {Element} */ (button.parentElement))).value);
  }
});

function flip() {
  flipped = !flipped;
  board.flip = flipped;
  for (const text of document.querySelectorAll(".seat .thought")) text.textContent = "";
  showState();
}

walkable({ now: () => lookingAt ?? moves.length, last: () => moves.length, go: lookAt, flip });

find("#pace").addEventListener("change", (event) => {
  act({ do: "pace", seconds: Number(/** @type {HTMLSelectElement} */ (event.target).value) });
});
for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".invite input")))
  input.value = new URL(input.value, location.href).href;

board.view = { ...view, board: page.board };
board.flip = flipped;
show();
showState();
