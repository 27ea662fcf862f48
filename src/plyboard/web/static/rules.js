/** The rules of a game: each board can be tried, and the server says what the rules make of it. */

import { ask } from "./ask.js";
import "./board.js";
import { find, told } from "./net.js";

const page = told();

/**
 * @param {Element} section
 * @param {{tries: Record<string, string>, view: any}} lesson
 */
function teach(section, lesson) {
  const board = /** @type {import("./board.js").PlyBoard} */ (find("ply-board", section));
  const reply = find(".reply", section);
  const again = find(".again", section);
  const before = { ...lesson.view, board: page.board };

  const begin = () => {
    board.view = before;
    board.interactive = [0, 1];
    reply.textContent = "";
    reply.classList.remove("done");
    again.hidden = true;
  };

  /**
   * @param {string} what
   * @param {[string, string][]} more
   * @param {(answer: any) => void} use
   */
  const question = async (what, more, use) => {
    const query = new URLSearchParams([["position", board.view?.text ?? ""], ...more]);
    try {
      use(await ask(`/rules/${page.game}/${what}?${query}`));
    } catch (error) {
      reply.textContent = /** @type {Error} */ (error).message;
      if (board.view) board.view = { ...board.view };
    }
  };

  board.addEventListener("ply-move", (event) => {
    const { text } = /** @type {CustomEvent} */ (event).detail;
    const shows = board.view?.text === lesson.view.text ? lesson.tries[text] : undefined;
    question("try", [["move", text]], (view) => {
      board.view = view;
      reply.textContent = shows ?? `${view.last.spoken} ${view.status}.`;
      reply.classList.toggle("done", shows !== undefined);
      again.hidden = false;
    });
  });
  board.addEventListener("ply-refused", (event) => {
    const { path } = /** @type {CustomEvent} */ (event).detail;
    question("why", path.map((/** @type {string} */ place) => ["path", place]), ({ reason }) => {
      if (!reason) return;
      reply.textContent = reason;
      reply.classList.remove("done");
    });
  });
  again.addEventListener("click", begin);
  begin();
}

document.querySelectorAll(".lesson").forEach((section, number) => teach(section, page.lessons[number]));
