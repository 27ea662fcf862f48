/** What hands do to a board: click, drag, touch and keys become places that are chosen. */

/** @typedef {import("./types").Point} Point */

const DRAG = 5; // Pixels that a pointer may tremble without dragging.
const LONG_PRESS = 450; // Milliseconds.

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * @typedef {object} Touched what a board says and does when it is touched
 * @property {import("./scene").Scene} scene
 * @property {(id: string) => boolean} movable whether a move can begin on a place
 * @property {(id: string) => boolean} chosen
 * @property {(id: string, dropped?: boolean) => void} choose
 * @property {() => void} cancel
 * @property {(id: string, point: Point) => void} drag
 * @property {(id: string, to: string | null) => void} drop
 * @property {(id: string | null) => void} look see what lies on a place
 * @property {(from: string, to: string) => void} draw an arrow, or a circle
 * @property {() => boolean | "always"} drawable whether the right button draws, or every pointer does
 */

/** @param {Touched} board */
export function listen(board) {
  const { scene } = board;
  /** @type {{id: string, x: number, y: number, pointer: number, again: boolean, dragging: boolean} | null} */
  let held = null;
  /** @type {string | null} */
  let drawing = null;
  let pressed = 0;
  /** @param {PointerEvent} event */
  const draws = (event) => board.drawable() === "always" || (event.button === 2 && board.drawable());

  scene.root.addEventListener("pointerdown", (event) => {
    const id = scene.at(scene.point(event));
    if (draws(event)) drawing = id;
    if (event.button !== 0 || !event.isPrimary || draws(event)) return;
    if (!id) return board.cancel();
    rove(scene, id);
    if (event.pointerType !== "mouse") pressed = window.setTimeout(() => board.look(id), LONG_PRESS);
    held = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, again: board.chosen(id), dragging: false };
    if (!held.again) board.choose(id);
  });

  scene.root.addEventListener("pointermove", (event) => {
    if (!held) {
      if (event.pointerType === "mouse") board.look(scene.at(scene.point(event)));
      return;
    }
    if (event.pointerId !== held.pointer) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG;
    if (far) window.clearTimeout(pressed);
    if (far && !held.dragging && board.chosen(held.id)) {
      held.dragging = true;
      scene.root.setPointerCapture(held.pointer);
    }
    if (held.dragging) board.drag(held.id, scene.point(event));
  });

  scene.root.addEventListener("pointerup", (event) => {
    window.clearTimeout(pressed);
    const id = scene.at(scene.point(event));
    if (drawing && id && draws(event)) board.draw(drawing, id);
    if (draws(event)) drawing = null;
    if (!held || event.pointerId !== held.pointer) return;
    const { id: from, dragging, again } = held;
    held = null;
    if (event.pointerType !== "mouse") board.look(null);
    if (!dragging) {
      if (again) board.choose(from);
    } else if (id && id !== from) {
      board.choose(id, true);
      leave();
    } else board.drop(from, null);
  });

  const release = () => {
    window.clearTimeout(pressed);
    if (held?.dragging) board.drop(held.id, null);
    held = null;
  };
  scene.root.addEventListener("pointercancel", release);
  scene.root.addEventListener("pointerleave", () => held || board.look(null));
  scene.root.addEventListener("contextmenu", (event) => {
    if (board.drawable() || event.pointerType === "touch") event.preventDefault();
  });
  // A click leaves the keys to the page, to walk through a game with, unless it has chosen a piece, which Escape lets go.
  scene.root.addEventListener("mousedown", (event) => {
    if (held && board.chosen(held.id)) return;
    event.preventDefault();
    leave();
  });
  // A finger on a piece drags it, a finger elsewhere scrolls the page.
  scene.root.addEventListener(
    "touchstart",
    (event) => {
      const id = scene.at(scene.point(event.touches[0]));
      if (id && (board.movable(id) || board.chosen(id) || board.drawable() === "always")) event.preventDefault();
    },
    { passive: false },
  );

  // On the stage, for Chromium takes a node of SVG that listens for the focus for one that can have it.
  scene.stage.addEventListener("keydown", (event) => {
    const id = /** @type {Element} */ (event.target).getAttribute("data-at");
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) focus(scene, scene.beside(id, ...arrow));
    else if (event.key === "Enter" || event.key === " ") board.choose(id);
    else if (event.key === "Escape") board.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  scene.stage.addEventListener("focusin", (event) => {
    const id = /** @type {Element} */ (event.target).getAttribute("data-at");
    if (!id) return;
    rove(scene, id);
    board.look(id);
  });
  scene.stage.addEventListener("focusout", () => board.look(null));
}

/** Nothing on the page has the keys any more. */
function leave() {
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/**
 * @param {import("./scene").Scene} scene
 * @param {string | null} id
 */
function focus(scene, id) {
  if (id) scene.cell(id)?.focus();
}

/**
 * Make a place the one to which the Tab key comes.
 * @param {import("./scene").Scene} scene
 * @param {string} id
 */
export function rove(scene, id) {
  for (const cell of scene.cells.querySelectorAll('[tabindex="0"]')) cell.setAttribute("tabindex", "-1");
  scene.cell(id)?.setAttribute("tabindex", "0");
}
